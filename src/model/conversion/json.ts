/** Values of records from elsewhere, read so that nothing of a wrong kind does harm. */

import { isObject, type Json } from '../values/json.ts'
import type { SourceNotes } from '../rows/source-row.ts'
import { words } from '../values/collections.ts'

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

/** The same of things that have a name: a text is the name of one. */
export const namedIn = (value: unknown): Json[] =>
  objectsOf(listOf(value).map((one) => (typeof one === 'string' ? { name: one } : one)))

/** The texts of a list, or a single one. */
export const textsOf = (value: unknown): string[] => listOf(value).flatMap((one) => textOf(one) ?? [])

/** Whether a value says nothing. */
const isEmpty = (value: unknown): boolean =>
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

const isText = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number'

/** Whether a value is a text with the name of one, and not of several. */
const isOneName = (value: unknown): value is string =>
  typeof value === 'string' && !/[;&\n]|\band\b/.test(value)

/** The people of a list, of which some are given by one name. */
export const peopleIn = (value: unknown): Json[] =>
  objectsOf(listOf(value).map((one) => (isOneName(one) ? { family: one } : one)))

/** What a source reads at a path: a text, or else one or a list of what the name says. */
const shapes = {
  text: ['a text', isText],
  texts: ['a text', isText],
  objects: ['an object', isObject],
  contents: ['a text', (one) => isObject(one) || isText(one)],
  named: ['an object or a name', (one) => isObject(one) || typeof one === 'string'],
  person: ['an object or one name', (one) => isObject(one) || isOneName(one)],
} as const satisfies Readonly<Record<string, readonly [expected: string, fits: (one: unknown) => boolean]>>
type Shape = keyof typeof shapes

/** What becomes of the members of a record that are known. */
export interface MemberTable {
  readonly members: ReadonlyMap<string, 'read' | 'lost'>
  readonly shapes: readonly (readonly [path: readonly string[], shape: Shape])[]
}

/**
 * @param read members that are read, or that repeat what others say; `title:text` and `author.name:text` say what is
 * read there
 * @param lost members that are known, and have no place
 */
export function memberTable(read: string, lost: string): MemberTable {
  const known = words(read).map((word) => word.split(':') as [path: string, shape?: Shape])
  return {
    members: new Map([
      ...words(lost).map((name) => [name, 'lost'] as const),
      ...known.map(([path]) => [path, 'read'] as const),
    ]),
    shapes: known.flatMap(([path, shape]) => (shape ? [[path.split('.'), shape] as const] : [])),
  }
}

/** Tells of the members of a record that are not read, of which a source adds some now and then, or not as they are. */
export function dropMembers(record: Json, table: MemberTable, drop: SourceNotes['drop']): void {
  for (const name of Object.keys(record)) {
    const known = table.members.get(name)
    const value = record[name]
    if (known === 'read' || isEmpty(value) || value === 0) continue
    drop(known === 'lost' ? `member ${name}` : `unknown member ${name}`)
  }
  for (const [path, shape] of table.shapes) {
    const [expected, fits] = shapes[shape]
    const holders = path
      .slice(0, -1)
      .reduce((found, key) => found.flatMap((one) => objectsOf(one[key])), [record])
    for (const holder of holders) {
      const value = holder[path.at(-1) as string]
      for (const one of shape !== 'text' && Array.isArray(value) ? value : [value])
        if (one !== undefined && (one !== null || one !== value) && !fits(one))
          drop(`${path.join('.')}, ${kindOf(one)} where ${expected} is expected`, 'wrong-value')
    }
  }
}

/** What a value is, in words. */
function kindOf(value: unknown): string {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object'
  return isText(value) ? `a ${typeof value === 'string' ? 'text' : 'number'}` : String(value)
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
