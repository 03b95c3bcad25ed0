/** Searches: of forms for one collection a redirect to its list, by the names of records a page. */

import { printConditions, type Condition } from '../../../filter/condition.ts'
import { unknownFilter } from '../../../filter/errors.ts'
import type { EntityType } from '../../../model/rows/row.ts'
import { MAX_PER_COLLECTION, searchPage, type SearchContent } from '../../../pages/search/search-page.ts'
import { relativeHref, SEARCH_PATH } from '../../../pages/shared/site.ts'
import { summarise } from '../../../record/citation/record-summary.ts'
import { Problem } from '../../../errors.ts'
import { parameters } from '../../../parameters.ts'
import { parseNameQuery } from '../../../query/name-search.ts'
import { answerIn, negotiateFormat, redirectTo, type Answer } from '../../representation/answer.ts'
import { decodeValue, knownQuery, readFormat, readQuery, readPaging } from '../../request/query-parameters.ts'
import type { RouteRequest } from '../../request/route-request.ts'
import { readTypes, TYPES, readSearchText } from '../../request/search-parameters.ts'
import { identifiedRecords, looksLikeIdentifier } from '../../lookup/identified.ts'
import { bestOf, didYouMean, nameResults, recordsOf } from '../../lookup/name-results.ts'
import { requireCollection, type GraphContext } from '../../graph-context.ts'
import type { StageTimer } from '../../server/server-timing.ts'

/** Parameters of skeg's own, which the form of a list keeps: how it is sorted, which facets stand beside it. */
const isListParameter = (key: string): boolean => key.startsWith('skeg_')

/** Each parameter but those of lists is a filter; one without a value says nothing. */
export function searchCollection({ context, path, querystring }: RouteRequest): Answer {
  const type = requireCollection(context.model, path['collection'] ?? '')
  const conditions: Condition[] = []
  const parameters: string[] = []
  for (const [key, values] of readQuery(querystring)) {
    if (isListParameter(key)) {
      parameters.push(...values.map((value) => `${key}=${value}`))
      continue
    }
    const filter = context.model.filtersOf(type).find(key)
    if (!filter) throw unknownFilter(context.model, type, key, false)
    for (const raw of values) {
      const value = decodeValue(key, raw).trim()
      if (value !== '') conditions.push({ key, filter, value })
    }
  }
  const filter = conditions.length > 0 && `filter=${printConditions(conditions)}`
  const query = [filter, ...parameters].filter(Boolean).join('&')
  return redirectTo(relativeHref(context, context.urls.list(type)) + (query && `?${query}`))
}

/** What is searched for, where, and which records of it are shown. */
interface SearchRequest {
  readonly searchText: string
  readonly types: readonly EntityType[]
  /** Of the one collection that is searched; absent where the first records of each are shown. */
  readonly page?: SearchContent['page']
}

/** @throws Problem invalid-parameter */
function readRequest(request: RouteRequest): SearchRequest {
  const query = knownQuery(request)
  const { model } = request.context
  const searchText = readSearchText(query)
  const types = readTypes(query, model)
  if (types?.length === 0)
    throw new Problem('invalid-parameter', `${TYPES} is empty: name lists, with commas between them.`)
  if (types?.length === 1) return { searchText, types, page: readPaging(query) }
  // The first page of the usual size may be named all the same: generated clients send what is the default.
  const { page, pageSize } = readPaging(query)
  if (page !== 1 || pageSize !== parameters.page_size.default)
    throw new Problem('invalid-parameter', `Pages are those of one list: name it with ${TYPES}.`)
  return { searchText, types: types ?? model.types }
}

const pageUrl = (
  { urls: { root } }: GraphContext,
  { searchText, page }: SearchRequest,
  { path }: EntityType,
  number = 1,
): string =>
  `${root}${SEARCH_PATH}?q=${encodeURIComponent(searchText)}&${TYPES}=${path}` +
  (number === 1 ? '' : `&page=${number}`) +
  (page && page.pageSize !== parameters.page_size.default ? `&page_size=${page.pageSize}` : '')

/** Records of a collection that are read for the first of each: as many again as may stand above as best matches. */
const MAX_READ = 2 * MAX_PER_COLLECTION

async function searchFor(
  context: GraphContext,
  request: SearchRequest,
  identified: readonly string[],
  timer: StageTimer,
): Promise<SearchContent> {
  const { searchText, types, page } = request
  const { names } = context.graph
  const query = parseNameQuery(searchText)
  const range = page
    ? { from: (page.page - 1) * page.pageSize, count: page.pageSize }
    : { from: 0, count: MAX_READ }
  const results = await nameResults(context, types, query, range, timer)
  const hasNothing = identified.length === 0 && results.every(({ total }) => total === 0)
  return {
    searchText,
    results,
    best: bestOf(results),
    identified: await recordsOf(context, identified, timer),
    suggestion: hasNothing ? await didYouMean(names, types, query, context.task) : undefined,
    page,
    allOf: (type, number) => pageUrl(context, request, type, number),
  }
}

function toJson({ model, urls }: GraphContext, content: SearchContent): object {
  const { searchText, results, best, identified, suggestion } = content
  const item = (record: (typeof identified)[number]['record'], type: EntityType): object => ({
    ...summarise(record, type, model),
    url: urls.entity(type, record.local_identifier as string),
  })
  return {
    query: searchText,
    ...(identified.length > 0 && { identified: identified.map(({ record, type }) => item(record, type)) }),
    ...(best.length > 0 && { best: best.map(({ record, type }) => item(record, type)) }),
    results: results.map(({ type, total, records }) => ({
      entity_type: type.name,
      total_items: total,
      url: content.allOf(type),
      items: records
        .slice(0, content.page ? undefined : MAX_PER_COLLECTION)
        .map((record) => item(record, type)),
    })),
    ...(suggestion !== undefined && { did_you_mean: suggestion }),
  }
}

function redirectToRecord(context: GraphContext, iri: string): Answer {
  const [type] = context.typesOf(iri)
  return redirectTo(relativeHref(context, context.urls.entity(type as EntityType, iri)))
}

/**
 * All collections in which a text is found. A page for people gives way to the record whose identifier it is.
 * @throws Problem invalid-parameter without a text; busy if it takes too long
 */
export async function searchAll(request: RouteRequest): Promise<Answer> {
  const { context, timer } = request
  const sought = readRequest(request)
  const mediaType = negotiateFormat(request, 'overview', readFormat(request))
  const { searchText } = sought
  const identified = await identifiedRecords(searchText, context)
  const [only, another] = identified
  if (mediaType.name === 'html' && only && !another && looksLikeIdentifier(searchText))
    return redirectToRecord(context, only)
  const content = await searchFor(context, sought, identified, timer)
  const body = timer('write', () =>
    mediaType.name === 'html' ? searchPage(content, context) : JSON.stringify(toJson(context, content)),
  )
  return answerIn(mediaType, body)
}
