/** Identifiers in filters: their simple form, the URL at their resolver, and both percent-encoded. */

import type { Filter } from '../../model/rows/filters.ts'
import type { Model } from '../../model/model.ts'
import { filterUrl } from './filters.ts'
import { request, idOf, type CheckedList, type CheckRun } from './check-run.ts'
import { itemsOf, isObject } from '../../model/values/json.ts'
import { decodePercent } from '../../model/values/text.ts'

interface IdentifierExample {
  readonly scheme: string
  readonly value: string
  readonly record: unknown
}

/** The filter on the identifiers of the records themselves. */
const identifierFilter = ({ all }: ReturnType<Model['filtersOf']>): Filter | undefined =>
  all.find(
    ({ path: { steps, target } }) =>
      steps.length === 1 && target.field?.kind === 'string' && target.field.scheme !== undefined,
  )

/** An identifier of each scheme that has URLs. */
function identifiersIn(records: readonly unknown[], filter: Filter, model: Model): IdentifierExample[] {
  const { target, steps } = filter.path
  const schemeKey = target.field?.kind === 'string' ? (target.field.scheme ?? '') : ''
  const exampleByScheme = new Map<string, IdentifierExample>()
  for (const record of records) {
    if (!isObject(record)) continue
    for (const item of itemsOf(record[steps[0]?.key ?? ''])) {
      if (!isObject(item)) continue
      const [scheme, value] = [item[schemeKey], item[target.key]]
      if (typeof scheme !== 'string' || typeof value !== 'string' || /[,|]/.test(value)) continue
      const row = model.identifiers.rows[scheme.toLowerCase()]
      if (!row?.resolver || model.identifiers.faultOf(scheme, value)) continue
      if (!exampleByScheme.has(scheme)) exampleByScheme.set(scheme, { scheme, value, record })
    }
  }
  return [...exampleByScheme.values()]
}

/** Schemes of one list that are tried. */
const MAX_SCHEMES = 4

export async function checkIdentifiers(run: CheckRun, { url, type, page }: CheckedList): Promise<void> {
  const { model, report } = run
  const filter = type && identifierFilter(model.filtersOf(type))
  if (!filter) return
  const key = await implementedKey(run, url, filter)
  if (key === undefined) return
  for (const { scheme, value, record } of identifiersIn(page.records, filter, model).slice(0, MAX_SCHEMES)) {
    const address = model.identifiers.pageOf(scheme, value) as string
    const { resolver = '' } = model.identifiers.rows[scheme.toLowerCase()] ?? {}
    const simple = address.startsWith(resolver) ? decodePercent(address.slice(resolver.length)) : value
    const findsRecord = async (url: string): Promise<boolean> => {
      const answer = await request(run, url)
      return answer.page?.records.some((one) => idOf(one) === idOf(record)) ?? false
    }
    for (const [check, form] of [
      ['identifier-simple', simple],
      ['identifier-url', address],
    ] as const) {
      const [plain, encoded] = [plainUrl(url, key, form), filterUrl(url, key, form)]
      const missed = !(await findsRecord(plain))
        ? check
        : (await findsRecord(encoded))
          ? undefined
          : 'identifier-encoded'
      if (missed)
        report.add(missed, missed === check ? plain : encoded, `does not find ${String(idOf(record))}`)
    }
  }
}

/** The filter as people type it, with colons and slashes. */
const plainUrl = (list: string, key: string, value: string): string =>
  `${list}?filter=${key}:${encodeURI(value)}&page=1&page_size=100`

async function implementedKey(run: CheckRun, list: string, filter: Filter): Promise<string | undefined> {
  for (const key of [filter.key, ...(filter.row.aliases ?? [])]) {
    const { status } = await request(run, filterUrl(list, key, filter.row.example))
    if (status === 200 || status === 404) return key
  }
  return undefined
}
