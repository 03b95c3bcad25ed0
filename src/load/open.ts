/** PATHs → a graph that answers, in a new embedded store. */

import { openEmbeddedStore } from '../store/embedded.ts'
import { isPrepared } from './manifest.ts'
import type { Opened, OpenOptions } from './opened.ts'
import { temporaryWorkplace } from './workplace.ts'

export type { Opened } from './opened.ts'

/**
 * Opens a prepared graph, or reads PATHs.
 * @throws Error if a path cannot be read, no base can be found, no record could be loaded, or a prepared
 * graph is damaged; StoreFull
 */
export async function openGraph(paths: readonly string[], options: OpenOptions): Promise<Opened> {
  const workplace = temporaryWorkplace()
  // Its thread starts while the code that fills it is read.
  const store = openEmbeddedStore()
  const place = { store, folder: workplace.folder }
  try {
    const [only] = paths
    const opened =
      paths.length === 1 && only !== undefined && isPrepared(only)
        ? await (await import('./prepared.ts')).openPrepared(only, place, options)
        : await (await import('./unprepared.ts')).openUnprepared(paths, place, options)
    const { graph } = opened
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
