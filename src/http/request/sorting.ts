/** By what a list is to be sorted. */

import { Problem } from '../../errors.ts'
import type { EntityType } from '../../model/rows/row.ts'
import { closestMatch } from '../../model/values/closest-match.ts'
import type { SortBy } from '../../store/graph.ts'
import { singleValue, type Query } from './query-parameters.ts'

export const SORT = 'skeg_sort'

const DESCENDING = ':desc'

/** @throws Problem invalid-parameter, naming the orders that there are */
export function readSort(query: Query, type: EntityType): SortBy | undefined {
  const text = singleValue(query, SORT)
  if (text === undefined) return undefined
  const isDescending = text.endsWith(DESCENDING)
  const name = isDescending ? text.slice(0, -DESCENDING.length) : text
  if (Object.hasOwn(type.orders ?? {}, name)) return { name, isDescending }
  const names = Object.keys(type.orders ?? {})
  const guess = closestMatch(name, names)
  throw new Problem(
    'invalid-parameter',
    `${type.plural} cannot be sorted by ${name.slice(0, 64)}${guess ? `; did you mean ${guess}?` : '.'} ${
      names.length > 0
        ? `${SORT} is one of ${names.join(', ')}, each perhaps with ${DESCENDING} behind it.`
        : 'The list has no orders.'
    }`,
  )
}

/** The order as it stands in a URL. */
export const printSort = ({ name, isDescending }: SortBy): string =>
  `${SORT}=${name}${isDescending ? DESCENDING : ''}`
