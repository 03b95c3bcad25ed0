/** The parameters of facets: which ones of a list are requested, and how many values. */

import { Problem } from '../../config/errors.ts'
import type { Model } from '../../model/model.ts'
import { withSuggestion } from '../../model/values/closest-match.ts'
import { KIND } from '../../model/rows/kinds.ts'
import type { EntityType } from '../../model/rows/row.ts'
import type { Filter } from '../../model/rows/filters.ts'
import { DEFAULT_FACET_SIZE, FACET_SIZE, FACETS, MAX_FACETS } from '../../config/parameters.ts'
import { numberValue, singleValue, type Query } from './query-parameters.ts'

/** What is to be counted. */
export interface RequestedFacets {
  readonly filters: readonly Filter[]
  /** Values of each at most. */
  readonly size: number
  /** Of dates, whose values stand in the order of time; absent: as many as of others. */
  readonly dateSize?: number
  /** Whether a page shows them: values of the main type stand first, and one more may widen the list. */
  readonly isForPeople?: boolean
}

/** Years of a histogram. */
const MAX_YEARS = 200
/** Values of a facet beside a page that names none. */
const PAGE_SIZE = 12

/** The facets beside a page for people: those of its list, kinds in front and in place of coarser ones. */
export const facetsOfPage = (type: EntityType, model: Model): RequestedFacets => ({
  filters: model
    .filtersOf(type)
    .all.filter((filter) => isFacet(filter) && !(type.kinds && filter.key === type.display?.subtype))
    .sort((a, b) => Number(b.key === KIND) - Number(a.key === KIND))
    .slice(0, MAX_FACETS),
  size: PAGE_SIZE,
  dateSize: MAX_YEARS,
})

const isFacet = ({ row }: Filter): boolean => row.facet !== undefined

/** The facets that a query names. @throws Problem invalid-parameter, naming those that there are */
export function readFacets(query: Query, type: EntityType, model: Model): RequestedFacets | undefined {
  const text = singleValue(query, FACETS)
  const size = numberValue(query, FACET_SIZE)
  // Clients that are generated from the OpenAPI document send what it has as the default.
  if (text === undefined) return undefined
  const facetFilters = model.filtersOf(type).all.filter(isFacet)
  const keys = text
    .split(',')
    .map((key) => key.trim())
    .filter(Boolean)
  if (keys.length === 0 || keys.length > MAX_FACETS)
    throw new Problem(
      'invalid-parameter',
      `${FACETS} takes 1 to ${MAX_FACETS} keys, with commas between them.`,
    )
  return { filters: [...new Set(keys)].map((key) => facetNamed(key, type, facetFilters)), size }
}

function facetNamed(key: string, type: EntityType, all: readonly Filter[]): Filter {
  const found = all.find((filter) => filter.key === key)
  if (found) return found
  const keys = all.map((filter) => filter.key)
  const unknown = `${key.slice(0, 64)} is not a facet of ${type.plural.toLowerCase()}`
  throw new Problem(
    'invalid-parameter',
    `${withSuggestion(unknown, key, keys)} ${
      keys.length > 0 ? `The facets are ${keys.join(', ')}.` : 'The list has no facets.'
    }`,
  )
}

/** The names of facets as they stand in a URL. */
export const printFacets = ({ filters, size }: RequestedFacets): string =>
  `${FACETS}=${filters.map(({ key }) => key).join(',')}${size === DEFAULT_FACET_SIZE ? '' : `&${FACET_SIZE}=${size}`}`
