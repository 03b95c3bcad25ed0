/** Values of records from elsewhere, read so that nothing of a wrong kind does harm. */

import { isObject, type Json } from '../values/json.ts'

/** A text without blanks around it, or a number as text; undefined if it is neither, or empty. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string') return undefined
  const isPlain = /^[ -~]*$/.test(value) && !value.includes('  ')
  const text = (isPlain ? value : value.normalize('NFC').replace(/\s+/g, ' ')).trim()
  return text === '' ? undefined : text
}

/** The members of a list, or a single value as a list of one; without nulls. */
export function listOf(value: unknown): unknown[] {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value.filter((one) => one !== undefined && one !== null) : [value]
}

const isSaying = (value: unknown): value is Json => isObject(value) && hasMember(value)

/** The objects of a list, or a single one; those without any member go. */
export const objectsOf = (value: unknown): Json[] =>
  Array.isArray(value) ? value.filter(isSaying) : isSaying(value) ? [value] : []

function hasMember(object: Json): boolean {
  // oxlint-disable-next-line guard-for-in
  for (const _ in object) return true
  return false
}

/** The entities in an object or a list, at any depth: those inside of one before it. */
export function entitiesIn(value: object, found: Json[] = []): Json[] {
  if (Array.isArray(value)) {
    for (const one of value) if (typeof one === 'object' && one !== null) entitiesIn(one as object, found)
    return found
  }
  const object = value as Json
  // oxlint-disable-next-line guard-for-in
  for (const key in object) {
    const inner = object[key]
    if (typeof inner === 'object' && inner !== null) entitiesIn(inner, found)
  }
  if (typeof object['entity_type'] === 'string') found.push(object)
  return found
}

export const objectOf = (value: unknown): Json => (isObject(value) ? value : {})

/** The texts of a list, or a single one. */
export const textsOf = (value: unknown): string[] => listOf(value).flatMap((one) => textOf(one) ?? [])

/** Whether a value says nothing. */
export const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (typeof value === 'object' && !hasContent(value as Json))

function hasContent(object: Json): boolean {
  if (Array.isArray(object)) return !object.every(isEmpty)
  for (const key in object) if (!isEmpty(object[key])) return true
  return false
}

/** The members of an object that say something: no nulls, empty texts, empty lists and empty objects. */
export function withoutEmpty(object: Json): Json {
  const rest: Record<string, unknown> = {}
  for (const key of Object.keys(object)) if (!isEmpty(object[key])) rest[key] = object[key]
  return rest
}

/** The object without empty members; undefined if nothing is left. */
export function orNothing(object: Json): Json | undefined {
  const remainder = withoutEmpty(object)
  return Object.keys(remainder).length === 0 ? undefined : remainder
}

/** The members of a list, the first of those with the same key. */
export function uniqueBy<T>(list: readonly T[], keyOf: (one: T) => unknown): T[] {
  const keys = new Set<unknown>()
  return list.filter((one) => {
    const key = keyOf(one)
    if (keys.has(key)) return false
    keys.add(key)
    return true
  })
}

/** Entities, each once by its id. */
export const uniqueEntities = (entities: readonly Json[]): Json[] =>
  uniqueBy(entities, (one) => one['local_identifier'])

/** A value as a list of one, and no value as an empty one. */
export const optional = <T>(value: T | undefined): T[] => (value === undefined ? [] : [value])

/**
 * What names in records stand for. A record may say `constructor` where a name is expected, and that stands for
 * nothing: the rows have no prototype.
 */
export const byName = <T>(rows: Readonly<Record<string, T>>): Readonly<Record<string, T>> =>
  Object.assign(Object.create(null) as Record<string, T>, rows)
