/** The graph of `--store`: opened, with its public endpoint, and looked at for another version. */

import type { Model } from '../model/model.ts'
import type { Settings } from '../settings.ts'
import type { Graph } from '../store/graph.ts'
import type { ClientOptions } from '../store/remote/client.ts'
import { openRemoteEndpoint } from '../store/remote/endpoint.ts'
import { RemoteFault } from '../store/remote/faults.ts'
import { describe, openRemoteGraph } from '../store/remote/open.ts'
import { openRemoteStore, type RemoteStore } from '../store/remote/store.ts'
import { limitsOf } from '../store/with-endpoint.ts'

/** Milliseconds between looks at the version that a store's graph carries. */
const LOOK = 5000

const optionsOf = ({
  store: url = '',
  storeCredentials: credentials,
  storeTimeout: timeout,
  storeConnections: connections,
}: Settings): ClientOptions => ({ url, credentials, timeout, connections })

/**
 * @throws Error if the store does not answer or holds no graph of skeg's, or if its graph is to be watched
 * and carries no version
 */
export async function openStoreGraph(settings: Settings, model: Model): Promise<Graph> {
  const options = optionsOf(settings)
  const { graph, store } = await openRemoteGraph({ ...options, model, base: settings.base }).catch(
    (error: unknown) => {
      throw new Error(
        `the store ${options.url} cannot be served: ${error instanceof RemoteFault ? error.detail : (error as Error).message}`,
        { cause: error },
      )
    },
  )
  if (settings.watch && graph.version === undefined) {
    await graph.close()
    throw new Error(
      `--watch needs a graph that carries a version, and that of ${options.url} does not: load the file dataset-….nq of the prepared graph into it as well`,
    )
  }
  if (!settings.sparql) return graph
  const endpoint = openRemoteEndpoint(store, limitsOf(settings), model.vocabulary.prefixes)
  return { ...graph, endpoint, close: () => endpoint.close().then(graph.close) }
}

/**
 * Calls `changed` at each look at which the graph of the store carries another version than the one that is
 * served.
 * @returns what ends that
 */
export function watchStore(settings: Settings, served: () => Graph, changed: () => void): () => void {
  let opened: Promise<RemoteStore> | undefined
  async function look(): Promise<void> {
    opened ??= openRemoteStore({ ...optionsOf(settings), connections: 1 })
    opened.catch(() => {
      opened = undefined
    })
    const now = await describe(await opened)
    // There is none while the graph is being replaced.
    if (now !== undefined && now.version !== served().version) changed()
  }
  // A store that does not answer is told by the requests.
  const timer = setInterval(() => {
    look().catch(() => {})
  }, LOOK)
  return () => {
    clearInterval(timer)
    void opened?.then(
      (store) => store.close(),
      () => {},
    )
  }
}
