/** PATHs → a graph that answers: inputs are read here while Oxigraph loads in its own thread. */

import { createGraph } from '../store/graph.ts'
import { createIndex } from '../store/entity-index.ts'
import { baseFor } from './base.ts'
import { build } from './build.ts'
import { createCopies } from './copies.ts'
import { findInputs } from './inputs.ts'
import type { Opened, OpenOptions, OpenPlace } from './opened.ts'
import { createReport, nothingLoaded } from './report.ts'

/**
 * Reads PATHs into a store.
 * @throws Error if a path cannot be read, no base can be found, or no record could be loaded; StoreFull
 */
export async function openUnprepared(
  paths: readonly string[],
  { store, folder }: OpenPlace,
  { model, base: given, progress }: OpenOptions,
): Promise<Omit<Opened, 'store'>> {
  const inputs = await findInputs(paths)
  if (inputs.length === 0) throw new Error(`nothing to load in ${paths.join(' ')}`)
  const base = await baseFor(inputs, given)
  const report = createReport()
  const { output, files } = createCopies(store, folder)
  const { entities } = await build(progress?.watch(inputs) ?? inputs, {
    model,
    base,
    report,
    output,
    folder,
    onRead: progress?.tick,
  })
  const graph = createGraph({
    model,
    base,
    store,
    index: createIndex(model, new Map(entities())),
    files: { quads: files(), folder },
  })
  if (model.types.every((type) => graph.count(type) === 0)) throw nothingLoaded(inputs.length, report)
  return { graph, report, quads: files() }
}
