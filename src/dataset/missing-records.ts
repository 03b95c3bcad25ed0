/** Which records of one index another one lacks. */

import { RECORD } from '../query/entity-index.ts'
import { openTables } from './tables/tables.ts'

export interface MissingRecords {
  /** Records of the old index. */
  readonly records: number
  /** Those that are no records in the new one. */
  readonly missing: number
}

/**
 * Counts them, in memory that does not grow with the graph; a file `PATH-lock` appears beside each index.
 * @throws IndexDamaged
 */
export async function countMissing(oldIndex: string, newIndex: string): Promise<MissingRecords> {
  const old = openTables(oldIndex)
  try {
    const fresh = openTables(newIndex)
    try {
      const isRecord = (value: Buffer | undefined): boolean => ((value?.readUInt32LE() ?? 0) & RECORD) !== 0
      const known = fresh.table('entities')
      let [records, missing] = [0, 0]
      for (const { key, value } of old.table('entities').range()) {
        if (!isRecord(value)) continue
        records++
        if (!isRecord(known.peek(key))) missing++
      }
      return { records, missing }
    } finally {
      await fresh.close()
    }
  } finally {
    await old.close()
  }
}
