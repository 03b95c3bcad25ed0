/** What records of sources say of other entities, stored until all records are read. */

import type { Json } from '../../model/values/json.ts'
import { createBuckets } from '../merge/buckets.ts'
import type { Origin } from '../merge/part.ts'
import type { ChosenIds } from '../../sources/linking/canonical-ids.ts'

/** What a record of a source says of another entity. */
interface Addition {
  readonly record: Json
  readonly at: Origin
}

export interface Additions {
  add(addition: Addition): void
  /** All additions, with the ids of their entities; then there are none. */
  take(ids: ChosenIds): Generator<Addition>
}

/** @param folder for what does not fit in memory */
export function createAdditions(folder: string): Additions {
  const buckets = createBuckets(folder, 'additions')
  return {
    add(addition) {
      // A key is text without tabs, as JSON strings are.
      const key = JSON.stringify(addition.record['local_identifier'] ?? '')
      buckets.add(key, `${key}\t${JSON.stringify(addition)}`)
    },
    *take(ids) {
      for (const [, lines] of buckets.groups())
        for (const line of lines) {
          const { record, at } = JSON.parse(line.slice(line.indexOf('\t') + 1)) as Addition
          yield { record: ids.inRecord(record), at }
        }
    },
  }
}
