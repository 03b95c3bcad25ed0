/** What stands beside a record in the items of lists that name it: the affiliations of one contributor. */

import type { Filter } from '../../model/rows/filters.ts'
import type { EntityType } from '../../model/rows/row.ts'
import { itemsOf, type Json } from '../../model/values/json.ts'
import { selectValues } from '../../record/naming/field-values.ts'

/** A record, and the filter that finds the records of a type that name it. */
interface NamedRecord {
  readonly iri: string
  readonly type: EntityType
  readonly filter: Filter
}

/** A value, how often it stands beside the record, and how the newest of the records has it. */
export interface ItemCount {
  readonly value: string
  readonly count: number
  readonly item: unknown
}

const pathOf = ({ key, row }: Filter): string[] => (row.path ?? key).split('.').slice(0, -1)

const idOf = (value: unknown): string =>
  String(typeof value === 'object' && value !== null ? (value as Json).local_identifier : value)

/** The values of a facet in those items alone that name the record, the most frequent first. */
export function mostNamed(
  records: readonly Json[],
  counted: Filter,
  { iri, type, filter }: NamedRecord,
): ItemCount[] {
  const [list = '', ...named] = pathOf(filter)
  const [, ...path] = pathOf(counted)
  const field = type.fields[list]
  if (!field || !('fields' in field)) return []
  const counts = new Map<string, ItemCount>()
  for (const record of records) {
    const items = (itemsOf(record[list]) as Json[]).filter((item) =>
      selectValues(item, field.fields, { path: named }).some(({ value }) => idOf(value) === iri),
    )
    const values = items.flatMap((item) => selectValues(item, field.fields, { path }))
    for (const [value, item] of new Map(values.map((one) => [idOf(one.value), one.value])))
      counts.set(value, { value, item, count: (counts.get(value)?.count ?? 0) + 1 })
  }
  return [...counts.values()].sort((a, b) => b.count - a.count)
}
