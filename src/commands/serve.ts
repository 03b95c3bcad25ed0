/** `skeg serve`: a graph behind a server, until it is asked to end. SIGHUP loads the graph anew. */

import { execFile } from 'node:child_process'
import { existsSync, unwatchFile, watchFile } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { neutralAbout, readAbout, software, type About } from '../about.ts'
import { createApp, localUrl } from '../app.ts'
import { createLog, type Log } from '../http/log.ts'
import { requireBaseOutside } from '../http/served.ts'
import { end, listen, requireFree, watchTraffic } from '../http/server.ts'
import { ABOUT } from '../load/inputs.ts'
import { createLive, type Live } from '../load/live.ts'
import { isPrepared, MANIFEST, readManifest } from '../load/manifest.ts'
import { requireMemory } from '../load/memory.ts'
import { openGraph, type Opened } from '../load/open.ts'
import type { Report } from '../load/report.ts'
import type { Model } from '../model/model.ts'
import { API_PATH } from '../record/urls.ts'
import { UsageError, type Settings } from '../settings.ts'
import type { Graph } from '../store/graph.ts'
import { withEndpoint } from '../store/with-endpoint.ts'
import { openStoreGraph, watchStore } from './store.ts'
import { breakable, counted, ending, say } from './terminal.ts'

/** The demo graph, which is served where no PATH is given. */
const DEMO = fileURLToPath(new URL('../../data/', import.meta.url))

/** What is said of the graph: in the file that the setting names, else in the one that lies in a directory of the PATHs. */
function aboutOf(paths: readonly string[], { about }: Settings): About {
  const file = about ?? paths.map((path) => join(path, ABOUT)).find((path) => existsSync(path))
  return file === undefined ? neutralAbout : readAbout(file)
}

export async function serve(paths: readonly string[], settings: Settings, model: Model): Promise<void> {
  const remote = settings.store !== undefined
  if (remote && paths.length > 0) throw new UsageError('serve takes its graph from PATHs or from --store, not from both')
  const sources = paths.length > 0 || remote ? paths : [DEMO]
  await requireFree(settings.host, settings.port)
  const about = aboutOf(sources, settings)
  const log = createLog()
  let live: Live | undefined
  let asked = false
  const reload = (): void => { if (live) void live.reload(); else asked = true }
  process.on('SIGHUP', reload)
  const manifests = settings.watch ? sources.filter(isPrepared).map((path) => join(path, MANIFEST)) : []
  for (const file of manifests) onChange(file, reload)
  const { graph: first, report } = await breakable((): Promise<First> => (remote ? openStoreGraph(settings, model).then((graph) => ({ graph })) : openFirst(sources, settings, model)))
  const unwatch = remote && settings.watch ? watchStore(settings, () => live?.graph() ?? first, reload) : () => {}
  try {
    let root = ''
    const server = await listen(settings.host, settings.port, (port) => {
      root = settings.publicUrl ?? localUrl(settings.host, port)
      return { root, listener: createApp({ graph: () => live?.graph() ?? first, settings: { ...settings, port }, about, log }).callback() }
    }, settings)
    const traffic = watchTraffic(server)
    live = createLive({ first, open: () => (remote ? openStoreGraph(settings, model) : openAnew(sources, settings, model, root)), settled: () => traffic.settled(LONGEST_REQUEST), told: tell(log) })
    if (report && report.refused + report.warned + report.counts.size > 0) say(report.lines())
    console.log(`${software.name} ${software.version} serves ${counted(recordsOf(first), 'record')} at ${root}`)
    // What was asked for while the graph was opened.
    if (asked) reload()
    await ending()
    await end(server, settings.shutdownGrace * 1000)
  } finally {
    unwatch()
    for (const file of manifests) unwatchFile(file)
    process.off('SIGHUP', reload)
    await (live ?? first).close()
  }
}

/** The graph that is served first: with a report if it was read from PATHs. */
interface First { readonly graph: Graph; readonly report?: Report }

async function openFirst(sources: readonly string[], settings: Settings, model: Model): Promise<First> {
  const opened = await openGraph(sources, { model, base: settings.base })
  return { graph: published(opened, settings), report: opened.report }
}

/** The graph with its public endpoint, where one is wished. */
const published = (opened: Opened, settings: Settings): Graph => (settings.sparql ? withEndpoint(opened, settings) : opened.graph)

const recordsOf = (graph: Graph): number => graph.model.types.reduce((sum, type) => sum + graph.count(type), 0)

/** Milliseconds that a request may still use a graph that has been replaced. */
const LONGEST_REQUEST = 300_000

const tell = (log: Log): Parameters<typeof createLive>[0]['told'] => ({
  swapped: (graph, ms) => log.info({ records: recordsOf(graph), loaded: graph.loaded.toISOString(), ms: Math.round(ms) }, 'A new graph serves.'),
  failed: (error) => log.error({ err: error }, 'The new graph cannot be opened; the old one keeps serving.'),
})

/** Milliseconds between looks at the manifest of a prepared graph. */
const LOOK = 1000

function onChange(file: string, act: () => void): void {
  watchFile(file, { interval: LOOK, persistent: false }, (now, before) => {
    if (now.mtimeMs !== 0 && (now.mtimeMs !== before.mtimeMs || now.ino !== before.ino)) act()
  })
}

/** Opens the sources again; files that have to be read are read in a process of its own, so that requests go on. */
async function openAnew(sources: readonly string[], settings: Settings, model: Model, root: string): Promise<Graph> {
  const [only] = sources
  if (sources.length === 1 && only !== undefined && isPrepared(only)) return openBeside(only, settings, model, root)
  const folder = await mkdtemp(join(tmpdir(), 'skeg-reload-'))
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true })
  try {
    await prepareApart(sources, join(folder, 'graph'), settings)
    const graph = await openBeside(join(folder, 'graph'), settings, model, root)
    return { ...graph, close: () => graph.close().finally(remove) }
  } catch (error) {
    await remove()
    throw error
  }
}

async function openBeside(path: string, settings: Settings, model: Model, root: string): Promise<Graph> {
  const { base } = settings
  const manifest = readManifest(path)
  requireBaseOutside(manifest.base, root + API_PATH)
  requireMemory(manifest.quads, settings.sparql ? 3 : 1)
  return published(await openGraph([path], { model, base }), settings)
}

/** Runs `skeg load`. @throws Error with what it said */
async function prepareApart(sources: readonly string[], out: string, { base }: Settings): Promise<void> {
  const words = ['load', ...sources, '--out', out, ...(base === undefined ? [] : ['--base', base])]
  try {
    await promisify(execFile)(process.execPath, [...process.execArgv, process.argv[1] as string, ...words], { maxBuffer: 1 << 26 })
  } catch (error) {
    throw new Error((error as { stderr?: string }).stderr?.trim() || (error as Error).message, { cause: error })
  }
}
