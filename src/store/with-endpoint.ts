/** A graph with a public endpoint, which has copies of it. */

import type { Settings } from '../settings.ts'
import { openEndpoint } from './endpoint.ts'
import type { Graph } from './graph.ts'
import { writeQuads } from './nquads.ts'
import type { Store } from './store.ts'

type Limited = Pick<Settings, 'sparqlTimeout' | 'sparqlRows' | 'sparqlSize' | 'sparqlQueue' | 'sparqlSpare'>

/**
 * Opens an endpoint that is closed with the graph.
 * @returns at once: the endpoint loads its copies from then on
 */
export async function withEndpoint({ graph, store }: { readonly graph: Graph; readonly store: Store }, settings: Limited): Promise<Graph> {
  const { quads, remove } = await writeQuads(store)
  const endpoint = openEndpoint(quads, {
    timeout: settings.sparqlTimeout, rows: settings.sparqlRows, size: settings.sparqlSize, queue: settings.sparqlQueue, spare: settings.sparqlSpare,
  })
  return {
    ...graph, endpoint,
    async close() {
      await endpoint.close()
      remove()
      await graph.close()
    },
  }
}
