/** What records of sources say of other entities, stored until all records are read. */

import { isObject, type Json } from '../../model/values/json.ts'
import { createBuckets } from '../merge/buckets.ts'
import type { Origin } from '../merge/part.ts'

/** What a record of a source says of another entity. */
interface Addition {
  readonly record: Json
  readonly at: Origin
}

export interface Additions {
  add(addition: Addition): void
  /** Records the id of an entity that other records call by another one. */
  alias(other: string, id: string): void
  /** All additions, with the ids of their entities; then there are none. */
  take(): Generator<Addition>
}

/** @param folder for what does not fit in memory; of the aliases, memory holds all */
export function createAdditions(folder: string): Additions {
  const buckets = createBuckets(folder, 'additions')
  const ids = new Map<string, string>()

  function resolve(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(resolve)
    if (!isObject(value)) return value
    const members = Object.entries(value).map(([key, inner]): [string, unknown] => [
      key,
      key === 'local_identifier' && typeof inner === 'string' ? (ids.get(inner) ?? inner) : resolve(inner),
    ])
    return Object.fromEntries(members)
  }
  return {
    add(addition) {
      // A key is text without tabs, as JSON strings are.
      const key = JSON.stringify(addition.record['local_identifier'] ?? '')
      buckets.add(key, `${key}\t${JSON.stringify(addition)}`)
    },
    alias(other, id) {
      if (other !== id) ids.set(other, id)
    },
    *take() {
      for (const [, lines] of buckets.groups())
        for (const line of lines) {
          const { record, at } = JSON.parse(line.slice(line.indexOf('\t') + 1)) as Addition
          yield { record: resolve(record) as Json, at }
        }
    },
  }
}
