/** PATHs → a graph that answers: inputs read here while Oxigraph loads in its own thread. */

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Model } from '../model/model.ts'
import { createGraph, type Graph } from '../store/graph.ts'
import { createIndex } from '../store/index.ts'
import { openEmbeddedStore } from '../store/embedded.ts'
import type { FillableStore } from '../store/store.ts'
import { baseFor } from './base.ts'
import { build, type Output } from './build.ts'
import { findInputs, type Input } from './inputs.ts'
import { isPrepared } from './manifest.ts'
import { openPrepared } from './prepared.ts'
import { createReport, type Report } from './report.ts'
import { temporaryWorkplace } from './workplace.ts'

export interface OpenOptions {
  readonly model: Model
  /** Base IRI of the graph; absent: the one @base that all inputs share. */
  readonly base?: string
}

export interface Opened {
  readonly graph: Graph
  readonly report: Report
  readonly store: FillableStore
  /**
   * The files of the graph, .nq or .nq.gz, from which more stores can be loaded until the graph is closed. Labels of blank
   * nodes are unique in all of them; the lines of a named graph stand together in one file.
   */
  readonly quads: readonly string[]
}

/**
 * Opens a prepared graph, or reads PATHs into a new embedded store.
 * @throws Error if a path cannot be read, no base can be found, or no record could be loaded; StoreFull
 */
export async function openGraph(paths: readonly string[], options: OpenOptions): Promise<Opened> {
  const [only] = paths
  if (paths.length === 1 && only !== undefined && isPrepared(only)) {
    const { findings, ...opened } = await openPrepared(only, options)
    const report = createReport()
    for (const finding of findings) report.add(finding)
    return { ...opened, report }
  }
  const inputs = await findInputs(paths)
  if (inputs.length === 0) throw new Error(`nothing to load in ${paths.join(' ')}`)
  const base = await baseFor(inputs, options.base)
  const workplace = temporaryWorkplace()
  const store = openEmbeddedStore()
  const close = async (): Promise<void> => {
    await store.close()
    workplace.close()
  }
  try {
    const opened = await fill(store, inputs, base, options.model, workplace.folder)
    const { graph } = opened
    return { ...opened, graph: { ...graph, close: () => graph.close().finally(workplace.close) } }
  } catch (error) {
    await close()
    throw error
  }
}

async function fill(store: FillableStore, inputs: readonly Input[], base: string, model: Model, folder: string): Promise<Opened> {
  const report = createReport()
  const { output, files } = createCopies(store, folder)
  const { entities } = await build(inputs, { model, base, report, output, folder })
  const graph = createGraph({ model, base, store, index: createIndex(model, new Map(entities())), files: { quads: files(), folder } })
  if (model.types.every((type) => graph.count(type) === 0)) throw nothingLoaded(inputs, report)
  return { graph, report, store, quads: files() }
}

/** What to say where no record could be loaded. */
export const nothingLoaded = (inputs: readonly Input[], report: Report): Error =>
  new Error([`no record could be loaded from ${inputs.length} files`, ...report.lines()].join('\n'))

/** Each chunk goes to a file of its own, and to the store if there is one. */
export function createCopies(store: FillableStore | undefined, folder: string): { output: Output; files(): readonly string[] } {
  const files: string[] = []
  const place = (chunk: number): string => join(folder, `chunk-${chunk}.nq`)
  return {
    files: () => files,
    output: {
      async take(chunk, bytes) {
        files.push(place(chunk))
        await writeFile(place(chunk), bytes)
        await store?.add(bytes)
      },
      read: (chunk) => readFile(place(chunk), 'utf8'),
      async replace(chunk, nquads, changed) {
        await writeFile(place(chunk), nquads)
        await store?.remove(changed.iris)
        await store?.add(new TextEncoder().encode(changed.nquads))
      },
    },
  }
}
