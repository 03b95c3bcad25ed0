/**
 * The named graphs of a store as texts in a file that is read by position: a store takes several times as
 * long to write one.
 */

import { join } from 'node:path'
import { reportFailure } from '../background.ts'
import type { Nodes } from '../record/triples.ts'
import { readGraph } from './graph-text.ts'
import type { Places } from './places.ts'
import type { Graphs, Store } from './store.ts'
import { openTextFile, removeTextFile, type TextFile } from './text-file.ts'
import { writeApart, type Writing } from './writing.ts'

const EXTENSION = import.meta.url.slice(import.meta.url.lastIndexOf('.'))

/** What is known of a file that is written. */
export interface GraphFile {
  readonly path: string
  readonly places: Places
  /** Predicates by the numbers that stand for them. */
  readonly predicates: readonly string[]
}

/**
 * Named graphs of such a file. Those that they lead to are read when they are asked for. @throws TextFileLost
 */
export function graphsOf(file: TextFile, predicates: readonly string[], iris: readonly string[]): Graphs {
  const named = new Map<string, Nodes>()
  function graph(iri: string): Nodes {
    const text = file.text(iri)
    return text === undefined ? new Map() : readGraph(iri, text, predicates)
  }
  return {
    graphs: iris.map(graph),
    named: {
      get(iri) {
        let nodes = named.get(iri)
        if (!nodes) named.set(iri, (nodes = graph(iri)))
        return nodes
      },
    },
  }
}

export interface FiledStore extends Store {
  /** The file, once it is written and as long as it can be read. */
  readonly graphFile: () => GraphFile | undefined
}

/** Where a graph can be read again, and where something may be written for it. */
export interface GraphFiles {
  /**
   * N-Quads files of all that the store holds, the lines of a graph together; they stay until it is closed.
   */
  readonly quads: readonly string[]
  /** Folder for what is written ahead. */
  readonly folder: string
}

/**
 * A store whose named graphs are read from a file as soon as that is written, which `learn` begins: a third
 * of the N-Quads
 * unpacked at most. Where it cannot be written, they come from the store, and so they do once the disk has
 * failed.
 */
export function withGraphFile(store: Store, { quads, folder }: GraphFiles): FiledStore {
  const path = join(folder, 'graphs')
  let writing: Writing<Omit<GraphFile, 'path'>> | undefined
  let learning: Promise<void> | undefined
  let file: { readonly texts: TextFile; readonly graphs: GraphFile } | undefined
  let closed = false

  function giveUp(error: unknown): void {
    if (!closed) reportFailure('graph-file', error)
    file = undefined
    removeTextFile(path)
  }
  async function learn(): Promise<void> {
    if (closed) return
    writing = writeApart(new URL(`./graph-file-process${EXTENSION}`, import.meta.url), [path, ...quads])
    const written = await writing.written
    if (!closed) file = { texts: openTextFile(path, written.places, giveUp), graphs: { path, ...written } }
  }
  /** The same store, whose graphs come from the file once there is one. */
  const filed = (inner: Store): Store => ({
    ...inner,
    graphs: async (iris, follow) =>
      file ? graphsOf(file.texts, file.graphs.predicates, iris) : inner.graphs(iris, follow),
  })
  const { askedBy } = store
  return {
    ...filed(store),
    ...(askedBy && { askedBy: (left: AbortSignal) => filed(askedBy(left)) }),
    graphFile: () => file?.graphs,
    learn: () => (learning ??= learn().catch(giveUp)),
    async close() {
      closed = true
      await writing?.end()
      file?.texts.close()
      await store.close()
    },
  }
}
