/** The named graphs of a store as texts, the long ones in a file that is read by position: a store takes several times as long to write one. */

import { fork } from 'node:child_process'
import { closeSync, openSync, readSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { Nodes } from '../record/triples.ts'
import { isGraphOf, readGraph } from './graph-text.ts'
import { isShort, placesOf, type Place, type Places } from './places.ts'
import type { Graphs, Store } from './store.ts'

const EXTENSION = import.meta.url.slice(import.meta.url.lastIndexOf('.'))

/** Bytes of most graphs, by which the buffer for them grows. */
const USUAL = 1 << 16

/** The file cannot be read any more: asked again, the store answers. */
export class GraphFileLost extends Error {}

interface GraphFile {
  /** The triples of a named graph; empty if there is none of that name. @throws GraphFileLost */
  graph(iri: string): Nodes
  close(): void
}

/** What is known of a file that is written. */
export interface Contents {
  /** Where the text of each graph stands. */
  readonly places: Places
  /** The short texts: where the system has to fetch the file from the disk, a document waits for a text or two, and not for a hundred. */
  readonly short: Buffer
  /** Predicates by the numbers that stand for them. */
  readonly predicates: readonly string[]
}

/** @param failed called when nothing can be read any more; it is closed then */
function openGraphFile(path: string, { places, short, predicates }: Contents, failed: () => void): GraphFile {
  const file = openSync(path, 'r')
  let buffer = Buffer.allocUnsafeSlow(USUAL)
  let open = true

  function close(): void {
    if (open) closeSync(file)
    open = false
  }
  function readLong({ start, length, sum }: Place): Buffer {
    if (length > buffer.length) buffer = Buffer.allocUnsafeSlow(length + USUAL)
    // Some microseconds while the system has the file in memory, which is less than it takes to let a thread do it.
    for (let at = 0; at < length;) {
      const more = open ? readSync(file, buffer, at, length - at, start + at) : 0
      if (more === 0) throw new Error('it is shorter than it was, or closed')
      at += more
    }
    const bytes = buffer.subarray(0, length)
    if (crc32(bytes) !== sum) throw new Error('it is not as it was written')
    return bytes
  }
  function read(place: Place): string {
    if (isShort(place)) return short.toString('utf8', place.start, place.start + place.length)
    try {
      return readLong(place).toString()
    } catch (error) {
      close()
      failed()
      throw new GraphFileLost(`${path} cannot be read: ${(error as Error).message}`, { cause: error })
    }
  }
  function graph(iri: string): Nodes {
    for (const place of placesOf(iri, places)) {
      const text = read(place)
      if (isGraphOf(text, iri)) return readGraph(text, predicates)
    }
    return new Map()
  }
  return { graph, close }
}

/** Named graphs of the file. Those that they lead to are read when they are asked for. */
function graphsOf({ graph }: GraphFile, iris: readonly string[]): Graphs {
  const named = new Map<string, Nodes>()
  return {
    graphs: iris.map(graph),
    named: {
      get(iri) {
        let nodes = named.get(iri)
        if (!nodes) named.set(iri, nodes = graph(iri))
        return nodes
      },
    },
  }
}

/** Has a process write the file, as a thread would leave its memory with the server. @returns what is in it, and what ends the process before */
function writeGraphFile(quads: readonly string[], path: string): { readonly written: Promise<Contents>; end(): Promise<void> } {
  const child = fork(new URL(`./graph-file-process${EXTENSION}`, import.meta.url), [path, ...quads], { serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  const written = new Promise<Contents>((resolve, reject) => {
    child.once('message', (contents) => resolve(contents as Contents)).on('error', reject).once('exit', () => reject(new Error('the process that writes it has ended')))
  })
  // Without a process there is nothing that could end.
  const ended = new Promise<void>((resolve) => { if (child.pid === undefined) resolve(); else child.once('exit', () => resolve()) })
  return { written, end: () => { child.kill('SIGKILL'); return ended } }
}

/**
 * A store whose named graphs are read from a file as soon as that is written, which `learn` begins. Where it cannot be
 * written, they come from the store, and so they do once the disk has failed.
 * @param quads N-Quads files of all that the store holds, the lines of a graph together; they stay until it is closed
 * @param folder where the file may lie: a third of the N-Quads unpacked at most
 */
export function withGraphFile(store: Store, quads: readonly string[], folder: string): Store {
  const path = join(folder, 'graphs')
  let writing: ReturnType<typeof writeGraphFile> | undefined
  let learning: Promise<void> | undefined
  let file: GraphFile | undefined
  let closed = false

  /** Half a file is of no use, and takes room. */
  function giveUp(): void {
    file = undefined
    rmSync(path, { force: true })
  }
  async function learn(): Promise<void> {
    if (closed) return
    writing = writeGraphFile(quads, path)
    const { short, ...contents } = await writing.written
    // A copy, since what came is a part of the whole message.
    if (!closed) file = openGraphFile(path, { ...contents, short: Buffer.from(short) }, giveUp)
  }
  return {
    ...store,
    graphs: async (iris, follow) => (file ? graphsOf(file, iris) : store.graphs(iris, follow)),
    learn: () => learning ??= learn().catch(giveUp),
    async close() {
      closed = true
      await writing?.end()
      file?.close()
      await store.close()
    },
  }
}
