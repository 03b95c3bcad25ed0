/** Filters: those that nobody knows, and each that the specification or the server itself has. */

import type { Filter } from '../../model/rows/filters.ts'
import type { EntityType } from '../../model/rows/row.ts'
import { isObject } from '../../model/values/json.ts'
import { describeBody } from './lists.ts'
import { request, idOf, isEmptyGraph, type CheckRun, type CheckedList, type JsonAnswer } from './check-run.ts'

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
function exampleValue(record: unknown, filter: Filter): string | undefined {
  const values = valuesOf(record, filter) ?? []
  if (filter.row.operator !== 'contains') return values.find((value) => PLAIN.test(value))
  return values.flatMap((value) => value.match(/\p{L}{4,30}/gu) ?? [])[0]
}

const folded = (text: string): string => text.normalize('NFC').toLowerCase()

/** An identifier without what stands before it. */
const bare = (text: string): string => text.replace(/^https?:\/\/[^/]+\//, '').replace(/^[a-z_]+:/, '')

/** Whether a record shows the value that a filter asks for; undefined where that cannot be seen. */
function showsValue(record: unknown, filter: Filter, value: string): boolean | undefined {
  const { operator } = filter.row
  const values = valuesOf(record, filter)
  if (!values || operator === 'gte' || operator === 'lte') return undefined
  const texts = values.map(folded)
  const text = folded(value)
  if (operator === 'contains') return texts.some((one) => one.includes(text))
  if (operator === 'within') return texts.some((one) => one.startsWith(text))
  return texts.some((one) => one === text || bare(one) === bare(text))
}
