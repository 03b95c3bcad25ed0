/** Searches: of forms for one collection a redirect to its list, by words a page of the first in each. */

import { checkpoint } from '../../../admission/task.ts'
import { boundOf, printConditions, type Condition } from '../../../filter/condition.ts'
import { filterProblem, unknownFilter } from '../../../filter/errors.ts'
import { MAX_CONDITIONS } from '../../../filter/parse.ts'
import { joinValues } from '../../../filter/values/alternatives.ts'
import { SEPARATOR } from '../../../model/rows/filter-row.ts'
import type { EntityType } from '../../../model/rows/row.ts'
import { ID_IN_BRACKETS } from '../../../pages/search/filter-form.ts'
import {
  MAX_ON_PAGE,
  MAX_PER_COLLECTION,
  searchPage,
  type FoundRecord,
  type SearchContent,
} from '../../../pages/search/search-page.ts'
import { listUrl } from '../../../pages/shared/list-url.ts'
import { relativeHref } from '../../../pages/shared/site.ts'
import { summarise } from '../../../record/naming/record-summary.ts'
import { Problem } from '../../../config/errors.ts'
import { NAMED, parameters } from '../../../config/parameters.ts'
import { parseWords } from '../../../model/values/word-query.ts'
import { answerIn, negotiateFormat, redirectTo, type Answer } from '../../representation/answer.ts'
import { decodeValue, knownQuery, readFormat, readQuery, readPaging } from '../../request/query-parameters.ts'
import type { RouteRequest } from '../../request/route-request.ts'
import { readTypes, TYPES, readSearchText } from '../../request/search-parameters.ts'
import { identifiedRecords, looksLikeIdentifier } from '../../lookup/identified.ts'
import { withFacts } from '../../lookup/record-facts.ts'
import { ambiguousNames, valueMeant } from '../../lookup/named-values.ts'
import {
  bestOf,
  didYouMean,
  fewerWords,
  recordsOf,
  searchConditions,
  wordResults,
} from '../../lookup/word-results.ts'
import { inEnglish, requireCollection, type GraphContext } from '../../graph-context.ts'

/** Parameters of skeg's own, which the form of a list keeps: how it is sorted, which facets stand beside it. */
const isListParameter = (key: string): boolean => key.startsWith('skeg_')

/** `2019-2021`, `2019-` */
const YEARS = /^(\d{4})?\s*[-–]\s*(\d{4})?$/

/** Each parameter but those of lists is a filter; one without a value says nothing, names stand for ids,
 * and a value behind a separator is another one of the condition before it. */
export async function searchCollection(request: RouteRequest): Promise<Answer> {
  const { context, site, path, querystring } = request
  const type = requireCollection(context.model, path['collection'] ?? '')
  const conditions: Condition[] = []
  const parameters: string[] = []
  const names: string[] = []
  for (const [key, values] of readQuery(querystring)) {
    if (isListParameter(key)) {
      parameters.push(...values.map((value) => `${key}=${value}`))
      continue
    }
    const filter = context.model.filtersOf(type).find(key)
    if (!filter) throw unknownFilter(context.model, type, key, false)
    for (const raw of values) {
      const text = decodeValue(key, raw).trim()
      const value = text.startsWith(SEPARATOR) ? text.slice(SEPARATOR.length).trim() : text
      if (value === '') continue
      const either = value === text ? -1 : conditions.findLastIndex((one) => one.filter === filter)
      const range = either === -1 && filter.path.target.kind === 'date' ? YEARS.exec(value) : null
      const bounds = (range?.slice(1) ?? []).flatMap((year, i): Condition[] => {
        const bound = year && boundOf(filter, i === 0 ? 'gte' : 'lte', type, context.model)
        return bound ? [{ key: bound.key, filter: bound, value: year }] : []
      })
      const meant = bounds.length > 0 ? value : await valueMeant(site, filter, value)
      if (bounds.length > 0) conditions.push(...bounds)
      else if (either === -1) conditions.push({ key, filter, value: meant })
      else conditions[either] = { key, filter, value: joinValues([conditions[either]!.value, meant]) }
      if (conditions.length > MAX_CONDITIONS)
        throw filterProblem(context.model, type, `${MAX_CONDITIONS} conditions are the most.`)
      if (meant !== value && !ID_IN_BRACKETS.test(value)) names.push(value)
    }
  }
  for (const { text } of await ambiguousNames(site, conditions, names))
    parameters.push(`${NAMED}=${encodeURIComponent(text)}`)
  return redirectTo(relativeHref(context, listUrl(context.urls, type, conditions, parameters)))
}

/** What is searched for, where, and which records of it are shown. */
interface SearchRequest {
  readonly searchText: string
  readonly types: readonly EntityType[]
  /** Of the one collection that is searched; absent where the first records of each are shown. */
  readonly page?: { readonly page: number; readonly pageSize: number }
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

async function searchFor(
  context: GraphContext,
  { searchText, types, page }: SearchRequest,
  identified: readonly string[],
  isPage: boolean,
): Promise<SearchContent> {
  const range = page
    ? { from: (page.page - 1) * page.pageSize, count: page.pageSize }
    : { from: 0, count: isPage ? MAX_ON_PAGE : MAX_PER_COLLECTION }
  const results = await wordResults(context, types, searchText, range)
  const hasNothing = identified.length === 0 && results.every(({ total }) => total === 0)
  const found = {
    searchText,
    results,
    best: bestOf(results),
    identified: await recordsOf(context, identified),
  }
  if (!hasNothing || (isPage && context.model.identifiers.isIdentifier(searchText))) return found
  const suggestion = await didYouMean(context.graph.names, types, parseWords(searchText), context.task)
  // People see what they probably meant; programs are told both.
  const fewer = (isPage ? suggestion : undefined) ?? fewerWords(context, types, searchText)
  return {
    ...found,
    suggestion,
    ...(fewer !== undefined && {
      fewer: { words: fewer, results: await wordResults(context, types, fewer, range) },
    }),
  }
}

function toJson(context: GraphContext, content: SearchContent): object {
  const { urls } = context
  const { searchText, results, best, identified, suggestion, fewer } = content
  const item = (record: (typeof identified)[number]['record'], type: EntityType): object => ({
    ...summarise(record, type, context),
    url: urls.entity(type, record.local_identifier as string),
  })
  const listed = (some: SearchContent['results']): object[] =>
    some.map(({ type, total, records, conditions }) => ({
      entity_type: type.name,
      total_items: total,
      url: urls.list(type, printConditions(conditions)),
      items: records.map((record) => item(record, type)),
    }))
  return {
    query: searchText,
    ...(identified.length > 0 && { identified: identified.map(({ record, type }) => item(record, type)) }),
    ...(best.length > 0 && { best: best.map(({ record, type }) => item(record, type)) }),
    results: listed(results),
    ...(suggestion !== undefined && { did_you_mean: suggestion }),
    ...(fewer && { fewer_words: { query: fewer.words, results: listed(fewer.results) } }),
  }
}

/** All records of an answer. */
const recordsIn = ({ identified, best, results, fewer }: SearchContent): FoundRecord[] => [
  ...identified,
  ...best,
  ...[...results, ...(fewer?.results ?? [])].flatMap(({ type, records }) =>
    records.map((record) => ({ record, type })),
  ),
]

function redirectToRecord(context: GraphContext, iri: string): Answer {
  const [type] = context.typesOf(iri)
  return redirectTo(relativeHref(context, context.urls.entity(type as EntityType, iri)))
}

/** The page of the list of one collection. */
async function pageUrl(
  context: GraphContext,
  type: EntityType,
  text: string,
  page: NonNullable<SearchRequest['page']>,
): Promise<string> {
  const { urls } = context
  const isFirst = page.page === 1 && page.pageSize === parameters.page_size.default
  const filter = printConditions(await searchConditions(context, type, text))
  return isFirst ? urls.list(type, filter) : urls.page(type, { ...page, filter })
}

/**
 * All collections in which words are found. A page for people gives way to the record whose identifier the text is, and
 * to the list of the one collection that is searched.
 * @throws Problem invalid-parameter without a text; busy if it takes too long
 */
export async function searchAll(request: RouteRequest): Promise<Answer> {
  const { context } = request
  const mediaType = negotiateFormat(request, 'overview', readFormat(request))
  const isPage = mediaType.name === 'html'
  if (isPage && (knownQuery(request).get('q') ?? []).join('').trim() === '')
    return redirectTo(relativeHref(context, `${context.urls.root}/`))
  const searchRequest = readRequest(request)
  const { searchText, types, page } = searchRequest
  const identified = await identifiedRecords(searchText, context)
  const [only, another] = identified
  if (isPage) {
    if (only && !another && looksLikeIdentifier(searchText)) return redirectToRecord(context, only)
    const [type] = types
    if (page && type) return redirectTo(relativeHref(context, await pageUrl(context, type, searchText, page)))
  }
  const content = await searchFor(context, searchRequest, identified, isPage)
  const [list, ...others] = content.results.filter(({ total }) => total > 0)
  if (isPage && list && others.length === 0 && identified.length === 0)
    return redirectTo(relativeHref(request.site, listUrl(context.urls, list.type, list.conditions)))
  const site = isPage ? request.site : inEnglish(context)
  const shown = recordsIn(content)
  checkpoint(context.task)
  const known = await withFacts(
    site,
    shown.map(({ record, type }) => ({ iri: record.local_identifier as string, type })),
    shown.map(({ record }) => record),
  )
  checkpoint(context.task)
  const body = isPage ? searchPage(content, known) : JSON.stringify(toJson(known, content))
  return answerIn(mediaType, body)
}
