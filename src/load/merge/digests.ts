/** What records say that stand by themselves, as digests: enough to tell where copies of them differ. */

import type { EntityType } from '../../model/rows/row.ts'
import type { Model } from '../../model/model.ts'
import { hash31 } from '../../record/rdf/fingerprint.ts'
import type { StoredObject, StoredValue } from '../../record/stored.ts'
import { createNumbers } from './iri-table.ts'

export interface Digests {
  /** Keeps digests of the fields that references show. @returns their place; 0 if the type has none */
  keep(type: EntityType, fields: StoredObject): number
  /** The fields of a copy that differ from what is kept at a place. */
  differing(place: number, copy: StoredObject): readonly (readonly [key: string, value: StoredValue])[]
  /** What `agrees` needs of a copy, as numbers in a text. */
  mark(type: EntityType, copy: StoredObject): string
  /** Whether nothing differs in a marked copy; false also if it cannot be told. */
  agrees(place: number, mark: string): boolean
}

export function createDigests(model: Model): Digests {
  const kept = createNumbers()
  // Place 0 is that of nothing.
  kept.push(0)
  return {
    keep(type, fields) {
      if (type.referenceFields.length === 0) return 0
      const place = kept.length
      kept.push(model.types.indexOf(type))
      for (const key of type.referenceFields) kept.push(digestOf(fields[key]))
      return place
    },
    differing(place, copy) {
      if (place === 0) return []
      const { referenceFields: reference } = model.types[kept.at(place)] as EntityType
      return Object.entries(copy).filter(([key, value]) => {
        const own = reference.includes(key) ? kept.at(place + 1 + reference.indexOf(key)) : 0
        return own !== 0 && own !== digestOf(value)
      })
    },
    mark: (type, copy) =>
      type.referenceFields.reduce(
        (mark, key) => `${mark} ${digestOf(copy[key])}`,
        String(model.types.indexOf(type)),
      ),
    agrees(place, mark) {
      const [type, ...digests] = mark.split(' ').map(Number)
      return (
        place !== 0 &&
        kept.at(place) === type &&
        digests.every((one, i) => {
          const own = kept.at(place + 1 + i)
          return own === one || own === 0 || one === 0
        })
      )
    },
  }
}

/** 31 bits of the value of a field, 0 only where there is none. */
const digestOf = (value: StoredValue | undefined): number => (value === undefined ? 0 : hash31(value) || 1)
