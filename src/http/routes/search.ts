/** Searches of forms: in one collection a redirect to its list, in all of them a page. */

import type { RouterMiddleware } from '@koa/router'
import { printConditions, type Condition } from '../../filter/condition.ts'
import { unknownFilter } from '../../filter/errors.ts'
import { MAX_VALUE } from '../../filter/parse.ts'
import type { EntityType } from '../../model/rows/row.ts'
import {
  MAX_PER_COLLECTION,
  searchPage,
  textCondition,
  type CollectionMatches,
} from '../../pages/search/search.ts'
import { relativeHref } from '../../pages/shared/site.ts'
import { Problem } from '../../errors.ts'
import type { Settings } from '../../settings.ts'
import { negotiateFormat, send } from '../representation/response.ts'
import { contextFor } from '../middleware/cancellation.ts'
import type { Limiter } from '../middleware/limiter.ts'
import { decodeValue, readQuery, requireKnown, singleValue } from '../request/query-parameters.ts'
import { loadRecords } from '../representation/records.ts'
import { requireCollection, type GetContext, type GraphContext } from '../graph-context.ts'
import { timerOf, type StageTimer } from '../middleware/server-timing.ts'
import { withTimeout } from '../middleware/timeout.ts'

/** Parameters of skeg's own, which the form of a list keeps: how it is sorted, which facets stand beside it. */
const isListParameter = (key: string): boolean => key.startsWith('skeg_')

/** Route with the collection as capture: each other parameter is a filter, one without a value says nothing. */
export const searchCollection = (getContext: GetContext): RouterMiddleware =>
  async function searchCollection(ctx) {
    const context = getContext()
    const type = requireCollection(context.model, ctx.captures?.[0] ?? '')
    const conditions: Condition[] = []
    const parameters: string[] = []
    for (const [key, values] of readQuery(ctx.querystring)) {
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
    ctx.status = 303
    const filter = conditions.length > 0 && `filter=${printConditions(conditions)}`
    const query = [filter, ...parameters].filter(Boolean).join('&')
    ctx.set('Location', relativeHref(context, context.urls.list(type)) + (query && `?${query}`))
  }

/** The records of a type in which a text is found; the first of them for a page. */
async function searchType(
  context: GraphContext,
  type: EntityType,
  condition: Condition,
  perCollection: number,
  timer: StageTimer,
): Promise<CollectionMatches> {
  const matches = await timer('search', () => context.queries.search(type, [condition]))
  const first = matches.slice(0, perCollection).map((iri) => ({ iri, type }))
  return {
    type,
    conditions: [condition],
    total: matches.length,
    records: await loadRecords(context, first, timer),
  }
}

/**
 * All collections in which a text is found.
 * @throws Problem invalid-parameter without a text; busy if it takes too long
 */
export const searchAll = (
  getContext: GetContext,
  { answerTimeout }: Pick<Settings, 'answerTimeout'>,
  limit: Limiter,
): RouterMiddleware =>
  async function searchAll(ctx) {
    const context = contextFor(ctx, getContext)
    const { model, urls } = context
    const timer = timerOf(ctx)
    const query = readQuery(ctx.querystring)
    requireKnown(query, ['q', 'format'])
    const searchText = singleValue(query, 'q')?.trim() ?? ''
    if (searchText === '')
      throw new Problem('invalid-parameter', 'The parameter q is missing: the text to search for.')
    if (searchText.length > MAX_VALUE)
      throw new Problem(
        'invalid-parameter',
        `q is ${searchText.length} characters long; the limit is ${MAX_VALUE}.`,
      )
    const mediaType = negotiateFormat(ctx, 'overview', singleValue(query, 'format'))
    const perCollection = mediaType.name === 'html' ? MAX_PER_COLLECTION : 0
    const search = (): Promise<CollectionMatches[]> =>
      Promise.all(
        model.types.flatMap((type) => {
          const condition = textCondition(model, type, searchText)
          return condition ? [searchType(context, type, condition, perCollection, timer)] : []
        }),
      )
    const results = await withTimeout(answerTimeout, limit(ctx.res, search))
    const json = (): object => ({
      query: searchText,
      results: results.map(({ type, conditions, total }) => ({
        entity_type: type.name,
        total_items: total,
        url: urls.list(type, printConditions(conditions)),
      })),
    })
    const body = timer('write', () =>
      mediaType.name === 'html' ? searchPage(searchText, results, context) : JSON.stringify(json()),
    )
    send(ctx, mediaType, 200, body)
  }
