/**
 * The Reconciliation Service API 0.2
 * (https://www.w3.org/community/reports/reconciliation/CG-FINAL-specs-0.2-20230410/).
 */

import type { RouterMiddleware } from '@koa/router'
import type { Context } from 'koa'
import { checkpoint } from '../../../admission/task.ts'
import { itemsOf, type Json } from '../../../model/values/json.ts'
import { previewPage, previewPolicy } from '../../../pages/record/preview.ts'
import { Problem } from '../../../errors.ts'
import { MAX_RECONCILE_ITEMS } from '../../../parameters.ts'
import { offersOf, type MediaType } from '../../../media.ts'
import type { NameSearch } from '../../../store/names/name-search.ts'
import { extend } from '../../reconcile/extend.ts'
import { complete, manifestOf, propertiesOf } from '../../reconcile/service.ts'
import { readJson, readQueries } from '../../reconcile/read-queries.ts'
import { reconcile as candidatesOf } from '../../reconcile/score.ts'
import { identifiedRecords } from '../../lookup/identified.ts'
import { contextFor } from '../../middleware/request-task.ts'
import type { Lanes } from '../../server/lanes.ts'
import { timerOf } from '../../middleware/server-timing.ts'
import { loadRecords } from '../../representation/records.ts'
import { send } from '../../representation/response.ts'
import { readBody } from '../../request/body.ts'
import { readQuery, requireKnown, singleValue, type Query } from '../../request/query-parameters.ts'
import { typesNamed } from '../../request/entity-types.ts'
import { requireShort } from '../../request/search-text.ts'
import type { GetContext, GraphContext } from '../../graph-context.ts'

const FORM = 'application/x-www-form-urlencoded'

/** Names of functions that JSONP may call: nothing else may stand in front of the parenthesis. */
const CALLBACK = /^[A-Za-z_$][\w$]{0,63}(?:\.[A-Za-z_$][\w$]{0,63}){0,3}$/

const MAX_ROWS = 1000
const MAX_PROPERTIES = 200

/** The parameters of the URL and of a form. @throws Problem unsupported-media-type */
async function readParameters(ctx: Context): Promise<Query> {
  if (ctx.method !== 'POST') return readQuery(ctx.querystring)
  if (!ctx.is(FORM))
    throw new Problem('unsupported-media-type', `Queries are posted as ${FORM}.`, {
      headers: { Accept: FORM },
    })
  return readQuery([ctx.querystring, await readBody(ctx)].filter(Boolean).join('&'))
}

/** Sends JSON, or a script that hands it to a function. @throws Problem invalid-parameter */
function sendJson(ctx: Context, query: Query, value: object): void {
  const callback = singleValue(query, 'callback')
  const [json] = offersOf('facts')
  if (callback === undefined) return send(ctx, json as MediaType, 200, JSON.stringify(value))
  if (!CALLBACK.test(callback))
    throw new Problem(
      'invalid-parameter',
      'callback must be the name of a function, of letters, digits, _, $ and dots.',
    )
  const argument = JSON.stringify(value).replace(
    /[\u2028\u2029<]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  // The comment keeps the first bytes from being chosen by whoever asks.
  send(
    ctx,
    { ...(json as MediaType), type: 'text/javascript; charset=utf-8' },
    200,
    `/**/${callback}(${argument});`,
  )
}

/** A whole number from 0. @throws Problem invalid-parameter */
function readCount(query: Query, name: string, maximum: number): number | undefined {
  const text = singleValue(query, name)
  if (text === undefined || text === '') return undefined
  if (!/^\d{1,4}$/.test(text) || Number(text) > maximum)
    throw new Problem('invalid-parameter', `${name} must be a whole number from 0 to ${maximum}.`)
  return Number(text)
}

function requireNames({ graph: { names } }: GraphContext): NameSearch {
  if (names) return names
  throw new Problem(
    'invalid-parameter',
    'Reconciliation needs a prepared graph; this server reads a SPARQL server.',
  )
}

/** The share of the time of an answer after which no more queries of a batch are begun. */
const TIME_SHARE = 0.5

/**
 * The candidates of each query by its key. A query that cannot be answered has none and says why in `error`;
 * those for which no time is left are absent.
 * @throws Problem invalid-parameter where none can be answered
 */
async function answerQueries(context: GraphContext, text: string): Promise<object> {
  const { task, answerTimeout } = context
  const lastStart = task.deadline - answerTimeout * 1000 * (1 - TIME_SHARE)
  const names = requireNames(context)
  const queries = readQueries(text, context.model)
  const [, first] = queries[0] ?? []
  if (first instanceof Problem && queries.every(([, query]) => query instanceof Problem)) throw first
  const results: [key: string, result: object][] = []
  for (const [key, query] of queries) {
    await checkpoint(task)
    if (results.length > 0 && performance.now() > lastStart) break
    results.push([
      key,
      query instanceof Problem
        ? { result: [], error: query.message }
        : { result: await candidatesOf(context, names, query) },
    ])
  }
  return Object.fromEntries(results)
}

async function answer(context: GraphContext, query: Query): Promise<object> {
  const [queries, extension] = [singleValue(query, 'queries'), singleValue(query, 'extend')]
  if (queries !== undefined) return answerQueries(context, queries)
  requireNames(context)
  if (extension === undefined) return manifestOf(context)
  const { ids, properties } = readJson('extend', extension)
  const iris = itemsOf(ids).map(String)
  const keys = itemsOf(properties).map((one) => String((one as { id?: unknown } | null)?.id ?? ''))
  if (iris.length > MAX_ROWS || keys.length > MAX_PROPERTIES)
    throw new Problem(
      'invalid-parameter',
      `extend takes ${MAX_ROWS} ids and ${MAX_PROPERTIES} properties at most.`,
    )
  return extend(context, iris, keys)
}

/** The manifest without parameters, candidates for `queries`, values for `extend`. */
export const reconcile = (getContext: GetContext, { reconciliation }: Lanes): RouterMiddleware =>
  async function reconcile(ctx) {
    const context = contextFor(ctx, getContext)
    const query = await readParameters(ctx)
    requireKnown(query, ['queries', 'extend', 'callback'])
    sendJson(ctx, query, await reconciliation.run(context.task, () => answer(context, query)))
  }

/** Route with what is completed as capture: entity, property or type. */
export const reconcileSuggest = (getContext: GetContext): RouterMiddleware =>
  async function reconcileSuggest(ctx) {
    const context = contextFor(ctx, getContext)
    const query = readQuery(ctx.querystring)
    const prefix = singleValue(query, 'prefix') ?? ''
    requireShort('prefix', prefix)
    const skip = readCount(query, 'cursor', MAX_RECONCILE_ITEMS) ?? 0
    const what = ctx.captures?.[0] ?? ''
    if (!['entity', 'property', 'type'].includes(what))
      throw new Problem('not-found', 'Only entity, property and type are completed.')
    sendJson(ctx, query, {
      result: await complete({ kind: what, prefix, skip }, context, requireNames(context), timerOf(ctx)),
    })
  }

/** The properties that records of a type may be extended by. */
export const reconcileProperties = (getContext: GetContext): RouterMiddleware =>
  async function reconcileProperties(ctx) {
    const { model } = contextFor(ctx, getContext)
    const query = readQuery(ctx.querystring)
    const type = singleValue(query, 'type')
    const limit = readCount(query, 'limit', MAX_RECONCILE_ITEMS)
    const types = type ? typesNamed([type], model) : model.types
    sendJson(ctx, query, {
      ...(type && { type }),
      ...(limit !== undefined && { limit }),
      properties: propertiesOf(types)
        .slice(0, limit)
        .map(({ id, name }) => ({ id, name })),
    })
  }

/** A small page of a record, for the frame of a client. @throws Problem no-record, invalid-parameter */
export const reconcilePreview = (getContext: GetContext): RouterMiddleware =>
  async function reconcilePreview(ctx) {
    const context = contextFor(ctx, getContext)
    const id = singleValue(readQuery(ctx.querystring), 'id')
    if (!id) throw new Problem('invalid-parameter', 'The parameter id is missing: the IRI of a record.')
    const [iri = id] = context.typesOf(id).length > 0 ? [id] : await identifiedRecords(id, context)
    const [type] = context.typesOf(iri)
    if (!type) throw new Problem('no-record', `There is no record ${id.slice(0, 200)}.`)
    const [record] = await loadRecords(context, [{ iri, type }], timerOf(ctx))
    const [html] = offersOf('preview')
    send(ctx, html as MediaType, 200, previewPage(record as Json, type, context))
    ctx.set('Content-Security-Policy', previewPolicy)
    ctx.remove('X-Frame-Options')
  }
