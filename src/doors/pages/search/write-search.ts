/** The page of a search, or a redirect to what it leads to. */

import { printConditions } from '../../../filter/condition.ts'
import type { EntityType } from '../../../model/rows/row.ts'
import { parameters } from '../../../config/parameters.ts'
import { MAX_ON_PAGE, searchPage } from './search-page.ts'
import { listUrl } from '../../../api/request/list-url.ts'
import { relativeHref, siteOf } from '../shared/site.ts'
import { answerAs, redirectTo, type Answer } from '../../../api/representation/answer.ts'
import { knownQuery } from '../../../api/request/query-parameters.ts'
import type { RouteRequest } from '../../../api/request/route-request.ts'
import { identifiedRecords, looksLikeIdentifier } from '../../../api/lookup/identified.ts'
import { searchConditions } from '../../../api/lookup/word-results.ts'
import {
  isOneList,
  readSearch,
  searchFor,
  withFactsOf,
  type SearchRequest,
} from '../../../api/routes/search/search.ts'
import type { GraphContext } from '../../../api/graph-context.ts'

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

/** It gives way to the record whose identifier the text is, and to the list of the one collection that is searched. */
export async function writeSearch(request: RouteRequest): Promise<Answer> {
  const { context } = request
  const site = siteOf(request)
  if ((knownQuery(request).get('q') ?? []).join('').trim() === '')
    return redirectTo(relativeHref(context, `${context.urls.root}/`))
  const searchRequest = readSearch(request)
  const { searchText, types, page } = searchRequest
  const identified = await identifiedRecords(searchText, context)
  const [only, another] = identified
  if (only && !another && looksLikeIdentifier(searchText)) return redirectToRecord(context, only)
  const [type] = types
  if (page && type) return redirectTo(relativeHref(context, await pageUrl(context, type, searchText, page)))
  const content = await searchFor(context, searchRequest, identified, MAX_ON_PAGE)
  const lists = content.results.filter(({ total }) => total > 0)
  const [list] = lists
  if (list && isOneList(lists.length, identified))
    return redirectTo(relativeHref(site, listUrl(context.urls, list.type, list.conditions)))
  return answerAs('page', searchPage(content, await withFactsOf(site, content)))
}
