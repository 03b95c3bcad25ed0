/** The parameters with which the page of a list has all of its facets beside it, or more values of one. */

import type { EntityType } from '../../model/rows/row.ts'
import { DEFAULT_FACET_SIZE, FACET_SIZE, FACETS, MAX_FACET_SIZE } from '../../parameters.ts'
import type { Site } from './site.ts'

/** Values of each facet that a page shows, and of one facet alone where more are requested. */
const SIZE = 6
const LARGER_SIZES = [100, MAX_FACET_SIZE]

/** Empty where a list has no facets. */
export function facetParameters(type: EntityType, { model }: Site): string {
  const keys = model.filtersOf(type).all.flatMap(({ key, row }) => (row.facet === undefined ? [] : [key]))
  return keys.length === 0 ? '' : parametersOf(keys, SIZE)
}

const parametersOf = (keys: readonly string[], size: number): string =>
  `${FACETS}=${keys.join(',')}&${FACET_SIZE}=${size}`

const listOf = (parameters: string | undefined): string[] => (parameters ?? '').split('&').filter(Boolean)

/** The parameters of a page with other facets than its own, or with none. */
export const withFacets = (parameters: string | undefined, facets: string): string =>
  [
    ...listOf(parameters).filter((one) => !one.startsWith(`${FACETS}=`) && !one.startsWith(`${FACET_SIZE}=`)),
    facets,
  ].join('&')

/**
 * The parameters with which a page has more values of a facet, and no other; undefined where it has all.
 * @param shown values that it has
 */
export function moreValues(parameters: string | undefined, key: string, shown: number): string | undefined {
  const text = listOf(parameters).find((one) => one.startsWith(`${FACET_SIZE}=`))
  const size = text === undefined ? DEFAULT_FACET_SIZE : Number(text.slice(FACET_SIZE.length + 1))
  const larger = LARGER_SIZES.find((one) => one > size)
  return shown < size || larger === undefined
    ? undefined
    : withFacets(parameters, parametersOf([key], larger))
}
