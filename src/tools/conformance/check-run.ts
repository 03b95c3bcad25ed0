/** What the checks share: the server that is asked, the report, and requests with answers read as JSON. */

import type { HttpAnswer, HttpClient } from '../shared/http-client.ts'
import { parseAnswer, readListPage, type ListPage } from '../shared/list-page.ts'
import { isObject, type Json } from '../../model/values/json.ts'
import type { Model } from '../../model/model.ts'
import type { EntityType } from '../../model/rows/row.ts'
import type { Check } from './checks.ts'

/** Takes what a check has found. @param url of the request */
export interface CheckReport {
  add(kind: Check, url: string, message: string, expected?: string): void
}

export interface CheckRun {
  readonly client: HttpClient
  readonly model: Model
  /** URL of the API, without a slash at the end. */
  readonly root: string
  readonly report: CheckReport
  /** Filters that the server says it has: key, and a value if it shows one. */
  readonly advertised: ReadonlyMap<string, string | undefined>
}

/** The list that is inspected, and what its first page holds. */
export interface CheckedList {
  readonly url: string
  readonly type: EntityType | undefined
  /** Its first page, of which the records are examples of what the list holds. */
  readonly page: ListPage
}

export interface JsonAnswer extends HttpAnswer {
  /** The body as JSON; undefined if it is none. */
  readonly json: unknown
  /** The body as a page of a list, or the envelope of one record. */
  readonly page: ListPage | undefined
}

/** Asks for JSON. A failure of the server (5xx) is reported for any request. */
export async function request(
  { client, report }: CheckRun,
  url: string,
  accept?: string,
): Promise<JsonAnswer> {
  const answer = await client.get(url, accept === undefined ? {} : { accept })
  if (answer.status >= 500) report.add('server-error', url, `is answered with ${answer.status}`)
  const json = parseAnswer(answer.text)
  return { ...answer, json, page: readListPage(json, answer.headers) }
}

/** An answer that means: there is nothing. */
export const isEmptyGraph = ({ page }: JsonAnswer): boolean =>
  page !== undefined && page.member === '@graph' && page.records.length === 0

export const idOf = (record: unknown): string | undefined => {
  const id = isObject(record) ? record['local_identifier'] : record
  return typeof id === 'string' && id !== '' ? id : undefined
}

export const typeNameOf = (record: unknown): unknown => (isObject(record) ? record['entity_type'] : undefined)

export const metaOf = ({ page }: Pick<JsonAnswer, 'page'>): Json | undefined => {
  const meta = page?.body['meta']
  return isObject(meta) ? meta : undefined
}

/** The last @base of a context. */
export function baseOf(context: unknown): string | undefined {
  const bases = [context].flat().flatMap((item) => (isObject(item) ? [item['@base']] : []))
  const base = bases.at(-1)
  return typeof base === 'string' ? base : undefined
}

/** An id as the whole IRI; undefined where it cannot be one. */
export function absoluteId(id: string, base: string | undefined): string | undefined {
  if (/^[a-z][a-z0-9+.-]*:/i.test(id)) return id
  return base !== undefined && URL.canParse(id, base) ? base + id : undefined
}
