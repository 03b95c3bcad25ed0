/** The filter of a list, as it stands in the URL. */

import { Problem } from '../errors.ts'
import type { Query } from './query.ts'

/** All filter parameters joined; undefined if they are empty. */
export const filterOf = (query: Query): string | undefined => (query.get('filter') ?? []).filter(Boolean).join(',') || undefined

const LONGEST_SHOWN = 100

/** @throws Problem invalid-filter for any filter: no filter is implemented yet, and none is ever passed over */
export function refuseFilter(filter: string | undefined): void {
  if (filter === undefined) return
  const key = filter.replace(/^(?:,|%2C)+/i, '').split(/:|%3A/i, 1)[0] ?? ''
  throw new Problem('invalid-filter', `The filter ${key.slice(0, LONGEST_SHOWN)} is not supported by this implementation, valid filters are: none.`)
}
