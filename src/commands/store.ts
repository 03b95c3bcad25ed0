/** The graph of `--store`: opened, with its public endpoint, and looked at for another version. */

import type { Model } from '../model/model.ts'
import type { Settings } from '../settings.ts'
import type { Graph } from '../store/graph.ts'
import { openRemoteEndpoint } from '../store/remote/endpoint.ts'
import { RemoteFault } from '../store/remote/faults.ts'
import { describe, openRemoteGraph } from '../store/remote/open.ts'
import { openRemoteStore } from '../store/remote/store.ts'
import { limitsOf } from '../store/with-endpoint.ts'

/** Milliseconds between looks at the version that a store's graph carries. */
const LOOK = 5000

const optionsOf = ({ store: url = '', storeCredentials: credentials, storeTimeout: timeout, storeConnections: connections }: Settings) =>
  ({ url, credentials, timeout, connections })

/** @throws Error if the store does not answer or holds no graph of skeg's, or if its graph is to be watched and carries no version */
export async function openStoreGraph(settings: Settings, model: Model): Promise<{ graph: Graph; version: string | undefined }> {
  const options = optionsOf(settings)
  const { graph, store, description } = await openRemoteGraph({ ...options, model, base: settings.base }).catch((error: unknown) => {
    throw new Error(`the store ${options.url} cannot be served: ${error instanceof RemoteFault ? error.detail : (error as Error).message}`, { cause: error })
  })
  if (settings.watch && !description) {
    await graph.close()
    throw new Error(`--watch needs a graph that carries a version, and that of ${options.url} does not: load the file dataset-….nq of the prepared graph into it as well`)
  }
  const endpoint = settings.sparql ? openRemoteEndpoint(store, limitsOf(settings), model.vocabulary.prefixes) : undefined
  return { graph: endpoint ? { ...graph, endpoint } : graph, version: description?.version }
}

/**
 * Calls `changed` whenever the graph of the store carries another version than before.
 * @returns what ends that
 */
export function watchStore(settings: Settings, version: string | undefined, changed: () => void): () => void {
  let known = version
  async function look(): Promise<void> {
    const store = await openRemoteStore({ ...optionsOf(settings), connections: 1 })
    // There is none while the graph is being replaced.
    const now = await describe(store).finally(() => store.close())
    if (now === undefined || now.version === known) return
    known = now.version
    changed()
  }
  // A store that does not answer is told by the requests.
  const timer = setInterval(() => { look().catch(() => {}) }, LOOK)
  return () => clearInterval(timer)
}
