/** `skeg serve`: a graph behind a server, until it is asked to end. SIGHUP loads the graph anew. */

import { unwatchFile, watchFile } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { neutralAbout, readAbout, software, type About } from '../about.ts'
import type { Log } from '../http/log.ts'
import { end, listen, requireFree } from '../http/server.ts'
import { aboutFile } from '../load/about-file.ts'
import { createLive, type Listener, type Live } from '../load/live.ts'
import { isPrepared, MANIFEST } from '../load/manifest.ts'
import { openGraph } from '../load/open.ts'
import { createProgress } from '../load/progress.ts'
import type { Report } from '../load/report.ts'
import type { Model } from '../model/model.ts'
import { UsageError, type Settings } from '../settings.ts'
import type { Graph } from '../store/graph.ts'
import { openAnew, published } from './reload.ts'
import { breakable, counted, ENDING, ending, say } from './terminal.ts'

/** The demo graph, which is served where no PATH is given. */
const DEMO = fileURLToPath(new URL('../../data/', import.meta.url))

/**
 * For V8: garbage is collected when the heap is half as large again as it was after the last time. V8 itself
 * would let it grow up to fourfold, and keep what it took.
 */
const GROWTH = '--heap-growing-percent=50'

function aboutOf(paths: readonly string[], { about }: Settings): About {
  const file = aboutFile(paths, about)
  return file === undefined ? neutralAbout : readAbout(file)
}

export async function serve(paths: readonly string[], settings: Settings, model: Model): Promise<void> {
  const remote = settings.store !== undefined
  if (remote && paths.length > 0)
    throw new UsageError('serve takes its graph from PATHs or from --store, not from both')
  const sources = paths.length > 0 || remote ? paths : [DEMO]
  await requireFree(settings.host, settings.port)
  const about = aboutOf(sources, settings)
  /** What is said of graphs that have taken the place of the first. */
  const abouts = new WeakMap<Graph, About>()
  let live: Live | undefined
  let asked = false
  const reload = (): void => {
    if (live) void live.reload()
    else asked = true
  }
  process.on('SIGHUP', reload)
  const manifests = settings.watch ? sources.filter(isPrepared).map((path) => join(path, MANIFEST)) : []
  if (settings.watch && manifests.length < sources.length) say([UNWATCHED])
  for (const file of manifests) onChange(file, reload)
  const store = remote ? await import('./store.ts') : undefined
  const openFirst = async (): Promise<First> =>
    store ? { graph: await store.openStoreGraph(settings, model) } : openSources(sources, settings, model)
  // A signal may come while this thread is at work, and is told later: nobody must have stopped listening
  // then.
  const ended = ending()
  const { graph: first, report, filled } = await breakable(openFirst, ENDING)
  let unwatch = (): void => {}
  try {
    const [{ createApp, localUrl }, { createLog }] = await Promise.all([
      import('../app.ts'),
      import('../http/log.ts'),
    ])
    const log = createLog()
    // Reading PATHs makes much that stays: until then, V8 may wait longer.
    setFlagsFromString(GROWTH)
    if (store && settings.watch) unwatch = store.watchStore(settings, () => live?.graph() ?? first, reload)
    let root = ''
    const { server, settled } = await listen(
      settings.host,
      settings.port,
      (port) => {
        root = settings.publicUrl ?? localUrl(settings.host, port)
        return {
          root,
          listener: createApp({
            graph: () => live?.graph() ?? first,
            settings: { ...settings, port },
            about: (graph) => abouts.get(graph) ?? about,
            reloads: () => live?.reloads ?? NONE,
            log,
          }).listener,
        }
      },
      settings,
    )
    const open = async (signal: AbortSignal): Promise<Graph> => {
      const now = aboutOf(sources, settings)
      const graph = store
        ? await store.openStoreGraph(settings, model)
        : await openAnew(sources, { settings, model, root }, signal)
      abouts.set(graph, now)
      return graph
    }
    live = createLive({ first, open, settled: () => settled(LONGEST_REQUEST), told: tell(log) })
    if (report && report.refused + report.warned + report.counts.size > 0) say(report.lines())
    console.log(
      `${software.name} ${software.version} serves ${counted(recordsOf(first), 'record')} at ${root}`,
    )
    // What was asked for while the graph was opened.
    if (asked) reload()
    await Promise.race([ended, failing(filled)])
    await end(server, settings.shutdownGrace * 1000)
  } finally {
    unwatch()
    for (const file of manifests) unwatchFile(file)
    process.off('SIGHUP', reload)
    await (live ?? first).close()
  }
}

/** The graph that is served first: with a report if it was read from PATHs. */
interface First {
  readonly graph: Graph
  readonly report?: Report
  readonly filled?: Promise<void>
}

/** Ends if the graph turns out to be of no use. @throws Error that says why */
const failing = async (filled: Promise<void> | undefined): Promise<never> => {
  await filled
  return new Promise(() => {})
}

async function openSources(sources: readonly string[], settings: Settings, model: Model): Promise<First> {
  const progress = createProgress(process.stderr)
  const opened = await openGraph(sources, { model, base: settings.base, progress, atOnce: true }).finally(
    progress.end,
  )
  return { graph: published(opened, settings), report: opened.report, filled: opened.filled }
}

const recordsOf = (graph: Graph): number =>
  graph.model.types.reduce((sum, type) => sum + graph.count(type), 0)

/** Milliseconds that a request may still use a graph that has been replaced. */
const LONGEST_REQUEST = 300_000

const tell = (log: Log): Listener => ({
  swapped: (graph, ms) =>
    log.info(
      { records: recordsOf(graph), loaded: graph.loaded.toISOString(), ms: Math.round(ms) },
      'A new graph serves.',
    ),
  failed: (error, serving) =>
    log.error(
      { err: error },
      `The new graph cannot be opened; ${serving ? 'the old one keeps serving' : 'it is tried again'}.`,
    ),
  died: (error) => log.error({ err: error }, 'The graph has ended; it is opened anew.'),
})

const NONE = { swapped: 0, failed: 0 }

/** What is said where `--watch` cannot do what it says. */
const UNWATCHED = `${software.name}: --watch looks at prepared graphs (skeg load); PATHs that are none are read again on SIGHUP`

/** Milliseconds between looks at the manifest of a prepared graph. */
const LOOK = 1000

function onChange(file: string, act: () => void): void {
  watchFile(file, { interval: LOOK, persistent: false }, (now, before) => {
    if (now.mtimeMs !== 0 && (now.mtimeMs !== before.mtimeMs || now.ino !== before.ino)) act()
  })
}
