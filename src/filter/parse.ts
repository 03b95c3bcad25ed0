/**
 * Filter text as it stands in a URL → conditions. One pass: no step looks at a character more than a few
 * times.
 */

import type { EntityType } from '../model/rows/row.ts'
import type { Model } from '../model/model.ts'
import { tryDecodeQuery } from '../model/values/text.ts'
import { valuesOf, type Condition } from './condition.ts'
import { MAX_ALTERNATIVES } from './values/alternatives.ts'
import { filterProblem, invalidValue, tooManyValues, unknownFilter } from './errors.ts'
import { validateValue } from './values/operators.ts'

/** Conditions of one request, and characters of one value; of several values in one condition, each. */
export const MAX_CONDITIONS = 32
export const MAX_VALUE = 4096

/** What keys look like, besides those that are known: in a value such text in front of a colon is rare. */
const DOTTED = /^[a-z][a-z0-9_]*(?:\.[a-z0-9_]+)+$/i
const SNAKE = /^[a-z]+_[a-z_]+$/
const WORD = /^[a-z][a-z0-9_-]*$/i

/** Words that a colon follows in values: schemes of IRIs. */
const IRI_SCHEMES: ReadonlySet<string> = new Set(['http', 'https', 'doi', 'hdl', 'urn', 'info'])

/** Characters of an encoded key, at most. */
const LONGEST_KEY = 200

const cleanKey = (text: string): string => text.trim().replace(/\.\s+/g, '.')

/** Position of the colon after the key, and its length: it may be encoded. */
function colonOf(piece: string): { at: number; length: number } | undefined {
  const found = /:|%3A/i.exec(piece.slice(0, LONGEST_KEY))
  return found ? { at: found.index, length: found[0].length } : undefined
}

/**
 * Whether a comma in front of the piece ends the condition before it. A dotted key does so without a colon,
 * too.
 */
function startsNewCondition(piece: string, model: Model): boolean {
  const colon = colonOf(piece)
  if (!colon)
    return (
      piece.includes('.') &&
      piece.length < LONGEST_KEY &&
      isKnown(cleanKey(tryDecodeQuery(piece) ?? ''), model)
    )
  const text = tryDecodeQuery(piece.slice(0, colon.at))
  if (!text) return false
  const key = cleanKey(text)
  if (IRI_SCHEMES.has(key.toLowerCase())) return false
  return isKnown(key, model) || DOTTED.test(key) || SNAKE.test(key) || (key === text && WORD.test(key))
}

const isKnown = (key: string, model: Model): boolean =>
  model.types.some((type) => model.filtersOf(type).find(key) !== undefined)

/**
 * Splits at the commas that separate: the literal ones if there is one, else the encoded ones.
 * A comma before anything but a key and a colon belongs to the value; empty elements at the end of a condition,
 * or before the first, are ignored.
 */
function split(text: string, model: Model): string[] {
  const literal = text.includes(',')
  const pieces = literal ? text.split(',') : text.split(/%2C/i)
  const parts: string[][] = []
  for (const piece of pieces) {
    const current = parts.at(-1)
    if (current && !startsNewCondition(piece, model)) current.push(piece)
    else if (piece !== '') parts.push([piece])
  }
  return parts.map((part) => withoutEmptyEnd(part).join(literal ? ',' : '%2C'))
}

const withoutEmptyEnd = (pieces: readonly string[]): string[] =>
  pieces.slice(0, pieces.findLastIndex((piece) => piece !== '') + 1)

function readCondition(
  conditionText: string,
  type: EntityType,
  model: Model,
  after: boolean,
  maxValues: number,
): Condition {
  const colon = colonOf(conditionText)
  const key = cleanKey(
    tryDecodeQuery(conditionText.slice(0, colon?.at ?? LONGEST_KEY)) ??
      conditionText.slice(0, colon?.at ?? LONGEST_KEY),
  )
  const filter = model.filtersOf(type).find(key)
  if (!filter) throw unknownFilter(model, type, key, after)
  const value = colon && tryDecodeQuery(conditionText.slice(colon.at + colon.length))
  const fault = (expected: string): Error =>
    invalidValue(
      model,
      type,
      key,
      value ?? (colon ? conditionText.slice(colon.at + colon.length) : ''),
      expected,
    )
  if (value === undefined)
    throw fault(colon ? 'it is not percent-encoded UTF-8' : 'a colon and a value are expected')
  if (value === '') throw fault('a value is expected after the colon')
  const values = valuesOf(filter, value)
  if (values.length > maxValues) throw tooManyValues(key, values.length, maxValues)
  const longest = Math.max(...values.map(({ length }) => length))
  if (longest > MAX_VALUE) throw fault(`it has ${longest} characters; ${MAX_VALUE} are the most`)
  const wrong = validateValue(filter, value)
  if (wrong !== undefined) throw fault(wrong)
  return { key, filter, value }
}

/**
 * Reads filter texts. Several are joined; empty ones say nothing.
 * @param texts still percent-encoded
 * @param maxValues of one condition
 * @throws Problem invalid-filter for an unknown key, a missing or impossible value, too many conditions;
 * invalid-parameter for too many values of one
 */
export function parseFilter(
  texts: readonly string[],
  type: EntityType,
  model: Model,
  maxValues = MAX_ALTERNATIVES,
): Condition[] {
  const parts = texts.filter(Boolean).flatMap((text) => split(text, model))
  if (parts.length > MAX_CONDITIONS)
    throw filterProblem(model, type, `There are ${parts.length} conditions; ${MAX_CONDITIONS} are the most.`)
  return parts.map((part, i) => readCondition(part, type, model, i > 0, maxValues))
}
