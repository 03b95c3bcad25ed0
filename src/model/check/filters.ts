/** Checks filters, kinds and properties of schema.org as others write them. */

import type { FilterRow } from '../rows/filter-row.ts'
import type { KindNames, KindRow, Kinds, SchemaOrgProperty } from '../rows/row.ts'
import {
  list,
  literalTrue,
  objectOf,
  oneOf,
  optional,
  required,
  table,
  text,
  type MembersOf,
} from '../rows/shape.ts'

const strings = list(text)

export const filterMembers: MembersOf<FilterRow> = {
  operator: required(oneOf('equals', 'contains', 'within', 'gte', 'lte')),
  path: optional(text),
  doc: required(text),
  label: optional(text),
  example: required(text),
  aliases: optional(strings),
  scheme: optional(text),
  orIdentifier: optional(
    objectOf<NonNullable<FilterRow['orIdentifier']>>({ scheme: required(text), path: required(text) }),
  ),
  sameItem: optional(literalTrue),
  addition: optional(literalTrue),
  facet: optional(text),
  chartOf: optional(text),
}
/** What the filters of a type must be. */
export const filters = table(objectOf<FilterRow>(filterMembers))

const names = objectOf<KindNames>({
  label: required(text),
  csl: required(text),
  coar: required(list(text, 2)),
  dataCite: required(text),
  schemaOrg: required(text),
})
/** What the kinds of a type must be. */
export const kinds = objectOf<Kinds>({
  names: required(table(names)),
  rows: required(list(objectOf<KindRow>({ kind: required(text), has: required(table(strings)) }), 1)),
})

export const schemaOrgProperty = objectOf<SchemaOrgProperty>({
  path: required(list(text, 1)),
  where: optional(table(text)),
  classOfContent: optional(text),
})
