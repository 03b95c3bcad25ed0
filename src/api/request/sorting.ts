/** The parameter `skeg_sort`: by what a list is to be sorted. */

import { Problem } from '../../config/errors.ts'
import type { Model } from '../../model/model.ts'
import type { EntityType } from '../../model/rows/row.ts'
import { withSuggestion } from '../../model/values/closest-match.ts'
import { RELEVANCE } from '../../search-index/query/relevance.ts'
import { isRanked } from '../../search-index/query/text-search.ts'
import type { Condition } from '../../filter/condition.ts'
import { ordersOf } from '../../search-index/query/stamps.ts'
import { DESCENDING, SORT } from '../../config/parameters.ts'
import { singleValue, type Query } from './query-parameters.ts'
import type { SortBy } from '../../search-index/query/sort-by.ts'

const textKeys = (type: EntityType, model: Model): string[] =>
  model
    .filtersOf(type)
    .all.filter((filter) => isRanked({ filter }))
    .map(({ key }) => key)

/** @throws Problem invalid-parameter, naming the orders that there are */
export function readSort(
  query: Query,
  type: EntityType,
  conditions: readonly Condition[],
  model: Model,
): SortBy | undefined {
  const text = singleValue(query, SORT)
  if (text === undefined) return undefined
  if (text === RELEVANCE) {
    if (!conditions.some(isRanked))
      throw new Problem(
        'invalid-parameter',
        `${SORT}=${RELEVANCE} needs one of the conditions that search a text: ` +
          `${textKeys(type, model).join(', ')}.`,
      )
    return { name: RELEVANCE, isDescending: false }
  }
  const isDescending = text.endsWith(DESCENDING)
  const name = isDescending ? text.slice(0, -DESCENDING.length) : text
  const orders = ordersOf(type)
  if (Object.hasOwn(orders, name)) return { name, isDescending }
  const names = [...Object.keys(orders), ...(conditions.some(isRanked) ? [RELEVANCE] : [])]
  throw new Problem(
    'invalid-parameter',
    `${withSuggestion(`${type.plural} cannot be sorted by ${text.slice(0, 64)}`, name, names)} ${
      `${SORT} is one of ${names.join(', ')}, each perhaps with ${DESCENDING} behind ` +
      `it${names.includes(RELEVANCE) ? `, but for ${RELEVANCE}` : ''}.`
    }`,
  )
}
