/**
 * Keys that stand twice in one object of JSON, of which JSON.parse keeps the last value without a word: all
 * are read.
 */

import { visit } from 'jsonc-parser'
import { isObject, type Json } from '../../model/values/json.ts'

/** How many keys the objects of a JSON text have, repeated ones too: texts that a colon follows. */
function keysInText(text: string): number {
  let keys = 0
  for (let start = text.indexOf('"'); start !== -1; start = text.indexOf('"', start)) {
    start = endOfText(text, start) + 1
    while (text.charCodeAt(start) <= 0x20) start++
    if (text.charCodeAt(start) === 0x3a) keys++
  }
  return keys
}

/** Position of the quotation mark that ends a text. */
export function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = end - 1
    while (text.charCodeAt(escapes) === 0x5c) escapes--
    if ((end - escapes) % 2 === 1) return end
  }
  return text.length
}

/** How many keys the objects of a value have, at any depth. */
function keysInValue(root: unknown): number {
  let keys = 0
  const waiting: object[] = typeof root === 'object' && root !== null ? [root] : []
  for (let value = waiting.pop(); value; value = waiting.pop()) {
    if (Array.isArray(value)) {
      for (const inner of value as unknown[])
        if (typeof inner === 'object' && inner !== null) waiting.push(inner)
    } else
      for (const key in value) {
        keys++
        const inner = (value as Json)[key]
        if (typeof inner === 'object' && inner !== null) waiting.push(inner)
      }
  }
  return keys
}

/** Whether a key of a JSON text stands twice in one object. @param value what JSON.parse makes of the text */
export const hasRepeatedKeys = (text: string, value: unknown): boolean =>
  keysInText(text) !== keysInValue(value)

export interface RepeatedKey {
  /** Line of its second value in the text, from 1. */
  readonly line: number
  /** Keys and positions that lead to it, with dots between. */
  readonly path: string
  readonly message: string
}

/** Keys of which an object can have one value alone, as it is known by it. */
const SINGLE = ['local_identifier', 'entity_type', '@id']

const differ = (values: readonly unknown[]): boolean =>
  new Set(values.map((value) => JSON.stringify(value))).size > 1

/** Objects are one where they are known by the same words. */
const isOneThing = (objects: readonly Json[]): boolean =>
  SINGLE.every((key) => !differ(objects.flatMap((one) => (Object.hasOwn(one, key) ? [one[key]] : []))))

type Groups = Map<string, unknown[]>

function add(groups: Groups, key: string, value: unknown): void {
  const values = groups.get(key)
  if (values) values.push(value)
  else groups.set(key, [value])
}

const objectOf = (groups: Groups): Json =>
  Object.fromEntries(Array.from(groups, ([key, values]) => [key, united(key, values)]))

/** All values of a key: objects that say the same of one thing become one, others a list. */
function united(key: string, values: readonly unknown[]): unknown {
  if (values.length === 1 || SINGLE.includes(key) || !differ(values)) return values.at(-1)
  if (!values.every(isObject) || !isOneThing(values) || key === '@graph') return values.flat()
  const groups: Groups = new Map()
  for (const one of values) for (const [inner, value] of Object.entries(one)) add(groups, inner, value)
  return objectOf(groups)
}

function messageOf(key: string, values: readonly unknown[]): string {
  const used = SINGLE.includes(key)
    ? `the last one is used, ${JSON.stringify(values.at(-1))}`
    : 'all are read'
  return `stands more than once in one object; of its ${values.length} values ${used}`
}

/** An object or a list that is being read. */
type Open =
  | { readonly list: unknown[] }
  | {
      readonly groups: Groups
      readonly repeated: Map<string, Omit<RepeatedKey, 'message'>>
      key: string
    }

/** Reads JSON in which keys are repeated, with all values of them. @throws RangeError if it is nested too deep */
export function readRepeatedKeys(text: string): {
  readonly value: unknown
  readonly repeated: RepeatedKey[]
} {
  const root: unknown[] = []
  const around: Open[] = [{ list: root }]
  const repeated: RepeatedKey[] = []
  function put(value: unknown): void {
    const open = around.at(-1) as Open
    if ('list' in open) open.list.push(value)
    else add(open.groups, open.key, value)
  }
  visit(text, {
    onObjectBegin: () => void around.push({ groups: new Map(), repeated: new Map(), key: '' }),
    onObjectProperty(key, _offset, _length, startLine, _column, pathOf) {
      const open = around.at(-1) as Extract<Open, { key: string }>
      open.key = key
      if (open.groups.has(key) && !open.repeated.has(key))
        open.repeated.set(key, { line: startLine + 1, path: [...pathOf(), key].join('.') })
    },
    onObjectEnd() {
      const { groups, repeated: keys } = around.pop() as Extract<Open, { key: string }>
      for (const [key, place] of keys)
        repeated.push({ ...place, message: messageOf(key, groups.get(key) as unknown[]) })
      put(objectOf(groups))
    },
    onArrayBegin: () => void around.push({ list: [] }),
    onArrayEnd: () => put((around.pop() as { list: unknown[] }).list),
    onLiteralValue: put,
  })
  return { value: root[0], repeated }
}
