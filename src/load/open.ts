/** PATHs → a graph that answers, in a new embedded store. */

import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbeddedStore } from '../store/embedded.ts'
import { isPrepared } from './manifest.ts'
import type { Opened, OpenOptions } from './opened.ts'
import { temporaryWorkplace, type Workplace } from './workplace.ts'

export type { Opened } from './opened.ts'

/**
 * Opens a prepared graph, or reads PATHs.
 * @throws Error if a path cannot be read, no base can be found, no record could be loaded, or a prepared
 * graph is damaged; StoreFull
 */
export async function openGraph(paths: readonly string[], options: OpenOptions): Promise<Opened> {
  const [only] = paths
  const prepared = paths.length === 1 && only !== undefined && isPrepared(only) ? only : undefined
  const { workplace, fault } = workplaceFor(prepared)
  // Its thread starts while the code that fills it is read.
  const store = openEmbeddedStore()
  const place = { store, folder: workplace.folder }
  try {
    const opened =
      prepared !== undefined
        ? await (await import('./prepared.ts')).openPrepared(prepared, place, options)
        : await (await import('./unprepared.ts')).openUnprepared(paths, place, options)
    const { graph } = opened
    if (fault) opened.report.add({ kind: 'no-temporary-folder', file: tmpdir(), message: fault.message })
    return { ...opened, store, graph: { ...graph, close: () => graph.close().finally(workplace.close) } }
  } catch (error) {
    // What went wrong first is what is told.
    await store
      .close()
      .catch(() => {})
      .finally(workplace.close)
    throw error
  }
}

/** Opening a prepared graph does without a temporary folder; what would be written there takes time instead. */
function workplaceFor(prepared: string | undefined): {
  readonly workplace: Workplace
  readonly fault?: Error
} {
  try {
    return { workplace: temporaryWorkplace() }
  } catch (error) {
    if (prepared === undefined) throw error
    return { workplace: { folder: join(prepared, '.none'), close: () => {} }, fault: error as Error }
  }
}
