/**
 * The Reconciliation Service API 0.2
 * (https://www.w3.org/community/reports/reconciliation/CG-FINAL-specs-0.2-20230410/).
 */

import { checkpoint } from '../../admission/task.ts'
import { itemsOf, type Json } from '../../model/values/json.ts'
import { previewHeaders, previewPage } from './preview.ts'
import { Problem } from '../../config/errors.ts'
import { parameters } from '../../config/parameters.ts'
import { extend } from './extend.ts'
import { complete, manifestOf, propertiesOf } from './manifest.ts'
import { readJson, readQueries } from './read-queries.ts'
import { reconcile as candidatesOf } from './score.ts'
import { identifiedRecords } from '../../api/lookup/identified.ts'
import { withFacts } from '../../api/lookup/record-facts.ts'
import { loadRecords } from '../../api/representation/records.ts'
import { answerAs, type Answer } from '../../api/representation/answer.ts'
import {
  numberValue,
  readForm,
  readQuery,
  requireKnown,
  singleValue,
  type Query,
} from '../../api/request/query-parameters.ts'
import { typesNamed, requireShort } from '../../api/request/search-parameters.ts'
import type { RouteRequest } from '../../api/request/route-request.ts'
import type { GraphContext } from '../../api/graph-context.ts'

const MAX_ROWS = 1000
const MAX_PROPERTIES = 200

const jsonAnswer = (value: object): Answer => answerAs('facts', JSON.stringify(value))

/** The parameters that are not empty: clients send what nobody has filled in. */
const filledIn = (querystring: string): Query =>
  new Map([...readQuery(querystring)].filter(([, values]) => values.some((value) => value !== '')))

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
  const queries = readQueries(text, context.model)
  const [, first] = queries[0] ?? []
  if (first instanceof Problem && queries.every(([, query]) => query instanceof Problem)) throw first
  const results: [key: string, result: object][] = []
  for (const [key, query] of queries) {
    checkpoint(task)
    if (results.length > 0 && performance.now() > lastStart) break
    results.push([
      key,
      query instanceof Problem
        ? { result: [], error: query.message }
        : { result: await candidatesOf(context, query) },
    ])
  }
  return Object.fromEntries(results)
}

async function answer(context: GraphContext, query: Query): Promise<object> {
  const [queries, extension] = [singleValue(query, 'queries'), singleValue(query, 'extend')]
  if (queries !== undefined) return answerQueries(context, queries)
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
export async function reconcile(request: RouteRequest): Promise<Answer> {
  const { context } = request
  const query = readForm(request)
  requireKnown(query, request.parameters)
  return jsonAnswer(await answer(context, query))
}

/** Completes what the path names: entity, property or type. */
export async function reconcileSuggest({
  context,
  querystring,
  path: { what = '' },
}: RouteRequest): Promise<Answer> {
  const query = filledIn(querystring)
  const prefix = singleValue(query, 'prefix') ?? ''
  requireShort('prefix', prefix)
  const skip = numberValue(query, 'cursor')
  if (!(parameters.what.enum as readonly string[]).includes(what))
    throw new Problem('not-found', `Only ${parameters.what.enum.join(', ')} are completed.`)
  const result = await complete({ kind: what, prefix, skip }, context)
  return jsonAnswer({ result })
}

/** The properties that records of a type may be extended by. */
export function reconcileProperties({ context: { model }, querystring }: RouteRequest): Answer {
  const query = filledIn(querystring)
  const type = singleValue(query, 'type')
  const limit = numberValue(query, 'properties_limit')
  const types = type ? typesNamed([type], model) : model.types
  return jsonAnswer({
    ...(type && { type }),
    ...(limit !== undefined && { limit }),
    properties: propertiesOf(types)
      .slice(0, limit)
      .map(({ id, name }) => ({ id, name })),
  })
}

/** A small page of a record, for the frame of a client. @throws Problem no-record, invalid-parameter */
export async function reconcilePreview({ context, site, querystring }: RouteRequest): Promise<Answer> {
  const id = singleValue(readQuery(querystring), 'id')
  if (!id) throw new Problem('invalid-parameter', 'The parameter id is missing: the IRI of a record.')
  const [iri = id] = context.typesOf(id).length > 0 ? [id] : await identifiedRecords(id, context)
  const [type] = context.typesOf(iri)
  if (!type) throw new Problem('no-record', `There is no record ${id.slice(0, 200)}.`)
  const [record] = (await loadRecords(context, [{ iri, type }])) as [Json]
  const known = await withFacts(site, [{ iri, type }], [record])
  return answerAs('preview', previewPage(record, type, known), { headers: previewHeaders })
}
