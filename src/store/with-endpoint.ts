/** A graph with a public endpoint, which has copies of it. */

import type { Settings } from '../settings.ts'
import { openEndpoint, type Limits } from './endpoint.ts'
import type { Graph } from './graph.ts'

type Limited = Pick<
  Settings,
  'sparqlTimeout' | 'sparqlRows' | 'sparqlSize' | 'sparqlQueue' | 'sparqlMemory' | 'sparqlSpare'
>

export const limitsOf = ({
  sparqlTimeout: timeout,
  sparqlRows: rows,
  sparqlSize: size,
  sparqlQueue: queue,
  sparqlMemory: memory,
  sparqlSpare: spare,
}: Limited): Limits => ({ timeout, rows, size, queue, memory, spare })

/**
 * Opens an endpoint that is closed with the graph.
 * @param quads N-Quads files of the graph, which stay until it is closed
 * @returns at once: the endpoint loads its copies from then on
 */
export function withEndpoint(
  { graph, quads }: { readonly graph: Graph; readonly quads: readonly string[] },
  settings: Limited,
): Graph {
  const endpoint = openEndpoint(quads, limitsOf(settings))
  return {
    ...graph,
    endpoint,
    async close() {
      await endpoint.close()
      await graph.close()
    },
  }
}
