/**
 * When each record last changed, and which records are gone: found at load by a comparison with the graph that is
 * replaced. What this load changed has the stamp NOW in the index, as the time from which that counts is known last.
 */

import { hash } from 'node:crypto'
import { block, keyOfText, MAX_KEY_BYTES, numberInKey, numberKey } from '../tables/keys.ts'
import { MODIFIED, type RecordStamp, type StampRun, type Tombstone } from '../query/stamps.ts'
import type { Meta, SortOrder } from '../tables/meta.ts'
import { createSorter, keyBytes, textOfKey, type Key, type Sorter } from '../tables/sorter.ts'
import { entriesInBlocks, type Table, type Tables, type TablesWriter } from '../tables/tables.ts'
import { writeOrder } from './orders.ts'

/** The stamp of what the load of the index changed: behind all seconds since 1970. */
export const NOW = 0xffff_ffff

/** A record: the seconds of its last change and first load, a hash, and its IRI where the key has not all of it. */
const [MODIFIED_AT, CREATED_AT, HASH_AT, IRI_AT] = [0, 4, 8, 20]

/** IRIs in a block of the list of what is gone. */
export const GONE_BLOCK = 128

const MAX_SORTER_BYTES = 1_000_000

/** How the records of a graph differ from those of the one before. */
export interface Comparison {
  readonly new: number
  readonly changed: number
  readonly gone: number
  readonly unchanged: number
}

/** The index of the graph that is replaced. */
export interface PreviousIndex {
  readonly file: string
  readonly tables: Tables
  readonly meta: Meta
  /** Seconds from which its changes count. */
  readonly effective: number
  /** What has not changed need not be made anew: it was made by the same version, with the same rows. */
  readonly isReusable: boolean
}

/** Reads the entry of a record. @param effective what NOW means */
export function readStamp(value: Buffer, effective: number): RecordStamp {
  const at = (place: number): number => {
    const stamp = value.readUInt32LE(place)
    return stamp === NOW ? effective : stamp
  }
  return { modified: at(MODIFIED_AT), created: at(CREATED_AT) }
}

/** The seconds of a tombstone. */
export function readTombstone(value: Buffer, effective: number): Tombstone {
  const tombstone = JSON.parse(value.toString()) as Tombstone
  return tombstone.modified === NOW ? { ...tombstone, modified: effective } : tombstone
}

const sumOf = (content: Uint8Array): Buffer => hash('sha256', content, 'buffer').subarray(0, IRI_AT - HASH_AT)

export interface StampCollector {
  /**
   * Compares a record as one of its types: all of an IRI come one after another.
   * @param content its text, and the sum of its own graph; absent: it stays as it is
   */
  add(
    iri: string,
    type: number,
    position: number,
    content?: readonly [text: Uint8Array, sum: Uint8Array],
  ): void
  /**
   * Writes orders and tombstones when all tables of the index can be read.
   * @param successorOf gives the record that has the identifiers of one that is gone
   */
  finish(
    successorOf: (iri: string, types: readonly string[]) => string | undefined,
  ): Pick<Meta, 'stamps'> & { readonly orders: readonly SortOrder[] }
  close(): void
}

/** @param firstOrder number of the first order of the index that is not taken */
export function collectStamps(
  tables: TablesWriter,
  { folder, types, firstOrder }: { folder: string; types: readonly string[]; firstOrder: number },
  previous: PreviousIndex | undefined,
): StampCollector {
  const lists = types.map((_, number) => createSorter(folder, `stamps-${number}`, MAX_SORTER_BYTES))
  const gone = createSorter(folder, 'gone', MAX_SORTER_BYTES)
  const counts = { new: 0, changed: 0, gone: 0, unchanged: 0 }
  const [stamps, known] = [tables.table('stamps'), previous?.tables.table('stamps')]

  function stampOf(key: Buffer, sum: Buffer): RecordStamp {
    const old = known?.peek(key)
    const isEqual = old !== undefined && sum.equals(old.subarray(HASH_AT, IRI_AT))
    counts[old ? (isEqual ? 'unchanged' : 'changed') : 'new']++
    if (!old || !previous) return { modified: NOW, created: NOW }
    const stamp = readStamp(old, previous.effective)
    return isEqual ? stamp : { ...stamp, modified: NOW }
  }

  const sumBefore = (iri: string): Buffer =>
    Buffer.from((known as Table).peekRequired(keyOfText(iri), 'a stamp').subarray(HASH_AT, IRI_AT))

  let current: { readonly iri: string; readonly places: [number, number][]; sum: Buffer } | undefined
  function flush(): void {
    if (!current) return
    const { iri, places, sum } = current
    current = undefined
    const key = keyOfText(iri)
    const { modified, created } = stampOf(key, sum)
    const value = Buffer.alloc(IRI_AT)
    value.writeUInt32LE(modified, MODIFIED_AT)
    value.writeUInt32LE(created, CREATED_AT)
    value.set(sum, HASH_AT)
    const isCut = key.length >= MAX_KEY_BYTES
    stamps.put(key, isCut ? Buffer.concat([value, Buffer.from(iri)]) : value)
    for (const [type, position] of places)
      (lists[type] as Sorter).add(`${numberKey(modified)}\0${numberKey(position)}`)
  }

  return {
    add(iri, type, position, content) {
      if (current?.iri !== iri) flush()
      const sum = content ? sumOf(Buffer.concat(content)) : sumBefore(iri)
      if (!current) current = { iri, places: [], sum }
      else if (content) current.sum = sumOf(Buffer.concat([current.sum, sum]))
      current.places.push([type, position])
    },
    finish(successorOf) {
      flush()
      tables.commit()
      const bury = (tombstone: Tombstone): void => {
        tables.table('tombstones').put(keyOfText(tombstone.iri), Buffer.from(JSON.stringify(tombstone)))
        gone.add(numberKey(tombstone.modified) + keyBytes(tombstone.iri))
      }
      if (previous) {
        for (const { iri, types: former } of lostRecords(previous, tables)) {
          counts.gone++
          bury({ iri, modified: NOW, types: former, replacement: successorOf(iri, former) })
        }
        for (const { key, value } of previous.tables.table('tombstones').range())
          if (!tables.table('stamps').peek(key)) bury(readTombstone(value, previous.effective))
      }
      const runs = types.map((): StampRun[] => [])
      const orders = lists.map((sorter, number) => {
        const length = writeOrder(tables, firstOrder + number, countRuns(sorter, runs[number] as StampRun[]))
        return { type: types[number] as string, name: MODIFIED, length }
      })
      const goneRuns: StampRun[] = []
      writeGone(tables, countRuns(gone, goneRuns))
      return { orders, stamps: { ...counts, began: beganOf(previous), runs, goneRuns } }
    },
    close() {
      for (const sorter of [...lists, gone]) sorter.close()
    },
  }
}

/** Since when changes are recorded. */
function beganOf(previous: PreviousIndex | undefined): number {
  if (!previous) return NOW
  const { began } = previous.meta.stamps
  return began === NOW ? previous.effective : began
}

/** The records of an index that are none in another. */
function* lostRecords(
  { tables: old, meta }: PreviousIndex,
  tables: TablesWriter,
): Generator<{ readonly iri: string; readonly types: readonly string[] }> {
  const [stamps, entities] = [tables.table('stamps'), old.table('entities')]
  for (const { key, value } of entriesInBlocks(old.table('stamps'))) {
    if (stamps.peek(key)) continue
    const mask = entities.peekRequired(key, 'an entity').readUInt32LE()
    const iri = (key.length < MAX_KEY_BYTES ? key : value.subarray(IRI_AT)).toString()
    yield { iri, types: meta.types.filter((_, bit) => (mask & (1 << bit)) !== 0) }
  }
}

/** Hands on the entries of a sorter, and counts those of each stamp, with which their keys begin. */
function* countRuns(sorter: Sorter, runs: StampRun[]): Generator<readonly [key: Key, value: Buffer]> {
  let [stamp, count] = ['', 0]
  const end = (): void => {
    if (count > 0) runs.push([numberInKey(stamp, 0), count])
  }
  for (const entry of sorter.sorted()) {
    const next = entry[0].slice(0, 4)
    if (next !== stamp) {
      end()
      ;[stamp, count] = [next, 0]
    }
    count++
    yield entry
  }
  end()
}

/** Writes the IRIs of what is gone, those first that have been gone longest. */
function writeGone(tables: TablesWriter, sorted: Iterable<readonly [key: Key, value: Buffer]>): void {
  let [number, waiting] = [0, [] as string[]]
  const flush = (): void => {
    if (waiting.length > 0) tables.table('gone').put(block(number++), Buffer.from(waiting.join('\n')))
    waiting = []
  }
  for (const [key] of sorted) if (waiting.push(textOfKey(key.slice(4))) === GONE_BLOCK) flush()
  flush()
}
