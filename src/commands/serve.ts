/** `skeg serve`: a graph behind a server, until it is asked to end. SIGHUP loads the graph anew. */

import type { RequestListener, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { software, type About } from '../config/about.ts'
import { ignoreRejection, onFailure } from '../admission/background.ts'
import type { App, AppOptions } from '../server/app.ts'
import type { Log } from '../server/http/log.ts'
import { shutdown, listen, localUrl, type Listening as ListeningServer } from '../server/http/server.ts'
import { readGraphAbout } from '../load/prepared/about-file.ts'
import { isPrepared } from '../load/prepared/manifest.ts'
import { createGraphReloader, type GraphReloader, type ReloadListener } from '../load/open/graph-reloader.ts'
import type { Model } from '../model/model.ts'
import { UsageError } from '../config/errors.ts'
import { type Settings } from '../config/settings.ts'
import type { Graph } from '../search-index/query/graph.ts'
import { LoadFailed } from '../store/oxigraph/capacity.ts'
import type { GraphOrigin } from '../load/open/graph-origin.ts'
import { PathsOrigin } from '../load/open/paths-origin.ts'
import { keepHeapSmall } from '../console/command.ts'
import { onSignal, stopping } from '../console/signals.ts'
import { withNumber, printMessages } from '../console/terminal.ts'

/** The demo graph, which is served where no PATH is given. */
const DEMO = fileURLToPath(new URL('../../data/', import.meta.url))

export async function serve(paths: readonly string[], settings: Settings, model: Model): Promise<void> {
  keepHeapSmall()
  requireConsistent(settings)
  const listening = await listenAll(settings)
  try {
    await serveOn(listening, paths, settings, model)
  } finally {
    // Where it ends for a failure, nobody is waited for.
    await closeAll(listening.servers)
  }
}

/** Time that running requests have when the server is asked to end. */
const SHUTDOWN_GRACE_MS = 10_000

async function serveOn(
  { main, servers, root, drained, begin, useAbout }: Listening,
  paths: readonly string[],
  settings: Settings,
  model: Model,
): Promise<void> {
  const sources = sourcesOf(paths, settings)
  const about = readGraphAbout(sources, settings.about)
  useAbout(about)
  const origin = await originOf(sources, settings, model)
  let live: GraphReloader | undefined
  let isReloadRequested = false
  const reload = async (): Promise<void> => {
    if (live) await live.reload()
    else isReloadRequested = true
  }
  onSignal('SIGHUP', reload)
  const unwatch = settings.watch ? origin.watch(() => live?.graph(), reload) : () => {}
  // It is read while the graph is opened.
  const code = Promise.all([import('../server/app.ts'), import('../server/http/log.ts')])
  ignoreRejection(code, 'below, where the server is made')
  const {
    graph: first,
    report,
    verified,
  } = await origin.open().catch((error: unknown) => {
    unwatch()
    throw error
  })
  /** What is said of each graph that is served. */
  const abouts = new WeakMap([[first, about]])
  const stopped = stopping()
  let app: App | undefined
  let unlisten = (): void => {}
  try {
    const [{ createApp }, { createLog }] = await code
    const log = createLog()
    unlisten = onFailure((task, error) => log.error({ err: error, task }, 'Background work has failed.'))
    app = createApp({
      graph: () => live?.graph() ?? first,
      settings: { ...settings, port: (main.address() as AddressInfo).port },
      about: (graph) => abouts.get(graph) ?? about,
      reloads: () => live?.reloads ?? NO_RELOADS,
      lateSince: (graph) => live?.lateSince(graph),
      log,
      threads: threadsOf(settings),
    })
    begin(app)
    for (const server of servers) printMessages([`${software.name}: listens on ${addressOf(server)}`])
    live = createGraphReloader({
      first,
      async open(signal) {
        const newAbout = readGraphAbout(sources, settings.about)
        const graph = await origin.openAgain(root, live?.graph() ?? first, signal)
        abouts.set(graph, newAbout)
        return graph
      },
      effectiveNext: () => origin.effectiveNext(),
      drained: (since) => drained(MAX_REQUEST_MS, since),
      listener: reloadListener(log, () => void app?.warmUp()),
    })
    if (report && report.refused + report.warned + report.counts.size > 0) printMessages(report.lines())
    console.log(
      `${software.name} ${software.version} serves ${withNumber(recordsOf(first), 'record')} at ${root}`,
    )
    void app?.warmUp()
    // What was asked for while the graph was opened.
    if (isReloadRequested) void reload()
    await Promise.race([stopped, rejectIfUnusable(verified, () => live?.graph() === first)])
    await shutdown(main, SHUTDOWN_GRACE_MS)
  } finally {
    unlisten()
    await closeAll(servers)
    await app?.close()
    unwatch()
    onSignal('SIGHUP', () => {})
    await (live ?? first).close()
  }
}

/** @throws UsageError if settings contradict each other */
function requireConsistent({ dump, admin }: Settings): void {
  if (dump === 'admin' && !admin)
    throw new UsageError('--dump admin needs --admin HOST:PORT, where it is to be')
}

/**
 * The prepared graph that is served beside a store.
 * @throws UsageError if none is named
 */
function graphBeside(paths: readonly string[], { store }: Settings): string {
  const [path, ...more] = paths
  if (path === undefined)
    throw new UsageError(
      'serve --store needs the graph that the store holds: skeg load --from-store URL --out GRAPH copies it, ' +
        `then skeg serve GRAPH --store ${store} serves it`,
    )
  if (more.length > 0) throw new UsageError('serve --store takes one prepared graph, and no more PATHs')
  if (!isPrepared(path))
    throw new UsageError(
      `${path} is no prepared graph, which serve needs beside --store: skeg load writes one, from PATHs or by ` +
        '--from-store URL',
    )
  return path
}

function sourcesOf(paths: readonly string[], settings: Settings): readonly string[] {
  if (settings.store !== undefined) return [graphBeside(paths, settings)]
  return paths.length > 0 ? paths : [DEMO]
}

async function originOf(sources: readonly string[], settings: Settings, model: Model): Promise<GraphOrigin> {
  const { store } = settings
  if (store === undefined) return new PathsOrigin(sources, settings, model)
  const { StoreOrigin } = await import('../load/open/store-origin.ts')
  const [graph] = sources as readonly [string]
  printMessages([`${software.name}: asks the store ${store} what it holds`])
  return new StoreOrigin(graph, settings, model)
}

interface Listening {
  /** The public one. */
  readonly main: Server
  /** All, with that of `--admin`. */
  readonly servers: readonly Server[]
  /** Public URL. */
  readonly root: string
  readonly drained: ListeningServer['drained']
  /** Hands all requests to an application from now on. */
  begin(app: Pick<App, 'listener' | 'adminListener'>): void
  /** Pages have the languages of the graph already while it is prepared. */
  useAbout(about: Pick<About, 'interfaceLanguages'>): void
}

/**
 * Listens at once, and answers that the graph is being prepared until there is an application.
 * @throws Error if an address cannot be listened on
 */
async function listenAll(settings: Settings): Promise<Listening> {
  const { host, port, admin, publicUrl } = settings
  let root = ''
  let about: Pick<About, 'interfaceLanguages'> = {}
  // Its code is read when somebody asks.
  const starting: RequestListener = (...exchange) =>
    void import('../server/http/starting.ts').then(({ answerStarting }) =>
      answerStarting({ root, about }, ...exchange),
    )
  let listeners: Partial<Pick<App, 'listener' | 'adminListener'>> = {}
  const main = await listen(
    host,
    port,
    (actualPort) => {
      root = publicUrl ?? localUrl(host, actualPort)
      return { root, listener: (...exchange) => (listeners.listener ?? starting)(...exchange) }
    },
    settings,
  )
  const servers = [main.server]
  if (admin) {
    const listener: RequestListener = (...exchange) => (listeners.adminListener ?? starting)(...exchange)
    const other = await listen(admin.host, admin.port, () => ({ root, listener }), settings).catch(
      async (error: unknown) => {
        await closeAll(servers)
        throw error
      },
    )
    servers.push(other.server)
  }
  return {
    main: main.server,
    servers,
    root,
    drained: main.drained,
    begin: (app) => (listeners = app),
    useAbout: (read) => (about = read),
  }
}

async function closeAll(servers: readonly Server[]): Promise<void> {
  await Promise.all(servers.filter(({ listening }) => listening).map((server) => shutdown(server, 0)))
}

const MAX_THREADS = 4

/** One processor is for the main thread. */
function threadsOf({
  threads: count = Math.min(Math.max(availableParallelism() - 1, 1), MAX_THREADS),
  extension: extensions,
}: Settings): AppOptions['threads'] {
  return count === 0 ? undefined : { count, extensions }
}

/** The address of a server as it stands in a URL. */
function addressOf(server: Server): string {
  const { address, port } = server.address() as AddressInfo
  return `${address.includes(':') ? `[${address}]` : address}:${port}`
}

/** Ends if the graph turns out to be of no use while it is served. @throws Error that says why */
async function rejectIfUnusable(
  verified: Promise<void> | undefined,
  isServed: () => boolean,
): Promise<never> {
  await verified?.catch((error: unknown) => {
    if (isServed() && !(error instanceof LoadFailed)) throw error
  })
  return new Promise(() => {})
}

const recordsOf = (graph: Graph): number =>
  graph.model.types.reduce((sum, type) => sum + graph.count(type), 0)

/** Milliseconds that a request may still use a graph that has been replaced. */
const MAX_REQUEST_MS = 300_000

const reloadListener = (log: Log, onSwap: () => void): ReloadListener => ({
  swapped(graph, ms) {
    log.info(
      { records: recordsOf(graph), loaded: graph.loaded.toISOString(), ms: Math.round(ms) },
      'A new graph serves.',
    )
    onSwap()
  },
  failed: (error) => log.error({ err: error }, 'The new graph cannot be opened; the old one keeps serving.'),
})

const NO_RELOADS = { swapped: 0, failed: 0, open: 0 }
