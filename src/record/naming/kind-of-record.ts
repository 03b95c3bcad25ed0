/** The kind of a record, as the rows of its type tell it. */

import { isObject, itemsOf, type Json } from '../../model/values/json.ts'
import { kindBy, wordOfClass } from '../../model/rows/kinds.ts'
import type { EntityType, KindNames } from '../../model/rows/row.ts'
import type { NamingLanguage } from './name-of-record.ts'
import { selectValues, type FieldValue } from './field-values.ts'

/** A value as rows know it: a class by its last segment and its labels, an entity by its id. */
function wordsOf({ value, field }: FieldValue): readonly string[] {
  if (!isObject(value)) return [String(value)]
  if (field.kind !== 'labelledClass') return [String(value.local_identifier)]
  const { class: iri, ...rest } = value
  const labels = Object.entries(field.fields).flatMap(([key, { kind }]) =>
    kind === 'langString' && isObject(rest[key]) ? Object.values(rest[key]).map(String) : [],
  )
  return iri === undefined ? labels : [wordOfClass(String(iri)), ...labels]
}

/** The word of the filter `cf.kind` for a record; undefined where its type has no kinds. */
export const kindOf = (record: Json, { kinds, fields }: EntityType): string | undefined =>
  kinds && kindBy(kinds, (path) => selectValues(record, fields, { path: path.split('.') }).flatMap(wordsOf))

/** What the kind of a record is called. */
export const kindNames = (record: Json, type: EntityType): KindNames | undefined =>
  type.kinds?.names[kindOf(record, type) ?? '']

/** What kind of record it is, for people. */
export function kindLabels(record: Json, type: EntityType, { translate }: NamingLanguage): string[] {
  const names = kindNames(record, type)
  if (names) return [translate(names.label)]
  const subtype = type.display?.subtype
  return subtype === undefined ? [] : itemsOf(record[subtype]).map((term) => translate(String(term)))
}
