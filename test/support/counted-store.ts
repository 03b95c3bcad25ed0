/** A graph over a real store whose queries are counted. */

import { createTemporaryDirectory } from '../../src/load/prepared/staging-directory.ts'
import { openPrepared } from '../../src/load/open/prepared.ts'
import type { Model } from '../../src/model/model.ts'
import type { Graph } from '../../src/search-index/query/graph.ts'
import { openEmbeddedStore } from '../../src/store/oxigraph/store.ts'
import { preparedGraph } from './graphs.ts'

export interface CountedGraph {
  readonly graph: Graph
  close(): Promise<void>
  /** How many queries for lists have reached the store. */
  queries(): number
}

export async function openCounted(
  paths: readonly string[],
  options: { readonly model: Model; readonly base?: string; readonly filters?: Graph['filters'] },
): Promise<CountedGraph> {
  const path = await preparedGraph(paths, options)
  let queries = 0
  const embedded = openEmbeddedStore()
  type Store = typeof embedded
  const counting = (store: Store): Store => ({
    ...store,
    forTask: (task) => counting(store.forTask(task)),
    iris(query) {
      queries++
      return store.iris(query)
    },
  })
  const directory = createTemporaryDirectory()
  const place = { store: counting(embedded), folder: directory.folder }
  const { graph, verified } = await openPrepared(path, place, options)
  await verified
  return { graph, queries: () => queries, close: () => graph.close().finally(directory.close) }
}
