/** The queries of a request to the reconciliation service. */

import { isObject, itemsOf, type Json } from '../../model/values/json.ts'
import type { Model } from '../../model/model.ts'
import { MAX_VALUE } from '../../filter/parse.ts'
import { Problem } from '../../errors.ts'
import { typesNamed } from '../request/types.ts'
import type { ReconcileQuery } from './score.ts'

const MAX_QUERIES = 100
const DEFAULT_LIMIT = 5
const MAX_LIMIT = 50
const MAX_PROPERTIES = 20

const invalid = (detail: string): Problem => new Problem('invalid-parameter', detail)

/** The object that a parameter holds as JSON. @throws Problem invalid-parameter */
export function readJson(name: string, text: string): Json {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw invalid(`${name} is not valid JSON.`)
  }
  if (!isObject(value)) throw invalid(`${name} must be a JSON object.`)
  return value
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

function readQuery(key: string, value: unknown, model: Model): ReconcileQuery {
  const text = isObject(value) ? textOf(value.query).trim() : ''
  if (!isObject(value) || text === '') throw invalid(`The query ${key} has no text: expected {"query": "…"}.`)
  if (text.length > MAX_VALUE)
    throw invalid(`The text of ${key} is too long; the limit is ${MAX_VALUE} characters.`)
  const limit = value.limit ?? DEFAULT_LIMIT
  if (!Number.isInteger(limit) || (limit as number) < 1)
    throw invalid(`limit of ${key} must be a whole number from 1.`)
  const types = itemsOf(value.type ?? undefined).map((one) => textOf(isObject(one) ? one.id : one))
  const properties = itemsOf(value.properties).slice(0, MAX_PROPERTIES).filter(isObject)
  return {
    text,
    types: types.length > 0 ? typesNamed(types, model) : model.types,
    limit: Math.min(limit as number, MAX_LIMIT),
    properties: properties.map(({ pid, v }) => ({
      key: textOf(pid),
      values: itemsOf(v).map((one) => textOf(isObject(one) ? (one.name ?? one.id) : one)),
    })),
  }
}

/** Queries by their keys. @throws Problem invalid-parameter */
export function readQueries(
  text: string,
  model: Model,
): readonly (readonly [key: string, query: ReconcileQuery])[] {
  const entries = Object.entries(readJson('queries', text))
  if (entries.length > MAX_QUERIES)
    throw invalid(`There are ${entries.length} queries; the limit is ${MAX_QUERIES}.`)
  return entries.map(([key, value]) => [key, readQuery(key, value, model)])
}
