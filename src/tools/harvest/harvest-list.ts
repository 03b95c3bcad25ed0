/** One list of a server: its pages one after another, each written as it comes. */

import { createHash } from 'node:crypto'
import { withParameters } from '../shared/find-lists.ts'
import { RETRY, Unanswered, type HttpAnswer, type HttpClient } from '../shared/http-client.ts'
import { parseAnswer, readListPage, type ListPage } from '../shared/list-page.ts'
import { isObject, type Json } from '../../model/values/json.ts'
import { countedPage, nextPage } from './next-page.ts'
import type { HarvestOutput, HarvestState, ListState, Position } from './output.ts'
import type { Trouble } from './finding-kinds.ts'

export interface Harvest {
  readonly client: HttpClient
  readonly output: HarvestOutput
  readonly state: HarvestState
  report(kind: Trouble, url: string, message: string): void
  /** Called after each page. */
  onPage(list: ListState): void
}

/** Records that a page is asked for. */
const PAGE_SIZE = 100

/** Pages in a row that cannot be read before a list is given up. */
const MAX_FAILURES = 3

/** Pages after which a list is given up, and records beyond those that it says to have. */
const MAX_PAGES = 1_000_000
const MOST_OF_TOTAL = 10
const LEAST_TOTAL = 1000

/** Why a list is given up that goes on and on. */
function endlessReason({ pages, records, total }: ListState): string | undefined {
  if (pages >= MAX_PAGES) return `goes on after ${pages} pages`
  const most = MOST_OF_TOTAL * Math.max(total ?? Number.POSITIVE_INFINITY, LEAST_TOTAL)
  return records > most ? `says ${total} records, and goes on after ${records}` : undefined
}

/** Those after which it is of no use to go on with other pages. */
const OVERLOADED: readonly number[] = [429, 503]

interface ReadPage extends ListPage {
  readonly url: string
}

/** A page; `past-the-end` behind the last one; else what is wrong with the answer. */
type PageOutcome = ReadPage | 'past-the-end' | { readonly fault: string; readonly status: number }

/** @throws Unanswered if the server does not answer any more, or is too busy */
export async function harvestList(list: ListState, harvest: Harvest): Promise<void> {
  const { output, state, report } = harvest
  const seenKeys = await seenRecords(list, output)
  const visited = new Set<string>()
  let position: Position | undefined = list.next ?? (await firstPosition(list, harvest))
  while (position !== undefined) {
    const { url, number }: Position = position
    visited.add(url)
    const answer = await readPage(harvest, position)
    if (answer === 'past-the-end') {
      if (!position.isCounted && list.pages > 0)
        reportOnce(harvest, list, 'link-past-end', url, 'holds nothing')
      break
    }
    if ('fault' in answer) {
      report('page-unread', url, answer.fault)
      position = ++list.failures < MAX_FAILURES ? countedPage(list, number + 1) : undefined
      if (position === undefined)
        report('list-unfinished', url, `is one of ${MAX_FAILURES} such pages in a row`)
      if (position) list.next = position
      output.save(state)
      continue
    }
    list.failures = 0
    list.pages++
    if (answer.total !== undefined) list.total = answer.total
    const newRecords = await writePage(answer, list, harvest, seenKeys)
    if (position.isCountedOn && newRecords > 0) reportOnce(harvest, list, 'no-next-page', url)
    position = nextPage(
      { list, position, page: answer, url: answer.url, newRecords, visited },
      (kind, message) => reportOnce(harvest, list, kind, url, message),
    )
    const endless = position && endlessReason(list)
    if (endless !== undefined) {
      report('list-unfinished', url, endless)
      position = undefined
    }
    if (position) list.next = position
    output.save(state)
    harvest.onPage(list)
  }
  finishList(list, harvest)
}

function finishList(list: ListState, { output, state, report }: Harvest): void {
  list.done = true
  const { url, total, records, repeated } = list
  if (repeated > 0) report('repeated-record', url, `has ${repeated} records that were on a page before`)
  if (total !== undefined && total !== records)
    report('total', url, `says ${total}, and ${records} different records were found`)
  output.save(state)
}

/** What is the same on each page is said once of a list. */
function reportOnce(
  { state, report }: Harvest,
  list: ListState,
  kind: Trouble,
  url: string,
  message = '',
): void {
  const isKnown = state.findings.some((one) => one.kind === kind && one.file.startsWith(list.url))
  if (!isKnown) report(kind, url, message || 'has none')
}

/** What tells a record from others: its type and id, or all that it says. */
function keyOf(record: unknown): string {
  const id = isObject(record) ? record['local_identifier'] : undefined
  const text = typeof id === 'string' && isObject(record) ? [record['entity_type'], id] : record
  return createHash('sha1')
    .update(JSON.stringify(text) ?? '')
    .digest('base64')
    .slice(0, 16)
}

/** The records of a list that an earlier harvest has written. */
async function seenRecords(list: ListState, output: HarvestOutput): Promise<Set<string>> {
  const seen = new Set<string>()
  if (list.pages === 0) return seen
  for await (const line of output.lines(list.start)) {
    const { '@context': _context, ...record } = parseAnswer(line) as Json
    seen.add(keyOf(record))
  }
  return seen
}

/** The first page: of servers that demand a page, and perhaps count from 0, by trying. */
async function firstPosition(list: ListState, harvest: Harvest): Promise<Position> {
  const givenPageSize = Number(new URL(list.url).searchParams.get('page_size'))
  const size = givenPageSize > 0 ? givenPageSize : PAGE_SIZE
  const first = {
    url: withParameters(list.url, { page_size: size }),
    number: 1,
    isCounted: false,
    emptyPages: 0,
  }
  const variants: readonly (Position & { readonly size?: number })[] = [
    { ...first, size },
    { ...first, url: list.url },
    { ...first, url: withParameters(list.url, { page: 0, page_size: size }), size, number: 0 },
    { ...first, url: withParameters(list.url, { page: 1, page_size: size }), size },
    { ...first, url: withParameters(list.url, { page: 0, page_size: 10 }), size: 10, number: 0 },
    { ...first, url: withParameters(list.url, { page: 1, page_size: 10 }), size: 10 },
    { ...first, url: withParameters(list.url, { page: 1 }) },
  ]
  for (const [i, { size: pageSize, ...position }] of variants.entries()) {
    const answer = await readPage(harvest, position)
    if (typeof answer === 'object' && 'fault' in answer && (answer.status === 400 || answer.status === 422))
      continue
    if (pageSize !== undefined) list.pageSize = pageSize
    if (i > 0) harvest.report('first-page', list.url, `answers at ${position.url} first`)
    return position
  }
  if (list.pageSize === undefined) list.pageSize = size
  return first
}

/** @throws Unanswered if the server does not answer any more, or is too busy */
async function get(client: HttpClient, url: string): Promise<HttpAnswer> {
  const answer = await client.get(url, { retryOn: RETRY })
  if (OVERLOADED.includes(answer.status))
    throw new Unanswered(`${url} is answered with ${answer.status}, however often it is asked`)
  return answer
}

async function readPage({ client }: Harvest, { url }: Position): Promise<PageOutcome> {
  for (let attempt = 0; ; attempt++) {
    const answer = await get(client, url)
    const page = readListPage(parseAnswer(answer.text), answer.headers)
    if (page && page.records.length === 0) return 'past-the-end'
    if (page && answer.status === 200) return { ...page, url: answer.url }
    if ([404, 410, 416].includes(answer.status)) return 'past-the-end'
    // Half a document, or a page of HTML with 200, may be a fault that passes.
    if (answer.status !== 200 || attempt > 0) return { fault: describeFault(answer), status: answer.status }
  }
}

function describeFault({ status, type, text, headers }: HttpAnswer): string {
  const location = headers.get('location')
  const start = text.trim().slice(0, 100).replace(/\s+/g, ' ')
  if (location !== null) return `is answered with ${status}, which leads to ${location}, on another host`
  return `is answered with ${status} and ${start === '' ? 'nothing' : `${type || 'no media type'}: ${start}`}`
}

/** An id, or an object with nothing but id and type, that stands for a record. */
const isReference = (record: unknown): boolean =>
  typeof record === 'string' ||
  (isObject(record) &&
    'local_identifier' in record &&
    Object.keys(record).every((key) => key === 'local_identifier' || key === 'entity_type'))

/** Writes the records that are new. @returns how many there are */
async function writePage(
  page: ReadPage,
  list: ListState,
  harvest: Harvest,
  seenKeys: Set<string>,
): Promise<number> {
  const { output, state } = harvest
  const context = page.body['@context']
  if (context === undefined) reportOnce(harvest, list, 'no-context', page.url)
  if (page.member !== '@graph')
    reportOnce(harvest, list, 'other-member', page.url, `has them in ${page.member}`)
  if (page.isTotalText) reportOnce(harvest, list, 'text-total', page.url, `says "${page.total}"`)
  if (!isObject(page.body['meta'])) reportOnce(harvest, list, 'no-meta', page.url)
  const newRecords: Json[] = []
  for (const item of page.records) {
    const record = isReference(item) ? await readReference(item, list, harvest) : item
    if (record === undefined) continue
    if (!isObject(record)) {
      reportOnce(harvest, list, 'record-unread', page.url, 'has something that is no object')
      continue
    }
    const key = keyOf(record)
    if (seenKeys.has(key)) {
      list.repeated++
      continue
    }
    seenKeys.add(key)
    newRecords.push(record)
  }
  // A page that was read again by counting says nothing of the order.
  if (newRecords.length === 0) list.repeated -= page.records.length
  list.repeated = Math.max(0, list.repeated)
  if (newRecords.length === 0) return 0
  state.bytes += output.write(
    newRecords.map((record) => ({ ...(context !== undefined && { '@context': context }), ...record })),
  )
  list.records += newRecords.length
  return newRecords.length
}

/** The record that a list only names. */
async function readReference(item: unknown, list: ListState, { client, report }: Harvest): Promise<unknown> {
  const id = isObject(item) ? item['local_identifier'] : item
  const target = new URL(list.url)
  target.search = ''
  const url = `${target.href}/${encodeURIComponent(String(id))}`
  const { status, text, headers } = await get(client, url)
  const [record] = readListPage(parseAnswer(text), headers)?.records ?? []
  if (status === 200 && isObject(record)) return record
  report('record-unread', url, `is answered with ${status}`)
  return undefined
}
