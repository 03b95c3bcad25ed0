/** The arguments of tools, read by their JSON Schema; what is wrong is said with what would have been right. */

import { Problem } from '../../../config/errors.ts'
import type { Json } from '../../../model/values/json.ts'
import { isObject } from '../../../model/values/json.ts'
import { withSuggestion } from '../../../model/values/closest-match.ts'

/** The part of JSON Schema that the arguments of tools need. */
export interface ArgumentSchema {
  readonly type: 'string' | 'integer' | 'array' | 'object'
  readonly description?: string
  readonly enum?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
  readonly default?: number
  readonly maxLength?: number
  readonly maxItems?: number
  readonly items?: ArgumentSchema
}

export interface ToolSchema {
  readonly type: 'object'
  readonly properties: Readonly<Record<string, ArgumentSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties: false
}

const wrong = (text: string): Problem => new Problem('invalid-parameter', text)

function readText(name: string, value: unknown, { enum: words, maxLength = 4096 }: ArgumentSchema): string {
  if (typeof value !== 'string') throw wrong(`${name} must be a text.`)
  const text = value.trim()
  if (text.length > maxLength)
    throw wrong(`${name} has ${text.length} characters; ${maxLength} are the most.`)
  if (words && !words.includes(text))
    throw wrong(
      `${withSuggestion(`${name} cannot be ${text.slice(0, 64)}`, text, words)} It is one of ${words.join(', ')}.`,
    )
  return text
}

function readInteger(
  name: string,
  value: unknown,
  { minimum = 0, maximum = Infinity }: ArgumentSchema,
): number {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  if (!Number.isSafeInteger(number) || (number as number) < minimum || (number as number) > maximum)
    throw wrong(
      `${name} must be a whole number from ${minimum}${maximum === Infinity ? '' : ` to ${maximum}`}.`,
    )
  return number as number
}

function readList(name: string, value: unknown, { items, maxItems = 100 }: ArgumentSchema): unknown[] {
  // Models write one value where a list of one is meant.
  const list = Array.isArray(value) ? (value as unknown[]) : [value]
  if (list.length === 0 || list.length > maxItems)
    throw wrong(`${name} takes 1 to ${maxItems} values, not ${list.length}.`)
  return list.map((one) => readValue(`each of ${name}`, one, items as ArgumentSchema))
}

function readValue(name: string, value: unknown, schema: ArgumentSchema): unknown {
  if (schema.type === 'string') return readText(name, value, schema)
  if (schema.type === 'integer') return readInteger(name, value, schema)
  if (schema.type === 'array') return readList(name, value, schema)
  if (!isObject(value)) throw wrong(`${name} must be an object of key: value.`)
  return value
}

/** Arguments that are absent, null or empty have their default. @throws Problem invalid-parameter */
export function readArguments(given: unknown, { properties, required = [] }: ToolSchema): Json {
  if (given !== undefined && !isObject(given)) throw wrong('The arguments must be an object.')
  const names = Object.keys(properties)
  const values: Json = {}
  for (const [name, value] of Object.entries(given ?? {})) {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (!schema)
      throw wrong(
        `${withSuggestion(`There is no argument ${name.slice(0, 64)}`, name, names)} ` +
          `The arguments are ${names.join(', ')}.`,
      )
    if (value !== null && value !== '') values[name] = readValue(name, value, schema)
  }
  for (const name of names) values[name] ??= properties[name]?.default
  const missing = required.find((name) => values[name] === undefined)
  if (missing !== undefined)
    throw wrong(`The argument ${missing} is missing: ${properties[missing]?.description}`)
  return values
}
