/** The text by which readers know a record. */

import type { Json } from '../../model/values/json.ts'
import type { EntityType } from '../../model/rows/row.ts'
import { naturalName } from '../../model/values/person-names.ts'

/** The first text of a value: of a language map English, else the first language. */
function firstText(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return firstText(value[0])
  return typeof value === 'object' && value !== null
    ? firstText((value as Json).en ?? Object.values(value)[0])
    : undefined
}

/** The title of a record or of a reference to one, by the rows of its type; undefined if it has none. */
export function titleOf(record: Json, type: EntityType | undefined): string | undefined {
  for (const key of type?.labelFields ?? []) {
    const text = firstText(record[key])
    if (text) return type?.hasPersonNames ? naturalName(text) : text
  }
  return undefined
}
