/** What of the index before stays as it is in a new one: the records that no change of a graph reaches. */

import type { Model } from '../model/model.ts'
import { columnsOf } from './query/columns.ts'
import { block, keyOf, within } from './tables/keys.ts'
import { GONE, type Reuse } from './tables/reuse.ts'
import type { Meta } from './tables/meta.ts'
import { joinByKey, keyBytes, NOTHING, readRun, textOfKey, type Key, type Sorted } from './tables/sorter.ts'
import type { Table, Tables, TablesWriter } from './tables/tables.ts'
import { readGraphEntry } from './content/graphs.ts'
import { readReferences } from './content/references.ts'
import type { PreviousIndex } from './content/write-stamps.ts'

/** Others whose classes a record shows, seen from there. */
const MIN_REACH = 2

/** Through how many other graphs a record may show something, or be found by it. */
const reachOf = (model: Model): number =>
  columnsOf(model)
    .flatMap(({ steps, ofKinds }) => [{ steps }, ...[...(ofKinds?.kindPaths?.values() ?? [])].flat()])
    .map(({ steps }) => steps.filter(({ types }) => types.length > 0).length)
    .reduce((most, length) => Math.max(most, length), MIN_REACH)

/**
 * Finds what stays. @param graphs the entries of all, in order
 * @param replaced keys of what is not taken over; undefined: nothing is taken over
 * @param lists for each type the file of the IRIs of its records, in order
 * @returns undefined where all is made anew
 */
export function findReuse(
  model: Model,
  previous: PreviousIndex,
  tables: TablesWriter,
  graphs: Iterable<Sorted>,
  replaced: readonly Key[] | undefined,
  lists: readonly string[],
): Reuse | undefined {
  const { tables: old, meta, file, isReusable } = previous
  if (!isReusable) return undefined
  const [before, now] = [old.table('entities'), tables.table('entities')]
  const changed = new Set<Key>()
  for (const [iri, entry] of graphs) {
    const { mask, sum, graph } = readGraphEntry(entry)
    if (graph.length === 0) continue
    const value = before.peek(keyOf(iri))
    if (value?.readUInt32LE() !== mask || !sum.equals(value.subarray(-sum.length))) changed.add(iri)
  }
  for (const iri of replaced ?? keysOf(before)) {
    if (iri.length >= MAX_KEY_BYTES) return undefined
    const key = keyOf(iri)
    if (before.peek(key) && !now.peek(key)) changed.add(iri)
  }
  addReferring(old, meta, changed, reachOf(model))
  if (changed.size > MAX_CHANGED) return undefined
  const positions = lists.map((list, type) => {
    const now = new Int32Array(meta.records[meta.types[type] as string] ?? 0).fill(GONE)
    let position = -1
    function* unchanged(): Generator<Sorted> {
      for (const iri of listBefore(old, type)) {
        position++
        if (!changed.has(iri)) yield [iri, NOTHING]
      }
    }
    for (const found of joinByKey(readRun(list), unchanged())) now[position] = found.position
    return now
  })
  return { file, meta, changed: [...changed].sort(), positions }
}

function* keysOf(table: Table): Generator<Key> {
  for (const { key } of table.range()) yield key.toString('latin1')
}

/** Adds what names something changed, and what names that, and so on. */
function addReferring(old: Tables, { predicates }: Meta, changed: Set<Key>, reach: number): void {
  const ownersOf = (key: Key): Key[] => {
    const { total, first } = readReferences(old.table('references'), predicates, textOfKey(key))
    return first(total).map(({ owner }) => keyBytes(owner))
  }
  let last = [...changed]
  for (let step = 0; step < reach; step++) {
    last = last.flatMap(ownersOf).filter((key) => !changed.has(key) && changed.add(key))
  }
}

/** The IRIs of the records of a type, as keys, in order. */
function* listBefore(old: Tables, type: number): Generator<Key> {
  for (const { value } of old.table('lists').range(within(type, block(0)), within(type + 1, block(0))))
    yield* value.toString().split('\n').map(keyBytes)
}

/** Beyond this the entities that are changed take much memory, and little is left to be taken over. */
const MAX_CHANGED = 200_000

/** Keys near the length at which a digest takes the place of their end. */
const MAX_KEY_BYTES = 900
