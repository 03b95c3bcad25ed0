/** A prepared graph beside the SPARQL server of `--store`: whether both are of one version, and when that changes. */

import { setTimeout as wait } from 'node:timers/promises'
import { ignoreRejection, reportFailure, reportSuccess } from '../../admission/background.ts'
import { openGraphOver } from './open.ts'
import { effectiveAt, readManifest } from '../prepared/manifest.ts'
import type { Model } from '../../model/model.ts'
import type { Settings } from '../../config/settings.ts'
import type { ClientOptions } from '../../store/client/open-client.ts'
import { RemoteFault } from '../../store/client/remote-faults.ts'
import type { Description } from '../../store/endpoint/description.ts'
import { limitsOf } from '../../store/endpoint/endpoint.ts'
import type { Graph } from '../../search-index/query/graph.ts'
import { openRemoteStore, type RemoteStore } from '../../store/remote/remote-store.ts'
import { openServerEndpoint } from '../../store/remote/server-places.ts'
import {
  describe,
  requireDescription,
  serverStore,
  whileSame,
  type Difference,
} from '../../store/remote/server-store.ts'
import type { GraphOrigin, OpenedGraph } from './graph-origin.ts'

/** Milliseconds between two looks at the version that a store's graph carries. */
const POLL_INTERVAL_MS = 5000

/** Milliseconds after which a version that could not be opened is tried again: twice as many each time. */
const RETRY_MS = 5000
const MAX_RETRY_MS = 300_000

/** Queries that the store is asked at once; further ones wait, within their time. */
const CONNECTIONS = 8

/** Seconds in which the store has to answer a query; then the request ends with 504. */
const TIMEOUT_S = 10

const optionsOf = ({ store: url = '', storeCredentials: credentials }: Settings): ClientOptions => ({
  url,
  credentials,
  timeout: TIMEOUT_S,
  connections: CONNECTIONS,
})

/** What the store was last seen to hold: the content hash; undefined where it holds none, or several. */
interface Seen {
  version: string | undefined
}

export class StoreOrigin implements GraphOrigin {
  readonly #path: string
  readonly #settings: Settings
  readonly #model: Model
  readonly #seen: Seen = { version: undefined }

  /** @param path of a prepared graph */
  constructor(path: string, settings: Settings, model: Model) {
    this.#path = path
    this.#settings = settings
    this.#model = model
  }

  async openAgain(): Promise<Graph> {
    return (await this.open()).graph
  }

  effectiveNext(): number | undefined {
    return effectiveAt(this.#path)
  }

  watch(currentGraph: () => Graph | undefined, reload: () => Promise<void>): () => void {
    return watchStore(this.#path, this.#settings, this.#seen, currentGraph, reload)
  }

  /** @throws Error if the store does not answer, or holds another graph */
  async open(): Promise<OpenedGraph> {
    const server = optionsOf(this.#settings)
    const remote = await openRemoteStore(server).catch((error: unknown) => {
      throw unusable(server.url, error)
    })
    const own: { version?: string | undefined } = {}
    const difference: Difference = () => differenceOf(own.version, this.#seen)
    const description = await requireDescription(remote).catch(async (error: unknown) => {
      await remote.close()
      throw unusable(server.url, error)
    })
    this.#seen.version = description.version
    const { graph, report, verified } = await openGraphOver(serverStore(remote, difference), [this.#path], {
      model: this.#model,
      base: this.#settings.base,
      atOnce: true,
      filters: this.#settings.filters,
    })
    own.version = graph.version
    try {
      requireEqual(this.#path, graph, server.url, description)
      const served: Graph = {
        ...graph,
        difference,
        state: async () => {
          const state = await graph.state()
          return state === 'ok' && difference() !== undefined ? 'different' : state
        },
      }
      if (!this.#settings.sparql) return { graph: served, report, verified }
      const endpoint = whileSame(await openServerEndpoint(remote, limitsOf(this.#settings)), difference)
      const close = (): Promise<void> => endpoint.close().then(graph.close)
      return { graph: { ...served, endpoint, close }, report, verified }
    } catch (error) {
      await graph.close()
      throw error
    }
  }
}

const unusable = (url: string, error: unknown): Error =>
  new Error(
    `the store ${url} cannot be served: ` +
      (error instanceof RemoteFault ? error.detail : (error as Error).message),
    { cause: error },
  )

/** @throws Error if a prepared graph and that of a store differ */
function requireEqual(path: string, { base, version }: Graph, url: string, theirs: Description): void {
  if (base === theirs.base && version === theirs.version) return
  const [own, other] = base === theirs.base ? [version, theirs.version] : [base, theirs.base]
  throw new Error(
    `${path} and the store ${url} hold different graphs (${own} and ${other}): load the files of ${path} into the ` +
      `store, or copy its graph with skeg load --from-store ${url} --out GRAPH`,
  )
}

function differenceOf(version: string | undefined, seen: Seen): string | undefined {
  if (version === undefined || seen.version === version) return undefined
  const theirs = seen.version === undefined ? 'no single version' : `version ${seen.version}`
  return (
    `The store holds ${theirs} of the graph, and version ${version} is served: what needs the store is answered ` +
    'again when both are the same.'
  )
}

/**
 * Looks what the store holds, and opens the prepared graph anew when both have another version than the one that
 * is served. One look ends before the next begins; a version that cannot be opened is tried again later and later.
 * @param seen gets what the store holds
 * @param reload resolves when the graph was opened, or could not be
 * @returns what ends that
 */
export function watchStore(
  path: string,
  settings: Settings,
  seen: Seen,
  currentGraph: () => { readonly version?: string | undefined } | undefined,
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
    const description = await describe(await remote).catch((error: unknown) => {
      // It answers, and holds several.
      if (!(error instanceof RemoteFault)) seen.version = undefined
      throw error
    })
    seen.version = description?.version
    const isServed = (): boolean => description?.version === currentGraph()?.version
    // There is none while the graph is being replaced, or opened.
    if (!description || currentGraph() === undefined || isServed() || performance.now() < retryAt) return
    if (readManifest(path).hash !== description.version) return
    await reload()
    failures = isServed() ? 0 : failures + 1
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
  ignoreRejection(poll(), 'in its loop: it ends by its signal alone')
  return () => {
    stopping.abort()
    void remote?.then(
      (store) => store.close(),
      () => {},
    )
  }
}
