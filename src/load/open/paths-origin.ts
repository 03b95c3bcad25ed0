/** The graph of PATHs: opened, opened anew beside the one that serves, and looked at for changes. */

import { execFile } from 'node:child_process'
import { mkdirSync, symlinkSync, unwatchFile, watchFile } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { freemem } from 'node:os'
import { software } from '../../config/about.ts'
import { effectiveAt, isPrepared, MANIFEST, namesIn, readManifest, rowsHash } from '../prepared/manifest.ts'
import { openGraph, type Opened } from './open.ts'
import { createProgress } from '../input/progress.ts'
import { LOAD_LIMIT } from '../validate/refusals.ts'
import { createTemporaryDirectory } from '../prepared/staging-directory.ts'
import type { Model } from '../../model/model.ts'
import { API_PATH, assertBaseOutsideApi } from '../../record/urls.ts'
import { settingText } from '../../config/settings-help.ts'
import type { Settings } from '../../config/settings.ts'
import type { Graph } from '../../search-index/query/graph.ts'
import { withEndpoint } from '../../store/endpoint/endpoint.ts'
import type { GraphOrigin, OpenedGraph } from './graph-origin.ts'
import { printMessages } from '../../console/terminal.ts'

/**
 * Bytes of memory that a graph takes by quad, with the indexes beside it: measured on 1.85 million quads,
 * rounded up.
 */
const PER_QUAD = 420

/** Bytes that the process may still take: of its own limits, else of the machine. */
const available = (): number =>
  (process as { availableMemory?: () => number }).availableMemory?.() ?? freemem()

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1e6)} MB`

/** @throws Error that gives the figures if an engine with so many quads would not fit */
export function requireMemory(quads: number, free = available()): void {
  const needed = quads * PER_QUAD
  if (needed > free)
    throw new Error(
      `a second graph of ${quads} quads takes about ${megabytes(needed)}, and ${megabytes(free)} are free`,
    )
}

/** The base of PATHs that state none, where the user does not: IRIs that nobody takes for those of a domain. */
const DEFAULT_BASE = 'https://example.org/skeg/'

/** What is said where `--watch` cannot do what it says. */
const UNWATCHED =
  `${software.name}: --watch looks at prepared graphs (skeg load); PATHs that are none are read ` +
  'again on SIGHUP'

/** Milliseconds between looks at the manifest of a prepared graph. */
const WATCH_INTERVAL_MS = 1000

export class PathsOrigin implements GraphOrigin {
  readonly #paths: readonly string[]
  readonly #settings: Settings
  readonly #model: Model
  /** The base of ids that are not absolute, as it was when the graph was first opened. */
  #base: string | undefined
  /** Where the prepared graphs stand that were opened. */
  readonly #places = new WeakMap<Graph, string>()

  constructor(paths: readonly string[], settings: Settings, model: Model) {
    this.#paths = paths
    this.#settings = settings
    this.#model = model
    this.#base = settings.base
  }

  async open(): Promise<OpenedGraph> {
    const progress = createProgress(process.stderr)
    let hasAnnounced = false
    const announce = (): void => {
      if (!hasAnnounced) printMessages([`${software.name}: reads ${this.#paths.join(' ')}`])
      hasAnnounced = true
    }
    const opened = await openGraph(this.#paths, {
      model: this.#model,
      base: this.#base,
      defaultBase: DEFAULT_BASE,
      maxRefused: this.#settings.maxRefused ?? LOAD_LIMIT,
      atOnce: true,
      filters: this.#settings.filters,
      progress: {
        ...progress,
        watch(inputs) {
          announce()
          return progress.watch(inputs)
        },
      },
    }).finally(progress.end)
    announce()
    if (this.#base === undefined && opened.graph.base === DEFAULT_BASE && !this.#paths.some(isPrepared)) {
      this.#base = DEFAULT_BASE
      printMessages([
        `${software.name}: the inputs state no @base: ids that are made, or not absolute, begin with ` +
          `${DEFAULT_BASE}; --base IRI sets another`,
      ])
    }
    return { graph: this.#withEndpoint(opened), report: opened.report, verified: opened.verified }
  }

  /** Files that have to be read are read in a process of its own, so that requests go on. */
  async openAgain(root: string, current: Graph, signal: AbortSignal): Promise<Graph> {
    const [only] = this.#paths
    if (this.#paths.length === 1 && only !== undefined && this.#isReady(only))
      return this.#openPrepared(only, root)
    const { folder, close } = createTemporaryDirectory()
    try {
      const prepared = join(folder, 'graph')
      linkGraph(this.#places.get(current), prepared)
      const settings = { ...this.#settings, base: this.#base }
      printMessages([await loadInChildProcess(this.#paths, prepared, settings, signal)])
      const opened = await this.#openPrepared(prepared, root)
      const graph = { ...opened, close: () => opened.close().finally(close) }
      this.#places.set(graph, prepared)
      return graph
    } catch (error) {
      close()
      throw error
    }
  }

  effectiveNext(): number | undefined {
    const [only, ...more] = this.#paths
    return only !== undefined && more.length === 0 ? effectiveAt(only) : undefined
  }

  /** Whether a path is a prepared graph whose index is one of these rows. */
  #isReady(path: string): boolean {
    return isPrepared(path) && readManifest(path).rows === rowsHash(this.#model)
  }

  async #openPrepared(path: string, root: string): Promise<Graph> {
    const manifest = readManifest(path)
    assertBaseOutsideApi(manifest.base, root + API_PATH)
    requireMemory(manifest.quads)
    const options = {
      model: this.#model,
      base: this.#base,
      atOnce: true,
      filters: this.#settings.filters,
    }
    return this.#withEndpoint(await openGraph([path], options))
  }

  #withEndpoint(opened: Opened): Graph {
    const graph = this.#settings.sparql ? withEndpoint(opened, this.#settings) : opened.graph
    this.#places.set(graph, opened.path)
    return graph
  }

  watch(_currentGraph: () => Graph | undefined, reload: () => Promise<void>): () => void {
    const manifests = this.#paths.filter(isPrepared).map((path) => join(path, MANIFEST))
    if (manifests.length < this.#paths.length) printMessages([UNWATCHED])
    for (const file of manifests)
      watchFile(file, { interval: WATCH_INTERVAL_MS, persistent: false }, (now, before) => {
        if (now.mtimeMs !== 0 && (now.mtimeMs !== before.mtimeMs || now.ino !== before.ino)) void reload()
      })
    return () => {
      for (const file of manifests) unwatchFile(file)
    }
  }
}

/** Puts the graph that serves, as links, where the new one is to be, so that a load compares the two. */
function linkGraph(current: string | undefined, out: string): void {
  if (current === undefined || !isPrepared(current)) return
  mkdirSync(out)
  for (const name of namesIn(current)) symlinkSync(resolve(current, name), join(out, name))
}

/**
 * Runs `skeg load`, which leaves nothing behind but what is beside `out`. @returns what it reported
 * @throws Error with that
 */
async function loadInChildProcess(
  sources: readonly string[],
  out: string,
  { base, source, map, extension, maxRefused, replace }: Settings,
  signal: AbortSignal,
): Promise<string> {
  const words = [
    'load',
    ...sources,
    '--out',
    out,
    ...['--effective-in', '0'],
    ...(replace ? ['--replace'] : []),
    ...(maxRefused === undefined ? [] : ['--max-refused', settingText(maxRefused)]),
    ...(base === undefined ? [] : ['--base', base]),
    ...(source === undefined ? [] : ['--source', source]),
    ...map.flatMap((path) => ['--map', path]),
    ...extension.flatMap((path) => ['--extension', path]),
  ]
  const loading = promisify(execFile)(
    process.execPath,
    [...process.execArgv, process.argv[1] as string, ...words],
    { maxBuffer: 1 << 26 },
  )
  const end = (): void => {
    loading.child.kill('SIGKILL')
  }
  signal.addEventListener('abort', end, { once: true })
  try {
    return (await loading).stderr.trim()
  } catch (error) {
    throw new Error((error as { stderr?: string }).stderr?.trim() || (error as Error).message, {
      cause: error,
    })
  } finally {
    signal.removeEventListener('abort', end)
  }
}
