/** `skeg serve`: a graph behind a server, until it is asked to end. SIGHUP loads the graph anew. */

import type { RequestListener, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { unwatchFile, watchFile } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { neutralAbout, readAbout, software, type About } from '../about.ts'
import { handledElsewhere, onFailure } from '../background.ts'
import type { Log } from '../http/server/log.ts'
import { shutdown, listen, requireFreePort } from '../http/server/server.ts'
import { aboutFile } from '../load/write/about-file.ts'
import { createGraphReloader, type GraphReloader, type ReloadListener } from '../load/open/graph-reloader.ts'
import { isPrepared, MANIFEST } from '../load/write/manifest.ts'
import { openGraph } from '../load/open/open.ts'
import { LOAD_LIMIT } from '../load/validate/refusals.ts'
import { createProgress } from '../load/progress.ts'
import type { Report } from '../load/validate/report.ts'
import type { Model } from '../model/model.ts'
import { UsageError, type Settings } from '../settings.ts'
import type { Graph } from '../store/graph.ts'
import { LoadFailed } from '../store/oxigraph/capacity.ts'
import { reopen, withPublicEndpoint } from './reload.ts'
import { onSignal, stopping } from './signals.ts'
import { counted, say } from './terminal.ts'

/** The demo graph, which is served where no PATH is given. */
const DEMO = fileURLToPath(new URL('../../data/', import.meta.url))

function aboutOf(paths: readonly string[], { about }: Settings): About {
  const file = aboutFile(paths, about)
  return file === undefined ? neutralAbout : readAbout(file)
}

export async function serve(paths: readonly string[], settings: Settings, model: Model): Promise<void> {
  const remote = settings.store !== undefined
  if (remote && paths.length > 0)
    throw new UsageError('serve takes its graph from PATHs or from --store, not from both')
  const sources = paths.length > 0 || remote ? paths : [DEMO]
  if (settings.dump === 'admin' && !settings.admin)
    throw new UsageError('--dump admin needs --admin HOST:PORT, where it is to be')
  await requireFreePort(settings.host, settings.port)
  if (settings.admin) await requireFreePort(settings.admin.host, settings.admin.port)
  const about = aboutOf(sources, settings)
  /** What is said of graphs that have taken the place of the first. */
  const abouts = new WeakMap<Graph, About>()
  let live: GraphReloader | undefined
  let reloadRequested = false
  const reload = async (): Promise<void> => {
    if (live) await live.reload()
    else reloadRequested = true
  }
  onSignal('SIGHUP', reload)
  const manifests = settings.watch ? sources.filter(isPrepared).map((path) => join(path, MANIFEST)) : []
  if (settings.watch && manifests.length < sources.length) say([UNWATCHED])
  for (const file of manifests) onChange(file, reload)
  const store = remote ? await import('./store.ts') : undefined
  if (store) say([`${software.name}: asks the store ${settings.store} what it holds`])
  // It is read while the graph is opened. The engines have the processor when the server listens.
  const code = Promise.all([import('../app.ts'), import('../http/server/log.ts')])
  handledElsewhere(code, 'below, where the server is made')
  let startEngines = (): void => {}
  const fillAfter = new Promise<void>((resolve) => (startEngines = resolve))
  const openFirst = async (): Promise<First> =>
    store
      ? { graph: await store.openStoreGraph(settings, model) }
      : openSources(sources, { settings, model, fillAfter })
  const { graph: first, report, filled } = await openFirst()
  const base = hasDefaultBase(sources, first, settings) ? DEFAULT_BASE : settings.base
  const stopped = stopping()
  let unwatch = (): void => {}
  const servers: Server[] = []
  let unlisten = (): void => {}
  try {
    const [{ createApp, localUrl }, { createLog }] = await code
    const log = createLog()
    unlisten = onFailure((task, error) => log.error({ err: error, task }, 'Background work has failed.'))
    if (store && settings.watch) unwatch = store.watchStore(settings, () => live?.graph() ?? first, reload)
    let root = ''
    let adminListener: RequestListener | undefined
    const main = await listen(
      settings.host,
      settings.port,
      (port) => {
        root = settings.publicUrl ?? localUrl(settings.host, port)
        const app = createApp({
          graph: () => live?.graph() ?? first,
          settings: { ...settings, port },
          about: (graph) => abouts.get(graph) ?? about,
          reloads: () => live?.reloads ?? NO_RELOADS,
          log,
        })
        adminListener = app.adminListener
        return { root, listener: app.listener }
      },
      settings,
    )
    servers.push(main.server)
    if (settings.admin && adminListener) {
      const { host, port } = settings.admin
      const listener = adminListener
      servers.push((await listen(host, port, () => ({ root, listener }), settings)).server)
    }
    for (const server of servers) say([`${software.name}: listens on ${addressOf(server)}`])
    const open = async (signal: AbortSignal): Promise<Graph> => {
      const now = aboutOf(sources, settings)
      const graph = store
        ? await store.openStoreGraph(settings, model)
        : await reopen(sources, { settings: { ...settings, base }, model, root }, signal)
      abouts.set(graph, now)
      return graph
    }
    live = createGraphReloader({
      first,
      open,
      drained: () => main.drained(MAX_REQUEST_MS),
      listener: logReloads(log),
    })
    if (report && report.refused + report.warned + report.counts.size > 0) say(report.lines())
    console.log(
      `${software.name} ${software.version} serves ${counted(recordsOf(first), 'record')} at ${root}`,
    )
    startEngines()
    // What was asked for while the graph was opened.
    if (reloadRequested) void reload()
    await Promise.race([stopped, rejectIfUnusable(filled, () => live?.graph() === first)])
    await shutdown(main.server, settings.shutdownGrace * 1000)
  } finally {
    unlisten()
    // Where it ends for a failure, nobody is waited for.
    await Promise.all(servers.filter(({ listening }) => listening).map((server) => shutdown(server, 0)))
    unwatch()
    for (const file of manifests) unwatchFile(file)
    onSignal('SIGHUP', () => {})
    await (live ?? first).close()
  }
}

/** The address of a server as it stands in a URL. */
function addressOf(server: Server): string {
  const { address, port } = server.address() as AddressInfo
  return `${address.includes(':') ? `[${address}]` : address}:${port}`
}

/** The graph that is served first: with a report if it was read from PATHs. */
interface First {
  readonly graph: Graph
  readonly report?: Report
  readonly filled?: Promise<void>
}

/** Ends if the graph turns out to be of no use while it is served. @throws Error that says why */
async function rejectIfUnusable(filled: Promise<void> | undefined, isServed: () => boolean): Promise<never> {
  await filled?.catch((error: unknown) => {
    if (isServed() && !(error instanceof LoadFailed)) throw error
  })
  return new Promise(() => {})
}

interface SourceOptions {
  readonly settings: Settings
  readonly model: Model
  readonly fillAfter: Promise<unknown>
}

async function openSources(
  sources: readonly string[],
  { settings, model, fillAfter }: SourceOptions,
): Promise<First> {
  const progress = createProgress(process.stderr)
  let hasAnnounced = false
  const sayReads = (): void => {
    if (!hasAnnounced) say([`${software.name}: reads ${sources.join(' ')}`])
    hasAnnounced = true
  }
  const openedGraph = await openGraph(sources, {
    model,
    base: settings.base,
    defaultBase: DEFAULT_BASE,
    maxRefused: settings.maxRefused ?? LOAD_LIMIT,
    atOnce: true,
    fillAfter,
    progress: {
      ...progress,
      watch(inputs) {
        sayReads()
        return progress.watch(inputs)
      },
    },
  }).finally(progress.end)
  sayReads()
  if (hasDefaultBase(sources, openedGraph.graph, settings))
    say([
      `${software.name}: the inputs state no @base: ids that are made, or not absolute, begin with ` +
        `${DEFAULT_BASE}; --base IRI sets another`,
    ])
  return {
    graph: withPublicEndpoint(openedGraph, settings),
    report: openedGraph.report,
    filled: openedGraph.filled,
  }
}

/** The base of PATHs that state none, where the user does not: IRIs that nobody takes for those of a domain. */
const DEFAULT_BASE = 'https://example.org/skeg/'

const hasDefaultBase = (sources: readonly string[], { base }: Graph, settings: Settings): boolean =>
  settings.base === undefined && base === DEFAULT_BASE && !sources.some(isPrepared)

const recordsOf = (graph: Graph): number =>
  graph.model.types.reduce((sum, type) => sum + graph.count(type), 0)

/** Milliseconds that a request may still use a graph that has been replaced. */
const MAX_REQUEST_MS = 300_000

const logReloads = (log: Log): ReloadListener => ({
  swapped: (graph, ms) =>
    log.info(
      { records: recordsOf(graph), loaded: graph.loaded.toISOString(), ms: Math.round(ms) },
      'A new graph serves.',
    ),
  failed: (error) => log.error({ err: error }, 'The new graph cannot be opened; the old one keeps serving.'),
})

const NO_RELOADS = { swapped: 0, failed: 0 }

/** What is said where `--watch` cannot do what it says. */
const UNWATCHED =
  `${software.name}: --watch looks at prepared graphs (skeg load); PATHs that are none are read ` +
  'again on SIGHUP'

/** Milliseconds between looks at the manifest of a prepared graph. */
const WATCH_INTERVAL_MS = 1000

function onChange(file: string, act: () => void): void {
  watchFile(file, { interval: WATCH_INTERVAL_MS, persistent: false }, (now, before) => {
    if (now.mtimeMs !== 0 && (now.mtimeMs !== before.mtimeMs || now.ino !== before.ino)) act()
  })
}
