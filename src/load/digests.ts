/** What records say that stand by themselves, as digests: enough to tell where copies of them differ. */

import type { EntityType } from '../model/row.ts'
import type { Model } from '../model/model.ts'
import { hash64 } from '../record/fingerprint.ts'
import type { StoredObject, StoredValue } from '../record/stored.ts'
import { createNumbers } from './table.ts'

export interface Digests {
  /** Keeps digests of the fields that references show. @returns their place; 0 if the type has none */
  keep(type: EntityType, fields: StoredObject): number
  /** The fields of a copy that differ from what is kept at a place. */
  differing(place: number, copy: StoredObject): readonly (readonly [key: string, value: StoredValue])[]
}

export function createDigests(model: Model): Digests {
  const kept = createNumbers()
  // Place 0 is that of nothing.
  kept.push(0)
  return {
    keep(type, fields) {
      if (type.reference.length === 0) return 0
      const place = kept.length
      kept.push(model.types.indexOf(type))
      for (const key of type.reference) kept.push(fields[key] === undefined ? 0 : digestOf(fields[key]))
      return place
    },
    differing(place, copy) {
      if (place === 0) return []
      const { reference } = model.types[kept.at(place)] as EntityType
      return Object.entries(copy).filter(([key, value]) => {
        const own = reference.includes(key) ? kept.at(place + 1 + reference.indexOf(key)) : 0
        return own !== 0 && own !== digestOf(value)
      })
    },
  }
}

const halves = new Uint32Array(2)

/** 32 bits of a value, never 0. */
function digestOf(value: StoredValue): number {
  hash64(JSON.stringify(value), halves)
  return (halves[0] as number) || 1
}
