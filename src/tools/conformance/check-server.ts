/** A server checked against the specification of SKG-IF, from outside and by GET alone. */

import { findLists } from '../shared/find-lists.ts'
import { BudgetExceeded, Unanswered, type HttpClient } from '../shared/http-client.ts'
import { parseAnswer } from '../shared/list-page.ts'
import { createFindingLog, type FindingLog } from '../../findings/log.ts'
import type { Model } from '../../model/model.ts'
import { isObject } from '../../model/values/json.ts'
import { withoutLastSlashes } from '../../model/context/iri.ts'
import { checks, type Check } from './checks.ts'
import { checkFilters } from './filters.ts'
import { checkIdentifiers } from './identifiers.ts'
import type { CheckReport, CheckRun } from './check-run.ts'
import { checkList } from './lists.ts'
import { checkRecords } from './records.ts'
import { checkRepresentations } from './representations.ts'

export interface CheckServerOptions {
  readonly client: HttpClient
  readonly model: Model
  /** File that gets every finding, as JSON Lines. */
  readonly report?: string | undefined
}

export interface CheckedServer {
  readonly report: FindingLog<Check>
  readonly lists: number
  /** Why not everything was checked; absent if it was. */
  readonly stopped?: string
}

/**
 * @param url of an API, of the home page of its server, or of one list
 * @throws Error if no list is there, or the report cannot be written; Unanswered
 */
export async function checkServer(
  url: string,
  { client, model, report: file }: CheckServerOptions,
): Promise<CheckedServer> {
  const log = createFindingLog<Check>(checks, { file })
  const report: CheckReport = {
    add: (kind, at, message, expected) => log.add({ kind, file: at, message, expected }),
  }
  try {
    const lists = await findLists(client, withoutLastSlashes(url), model)
    const root = new URL('.', lists[0]?.url).href.replace(/\/$/, '')
    const run: CheckRun = {
      client,
      model,
      root,
      report,
      advertised: await readClaims(client, root, report),
    }
    const stopped = await inspect(run, lists)
    return { report: log, lists: lists.length, ...(stopped !== undefined && { stopped }) }
  } finally {
    log.close()
  }
}

/** @returns why it stopped before its end */
async function inspect(
  run: CheckRun,
  lists: Awaited<ReturnType<typeof findLists>>,
): Promise<string | undefined> {
  try {
    for (const one of lists) {
      const list = await checkList(run, one)
      if (!list) continue
      const record = await checkRecords(run, list)
      if (record) await checkRepresentations(run, record.url, record.answer)
      await checkFilters(run, list)
      await checkIdentifiers(run, list)
    }
    return undefined
  } catch (error) {
    if (error instanceof BudgetExceeded) return error.message
    throw error
  }
}

/** An OpenAPI document, which a server need not have; one that is not answered is reported. */
async function readDocument(client: HttpClient, url: string, report: CheckReport): Promise<unknown> {
  try {
    const { status, text } = await client.get(url, { retries: 0 })
    return status === 200 ? parseAnswer(text) : undefined
  } catch (error) {
    if (!(error instanceof Unanswered)) throw error
    report.add('server-error', url, error.message.slice(url.length + 1))
    return undefined
  }
}

/** The filters of the server's own OpenAPI document: path of the list and key → an example, if it has one. */
async function readClaims(
  client: HttpClient,
  root: string,
  report: CheckReport,
): Promise<Map<string, string | undefined>> {
  const claims = new Map<string, string | undefined>()
  for (const url of new Set([`${root}/openapi.json`, `${new URL(root).origin}/openapi.json`])) {
    const document = await readDocument(client, url, report)
    if (!isObject(document) || !isObject(document['paths'])) continue
    for (const [path, operations] of Object.entries(document['paths']))
      for (const [key, value] of filtersIn(operations))
        claims.set(`${path.split('/').at(-1) ?? ''} ${key}`, value)
    break
  }
  return claims
}

/** Keys, with values, of the parameter `filter`: of its examples, and of skeg's own list. */
function filtersIn(operations: unknown): [key: string, value: string | undefined][] {
  const get = isObject(operations) ? operations['get'] : undefined
  const parameters = isObject(get) && Array.isArray(get['parameters']) ? (get['parameters'] as unknown[]) : []
  const filter = parameters.find((one) => isObject(one) && one['name'] === 'filter')
  if (!isObject(filter)) return []
  const named = Array.isArray(filter['x-filters']) ? (filter['x-filters'] as unknown[]) : []
  const keys = named.flatMap((one) => (isObject(one) && typeof one['key'] === 'string' ? [one['key']] : []))
  const examples = Object.values(isObject(filter['examples']) ? filter['examples'] : {})
  const pairs = examples.flatMap((one) => {
    const text = isObject(one) ? one['value'] : undefined
    const [, key, value] = /^([\w.]+):([^,]+)$/.exec(typeof text === 'string' ? text : '') ?? []
    return key === undefined ? [] : [[key, value] as [string, string | undefined]]
  })
  return [...keys.map((key): [string, undefined] => [key, undefined]), ...pairs]
}
