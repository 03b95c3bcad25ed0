/** The queries of a request to the reconciliation service. */

import { isObject, itemsOf, parseJson, type Json } from '../../model/values/json.ts'
import type { Model } from '../../model/model.ts'
import { Problem } from '../../config/errors.ts'
import { typesNamed, requireShort } from '../../api/request/search-parameters.ts'
import type { ReconcileQuery } from './score.ts'

/** Queries of a request that are sure to be answered in time, however many clients there are. */
export const BATCH_SIZE = 10

const MAX_QUERIES = 100
const DEFAULT_LIMIT = 5
const MAX_LIMIT = 50
const MAX_PROPERTIES = 20

const invalid = (detail: string): Problem => new Problem('invalid-parameter', detail)

/** The object that a parameter holds as JSON. @throws Problem invalid-parameter */
export function readJson(name: string, text: string): Json {
  const value = parseJson(text)
  if (value === undefined) throw invalid(`${name} is not valid JSON.`)
  if (!isObject(value)) throw invalid(`${name} must be a JSON object.`)
  return value
}

const queryText = (value: unknown): string =>
  ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : ''

/** What the protocol has for several types. A record of any of them is a candidate, whichever is given. */
const STRICTNESS = ['any', 'should', 'all']

function readLimit(key: string, value: unknown): number {
  const limit = value ?? DEFAULT_LIMIT
  if (!Number.isInteger(limit) || (limit as number) < 1)
    throw invalid(`limit of ${key} must be a whole number from 1.`)
  return Math.min(limit as number, MAX_LIMIT)
}

/** The values of a property; of a record its id and its name. */
const readValues = (value: unknown): string[] =>
  itemsOf(value)
    .flatMap((one) => (isObject(one) ? [queryText(one.id), queryText(one.name)] : [queryText(one)]))
    .filter((text) => text !== '')

function readQuery(key: string, value: unknown, model: Model): ReconcileQuery {
  if (!isObject(value)) throw invalid(`The query ${key} must be an object: {"query": "…"}.`)
  const text = queryText(value.query).trim()
  const properties = itemsOf(value.properties)
    .filter(isObject)
    .map(({ pid, v }) => ({ key: queryText(pid), values: readValues(v) }))
  if (text === '' && properties.length === 0)
    throw invalid(`The query ${key} has no text: expected {"query": "…"}, or properties.`)
  requireShort(`The text of ${key}`, [text, ...properties.flatMap(({ values }) => values)].join(' '))
  if (properties.length > MAX_PROPERTIES)
    throw invalid(`${key} has ${properties.length} properties; the limit is ${MAX_PROPERTIES}.`)
  if (value.type_strict !== undefined && !STRICTNESS.includes(queryText(value.type_strict)))
    throw invalid(`type_strict of ${key} must be one of ${STRICTNESS.join(', ')}.`)
  // Clients have an empty type where nobody has chosen one.
  const types = itemsOf(value.type ?? undefined)
    .map((type) => queryText(isObject(type) ? type.id : type))
    .filter((name) => name !== '')
  return {
    text,
    types: types.length > 0 ? typesNamed(types, model) : model.types,
    limit: readLimit(key, value.limit),
    properties,
  }
}

/**
 * Queries by their keys; in the place of one that cannot be answered what is wrong with it.
 * @throws Problem invalid-parameter
 */
export function readQueries(
  text: string,
  model: Model,
): readonly (readonly [key: string, query: ReconcileQuery | Problem])[] {
  const entries = Object.entries(readJson('queries', text))
  if (entries.length > MAX_QUERIES)
    throw invalid(`There are ${entries.length} queries; the limit is ${MAX_QUERIES}.`)
  return entries.map(([key, value]) => {
    try {
      return [key, readQuery(key, value, model)]
    } catch (error) {
      if (error instanceof Problem) return [key, error]
      throw error
    }
  })
}
