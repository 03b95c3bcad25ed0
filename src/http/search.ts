/** Searches of forms: in one collection a redirect to its list, in all of them a page. */

import type { RouterMiddleware } from '@koa/router'
import { printConditions, type Condition } from '../filter/condition.ts'
import { unknownFilter } from '../filter/errors.ts'
import { MAX_VALUE } from '../filter/parse.ts'
import type { EntityType } from '../model/rows/row.ts'
import { FEW_FOUND, searchPage, textCondition, type Found } from '../pages/search.ts'
import { local } from '../pages/site.ts'
import { Problem } from '../errors.ts'
import type { Settings } from '../settings.ts'
import { chooseForm, send } from './answer.ts'
import { servedTo } from './asking.ts'
import type { Limiter } from './limiter.ts'
import { decodeValue, readQuery, requireKnown, single } from './query.ts'
import { readRecords } from './records.ts'
import { typeAt, type Serve, type Served } from './served.ts'
import { timedOf, type Timed } from './timing.ts'
import { within } from './within.ts'

/** Route with the collection as capture: each parameter is a filter, one without a value says nothing. */
export const searchIn = (serve: Serve): RouterMiddleware =>
  async function searchIn(ctx) {
    const served = serve()
    const type = typeAt(served.model, ctx.captures?.[0] ?? '')
    const conditions: Condition[] = []
    for (const [key, values] of readQuery(ctx.querystring)) {
      const filter = served.model.filtersOf(type).find(key)
      if (!filter) throw unknownFilter(served.model, type, key, false)
      for (const raw of values) {
        const value = decodeValue(key, raw).trim()
        if (value !== '') conditions.push({ key, filter, value })
      }
    }
    ctx.status = 303
    ctx.set('Location', local(served, served.urls.list(type, printConditions(conditions))))
  }

/** The records of a type in which a text is found; the first of them for a page. */
async function searchType(
  served: Served,
  type: EntityType,
  condition: Condition,
  shown: number,
  timed: Timed,
): Promise<Found> {
  const matches = await timed('search', () => served.ask.search(type, [condition]))
  const first = matches.slice(0, shown).map((iri) => ({ iri, type }))
  return {
    type,
    conditions: [condition],
    total: matches.length,
    records: await readRecords(served, first, timed),
  }
}

/**
 * All collections in which a text is found.
 * @throws Problem invalid-parameter without a text; busy if it takes too long
 */
export const searchAll = (
  serve: Serve,
  { answerTimeout }: Pick<Settings, 'answerTimeout'>,
  limit: Limiter,
): RouterMiddleware =>
  async function searchAll(ctx) {
    const served = servedTo(ctx, serve)
    const { model, urls } = served
    const timed = timedOf(ctx)
    const query = readQuery(ctx.querystring)
    requireKnown(query, ['q', 'format'])
    const asked = single(query, 'q')?.trim() ?? ''
    if (asked === '') throw new Problem('invalid-parameter', 'The parameter q must say what to look for.')
    if (asked.length > MAX_VALUE)
      throw new Problem('invalid-parameter', `q has ${asked.length} characters; ${MAX_VALUE} are the most.`)
    const form = chooseForm(ctx, 'overview', single(query, 'format'))
    const shown = form.name === 'html' ? FEW_FOUND : 0
    const search = (): Promise<Found[]> =>
      Promise.all(
        model.types.flatMap((type) => {
          const condition = textCondition(model, type, asked)
          return condition ? [searchType(served, type, condition, shown, timed)] : []
        }),
      )
    const found = await within(answerTimeout, limit(ctx.res, search))
    const json = (): object => ({
      query: asked,
      results: found.map(({ type, conditions, total }) => ({
        entity_type: type.name,
        total_items: total,
        url: urls.list(type, printConditions(conditions)),
      })),
    })
    const body = timed('write', () =>
      form.name === 'html' ? searchPage(asked, found, served) : JSON.stringify(json()),
    )
    send(ctx, form, 200, body)
  }
