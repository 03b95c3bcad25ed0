/** Which IRIs are entities of which types, and the lists of the records of each type in code point order. */

import type { Model } from '../../model/model.ts'
import {
  bitOf,
  entriesByMask,
  RECORD,
  UNKNOWN,
  type EntityIndex,
  type Entry,
  type Mask,
} from '../query/entity-index.ts'
import { LARGE_SHARE, sortedPositions, type Positions, type RecordList } from '../query/matches.ts'
import { checkpoint, type Task } from '../../admission/task.ts'
import { memoize, RecentValues } from '../../model/values/collections.ts'
import { compareCodePoints } from '../../model/values/sorting.ts'
import { block, keyOf, keyOfText, within } from '../tables/keys.ts'
import type { RecordCounts } from '../tables/meta.ts'
import { graphEntry, readGraphEntry, SUM_BYTES } from './graphs.ts'
import { NOTHING, textOfKey, type Run, type Sorted } from '../tables/sorter.ts'
import type { Table, TableName, TablesWriter } from '../tables/tables.ts'

/** IRIs in a block of a list: a few kilobytes, several of which fit in a page. */
const BLOCK = 32

const MASK_BYTES = 4

/**
 * Writes the entities and the lists. Behind the positions of an entity stands a part of the hash of its graph.
 * @param graphs the entries of all, in the order of their IRIs
 * @param runs for each type what takes the IRIs of its records, in order
 * @returns the numbers of records by type
 */
export function writeEntities(
  tables: TablesWriter,
  model: Model,
  graphs: Iterable<Sorted>,
  runs: readonly Pick<Run, 'add'>[],
): Record<string, number> {
  const table = tables.table('entities')
  const lists = model.types.map((type, number) => ({
    bit: bitOf(model, type),
    name: type.name,
    number,
    count: 0,
    waiting: [] as string[],
  }))
  const flush = (list: (typeof lists)[number]): void => {
    if (list.waiting.length === 0) return
    const key = within(list.number, block(Math.ceil(list.count / BLOCK) - 1))
    tables.table('lists').put(key, Buffer.from(list.waiting.join('\n')))
    list.waiting = []
  }
  for (const [key, entry] of graphs) {
    const { mask, sum } = readGraphEntry(entry)
    const own = mask & RECORD ? lists.filter(({ bit }) => mask & bit) : []
    const value = Buffer.alloc(MASK_BYTES * (1 + own.length) + sum.length)
    value.set(sum, value.length - sum.length)
    value.writeUInt32LE(mask)
    own.forEach((list, i) => {
      value.writeUInt32LE(list.count++, MASK_BYTES * (i + 1))
      runs[list.number]?.add(key)
      if (list.waiting.push(textOfKey(key)) === BLOCK) flush(list)
    })
    table.put(keyOf(key), value)
  }
  for (const list of lists) flush(list)
  tables.commit()
  return Object.fromEntries(lists.map(({ name, count }) => [name, count]))
}

/** The entry of a graph that stands elsewhere. @param value of its IRI, which `writeEntities` wrote */
export const entryElsewhere = (value: Buffer): Buffer =>
  graphEntry(NOTHING, value.subarray(-SUM_BYTES), value.readUInt32LE())

interface Source {
  table(name: TableName): Table
}

/** Reads what `writeEntities` wrote. */
export function readEntities(
  source: Source,
  model: Model,
  { types: names, records }: RecordCounts,
): EntityIndex {
  const table = source.table('entities')
  const bits = names.map((name) => {
    const type = model.typeNamed(name)
    return type ? bitOf(model, type) : 0
  })
  const entryOfMask = entriesByMask(model)

  /** A mask in the bits of this model. */
  const ownMask = (written: Mask): Mask =>
    bits.reduce((mask, bit, i) => (written & (1 << i) ? mask | bit : mask), written & RECORD)

  const valueOf = (iri: string): Buffer | undefined => table.peek(keyOfText(iri))

  const entryOfWritten = memoize((written: Mask): Entry => entryOfMask(ownMask(written)))
  function entryOf(iri: string): Entry {
    const value = valueOf(iri)
    return value ? entryOfWritten(value.readUInt32LE()) : UNKNOWN
  }

  function positionsOf(iri: string): Map<string, number> {
    const positions = new Map<string, number>()
    const value = valueOf(iri)
    const mask = value?.readUInt32LE() ?? 0
    if (!value || !(mask & RECORD)) return positions
    let at = 0
    names.forEach((name, bit) => {
      if (mask & (1 << bit)) positions.set(name, value.readUInt32LE((at += MASK_BYTES)))
    })
    return positions
  }

  const positionIn: EntityIndex['positionIn'] = (type, iri) => positionsOf(iri).get(type.name) ?? -1

  const lists = new Map(
    model.types.map((type) => [
      type.name,
      listOf(source.table('lists'), names.indexOf(type.name), records[type.name] ?? 0, (iri) =>
        positionIn(type, iri),
      ),
    ]),
  )
  return {
    entryOf,
    positionIn,
    records: (type) => lists.get(type.name) as RecordList,
  }
}

/** An index that remembers the entries for which it was asked last: an answer asks for one again and again. */
export function rememberEntries(index: EntityIndex, maxEntries: number): EntityIndex {
  const recent = new RecentValues<string, Entry>(maxEntries)
  function entryOf(iri: string): Entry {
    const known = recent.get(iri)
    if (known) return known
    const entry = index.entryOf(iri)
    // A copy: the IRI may be a part of a long text, which it would keep in memory.
    recent.set(Buffer.from(iri).toString(), entry)
    return entry
  }
  return { ...index, entryOf }
}

function listOf(
  table: Table,
  number: number,
  length: number,
  positionOf: (iri: string) => number,
): RecordList {
  let last: { readonly at: number; readonly iris: readonly string[] } | undefined
  /** Those who ask one IRI after the other mostly ask for neighbours. */
  function readBlock(at: number): readonly string[] {
    if (last?.at === at) return last.iris
    const iris = table
      .peekRequired(within(number, block(at)), 'a part of a list')
      .toString()
      .split('\n')
    last = { at, iris }
    return iris
  }

  function slice(from = 0, to = length): string[] {
    const end = Math.min(to, length)
    const iris: string[] = []
    for (let at = from; at < end;) {
      const start = at - (at % BLOCK)
      const some = readBlock(start / BLOCK).slice(at - start, end - start)
      for (const iri of some) iris.push(iri)
      at = start + BLOCK
    }
    return iris
  }

  const pick = (positions: Positions): string[] =>
    Array.from(positions, (position) => readBlock(Math.floor(position / BLOCK))[position % BLOCK] as string)

  async function positionsOf(iris: readonly string[], task: Task): Promise<Positions> {
    if (iris.length < length * LARGE_SHARE) {
      const found: number[] = []
      for (const iri of iris) {
        found.push(positionOf(iri))
        checkpoint(task)
      }
      return sortedPositions(found)
    }
    const set = new Set<string>()
    for (const iri of iris) {
      set.add(iri)
      checkpoint(task)
    }
    const positions = new Uint32Array(Math.min(set.size, length))
    let count = 0
    for (let at = 0; at * BLOCK < length && count < set.size; at++) {
      readBlock(at).forEach((iri, i) => {
        if (set.has(iri)) positions[count++] = at * BLOCK + i
      })
      checkpoint(task)
    }
    return positions.slice(0, count)
  }

  /** The place of the first IRI from which on `isBehind` holds. */
  function placeOf(isBehind: (iri: string) => boolean): number {
    let [low, high] = [0, length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (isBehind(slice(middle, middle + 1)[0] as string)) high = middle
      else low = middle + 1
    }
    return low
  }

  function startingWith(prefix: string): Positions {
    const from = placeOf((iri) => compareCodePoints(iri, prefix) >= 0)
    const to = placeOf((iri) => compareCodePoints(iri, prefix) >= 0 && !iri.startsWith(prefix))
    return Uint32Array.from({ length: to - from }, (_, i) => from + i)
  }

  return { length, slice, pick, positionsOf, startingWith }
}
