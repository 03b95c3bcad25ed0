/** A worker thread of the server: opens the index of the graph, and answers requests over it. */

import { openIndex } from './search-index/open-index.ts'
import * as api from './extensions/api.ts'
import { extensions } from './extensions/index.ts'
import { createOperations, type OpenGraph } from './server/compute/operations.ts'
import { loadExtensions } from './load/extensions.ts'
import { rowsHash } from './load/prepared/manifest.ts'
import { buildModel } from './model/model.ts'
import { createGraph } from './search-index/query/graph.ts'
import { ask, serveTasks } from './server/threads/serve-tasks.ts'

interface Data {
  /** Paths of their modules. */
  readonly extensions: readonly string[]
}

await serveTasks<Data>(async ({ extensions: paths }) => {
  const model = buildModel([...extensions, ...(await loadExtensions(paths, api))])
  const openGraph: OpenGraph = (data, store, onDamage) => {
    const { base, effective, limits, quads, version } = data
    if (rowsHash(model) !== data.rows)
      throw new Error('the threads have other extensions than the graph: name the modules of all of them')
    const { index, reads, close } = openIndex(data.index, { model, base, effective, onDamage })
    const graph = createGraph({
      model,
      base,
      store,
      index,
      reads,
      loaded: new Date(data.loaded),
      origin: data.origin,
      ...(version !== undefined && { version }),
      ...(quads && { quads }),
      searchCacheBytes: data.searchCacheBytes,
      filters: data.filters,
    })
    return { ...graph, close, ...(limits && { endpoint: store.endpoint(limits) }) }
  }
  return createOperations(openGraph, ask)
})
