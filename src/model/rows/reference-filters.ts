/** Filters of reference fields: what refers to an entity is a list, whichever field it is that does. */

import type { FilterRow, FilterRows } from './filter-row.ts'
import type { EntityType, Fields } from './row.ts'
import { walkFields } from './walk.ts'

/** The path of a filter on the id of what a reference field names. */
const idPath = (path: readonly string[]): string => [...path, 'local_identifier'].join('.')

/**
 * What the relation at the end of a path is called: by the label nearest to it, else by the outermost key. Keys of
 * groups do not count.
 */
function relationLabel(fields: Fields, [key = '', ...below]: readonly string[], above?: string): string {
  const field = fields[key]
  const label = field?.label ?? above ?? key.replaceAll('_', ' ')
  return field && 'fields' in field && below.length > 0
    ? relationLabel(field.fields, below, field.kind === 'nest' ? above : label)
    : label
}

/** Whether a filter asks which entity a reference field names. */
export const asksForReference = (
  key: string,
  { operator, path: filterPath = key }: FilterRow,
  path: readonly string[],
): boolean => operator === 'equals' && (filterPath === idPath(path) || filterPath === path.join('.'))

/** Exact filters on the reference fields of a type for which it has no row. */
export function referenceFilters({ fields, filters = {} }: EntityType): FilterRows {
  const rows = Object.entries(filters)
  const keys = new Set(rows.flatMap(([key, { aliases = [] }]) => [key, ...aliases]))
  return Object.fromEntries(
    [...walkFields(fields)].flatMap(({ path, field }): [string, FilterRow][] => {
      const key = idPath(path)
      if (field.kind !== 'reference' || keys.has(key)) return []
      if (rows.some(([name, row]) => asksForReference(name, row, path))) return []
      const aliasPaths = path.length === 1 ? (field.aliases ?? []).map((alias) => idPath([alias])) : []
      const aliases = aliasPaths.filter((alias) => !keys.has(alias))
      return [
        [
          key,
          {
            operator: 'equals',
            doc: `that name the record with the id {value} in “${relationLabel(fields, path)}”`,
            example: 'id',
            addition: true,
            ...(aliases.length > 0 && { aliases }),
          },
        ],
      ]
    }),
  )
}
