/** The facets in an answer: how many records have each value, and the list of each. */

import { checkpoint } from '../../admission/task.ts'
import {
  asksForAll,
  printConditions,
  valuesOf,
  type Condition,
  conditionFor,
  isNarrowing,
} from '../../filter/condition.ts'
import type { Filter } from '../../model/rows/filters.ts'
import type { EntityType } from '../../model/rows/row.ts'
import { MAX_FACET_SIZE } from '../../config/parameters.ts'
import type { GraphContext } from '../graph-context.ts'
import type { RequestedFacets } from '../request/facets.ts'
import type { FacetValue } from '../../search-index/query/count-facet-values.ts'
import { labelValues } from './value-labels.ts'

export interface LabelledCount {
  readonly value: string
  readonly label: string
  readonly count: number
  /** URL of the list of the records that have the value. */
  readonly local_identifier: string
}

export interface FacetCounts {
  readonly key: string
  /** Its heading. */
  readonly label: string
  readonly values: readonly LabelledCount[]
  /** How many values there are, as far as they were counted; absent for programs. */
  readonly total?: number | undefined
}

/** Values that are counted where some of them are shown. */
export const MAX_COUNTED = 100

/** Whether a condition asks for one value: with several, one of them narrows the list. */
const asksForNothingElse = (filter: Filter, condition: Condition | undefined): boolean =>
  condition !== undefined && valuesOf(filter, condition.value).length === 1

/** The most frequent values, those of the type first. */
function ofTypeFirst(
  { graph }: GraphContext,
  counts: readonly FacetValue[],
  name: string,
  limit: number,
): FacetValue[] {
  const first: FacetValue[] = []
  const others: FacetValue[] = []
  for (const one of counts) {
    if (first.length === limit) break
    ;(graph.typesOf(one.value).some((type) => type.name === name) ? first : others).push(one)
  }
  return [...first, ...others].slice(0, limit)
}

/**
 * Counts the facets of the records that meet all conditions; one of which another value would widen the list ignores
 * its own: for people each of which no two values are asked for, for programs one of which records have a single value.
 */
export function countFacets(
  context: GraphContext,
  type: EntityType,
  conditions: readonly Condition[],
  { filters, size, dateSize = size, isForPeople }: RequestedFacets,
): Promise<FacetCounts[]> {
  const areAll = isForPeople === true && size === MAX_FACET_SIZE
  return Promise.all(
    filters.map(async (filter) => {
      const isNarrowed = isForPeople ? asksForAll(filter, conditions) : isNarrowing(filter)
      const otherConditions = isNarrowed
        ? conditions
        : conditions.filter((condition) => condition.filter !== filter)
      const limit = filter.path.target.kind === 'date' ? dateSize : size
      const mainType = isForPeople ? filter.row.mainType : undefined
      checkpoint(context.task)
      const all = await context.queries.facet(
        type,
        filter.key,
        otherConditions,
        areAll ? Infinity : Math.max(limit + 1, mainType ? MAX_COUNTED : 0),
      )
      const counts = mainType === undefined ? all.slice(0, limit) : ofTypeFirst(context, all, mainType, limit)
      const labels = await labelValues(
        context,
        type,
        filter,
        counts.map(({ value }) => value),
      )
      return {
        key: filter.key,
        label: filter.row.facet as string,
        ...(isForPeople && { total: all.length }),
        values: counts.map(({ value, count }) => ({
          value,
          label: labels.get(value) ?? value,
          count,
          local_identifier: context.urls.list(
            type,
            printConditions(
              asksForNothingElse(filter, conditionFor(filter, value, otherConditions, context.base))
                ? otherConditions
                : [...otherConditions, { key: filter.key, filter, value }],
            ),
          ),
        })),
      }
    }),
  )
}
