/** Records as JSON → the table of records, and what is found by looking at each: orders and names. */

import { jsonIn } from '../../record/record-answer.ts'
import { collectNames } from '../name-search/write-names.ts'
import { keyOfText, within } from '../tables/keys.ts'
import type { Sorted } from '../tables/sorter.ts'
import type { TablesSink } from '../tables/tables.ts'
import { collectOrders } from './orders.ts'
import type { ContentPlan } from './plan.ts'

/** Records of one type, one after another in the order of their list. */
export interface RecordBatch {
  /** Number of the type. */
  readonly type: number
  /** Position of the first one. */
  readonly position: number
  /** Each as `storedText` writes it. */
  readonly records: readonly string[]
  /** Positions of those that are framed when they are requested, and so are not stored. */
  readonly notStored: readonly number[]
}

/** The key of a record. @param type number of its type */
export const recordKey = (type: number, iri: string): Buffer => within(type, keyOfText(iri))

/** In the place of a record that is framed when it is requested. */
const NOT_FRAMED = Buffer.alloc(0)

/** Collects records, in the order of their types and lists. */
export function collectRecords(plan: ContentPlan, tables: TablesSink) {
  const table = tables.table('records')
  const orders = collectOrders(plan)
  const names = collectNames(plan, tables)
  return {
    add({ type, position: first, records, notStored }: RecordBatch): void {
      for (const [i, text] of records.entries()) {
        const position = first + i
        const record = jsonIn(text)
        orders.add(type, position, record)
        names.add(type, position, record)
        const stored = notStored.includes(position) ? NOT_FRAMED : Buffer.from(text)
        table.put(recordKey(type, record.local_identifier as string), stored)
      }
    },
    /** @see OrderCollector.write */
    write: (listOf: (type: number) => Iterable<Sorted>, referrers: () => Iterable<Sorted>) => ({
      orders: orders.write(tables, listOf, referrers),
      names: names.write(),
    }),
    close(): void {
      orders.close()
      names.close()
    },
  }
}
