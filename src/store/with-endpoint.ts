/** A graph with a public endpoint, which has copies of it. */

import type { Settings } from '../settings.ts'
import { openEndpoint } from './endpoint.ts'
import type { Graph } from './graph.ts'

type Limited = Pick<Settings, 'sparqlTimeout' | 'sparqlRows' | 'sparqlSize' | 'sparqlQueue' | 'sparqlMemory' | 'sparqlSpare'>

/**
 * Opens an endpoint that is closed with the graph.
 * @param quads N-Quads files of the graph, which stay until it is closed
 * @returns at once: the endpoint loads its copies from then on
 */
export function withEndpoint({ graph, quads }: { readonly graph: Graph; readonly quads: readonly string[] }, settings: Limited): Graph {
  const endpoint = openEndpoint(quads, {
    timeout: settings.sparqlTimeout, rows: settings.sparqlRows, size: settings.sparqlSize, queue: settings.sparqlQueue, memory: settings.sparqlMemory, spare: settings.sparqlSpare,
  })
  return {
    ...graph, endpoint,
    async close() {
      await endpoint.close()
      await graph.close()
    },
  }
}
