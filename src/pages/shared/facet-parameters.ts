/** The parameters with which the page of a list has more values of a facet beside it. */

import { DEFAULT_FACET_SIZE, FACET_SIZE, FACETS, MAX_FACET_SIZE } from '../../parameters.ts'

/** Values of one facet alone where more are requested. */
const LARGER_SIZES = [100, MAX_FACET_SIZE]
/** Values of each facet of a page that names none. */
const PAGE_SIZE = 12

const parametersOf = (keys: readonly string[], size: number): string =>
  `${FACETS}=${keys.join(',')}&${FACET_SIZE}=${size}`

const listOf = (parameters: string | undefined): string[] => (parameters ?? '').split('&').filter(Boolean)

/** The parameters of a page with other facets than its own. */
const withFacets = (parameters: string | undefined, facets: string): string =>
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
  const size =
    text !== undefined
      ? Number(text.slice(FACET_SIZE.length + 1))
      : parameters?.includes(`${FACETS}=`)
        ? DEFAULT_FACET_SIZE
        : PAGE_SIZE
  const larger = LARGER_SIZES.find((one) => one > size)
  return shown < size || larger === undefined
    ? undefined
    : withFacets(parameters, parametersOf([key], larger))
}
