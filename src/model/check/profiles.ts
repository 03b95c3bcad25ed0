/** What is wrong with the profiles of a type: each names a filter by id and facets of a collection. */

import type { Filter, Filters } from '../rows/filters.ts'
import type { EntityType } from '../rows/row.ts'
import { suggestNames } from '../values/closest-match.ts'

/** @param typeAt gives the type of a collection */
export function profileErrors(
  { name, profiles = [] }: EntityType,
  typeAt: (path: string) => EntityType | undefined,
  filtersOf: (type: EntityType) => Filters,
): string[] {
  return profiles.flatMap(({ collection, filter, facets, itemFacets = {} }) => {
    const location = `the profile ${filter} of ${name}`
    const type = typeAt(collection)
    if (!type) return [`${location} has the collection ${collection}, which there is not`]
    const { all } = filtersOf(type)
    const unknown = (key: string, what: string, fits: (one: Filter) => boolean): string[] => {
      const keys = all.filter(fits).map((one) => one.key)
      return keys.includes(key) ? [] : [`${location} has the ${what} ${key}; ${suggestNames(key, keys)}`]
    }
    return [
      ...unknown(filter, 'filter', ({ row, path }) => row.operator === 'equals' && path.target.kind === 'id'),
      ...Object.keys({ ...facets, ...itemFacets }).flatMap((key) =>
        unknown(key, 'facet', ({ row }) => row.facet !== undefined),
      ),
    ]
  })
}
