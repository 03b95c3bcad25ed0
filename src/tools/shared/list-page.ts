/** A page of a list of an SKG-IF server, understood even where it is not as the specification has it. */

import { isObject, parseJson, type Json } from '../../model/values/json.ts'

export interface ListPage {
  readonly body: Json
  /** The member that holds the records: `@graph`, or another one. */
  readonly member: string
  readonly records: readonly unknown[]
  /** The link to the next page as it is written. */
  readonly next?: string
  /** How many records the list has, by what the page says. */
  readonly total?: number
  /** The number stands there as a text. */
  readonly isTotalText?: true
}

/** Members that hold records; the first is that of the specification. */
const RECORD_MEMBERS = ['@graph', 'results', 'data', 'items', 'records'] as const

const LINK_MEMBERS = ['local_identifier', 'url', 'href', '@id', 'id'] as const

const firstText = (values: readonly unknown[]): string | undefined =>
  values.find((value): value is string => typeof value === 'string' && value !== '')

/** The URL of a link, be it a text or an object. */
export const linkOf = (value: unknown): string | undefined =>
  isObject(value) ? firstText(LINK_MEMBERS.map((name) => value[name])) : firstText([value])

/** The URL of `rel="next"` in a header Link. */
const linkHeader = (headers: Headers): string | undefined =>
  /<([^>]*)>\s*;[^,]*\brel="?next"?/i.exec(headers.get('link') ?? '')?.[1]

const countOf = (value: unknown): number | undefined => {
  const count = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : undefined
}

/** Objects and lists inside of each other: what is deeper is no answer of SKG-IF, and recursion would not end well. */
const MAX_DEPTH = 1000

function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0; depth++)
    level = level.flatMap((one): unknown[] =>
      typeof one === 'object' && one !== null ? Object.values(one) : [],
    )
  return level.length > 0
}

/**
 * The JSON of an answer; undefined for what is none, or is nested too deep. Halves of characters, which no URL can
 * have, are replaced.
 */
export function parseAnswer(text: string): unknown {
  const value = parseJson(text)
  if (isTooDeep(value)) return undefined
  return /\\ud[89a-f]/i.test(text)
    ? (JSON.parse(text, (_, one: unknown) => (typeof one === 'string' ? one.toWellFormed() : one)) as unknown)
    : value
}

/** Reads a body as a page of a list; undefined if it holds no list of records. */
export function readListPage(value: unknown, headers: Headers): ListPage | undefined {
  const body = Array.isArray(value) ? { '@graph': value as unknown[] } : value
  if (!isObject(body)) return undefined
  const member = RECORD_MEMBERS.find((name) => Array.isArray(body[name]) || isObject(body[name]))
  if (member === undefined) return undefined
  const records = body[member]
  const meta = isObject(body['meta']) ? body['meta'] : {}
  const searchResult = isObject(meta['part_of']) ? meta['part_of'] : {}
  const next = linkOf(meta['next_page']) ?? linkOf(meta['next']) ?? linkHeader(headers)
  const totalItems = [searchResult['total_items'], meta['total_items']].find(
    (one) => countOf(one) !== undefined,
  )
  const total = countOf(totalItems)
  return {
    body,
    member,
    records: Array.isArray(records) ? (records as unknown[]) : [records],
    ...(next !== undefined && { next }),
    ...(total !== undefined && { total }),
    ...(typeof totalItems === 'string' && { isTotalText: true }),
  }
}
