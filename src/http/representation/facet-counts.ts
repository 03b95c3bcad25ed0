/** The facets in an answer: how many records have each value, and the list of each. */

import { type Condition, printConditions } from '../../filter/condition.ts'
import type { EntityType } from '../../model/rows/row.ts'
import type { FacetCounts } from '../../pages/search/facet-lists.ts'
import type { GraphContext } from '../graph-context.ts'
import type { StageTimer } from '../middleware/server-timing.ts'
import type { FacetRequest } from '../request/facets.ts'
import { labelValues } from './value-labels.ts'

/** Counts the facets of the records that meet all conditions; each ignores its own. */
export function countFacets(
  context: GraphContext,
  type: EntityType,
  conditions: readonly Condition[],
  { filters, size }: FacetRequest,
  timer: StageTimer,
): Promise<FacetCounts[]> {
  return Promise.all(
    filters.map(async (filter) => {
      const otherConditions = conditions.filter((condition) => condition.filter !== filter)
      const counted = await timer('search', () =>
        context.queries.facet(type, filter.key, otherConditions, size),
      )
      const labels = await labelValues(
        context,
        type,
        filter,
        counted.map(({ value }) => value),
        timer,
      )
      return {
        key: filter.key,
        label: filter.row.facet as string,
        values: counted.map(({ value, count }) => ({
          value,
          label: labels.get(value) ?? value,
          count,
          local_identifier: context.urls.list(
            type,
            printConditions([...otherConditions, { key: filter.key, filter, value }]),
          ),
        })),
      }
    }),
  )
}
