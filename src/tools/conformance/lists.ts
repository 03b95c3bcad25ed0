/** Lists: the first page, its links, the pages behind it, the total, and what lies past the end. */

import { withParameters, type ServerList } from '../shared/find-lists.ts'
import { linkOf } from '../shared/list-page.ts'
import { isObject, type Json } from '../../model/values/json.ts'
import { checkEnvelope } from './envelope.ts'
import {
  request,
  idOf,
  isEmptyGraph,
  metaOf,
  type CheckedList,
  type CheckRun,
  type JsonAnswer,
} from './check-run.ts'

/** Records of a page by which paging is tried, and of one whose records are examples. */
const SMALL_PAGE = 2
const LARGE_PAGE = 50

const MAX_PAGES = 4

/** Checks a list as a list. @returns what is known of it; undefined if it holds nothing */
export async function checkList(run: CheckRun, { url, type }: ServerList): Promise<CheckedList | undefined> {
  const { report } = run
  const first = withParameters(url, { page: 1, page_size: LARGE_PAGE })
  const answer = await request(run, first)
  if (isEmptyGraph(answer) && (answer.status === 404 || answer.status === 200)) {
    if (answer.status === 200) report.add('empty-list', first, 'is answered with 200')
    return undefined
  }
  if (answer.status !== 200 || !answer.page) {
    report.add(
      'list-answer',
      first,
      `is answered with ${answer.status} and ${answer.type || 'no media type'}`,
    )
    return undefined
  }
  checkEnvelope(run, first, answer, type)
  checkMeta(run, first, answer)
  const list = { url, type, page: answer.page }
  await checkPaging(run, list)
  await checkTotal(run, list)
  await checkPageValue(run, url)
  return list
}

/** Checks that `meta`, or a member of it, has a URL as its id, and the type that it should have. */
export function checkSelf(
  { report }: CheckRun,
  check: 'meta-self' | 'meta-entity',
  url: string,
  { local_identifier: self, entity_type: type }: Json,
  expectedType: string,
): void {
  if (typeof self !== 'string' || !URL.canParse(self) || type !== expectedType)
    report.add(check, url, `has local_identifier ${String(self)}, entity_type ${String(type)}`)
}

/** The members of meta that each page has. */
function checkMeta(run: CheckRun, url: string, answer: JsonAnswer): void {
  const { report } = run
  const meta = metaOf(answer)
  if (!meta) {
    report.add('meta', url, 'has none')
    return
  }
  checkSelf(run, 'meta-self', url, meta, 'search_result_page')
  const searchResult = meta['part_of']
  if (
    !isObject(searchResult) ||
    typeof searchResult['local_identifier'] !== 'string' ||
    searchResult['entity_type'] !== 'search_result' ||
    !Number.isSafeInteger(searchResult['total_items'])
  )
    report.add('part-of', url, `has ${JSON.stringify(searchResult) ?? 'none'}`)
  const next = meta['next_page']
  const link = linkOf(next)
  if (next === undefined || next === null) return
  if (!isObject(next) || next['entity_type'] !== 'search_result_page' || !link || !URL.canParse(link))
    report.add('next-page', url, `has ${JSON.stringify(next)}`)
}

/** Reads small pages one after another, by their links. */
async function checkPaging(run: CheckRun, { url, page: large }: CheckedList): Promise<void> {
  const { report } = run
  const total = large.total ?? large.records.length
  const seenIds = new Set<string>()
  let at = withParameters(url, { page: 1, page_size: SMALL_PAGE })
  for (let number = 1; number <= MAX_PAGES; number++) {
    const { page, status } = await request(run, at)
    if (!page || status !== 200) {
      report.add('paging', at, `is answered with ${status}, although ${total} records are said to be there`)
      return
    }
    if (page.records.length > SMALL_PAGE) {
      report.add('paging', at, `has ${page.records.length} records`, `at most ${SMALL_PAGE}`)
      return
    }
    const again = page.records.map(idOf).find((id) => id !== undefined && seenIds.has(id))
    if (again !== undefined) {
      report.add('paging', at, `has ${again}, which was on a page before`)
      return
    }
    for (const record of page.records) seenIds.add(idOf(record) ?? '')
    const isLast = number * SMALL_PAGE >= total
    if (page.next === undefined && !isLast)
      report.add(
        'next-page',
        at,
        `has none, although it is page ${number} of ${Math.ceil(total / SMALL_PAGE)}`,
      )
    if (page.next !== undefined && isLast)
      report.add('next-page', at, `is the last page, and has ${page.next}`)
    if (page.next === undefined || isLast) return
    at = nextUrl(page.next, at)
  }
}

/** The next page at the host that was named: servers behind proxies often call themselves otherwise. */
function nextUrl(link: string, from: string): string {
  const target = new URL(from)
  if (URL.canParse(link, from)) target.search = new URL(link, from).search
  return target.href
}

/** Looks at the last page, as the total has it, and at the one behind it. */
async function checkTotal(run: CheckRun, { url, page: large }: CheckedList): Promise<void> {
  const { report } = run
  const { total } = large
  if (total === undefined || large.records.length === 0) return
  const size = large.records.length
  const last = Math.max(1, Math.ceil(total / size))
  const lastUrl = withParameters(url, { page: last, page_size: size })
  const records = last === 1 ? large.records : ((await request(run, lastUrl)).page?.records ?? [])
  const expected = total - (last - 1) * size
  if (records.length !== expected)
    report.add(
      'total',
      lastUrl,
      `has ${records.length} records on the last page`,
      `${expected}, as total_items is ${total}`,
    )
  const past = withParameters(url, { page: last + 1, page_size: size })
  const answer = await request(run, past)
  if (!isEmptyGraph(answer) || ![200, 404].includes(answer.status))
    report.add('past-the-end', past, `is answered with ${answer.status} and ${describeBody(answer)}`)
  else if (answer.status === 200) report.add('empty-list', past, 'is answered with 200')
}

export const describeBody = ({ page, type }: JsonAnswer): string =>
  page ? `${page.records.length} records` : `no @graph (${type || 'no media type'})`

async function checkPageValue(run: CheckRun, url: string): Promise<void> {
  const wrong = withParameters(url, { page: 'x' })
  const { status } = await request(run, wrong)
  if (status < 400) run.report.add('page-value', wrong, `is answered with ${status}`)
}
