/** Sorted lists: the positions of records in the orders that rows name, such as by date or title. */

import { sortableDate, sortableText, sortCodePoints } from '../../model/values/sorting.ts'
import { isObject, itemsOf, type Json, valuesAt } from '../../model/values/json.ts'
import { block, NUMBER_BYTES, numberInKey, numberKey, within } from '../tables/keys.ts'
import { createSorter, keyBytes, NOTHING, type Sorted } from '../tables/sorter.ts'
import type { SortOrder } from '../tables/meta.ts'
import type { Table, TablesSink } from '../tables/tables.ts'
import { GONE, type OpenReuse } from '../tables/reuse.ts'

/** An order that is to be collected. */
export interface PlannedOrder {
  /** Number of the type. */
  readonly type: number
  readonly name: string
  /** By the first of the dates, or by the first text. */
  readonly by: 'date' | 'text'
  /** Keys that lead to the value. */
  readonly path: readonly string[]
}

/** Positions in a block, four bytes each: as many as fit in a page. */
const BLOCK = 4080

/** Bytes that wait in memory for each order. */
const MAX_SORTER_BYTES = 1_000_000

/** Marks a position whose record is sorted by the same value as the one before it. */
const SAME = 0x8000_0000

/** English of a text by language, else the first; the text itself where it has no language. */
const sortedText = (value: unknown): string | undefined => {
  const one = isObject(value) ? itemsOf(value['en'] ?? Object.values(value)[0])[0] : value
  return typeof one === 'string' && one !== '' ? sortableText(one) : undefined
}

/** What a record is sorted by: text that sorts as its bytes do; undefined where it has no such value. */
function sortKey(record: Json, { path, by }: PlannedOrder): string | undefined {
  const values = valuesAt(record, path)
  return by === 'date'
    ? sortCodePoints(values.flatMap((value) => (typeof value === 'string' && sortableDate(value)) || []))[0]
    : sortedText(values[0])
}

/** Gives what a record of a type is sorted by, for each order of the type. */
export function orderReader({
  types,
  orders,
}: OrderPlan): (type: number, record: Json) => (string | undefined)[] {
  const ordersOf = types.map((_, type) => orders.filter((order) => order.type === type))
  return (type, record) => (ordersOf[type] ?? []).map((order) => sortKey(record, order))
}

interface OrderPlan {
  readonly folder: string
  /** Names of the types. */
  readonly types: readonly string[]
  readonly orders: readonly PlannedOrder[]
}

export interface OrderCollector {
  /** @param type its number @param keys what an order reader gave */
  add(type: number, position: number, keys: readonly (string | undefined)[]): void
  /** @param before what stays of the index before */
  write(tables: TablesSink, before?: OpenReuse): readonly SortOrder[]
  close(): void
}

export function collectOrders({ folder, types, orders: planned }: OrderPlan): OrderCollector {
  const orders = planned.map((order, i) => ({
    order,
    sorter: createSorter(folder, `order-${i}`, MAX_SORTER_BYTES),
  }))
  return {
    add(type, position, keys) {
      let next = 0
      for (const { order, sorter } of orders) {
        if (order.type !== type) continue
        const key = keys[next++]
        if (key !== undefined) sorter.add(`${keyBytes(key)}\0${numberKey(position)}`)
      }
    },
    write: (tables, before) =>
      orders.map(({ order: { type, name }, sorter }, number) => ({
        type: types[type] as string,
        name,
        length: writeOrder(tables, number, sorter.sorted(before && linesBefore(before, number, type))),
      })),
    close() {
      for (const { sorter } of orders) sorter.close()
    },
  }
}

/** What the records that stay are sorted by, and their positions now. */
function* linesBefore(before: OpenReuse, order: number, type: number): Generator<Sorted> {
  const { tables, meta, positions } = before
  const keys = tables.table('orderKeys')
  for (let number = 0; number * BLOCK < (meta.orders[order] as SortOrder).length; number++) {
    const lines = keys.require(within(order, block(number)), 'keys of an order')
    for (const line of JSON.parse(lines.toString()) as string[]) {
      const position = positions[type]?.[numberInKey(line, line.length - NUMBER_BYTES)] ?? GONE
      if (position !== GONE) yield [line.slice(0, -NUMBER_BYTES) + numberKey(position), NOTHING]
    }
  }
}

/** Writes an order. @param sorted what is sorted by, NUL and a position @returns how many there are */
export function writeOrder(
  tables: TablesSink,
  number: number,
  sorted: Iterable<readonly [key: string, value: Buffer]>,
): number {
  const [table, keys] = [tables.table('orders'), tables.table('orderKeys')]
  let [length, last] = [0, undefined as string | undefined]
  let waiting: number[] = []
  let lines: string[] = []
  const flush = (): void => {
    if (waiting.length === 0) return
    const blockKey = within(number, block(Math.ceil(length / BLOCK) - 1))
    keys.put(blockKey, Buffer.from(JSON.stringify(lines)))
    lines = []
    const value = Buffer.alloc(NUMBER_BYTES * waiting.length)
    waiting.forEach((position, i) => value.writeUInt32LE(position, NUMBER_BYTES * i))
    table.put(blockKey, value)
    waiting = []
  }
  for (const [key] of sorted) {
    const value = key.slice(0, -NUMBER_BYTES)
    const position = numberInKey(key, key.length - NUMBER_BYTES)
    waiting.push(value === last ? (position | SAME) >>> 0 : position)
    last = value
    lines.push(key)
    length++
    if (waiting.length === BLOCK) flush()
  }
  flush()
  return length
}

/** The positions of an order, those marked that are equal to the one before. */
function marksOf(table: Table, number: number, length: number): Uint32Array {
  const sorted = new Uint32Array(length)
  for (let at = 0; at < length; at += BLOCK) {
    const value = table.require(within(number, block(at / BLOCK)), 'a part of an order')
    for (let i = 0; i * NUMBER_BYTES < value.length; i++)
      sorted[at + i] = value.readUInt32LE(i * NUMBER_BYTES)
  }
  return sorted
}

/** The positions at some places of an order. */
export function* sliceOrder(table: Table, number: number, from: number, to: number): Generator<number> {
  for (let at = from; at < to;) {
    const start = at - (at % BLOCK)
    const value = table.require(within(number, block(start / BLOCK)), 'a part of an order')
    for (const end = Math.min(to, start + BLOCK); at < end; at++)
      yield (value.readUInt32LE((at - start) * NUMBER_BYTES) & ~SAME) >>> 0
  }
}

/**
 * The positions of records in an order: of equal ones in the order of their IRIs; those that have no value
 * come last, in both directions.
 * @param total number of records of the type
 */
export function readOrder(
  table: Table,
  number: number,
  { length }: SortOrder,
  total: number,
  isDescending: boolean,
): Uint32Array {
  const sorted = marksOf(table, number, length)
  const positions = new Uint32Array(total)
  const has = new Uint8Array(total)
  let next = 0
  for (const marked of sorted) has[(marked & ~SAME) >>> 0] = 1
  const add = (marked: number): void => {
    positions[next++] = (marked & ~SAME) >>> 0
  }
  if (isDescending)
    for (let end = length; end > 0;) {
      let start = end - 1
      while (((sorted[start] as number) & SAME) !== 0) start--
      for (let i = start; i < end; i++) add(sorted[i] as number)
      end = start
    }
  else for (const marked of sorted) add(marked)
  for (let position = 0; position < total; position++) if (has[position] === 0) positions[next++] = position
  return positions
}
