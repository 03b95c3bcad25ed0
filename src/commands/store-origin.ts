/** The graph of `--store`: opened, with its public endpoint, and looked at for another version. */

import { setTimeout as wait } from 'node:timers/promises'
import { handledElsewhere, reportFailure, reportSuccess } from '../background.ts'
import type { Model } from '../model/model.ts'
import type { Settings } from '../settings.ts'
import type { Graph } from '../store/graph.ts'
import type { ClientOptions } from '../store/client/open-client.ts'
import { openServerEndpoint } from '../store/remote/server-places.ts'
import { RemoteFault } from '../store/client/remote-faults.ts'
import { describe, openRemoteGraph } from '../store/remote/open.ts'
import { openRemoteStore, type RemoteStore } from '../store/remote/remote-store.ts'
import { limitsOf } from '../store/endpoint/with-endpoint.ts'
import type { GraphOrigin } from './graph-origin.ts'

/** Milliseconds between two looks at the version that a store's graph carries. */
const POLL_INTERVAL_MS = 5000

/** Milliseconds after which a version that could not be opened is tried again: twice as many each time. */
const RETRY_MS = 5000
const MAX_RETRY_MS = 300_000

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
async function openStoreGraph(settings: Settings, model: Model): Promise<Graph> {
  const server = optionsOf(settings)
  const { graph, store } = await openRemoteGraph({ ...server, model, base: settings.base }).catch(
    (error: unknown) => {
      throw new Error(
        `the store ${server.url} cannot be served: ` +
          (error instanceof RemoteFault ? error.detail : (error as Error).message),
        { cause: error },
      )
    },
  )
  if (settings.watch && graph.version === undefined) {
    await graph.close()
    throw new Error(
      `--watch needs a graph that carries a version, and that of ${server.url} does not: load ` +
        'the file dataset-….nq of the prepared graph into it as well',
    )
  }
  if (!settings.sparql) return graph
  const options = { limits: limitsOf(settings), forwardsClients: settings.storeForwardClients }
  const endpoint = await openServerEndpoint(store, options)
  return { ...graph, endpoint, close: () => endpoint.close().then(graph.close) }
}

/**
 * Opens the graph of the store anew when it carries another version than the one that is served. One look
 * ends before the next begins; a version that cannot be opened is tried again later and later.
 * @param reload resolves when the graph was opened, or could not be
 * @returns what ends that
 */
export function watchStore(
  settings: Settings,
  currentGraph: () => Graph | undefined,
  reload: () => Promise<void>,
  intervalMs = POLL_INTERVAL_MS,
): () => void {
  const stopping = new AbortController()
  let remote: Promise<RemoteStore> | undefined
  let failures = 0
  let retryAt = 0

  async function look(): Promise<void> {
    remote ??= openRemoteStore({ ...optionsOf(settings), connections: 1 })
    remote.catch(() => {
      remote = undefined
    })
    const now = await describe(await remote)
    const isCurrent = (): boolean => now?.version === currentGraph()?.version
    // There is none while the graph is being replaced, or opened.
    if (now === undefined || currentGraph() === undefined || isCurrent() || performance.now() < retryAt)
      return
    await reload()
    failures = isCurrent() ? 0 : failures + 1
    retryAt = failures === 0 ? 0 : performance.now() + Math.min(RETRY_MS * 2 ** failures, MAX_RETRY_MS)
  }
  async function poll(): Promise<void> {
    while (!stopping.signal.aborted) {
      await wait(intervalMs, undefined, { signal: stopping.signal, ref: false })
      await look().then(
        () => reportSuccess('store-watch'),
        (error: unknown) => {
          if (!stopping.signal.aborted) reportFailure('store-watch', error)
        },
      )
    }
  }
  handledElsewhere(poll(), 'in its loop: it ends by its signal alone')
  return () => {
    stopping.abort()
    void remote?.then(
      (store) => store.close(),
      () => {},
    )
  }
}

export const createStoreOrigin = (settings: Settings, model: Model): GraphOrigin => ({
  open: async () => ({ graph: await openStoreGraph(settings, model) }),
  openAgain: () => openStoreGraph(settings, model),
  watch: (currentGraph, reload) => watchStore(settings, currentGraph, reload),
})
