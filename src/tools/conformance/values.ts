/** Values of records at the path of a filter: what a filter is asked for, and what its records must have. */

import { isObject } from '../../model/values/json.ts'
import type { Filter } from '../../model/rows/filters.ts'

/** Texts of a value: of texts by language all, of an object with an id the id. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value === 'number' || typeof value === 'boolean') return [String(value)]
  if (Array.isArray(value)) return value.flatMap(textsOf)
  if (!isObject(value)) return []
  const id = value['local_identifier']
  return id === undefined ? Object.values(value).flatMap(textsOf) : textsOf(id)
}

/** Values of JSON behind keys, of which some are alternatives (`a|b`). */
function valuesAt(value: unknown, keys: readonly string[]): unknown[] {
  if (Array.isArray(value)) return value.flatMap((item) => valuesAt(item, keys))
  const [key, ...rest] = keys
  if (key === undefined) return [value]
  if (!isObject(value)) return typeof value === 'string' && key === 'local_identifier' ? [value] : []
  if (key === '@language') return Object.keys(value)
  if (key === '@value') return Object.values(value)
  return key.split('|').flatMap((name) => (name in value ? valuesAt(value[name], rest) : []))
}

/** The values that a record shows at the path of a filter; undefined where JSON does not show them. */
function valuesOf(record: unknown, { key, row: { path = key } }: Filter): string[] | undefined {
  if (path.startsWith('^') || !isObject(record)) return undefined
  return valuesAt(record, path.split('.')).flatMap(textsOf)
}

/** Values that stand in a filter as they are, whatever the server makes of commas and bars. */
const PLAIN = /^[^,|"\\]{1,200}$/

/** A value by which the filter has to find the record. */
export function exampleValue(record: unknown, filter: Filter): string | undefined {
  const values = valuesOf(record, filter) ?? []
  if (filter.row.operator !== 'contains') return values.find((value) => PLAIN.test(value))
  return values.flatMap((value) => value.match(/\p{L}{4,30}/gu) ?? [])[0]
}

const folded = (text: string): string => text.normalize('NFC').toLowerCase()

/** An identifier without what stands before it. */
const bare = (text: string): string => text.replace(/^https?:\/\/[^/]+\//, '').replace(/^[a-z_]+:/, '')

/** Whether a record shows the value that a filter asks for; undefined where that cannot be seen. */
export function showsValue(record: unknown, filter: Filter, value: string): boolean | undefined {
  const { operator } = filter.row
  const values = valuesOf(record, filter)
  if (!values || operator === 'gte' || operator === 'lte') return undefined
  const texts = values.map(folded)
  const text = folded(value)
  if (operator === 'contains') return texts.some((one) => one.includes(text))
  if (operator === 'within') return texts.some((one) => one.startsWith(text))
  return texts.some((one) => one === text || bare(one) === bare(text))
}
