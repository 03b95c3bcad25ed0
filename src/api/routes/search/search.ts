/** Searches by words: the first records of each collection, or the pages of one. */

import { checkpoint } from '../../../admission/task.ts'
import { printConditions } from '../../../filter/condition.ts'
import type { EntityType } from '../../../model/rows/row.ts'
import { summarise } from '../../../record/naming/record-summary.ts'
import { Problem } from '../../../config/errors.ts'
import { parameters } from '../../../config/parameters.ts'
import { parseWords } from '../../../model/values/word-query.ts'
import { answerIn, negotiateFormat, type Answer } from '../../representation/answer.ts'
import { knownQuery, readFormat, readPaging } from '../../request/query-parameters.ts'
import type { RouteRequest } from '../../request/route-request.ts'
import { pagesOf, type RouteServices } from '../../request/route.ts'
import { readTypes, TYPES, readSearchText } from '../../request/search-parameters.ts'
import { identifiedRecords } from '../../lookup/identified.ts'
import { withFacts } from '../../lookup/record-facts.ts'
import {
  MAX_PER_COLLECTION,
  type CollectionMatches,
  type FoundRecord,
  type Range,
  bestOf,
  didYouMean,
  fewerWords,
  recordsOf,
  wordResults,
} from '../../lookup/word-results.ts'
import type { GraphContext } from '../../graph-context.ts'

/** What is searched for, where, and which records of it are shown. */
export interface SearchRequest {
  readonly searchText: string
  readonly types: readonly EntityType[]
  /** Of the one collection that is searched; absent where the first records of each are shown. */
  readonly page?: { readonly page: number; readonly pageSize: number }
}

/** What a search found. */
export interface SearchContent {
  readonly searchText: string
  readonly results: readonly CollectionMatches[]
  /** Those of all collections that fit best, for programs; none where one collection has all. */
  readonly best: readonly FoundRecord[]
  /** Records that have the text as an identifier. */
  readonly identified: readonly FoundRecord[]
  /** A similar text that something is found for. */
  readonly suggestion?: string | undefined
  /** What similar or some of the words find, where nothing has all. */
  readonly fewer?: { readonly words: string; readonly results: readonly CollectionMatches[] }
}

/** @throws Problem invalid-parameter */
export function readSearch(request: RouteRequest): SearchRequest {
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

/** Whether a page gives way to a list: of so many collections with results there is but one, and no record is meant. */
export const isOneList = (collections: number, identified: readonly string[]): boolean =>
  collections === 1 && identified.length === 0

/** @param room how many records a page for people has room for; absent: programs get them */
export async function searchFor(
  context: GraphContext,
  { searchText, types, page }: SearchRequest,
  identified: readonly string[],
  room?: number,
): Promise<SearchContent> {
  const isPage = room !== undefined
  const range: Range = page
    ? { from: (page.page - 1) * page.pageSize, count: () => page.pageSize }
    : { from: 0, count: (found) => Math.max(MAX_PER_COLLECTION, Math.floor((room ?? 0) / (found || 1))) }
  const count = (found: number): number => (isPage && isOneList(found, identified) ? 0 : range.count(found))
  const results = await wordResults(context, types, searchText, { ...range, count })
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

/** The context with what is told of the records that were found. */
export async function withFactsOf<C extends GraphContext>(context: C, content: SearchContent): Promise<C> {
  const shown = recordsIn(content)
  checkpoint(context.task)
  const known = await withFacts(
    context,
    shown.map(({ record, type }) => ({ iri: record.local_identifier as string, type })),
    shown.map(({ record }) => record),
  )
  checkpoint(context.task)
  return known
}

/**
 * All collections in which words are found.
 * @throws Problem invalid-parameter without a text; busy if it takes too long
 */
export async function searchAll(request: RouteRequest, services: RouteServices): Promise<Answer> {
  const { context } = request
  const mediaType = negotiateFormat(request, 'overview', readFormat(request))
  if (mediaType.name === 'html') return pagesOf(services).search(request)
  const searchRequest = readSearch(request)
  const identified = await identifiedRecords(searchRequest.searchText, context)
  const content = await searchFor(context, searchRequest, identified)
  return answerIn(mediaType, JSON.stringify(toJson(await withFactsOf(context, content), content)))
}
