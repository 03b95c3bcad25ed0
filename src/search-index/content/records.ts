/** Framed records → the table of records, and what was found by looking at each: orders and names. */

import { collectNames, type RecordNames } from '../name-search/write-names.ts'
import { recordKey, within } from '../tables/keys.ts'
import { mergeBlocks } from '../tables/merge-blocks.ts'
import { NOTHING, textOfKey } from '../tables/sorter.ts'
import type { TablesSink } from '../tables/tables.ts'
import { collectOrders } from './orders.ts'
import type { ContentPlan } from './plan.ts'
import type { OpenReuse } from '../tables/reuse.ts'

export interface FramedRecord extends RecordNames {
  /** Number of its type. */
  readonly type: number
  readonly position: number
  readonly iri: string
  /** For each order of the type what it is sorted by. */
  readonly sortKeys: readonly (string | undefined)[]
  /** Length of what is stored of it; 0 where it is framed when it is requested. */
  readonly bytes: number
}

/** Records, those of each type in the order of their list. */
export interface RecordBatch {
  readonly records: readonly FramedRecord[]
  /** What `storedText` wrote of each, one after another. */
  readonly bytes: Uint8Array
}

/** Collects records, those of each type in the order of their list. */
export function collectRecords(plan: ContentPlan, tables: TablesSink) {
  const orders = collectOrders(plan)
  const names = collectNames(plan, tables)
  let before: OpenReuse | undefined
  let merged: ReturnType<typeof mergeBlocks>[] | undefined
  return {
    /** Takes what stays of the index before. */
    reuse(reuse: OpenReuse): void {
      before = reuse
      merged = plan.types.map((_, type) => {
        const changed = reuse.changed.map((key) => recordKey(type, textOfKey(key)).toString('latin1'))
        const [start, end] = [within(type, NOTHING), within(type + 1, NOTHING)]
        const blocks = reuse.tables.table('records').range(start, end, true)
        return mergeBlocks('records', blocks, changed, tables.table('records', type))
      })
    },
    add({ records, bytes: { buffer, byteOffset } }: RecordBatch): void {
      let at = byteOffset
      for (const record of records) {
        orders.add(record.type, record.position, record.sortKeys)
        names.add(record.type, record.position, record)
        const stored = Buffer.from(buffer, at, record.bytes)
        const table = merged?.[record.type] ?? tables.table('records', record.type)
        table.put(recordKey(record.type, record.iri), stored)
        at += record.bytes
      }
    },
    write() {
      for (const one of merged ?? []) one.finish()
      return { orders: orders.write(tables, before), names: names.write(before) }
    },
    close(): void {
      orders.close()
      names.close()
    },
  }
}
