/** Filters: those that nobody knows, and each that the specification or the server itself has. */

import type { Filter } from '../../model/rows/filters.ts'
import type { EntityType } from '../../model/rows/row.ts'
import { isObject } from '../../model/values/json.ts'
import { describeBody } from './lists.ts'
import { request, idOf, isEmptyGraph, type CheckRun, type CheckedList, type JsonAnswer } from './check-run.ts'
import { exampleValue, showsValue } from './values.ts'

const UNKNOWN = 'skeg_check.no_such_filter'

/** Records that a filtered list is asked for. */
const PAGE_SIZE = 100

export const filterUrl = (list: string, key: string, value: string): string =>
  `${list}?filter=${key}:${encodeURIComponent(value)}&page=1&page_size=${PAGE_SIZE}`

/** Checks what is refused, then each filter. */
export async function checkFilters(run: CheckRun, list: CheckedList): Promise<void> {
  const listed = await checkRefusals(run, list)
  if (!list.type) return
  for (const filter of run.model.filtersOf(list.type).all)
    if (!filter.row.addition) await checkFilter(run, { ...list, type: list.type }, filter, listed)
}

/** Filters that cannot be. @returns the text in which the server lists its filters */
async function checkRefusals(run: CheckRun, { url, type, page }: CheckedList): Promise<string> {
  const { report } = run
  const alone = `${url}?filter=${UNKNOWN}:1`
  const refusal = await request(run, alone)
  if (refusal.status !== 422) report.add('unknown-filter', alone, `is answered with ${refusal.status}`)
  else checkProblem(run, alone, refusal)
  const knownFilter = type && run.model.filtersOf(type).all.find((one) => exampleOf(page.records, one))
  if (knownFilter) {
    const value = encodeURIComponent(exampleOf(page.records, knownFilter)?.value ?? '')
    const behind = `${url}?filter=${knownFilter.key}:${value},${UNKNOWN}:1`
    const { status } = await request(run, behind)
    if (status !== 422) report.add('unknown-filter', behind, `is answered with ${status}`)
  }
  const incomplete = `${url}?filter=no-colon`
  const { status } = await request(run, incomplete)
  if (status !== 422 && status !== 400) report.add('invalid-filter', incomplete, `is answered with ${status}`)
  return refusal.status === 422 ? refusal.text : ''
}

function checkProblem({ report }: CheckRun, url: string, { json, type }: JsonAnswer): void {
  if (!isObject(json)) {
    report.add('problem', url, 'is refused with no JSON object')
    return
  }
  if (type !== 'application/problem+json')
    report.add('problem-type', url, `is sent as ${type || 'no media type'}`)
  const { type: kind, title, status, detail, occurence } = json
  const faults = [
    ...(typeof kind === 'string' && kind.endsWith('INVALID_FILTER') ? [] : ['type']),
    ...(title === 'INVALID_FILTER' ? [] : ['title']),
    ...(status === '422' ? [] : ['status']),
    ...(typeof detail === 'string' && detail.includes(UNKNOWN) ? [] : ['detail']),
    ...(typeof occurence === 'string' && occurence !== '' ? [] : ['occurence']),
  ]
  if (faults.length > 0) report.add('problem', url, `is refused with another ${faults.join(', ')}`)
}

interface Example {
  readonly record: unknown
  readonly value: string
}

/** A record of the page and what the filter has to find it by. */
function exampleOf(records: readonly unknown[], filter: Filter): Example | undefined {
  for (const record of records) {
    const value = exampleValue(record, filter)
    if (value !== undefined) return { record, value }
  }
  return undefined
}

/**
 * Asks for a value that a record has, by the key of the filter or another one.
 * @param listed where the server lists its filters
 */
async function checkFilter(
  run: CheckRun,
  list: CheckedList & { readonly type: EntityType },
  filter: Filter,
  listed: string,
): Promise<void> {
  const { report, advertised } = run
  const example = exampleOf(list.page.records, filter)
  const keys = [filter.key, ...(filter.row.aliases ?? [])]
  for (const key of keys) {
    const value = example?.value ?? advertised.get(`${list.type.path} ${key}`) ?? filter.row.example
    const url = filterUrl(list.url, key, value)
    const answer = await request(run, url)
    if (answer.status === 422) {
      const isClaimed = advertised.has(`${list.type.path} ${key}`) || listsFilter(listed, key)
      if (isClaimed) report.add('claimed-filter', url, 'is refused with 422')
      continue
    }
    if (answer.status !== 200 && !(answer.status === 404 && isEmptyGraph(answer))) {
      if (answer.status < 500)
        report.add('filter-answer', url, `is answered with ${answer.status} and ${describeBody(answer)}`)
      return
    }
    if (example) checkMatches(run, url, list, filter, example, answer)
    return
  }
}

/** Whether a text has the key as a word. */
const listsFilter = (text: string, key: string): boolean =>
  new RegExp(`(?<![\\w.])${key.replaceAll('.', '\\.')}(?![\\w]|\\.\\w)`).test(text)

function checkMatches(
  { report }: CheckRun,
  url: string,
  { page: unfilteredPage }: CheckedList,
  filter: Filter,
  { record, value }: Example,
  { page }: JsonAnswer,
): void {
  const records = page?.records ?? []
  const total = page?.total ?? records.length
  const id = idOf(record)
  const isLastPage = records.length >= total
  if (records.length === 0 || (isLastPage && !records.some((one) => idOf(one) === id)))
    report.add('filter-misses', url, `does not find ${String(id)}`)
  const isUnfiltered = total === (unfilteredPage.total ?? unfilteredPage.records.length)
  const falsePositive = records.find((one) => {
    if (!isObject(one) || Object.keys(one).length <= 2) return false
    return showsValue(one, filter, value) === false && (isUnfiltered || hasValue(one, filter))
  })
  if (falsePositive !== undefined) report.add('filter-inexact', url, `finds ${String(idOf(falsePositive))}`)
}

const hasValue = (record: unknown, filter: Filter): boolean => exampleValue(record, filter) !== undefined
