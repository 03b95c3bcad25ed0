/** The parameters with which the page of a list has all of its facets beside it. */

import type { EntityType } from '../../model/rows/row.ts'
import type { Site } from './site.ts'

/** Values of each facet that a page shows unless more are requested. */
const SIZE = 6

/** Empty where a list has no facets. */
export function facetParameters(type: EntityType, { model }: Site): string {
  const keys = model.filtersOf(type).all.flatMap(({ key, row }) => (row.facet === undefined ? [] : [key]))
  return keys.length === 0 ? '' : `skeg_facets=${keys.join(',')}&skeg_facet_size=${SIZE}`
}
