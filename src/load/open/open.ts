/**
 * PATHs → a graph that answers, with a store for what its index cannot tell: what is not prepared is
 * prepared first.
 */

import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbeddedStore } from '../../store/oxigraph/store.ts'
import type { FillableStore } from '../../store/store.ts'
import { isPrepared } from '../prepared/manifest.ts'
import type { Opened, OpenOptions, OpenPlace } from './opened.ts'
import type { Report } from '../validate/report.ts'
import { createTemporaryDirectory, type StagingDirectory } from '../prepared/staging-directory.ts'

export type { Opened } from './opened.ts'

/**
 * Opens a prepared graph, or reads PATHs into one, with a new embedded store.
 * @throws Error if a path cannot be read, no base can be found, no record could be loaded, or a prepared
 * graph is damaged; StoreFull
 */
export const openGraph = (paths: readonly string[], options: OpenOptions): Promise<Opened> =>
  openGraphOver(openEmbeddedStore(), paths, options)

/** The same over a store, which is closed with the graph, or where there is none. */
export async function openGraphOver<S extends FillableStore>(
  store: S,
  paths: readonly string[],
  options: OpenOptions,
): Promise<Opened<S>> {
  const [only] = paths
  const prepared = paths.length === 1 && only !== undefined && isPrepared(only) ? only : undefined
  const { directory, fault } = await temporaryDirectoryFor(prepared).catch(async (error: unknown) => {
    await store.close()
    throw error
  })
  try {
    const { graph, ...loadResult } = await open(paths, prepared, { store, folder: directory.folder }, options)
    if (fault) loadResult.report.add({ kind: 'no-temporary-folder', file: tmpdir(), message: fault.message })
    if (!options.atOnce)
      await loadResult.verified.catch(async (error: unknown) => {
        await graph.close()
        throw error
      })
    return { ...loadResult, store, graph: { ...graph, close: () => graph.close().finally(directory.close) } }
  } catch (error) {
    // The first error is reported, not one of closing.
    await store
      .close()
      .catch(() => {})
      .finally(directory.close)
    throw error
  }
}

/** Opening a prepared graph does without a temporary folder. */
async function temporaryDirectoryFor(prepared: string | undefined): Promise<{
  readonly directory: StagingDirectory
  readonly fault?: Error
}> {
  try {
    return { directory: createTemporaryDirectory() }
  } catch (error) {
    if (prepared === undefined) throw error
    return { directory: { folder: join(prepared, '.none'), close: () => {} }, fault: error as Error }
  }
}

async function open(
  paths: readonly string[],
  prepared: string | undefined,
  place: OpenPlace,
  options: OpenOptions,
): Promise<Omit<Opened, 'store'>> {
  const { openPrepared, OtherRows } = await import('./prepared.ts')
  const out = join(place.folder, 'graph')
  if (prepared === undefined) {
    const report = await prepare(paths, out, options)
    return { ...(await openPrepared(out, place, options)), report }
  }
  try {
    return await openPrepared(prepared, place, options)
  } catch (error) {
    if (!(error instanceof OtherRows)) throw error
    const { report } = error
    const message = 'was prepared with other rows: its index is made again from its quads at each start'
    report.add({ kind: 'other-rows', file: prepared, message })
    options.progress?.stage('making the index again: the graph was prepared with other rows')
    // What was loaded once is not judged again.
    await prepare(paths, out, { ...options, maxRefused: undefined })
    return { ...(await openPrepared(out, place, options)), report }
  }
}

async function prepare(
  paths: readonly string[],
  out: string,
  {
    model,
    base,
    defaultBase,
    maxRefused,
    progress,
  }: Omit<OpenOptions, 'maxRefused'> & {
    readonly maxRefused?: OpenOptions['maxRefused'] | undefined
  },
): Promise<Report> {
  const { prepareGraph } = await import('../prepare.ts')
  const options = { model, base, defaultBase, maxRefused, out, progress, examine: false }
  return (await prepareGraph(paths, options)).report
}
