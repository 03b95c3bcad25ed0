/** What is requested of a list: which records, in which order, which fields of them, and what is counted. */

import { Problem } from '../../config/errors.ts'
import type { Condition } from '../../filter/condition.ts'
import { parseFilter } from '../../filter/parse.ts'
import { offersIn, type MediaType } from '../../config/media.ts'
import type { Model } from '../../model/model.ts'
import type { EntityType } from '../../model/rows/row.ts'
import { RELEVANCE } from '../../search-index/query/relevance.ts'
import { isStampSearch, MODIFIED } from '../../search-index/query/stamps.ts'
import { isTextSearch, isWordSearch } from '../../search-index/query/text-search.ts'
import { exactOperators } from '../../model/rows/filter-row.ts'
import type { Filter } from '../../model/rows/filters.ts'
import { isShort } from '../../model/values/word-query.ts'
import type { GraphQueries } from '../../search-index/query/graph-queries.ts'
import { FACETS } from '../../config/parameters.ts'
import { printFacets, readFacets, type RequestedFacets } from './facets.ts'
import { printFields, readFields, type RequestedFields } from './fields.ts'
import type { Query } from './query-parameters.ts'
import { readSample, type RequestedSample } from './sampling.ts'
import { printSort } from './list-url.ts'
import { readSort } from './sorting.ts'
import type { PublishedGraph } from '../../record/urls.ts'
import type { SortBy } from '../../search-index/query/sort-by.ts'

export interface ListRequest {
  readonly conditions: readonly Condition[]
  readonly sort: SortBy | undefined
  readonly sample: RequestedSample | undefined
  readonly fields: RequestedFields | undefined
  readonly facets: RequestedFacets | undefined
}

/** The same as a message can hold it: filters by their keys. */
export interface PlainListRequest extends Omit<ListRequest, 'conditions' | 'facets'> {
  readonly conditions: readonly Omit<Condition, 'filter'>[]
  readonly facets: (Omit<RequestedFacets, 'filters'> & { readonly filters: readonly string[] }) | undefined
}

export const withoutFilters = ({ conditions, facets, ...request }: ListRequest): PlainListRequest => ({
  ...request,
  conditions: conditions.map(({ key, value }) => ({ key, value })),
  facets: facets && { ...facets, filters: facets.filters.map(({ key }) => key) },
})

export function withFilters(
  { conditions, facets, ...request }: PlainListRequest,
  type: EntityType,
  model: Model,
): ListRequest {
  const filterOf = (key: string): Filter => model.filtersOf(type).find(key) as Filter
  return {
    ...request,
    conditions: conditions.map((one) => ({ ...one, filter: filterOf(one.key) })),
    facets: facets && { ...facets, filters: facets.filters.map(filterOf) },
  }
}

/** Whether a list is found in a moment, as the index looks up what is asked for: no words, and no two letters. */
export const isLookUp = ({ conditions }: ListRequest): boolean =>
  conditions.every(
    (one) => exactOperators.includes(one.filter.row.operator) || (isTextSearch(one) && !isShort(one.value)),
  )

/** Whether a form has a place for facets: `meta`, or beside a page. */
export const hasFacets = ({ name, meta }: MediaType): boolean => name === 'html' || meta?.list === true

/** Whether which records are in a list, or in which order, depends on when they changed. */
export const asksForChanges = ({ conditions, sort }: Pick<ListRequest, 'conditions' | 'sort'>): boolean =>
  sort?.name === MODIFIED || conditions.some(isStampSearch)

/** @throws Problem invalid-parameter, naming the forms that can be had with facets */
function requirePlaceForFacets(
  facets: RequestedFacets | undefined,
  mediaType: MediaType,
  site: Pick<PublishedGraph, 'hasPages'>,
): void {
  if (!facets || hasFacets(mediaType)) return
  const names = offersIn(site, 'list')
    .filter(hasFacets)
    .map(({ name }) => name)
  throw new Problem(
    'invalid-parameter',
    `${FACETS} is counted in ${names.join(', ')}; the format ${mediaType.name} has no place for it. ` +
      `Leave ${FACETS} out, or take another format.`,
  )
}

/** @throws Problem invalid-filter, invalid-parameter */
export const readListRequest = (
  query: Query,
  type: EntityType,
  site: Pick<PublishedGraph, 'model' | 'hasPages'>,
  mediaType: MediaType,
): ListRequest => {
  const { model } = site
  const conditions = parseFilter(query.get('filter') ?? [], type, model)
  const [sort, sample] = [readSort(query, type, conditions, model), readSample(query)]
  const facets = readFacets(query, type, model)
  requirePlaceForFacets(facets, mediaType, site)
  return {
    conditions,
    facets,
    sort,
    sample,
    fields: readFields(query, type, model, mediaType),
  }
}

const join = (...parts: readonly (string | undefined)[]): string => parts.filter(Boolean).join('&')

/** Parameters as they stand in the URLs of a list, without those that say which records are in it. */
export const printParameters = ({ sort, facets, fields }: Omit<ListRequest, 'conditions'>): string =>
  join(sort && printSort(sort), facets && printFacets(facets), fields && printFields(fields))

/**
 * How many records are in the requested list, and the IRIs of some of them: those first that fit best the words
 * that are searched for, unless another order is requested.
 * @throws Problem invalid-parameter
 */
export async function findRecords(
  queries: Pick<GraphQueries, 'search' | 'sorted' | 'sample'>,
  type: EntityType,
  {
    conditions,
    sort,
    sample,
  }: Pick<ListRequest, 'conditions'> & Partial<Pick<ListRequest, 'sort' | 'sample'>>,
  from: number,
  count: number,
): Promise<{ readonly total: number; readonly iris: readonly string[] }> {
  if (sample) return queries.sample(type, conditions, sample, sort, from, count)
  const matches = await queries.search(type, conditions)
  if (matches.length === 0) return { total: 0, iris: [] }
  const order = sort ?? (conditions.some(isWordSearch) ? { name: RELEVANCE, isDescending: false } : undefined)
  const iris = order
    ? await queries.sorted(type, conditions, order, from, count)
    : matches.slice(from, from + count)
  return { total: matches.length, iris }
}
