/**
 * Named graphs in the file of quads: gzip members of some kilobytes, each of whole graphs in the order of their IRIs.
 * One is found by the last IRI of its member, and its checksum is that of gzip.
 */

import { isAscii } from 'node:buffer'
import { appendFileSync, closeSync, openSync, readSync } from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { checkpoint, type Task } from '../../admission/task.ts'
import { countTriples, graphEnd, scanTriples, type TripleIndex } from '../../record/rdf/triples.ts'
import { createBlockWriter, ownBlockKey, type BlockWriter } from '../tables/blocks.ts'
import { keyOf, keyOfText, pack, PackedNumbers } from '../tables/keys.ts'
import type { Mask } from '../query/entity-index.ts'
import type { Key } from '../tables/sorter.ts'
import { takeBlocks } from '../tables/merge-blocks.ts'
import { IndexDamaged, type Entry, type OnDamage, type Table } from '../tables/tables.ts'

/** Nodes by IRI, among which are those of its graph; undefined, or none of its own, if it is not there. */
export type GraphsByIri = Pick<ReadonlyMap<string, TripleIndex>, 'get'>

/** Named graphs as they are read; empty for a graph that is not there. */
export interface Graphs {
  /** In the order asked; subjects may be added to each, but what is said of one is not to be changed. */
  readonly graphs: readonly TripleIndex[]
  /** Graphs that those lead to, not to be changed. */
  readonly named: GraphsByIri
}

/** Bytes of the hash of a graph that tell whether it has changed. */
export const SUM_BYTES = 8

const MASK_BYTES = 4

/** A graph on its way through a load: types of its IRI, a part of the hash of its content; N-Quads if not elsewhere. */
interface GraphEntry {
  readonly mask: Mask
  readonly sum: Buffer
  readonly graph: Buffer
}

export function graphEntry(nquads: Buffer, hash: Buffer, mask: Mask): Buffer {
  const entry = Buffer.allocUnsafe(MASK_BYTES + SUM_BYTES + nquads.length)
  entry.writeUInt32LE(mask)
  hash.copy(entry, MASK_BYTES, 0, SUM_BYTES)
  entry.set(nquads, MASK_BYTES + SUM_BYTES)
  return entry
}

/** What `graphEntry` wrote. */
export const readGraphEntry = (entry: Buffer): GraphEntry => ({
  mask: entry.readUInt32LE(),
  sum: entry.subarray(MASK_BYTES, MASK_BYTES + SUM_BYTES),
  graph: entry.subarray(MASK_BYTES + SUM_BYTES),
})

/** The triples of a named graph, of which each stands in its N-Quads once. */
export const parseGraph = (iri: string, nquads: Buffer): TripleIndex =>
  scanTriples(nquads.toString(isAscii(nquads) ? 'latin1' : 'utf8'), graphEnd(`<${iri}>`))

/** Bytes of N-Quads in a member: with more, more is inflated for each graph; with fewer, the file grows. */
const MEMBER_BYTES = 12_000
/** A window longer than a member, and room for what most become; beyond this level the file hardly becomes smaller. */
const GZIP = { level: 3, windowBits: 14, memLevel: 7, chunkSize: 1 << 12 } as const

/** Before the packed lengths of a member and of the N-Quads of each of its graphs: where it begins in the file. */
const OFFSET_BYTES = 6

/** Bytes of members that are read at once where the file is read as a whole. */
const PIECE_BYTES = 1 << 22

/** The file of quads in the folder of a load. */
export const quadsIn = (folder: string): string => join(folder, 'quads')

export interface GraphsWriter {
  /** Adds the N-Quads of a named graph; they come in the order of their keys. @param key of its IRI */
  add(key: Key, nquads: Buffer): void
  /** Adds a member of another file as it is. */
  addMember(member: Member): void
  /** @returns the lengths of the pieces of the file: each is of whole members, so that it can be inflated alone */
  close(): readonly number[]
}

/** A member: its bytes, the last key in it, and the lengths of the N-Quads of its graphs. */
interface Member {
  readonly lastKey: Buffer
  readonly bytes: Buffer
  readonly lengths: readonly number[]
}

/**
 * @param table takes where the members stand, by the last key of each
 * @param maxBytes of N-Quads in a member that is made
 */
export function writeGraphs(
  path: string,
  table: { put(key: Buffer, value: Buffer): void },
  maxBytes = MEMBER_BYTES,
): GraphsWriter {
  const file = openSync(path, 'w')
  let [offset, isClosed] = [0, false]
  const pieces: number[] = []
  function addMember({ lastKey, bytes, lengths }: Member): void {
    appendFileSync(file, bytes)
    const place = Buffer.allocUnsafe(OFFSET_BYTES)
    place.writeUIntLE(offset, 0, OFFSET_BYTES)
    table.put(lastKey, Buffer.concat([place, pack([bytes.length, ...lengths])]))
    offset += bytes.length
    const last = pieces.at(-1) ?? PIECE_BYTES
    if (last < PIECE_BYTES) pieces.splice(-1, 1, last + bytes.length)
    else pieces.push(bytes.length)
  }
  const members: BlockWriter = createBlockWriter(maxBytes, (lastKey, _keys, graphs) =>
    addMember({
      lastKey,
      bytes: gzipSync(Buffer.concat(graphs), GZIP),
      lengths: graphs.map(({ length }) => length),
    }),
  )
  return {
    add: (key, nquads) => members.add(keyOf(key), nquads),
    addMember(member) {
      members.flush()
      addMember(member)
    },
    close() {
      if (isClosed) return pieces
      isClosed = true
      try {
        members.flush()
      } finally {
        closeSync(file)
      }
      return pieces
    },
  }
}

/** Bytes of a member of an earlier file whose graphs are others: it is not cut in two for what is added to it. */
export const GROWN_MEMBER_BYTES = 1.5 * MEMBER_BYTES

/** Takes a graph of an earlier file. */
type TakeGraph = (key: Key, iri: string, nodes: TripleIndex) => void

/**
 * Takes over the graphs of an earlier file.
 * @param table that `writeGraphs` has filled
 * @param replaced IRIs as keys, in order, of graphs that are others now, or gone
 * @param stays takes each that is taken over
 * @param goes takes each of the others
 * @returns takes all those before a key, or all that are left; then the file is closed
 */
export function takeGraphs(
  path: string,
  table: Table,
  replaced: readonly Key[],
  into: GraphsWriter,
  stays: TakeGraph,
  goes: TakeGraph,
): (end?: Key) => void {
  const file = openSync(path, 'r')
  function read({ key: lastKey, value }: Entry): Member & { readonly graphs: Entry[] } {
    const [length = 0, ...lengths] = new PackedNumbers(value.subarray(OFFSET_BYTES)).all()
    const bytes = Buffer.allocUnsafe(length)
    readSync(file, bytes, 0, length, value.readUIntLE(0, OFFSET_BYTES))
    const member = gunzipSync(bytes, { chunkSize: MEMBER_BYTES })
    let end = 0
    const graphs = lengths.map((one) => {
      const nquads = member.subarray(end, (end += one))
      return { key: nquads.subarray(nquads.lastIndexOf('<') + 1, nquads.lastIndexOf('>')), value: nquads }
    })
    return { lastKey, bytes, lengths, graphs }
  }
  const give = (taker: TakeGraph, { key, value }: Entry): void => {
    const iri = key.toString()
    taker(key.toString('latin1'), iri, parseGraph(iri, value))
  }
  const take = takeBlocks(table.range(), replaced, {
    putBlock(place) {
      const member = read(place)
      into.addMember(member)
      for (const graph of member.graphs) give(stays, graph)
    },
    entriesOf: (place) => read(place).graphs,
    put(graph) {
      into.add(graph.key.toString('latin1'), graph.value)
      give(stays, graph)
    },
    leave: (graph) => give(goes, graph),
  })
  return (end) => {
    take(end === undefined ? undefined : keyOf(end))
    if (end === undefined) closeSync(file)
  }
}

/** Members that stay inflated, and graphs that stay read, but for large ones: many records name the same entities. */
const MAX_RECENT = { members: 200, graphs: 1000 } as const
const MAX_RECENT_TRIPLES = 50

export interface GraphsReader {
  /** The named graph of an IRI; empty if there is none. @throws IndexDamaged */
  graphOf(iri: string): TripleIndex
  /** The same, not to be changed: those of small entities are remembered. @throws IndexDamaged */
  readonly named: { get(iri: string): TripleIndex }
  close(): void
}

/** Opens a file of quads, which is read on where another one replaces it. @param table that `writeGraphs` has filled */
export function openGraphs(path: string, table: Table, onDamage: OnDamage = () => {}): GraphsReader {
  const file = openSync(path, 'r')
  const members = new LRUCache<number, Buffer>({ max: MAX_RECENT.members })
  const graphs = new LRUCache<string, TripleIndex>({ max: MAX_RECENT.graphs })

  function inflate(offset: number, length: number): Buffer {
    const member = Buffer.allocUnsafe(length)
    try {
      readSync(file, member, 0, length, offset)
      return gunzipSync(member, { chunkSize: MEMBER_BYTES })
    } catch (cause) {
      const damage = new IndexDamaged(`${path} is damaged at ${offset}: ${(cause as Error).message}`, {
        cause,
      })
      onDamage(damage)
      throw damage
    }
  }

  function graphOf(iri: string): TripleIndex {
    const key = keyOfText(iri)
    const place = table.peekFrom(ownBlockKey(key) ?? key)
    if (!place) return new Map()
    const offset = place.readUIntLE(0, OFFSET_BYTES)
    const lengths = new PackedNumbers(place.subarray(OFFSET_BYTES))
    const length = lengths.next()
    const known = members.get(offset)
    const member = known ?? inflate(offset, length)
    if (!known && member.length <= GROWN_MEMBER_BYTES) members.set(offset, member)
    const end = Buffer.from(graphEnd(`<${iri}>`))
    for (let start = 0; lengths.hasNext();) {
      const nquads = member.subarray(start, (start += lengths.next()))
      if (nquads.subarray(-end.length).equals(end)) return parseGraph(iri, nquads)
    }
    return new Map()
  }

  function get(iri: string): TripleIndex {
    const known = graphs.get(iri)
    if (known) return known
    const nodes = graphOf(iri)
    // A copy: the IRI may be a part of a long text, which it would keep in memory.
    if (countTriples(nodes) <= MAX_RECENT_TRIPLES) graphs.set(Buffer.from(iri).toString(), nodes)
    return nodes
  }

  return { graphOf, named: { get }, close: () => closeSync(file) }
}

/** Named graphs; those that they lead to are read when they are looked up. */
export function readGraphs(
  { graphOf, named }: Pick<GraphsReader, 'graphOf' | 'named'>,
  iris: readonly string[],
  task: Task,
): Graphs {
  const checked =
    <A>(read: (iri: string) => A) =>
    (iri: string): A => {
      checkpoint(task)
      return read(iri)
    }
  return { graphs: iris.map(checked(graphOf)), named: { get: checked(named.get) } }
}
