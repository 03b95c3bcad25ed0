/**
 * What is told of records wherever they are named, by those that refer to them: the affiliation of a person, the years
 * and the number of works.
 */

import { checkpoint } from '../../admission/task.ts'
import type { ProfileRow, EntityType } from '../../model/rows/row.ts'
import type { Filter } from '../../model/rows/filters.ts'
import { writtenYear } from '../../model/values/dates.ts'
import type { Json } from '../../model/values/json.ts'
import { identifierIn, selectValues } from '../../record/naming/field-values.ts'
import { nameOf } from '../../record/naming/name-of-record.ts'
import { factsKey, type FactsByRecord } from '../../record/naming/record-summary.ts'
import { mostNamed } from './item-counts.ts'
import { keysAs, loadRecords, type RecordKey } from '../representation/records.ts'
import type { GraphContext } from '../graph-context.ts'
import { newestFirst } from '../../search-index/query/sort-by.ts'

/** The newest records that are read for what stands beside a name. */
const MAX_NEWEST = 3
/** The oldest records among which one with a date is looked for: those without come last. */
const MAX_OLDEST = 3

/** The years in which a record appeared, the first first; none where it has no date. */
function yearsIn(record: Json, type: EntityType): string[] {
  const order = type.orders?.[newestFirst(type)?.name ?? '']
  const dates = order ? selectValues(record, type.fields, { path: order.path.split('.') }) : []
  return dates
    .map(({ value }) => writtenYear(String(value)))
    .filter((year) => year !== undefined && year !== '')
    .sort() as string[]
}

/** The first and the last year of records, the newest first, as one text; none where they have no dates. */
async function yearsOf(
  context: GraphContext,
  type: EntityType,
  iris: readonly string[],
  newest: readonly Json[],
): Promise<string[]> {
  let years: string[] = []
  for (let i = iris.length - 1; years.length === 0 && i >= Math.max(0, iris.length - MAX_OLDEST); i--) {
    const known = newest.slice(i, i + 1)
    const records = known.length > 0 ? known : await loadRecords(context, keysAs(type, iris.slice(i, i + 1)))
    years = records.flatMap((record) => yearsIn(record, type))
  }
  years = [...years, ...newest.slice(0, 1).flatMap((record) => yearsIn(record, type))].sort()
  const [first, last] = [years[0], years.at(-1)]
  return first === undefined || last === undefined ? [] : [first === last ? first : `${first}–${last}`]
}

/** What stands most often beside the name in the newest records; nothing where these say nothing. */
function itemsOfNewest(
  context: GraphContext,
  iri: string,
  { itemFacets = [] }: ProfileRow,
  filter: Filter,
  records: readonly Json[],
  type: EntityType,
): string[] {
  return itemFacets.flatMap((key) => {
    const counted = context.model.filtersOf(type).find(key) as Filter
    const [first] = mostNamed(records, counted, { iri, type, filter })
    if (!first) return []
    const named = typeof first.item === 'object' ? (first.item as Json) : { local_identifier: first.item }
    return [nameOf(named, context.typesOf(first.value)[0], context)]
  })
}

/** Whether a record says itself what its line needs. */
const saysItself = (record: Json, { fields, display }: EntityType, { model }: GraphContext): boolean =>
  (display?.summary ?? []).some((selection) =>
    selectValues(record, fields, selection).some(({ value, field }) => !identifierIn(value, field, model)),
  )

async function factsOf(
  context: GraphContext,
  { iri, type }: RecordKey,
  record: Json,
  row: ProfileRow,
): Promise<readonly string[]> {
  const { whereNamed = [] } = row
  const listed = context.model.typeAt(row.collection) as EntityType
  const filter = context.model.filtersOf(listed).find(row.filter) as Filter
  const path = (filter.row.path ?? filter.key).split('.').slice(0, -1).join('.')
  const total = whereNamed.includes('count') ? context.queries.referrers(type, iri) : 0
  const count = total > 0 ? [context.locale.count(total, listed)] : []
  if (whereNamed.every((one) => one === 'count')) return count
  const { lists, isTruncated } = await context.queries.referring(iri)
  const referring = lists.find((one) => one.type === listed && one.path.join('.') === path)
  if (!referring) return count
  const { iris } = referring
  const hasItems = whereNamed.includes('items') && !saysItself(record, type, context)
  // Of more references than are looked at, the oldest are not known.
  const hasYears = whereNamed.includes('years') && !isTruncated
  const records = await loadRecords(
    context,
    keysAs(listed, iris.slice(0, hasItems ? MAX_NEWEST : Number(hasYears))),
  )
  const items = hasItems ? itemsOfNewest(context, iri, row, filter, records, listed) : []
  const years = hasYears ? await yearsOf(context, listed, iris, records) : []
  return [...items, ...years, ...count]
}

/** The facts of records, by `factsKey`; each takes a few look-ups. */
async function loadFacts(
  context: GraphContext,
  keys: readonly RecordKey[],
  records: readonly Json[],
): Promise<FactsByRecord> {
  const facts = new Map<string, readonly string[]>()
  for (const [i, key] of keys.entries()) {
    if (facts.has(factsKey(key.type, key.iri))) continue
    const citations = key.type.kinds ? context.queries.referrers(key.type, key.iri) : 0
    if (citations > 0) {
      const { locale } = context
      facts.set(factsKey(key.type, key.iri), [
        locale.texts.list.citations(citations, locale.number(citations)),
      ])
    }
    for (const row of (key.type.profiles ?? []).filter(({ whereNamed }) => whereNamed !== undefined)) {
      checkpoint(context.task)
      const own = await factsOf(context, key, records[i] as Json, row)
      if (own.length > 0) facts.set(factsKey(key.type, key.iri), own)
    }
  }
  return facts
}

/** The context with the facts of the records that it is to name. */
export const withFacts = async <C extends GraphContext>(
  context: C,
  keys: readonly RecordKey[],
  records: readonly Json[],
): Promise<C> => ({ ...context, factsByRecord: await loadFacts(context, keys, records) })
