/** The sources of a server opened again, beside the graph that serves. */

import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { isPrepared, readManifest } from '../load/write/manifest.ts'
import { requireMemory } from '../load/open/memory.ts'
import { openGraph, type Opened } from '../load/open/open.ts'
import { createTemporaryDirectory } from '../load/write/staging-directory.ts'
import type { Model } from '../model/model.ts'
import { API_PATH, assertBaseOutsideApi } from '../record/urls.ts'
import { textOf } from '../settings-help.ts'
import type { Settings } from '../settings.ts'
import type { Graph } from '../store/graph.ts'
import { withEndpoint } from '../store/endpoint/with-endpoint.ts'

/** The graph with its public endpoint, unless it is switched off. */
export const withPublicEndpoint = (opened: Opened, settings: Settings): Graph =>
  settings.sparql ? withEndpoint(opened, settings) : opened.graph

interface Serving {
  readonly settings: Settings
  readonly model: Model
  /** Public URL of the server. */
  readonly root: string
}

/**
 * Opens the sources again; files that have to be read are read in a process of its own, so that requests go
 * on.
 * @param signal ends that process
 * @throws Error that says what is wrong with them, or that there is no memory for a second graph
 */
export async function reopen(
  sources: readonly string[],
  serving: Serving,
  signal: AbortSignal,
): Promise<Graph> {
  const [only] = sources
  if (sources.length === 1 && only !== undefined && isPrepared(only)) return openSecond(only, serving)
  const { folder, close } = createTemporaryDirectory()
  try {
    await loadInChildProcess(sources, join(folder, 'graph'), serving.settings, signal)
    const graph = await openSecond(join(folder, 'graph'), serving)
    return { ...graph, close: () => graph.close().finally(close) }
  } catch (error) {
    close()
    throw error
  }
}

async function openSecond(path: string, { settings, model, root }: Serving): Promise<Graph> {
  const { base } = settings
  const manifest = readManifest(path)
  assertBaseOutsideApi(manifest.base, root + API_PATH)
  requireMemory(manifest.quads)
  return withPublicEndpoint(await openGraph([path], { model, base, atOnce: true }), settings)
}

/** Runs `skeg load`, which leaves nothing behind but what is beside `out`. @throws Error with what it said */
async function loadInChildProcess(
  sources: readonly string[],
  out: string,
  { base, source, extension, maxRefused }: Settings,
  signal: AbortSignal,
): Promise<void> {
  const words = [
    'load',
    ...sources,
    '--out',
    out,
    ...(maxRefused === undefined ? [] : ['--max-refused', textOf(maxRefused)]),
    ...(base === undefined ? [] : ['--base', base]),
    ...(source === undefined ? [] : ['--source', source]),
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
    await loading
  } catch (error) {
    throw new Error((error as { stderr?: string }).stderr?.trim() || (error as Error).message, {
      cause: error,
    })
  } finally {
    signal.removeEventListener('abort', end)
  }
}
