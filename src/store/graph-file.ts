/** The named graphs of a store in a file, read by position: a store takes several times as long to write one. */

import { closeSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { nodesOf, type Nodes } from '../record/triples.ts'
import { followedFrom } from './follow.ts'
import { placesOf, type Places } from './places.ts'
import type { Graphs, Store } from './store.ts'

const EXTENSION = import.meta.url.slice(import.meta.url.lastIndexOf('.'))

/** Bytes of most graphs, by which the buffer for them grows. */
const USUAL = 1 << 16

interface GraphFile {
  /** The triples of a named graph; empty if there is none of that name. @throws Error if the disk fails */
  graph(iri: string): Nodes
  close(): void
}

function openGraphFile(path: string, places: Places): GraphFile {
  const file = openSync(path, 'r')
  let buffer = Buffer.allocUnsafeSlow(USUAL)

  function read(start: number, length: number): string {
    if (length > buffer.length) buffer = Buffer.allocUnsafeSlow(length + USUAL)
    // Some microseconds while the system has the file in memory, which is less than it takes to let a thread do it.
    for (let at = 0; at < length;) {
      const more = readSync(file, buffer, at, length - at, start + at)
      if (more === 0) throw new Error(`${path} has become shorter`)
      at += more
    }
    return buffer.toString('utf8', 0, length)
  }
  function textOf(iri: string): string {
    const name = `<${iri}>\n`
    for (const { start, length } of placesOf(iri, places)) {
      const text = read(start, length)
      if (text.startsWith(name)) return text.slice(name.length)
    }
    return ''
  }
  return {
    graph: (iri) => nodesOf(textOf(iri)),
    close: () => closeSync(file),
  }
}

/** Named graphs of the file, and those that they lead to. */
function graphsOf(file: GraphFile, iris: readonly string[], follow: ReadonlySet<string>): Graphs {
  const graphs = iris.map(file.graph)
  const named = new Map<string, Nodes>()
  for (const nodes of graphs) for (const iri of followedFrom(nodes, follow)) if (!named.has(iri)) named.set(iri, file.graph(iri))
  return { graphs, named }
}

/**
 * A store whose named graphs are read from a file as soon as that is written, which `learn` begins. Where it cannot be
 * written or read, they come from the store.
 * @param quads N-Quads files of all that the store holds, the lines of a graph together; they stay until it is closed
 * @param folder where the file may lie, some 60 % of the N-Quads unpacked
 */
export function withGraphFile(store: Store, quads: readonly string[], folder: string): Store {
  const path = join(folder, 'graphs.nt')
  let thread: Worker | undefined
  let file: GraphFile | undefined
  let learning: Promise<void> | undefined
  let closed = false

  async function write(): Promise<void> {
    thread = new Worker(new URL(`./graph-file-thread${EXTENSION}`, import.meta.url), { name: 'graph file', workerData: { quads, path } })
    const places = await new Promise<Places>((resolve, reject) => { thread?.once('message', resolve).once('error', reject).once('exit', () => reject(new Error('the thread has ended'))) })
    if (!closed) file = openGraphFile(path, places)
  }
  return {
    ...store,
    async graphs(iris, follow) {
      try {
        if (file) return graphsOf(file, iris, new Set(follow))
      } catch {
        file?.close()
        file = undefined
      }
      return store.graphs(iris, follow)
    },
    learn: () => learning ??= write().catch(() => {}),
    async close() {
      closed = true
      await thread?.terminate()
      file?.close()
      file = undefined
      await store.close()
    },
  }
}
