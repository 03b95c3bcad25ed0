/** Facets whose values narrow a list, and those whose values widen it. */

import { isArray } from '../model/rows/cardinality.ts'
import type { Filter } from '../model/rows/filters.ts'
import { comparableValue, valuesOf, type Condition } from './condition.ts'

/**
 * Whether records may have several values of a filter, of which one more narrows the list: contributors, topics. Of
 * one value alone, and of dates, one more widens it.
 */
export const isNarrowing = ({ path: { steps, target } }: Filter): boolean =>
  target.kind !== 'date' &&
  (steps.some(({ multiple }) => multiple) || (target.field !== undefined && isArray(target.field)))

/**
 * The condition of a filter that asks for a value of its facet, in whatever spelling: an id without the base, a code in
 * small letters; undefined where none does.
 */
export const conditionFor = (
  filter: Filter,
  value: string,
  conditions: readonly Condition[],
  base: string,
): Condition | undefined =>
  conditions.find(
    (one) =>
      one.filter === filter &&
      valuesOf(filter, one.value).some((other) => isSame(filter, other, value, base)),
  )

/** Whether two spellings mean the same value of a facet. */
export function isSame(filter: Filter, one: string, other: string, base: string): boolean {
  const [a, b] = [one, other].map((value) => comparableValue({ key: filter.key, filter, value }))
  return a === b || (filter.path.target.kind === 'id' && (base + a === b || a === base + b))
}
