/** Charts: facets of all records of a type, and of those that refer to a record (its profile). */

import { reportFailure } from '../../background.ts'
import { valuesOf, type Condition } from '../../filter/condition.ts'
import type { Filter } from '../../model/rows/filters.ts'
import type { EntityType, ProfileRow } from '../../model/rows/row.ts'
import { itemsOf, type Json } from '../../model/values/json.ts'
import { newestOrder } from '../../pages/record/referrer-list.ts'
import type { Profile, ProfileFacet } from '../../pages/record/profile-charts.ts'
import { selectValues } from '../../record/citation/field-values.ts'
import { loadRecords } from '../representation/records.ts'
import type { GraphContext } from '../graph-context.ts'
import type { StageTimer } from '../server/server-timing.ts'
import { labelValues } from './value-labels.ts'

/** Records that a profile needs: of fewer, the list says as much. */
const MIN_RECORDS = 2
/** Values of a facet; of years, all. */
const MAX_VALUES = 8
const MAX_YEARS = 200
/** The newest records in which items are counted. */
const MAX_NEWEST = 50
/** Time after which a page goes without its profile. */
const TIMEOUT_MS = 1500

type Counts = readonly { readonly value: string; readonly count: number }[]

/** Where a profile looks: its type, its condition, and what is needed to read. */
interface ProfileSource {
  readonly context: GraphContext
  /** The record of a profile. */
  readonly iri?: string
  readonly type: EntityType
  readonly condition?: Condition
  readonly timer: StageTimer
}

const filterOf = ({ context: { model }, type }: ProfileSource, key: string): Filter =>
  model.filtersOf(type).find(key) as Filter

async function withLabels(
  source: ProfileSource,
  key: string,
  label: string,
  counts: Counts,
): Promise<ProfileFacet> {
  const { context, type, iri, timer } = source
  const filter = filterOf(source, key)
  const values = counts.filter(({ value }) => value !== iri)
  const labels = await labelValues(
    context,
    type,
    filter,
    values.map(({ value }) => value),
    timer,
  )
  return {
    filter,
    label,
    values: values.map(({ value, count }) => ({ value, count, label: labels.get(value) ?? value })),
  }
}

/** A facet of all records. */
async function facetOf(source: ProfileSource, key: string, label: string): Promise<ProfileFacet> {
  const { context, type, condition } = source
  const conditions = condition ? [condition] : []
  const isDate = filterOf(source, key).path.target.kind === 'date'
  // One more, as the record itself may be among them.
  const size = isDate ? MAX_YEARS : MAX_VALUES + 1
  return withLabels(source, key, label, await context.queries.facet(type, key, conditions, size))
}

const pathOf = ({ key, row }: Filter): string[] => (row.path ?? key).split('.').slice(0, -1)

const idOf = (value: unknown): string =>
  String(typeof value === 'object' && value !== null ? (value as Json).local_identifier : value)

/** How often each value stands in those items of records that name the record. */
function countInItems(records: readonly Json[], key: string, source: Required<ProfileSource>): Counts {
  const [list = '', ...named] = pathOf(source.condition.filter)
  const [, ...counted] = pathOf(filterOf(source, key))
  const field = source.type.fields[list]
  if (!field || !('fields' in field)) return []
  const counts = new Map<string, number>()
  for (const record of records) {
    const items = (itemsOf(record[list]) as Json[]).filter((item) =>
      [...selectValues(item, field.fields, { path: named })].some(({ value }) => idOf(value) === source.iri),
    )
    const values = items.flatMap((item) => [...selectValues(item, field.fields, { path: counted })])
    for (const id of new Set(values.map(({ value }) => idOf(value))))
      counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count)
    .slice(0, MAX_VALUES)
}

async function itemFacetsOf(
  source: Required<ProfileSource>,
  { itemFacets = {} }: ProfileRow,
): Promise<ProfileFacet[]> {
  const { context, type, condition, timer } = source
  const entries = Object.entries(itemFacets)
  const order = newestOrder(type)
  if (entries.length === 0 || !order) return []
  const iris = await context.queries.sorted(type, [condition], order, 0, MAX_NEWEST)
  const records = await loadRecords(
    context,
    (iris ?? []).map((one) => ({ iri: one, type })),
    timer,
  )
  return Promise.all(
    entries.map(([key, label]) => withLabels(source, key, label, countInItems(records, key, source))),
  )
}

async function profileOf(
  context: GraphContext,
  iri: string,
  row: ProfileRow,
  timer: StageTimer,
): Promise<Profile | undefined> {
  const type = context.model.typeAt(row.collection) as EntityType
  const filter = context.model.filtersOf(type).find(row.filter) as Filter
  const condition = { key: filter.key, filter, value: iri }
  // A value with a | would be read as several.
  if (valuesOf(filter, iri).length > 1) return undefined
  const total = (await context.queries.search(type, [condition])).length
  if (total < MIN_RECORDS) return undefined
  const source = { context, iri, type, condition, timer }
  const all = await Promise.all([
    ...Object.entries(row.facets).map(([key, label]) => facetOf(source, key, label)),
    itemFacetsOf(source, row),
  ])
  const facets = all.flatMap((one) => one ?? []).filter(({ values }) => values.length > 0)
  return facets.length === 0 ? undefined : { label: row.label, type, condition, total, facets }
}

/**
 * The profiles of a record; undefined where they are not known in time: its page does without them.
 */
export async function loadProfiles(
  context: GraphContext,
  { profiles = [] }: EntityType,
  iri: string,
  timer: StageTimer,
): Promise<readonly Profile[] | undefined> {
  if (profiles.length === 0) return []
  const late = AbortSignal.timeout(TIMEOUT_MS)
  const timeout = new Promise<undefined>((resolve) => {
    late.addEventListener('abort', () => resolve(undefined))
  })
  const found = Promise.all(profiles.map((row) => profileOf(context, iri, row, timer))).catch(
    (error: unknown) => {
      if (!context.task.signal.aborted) reportFailure('profile', error)
      return undefined
    },
  )
  return (await Promise.race([found, timeout]))?.filter((one) => one !== undefined)
}

/** The charts of the home page, of what is not empty. */
export async function loadCharts(context: GraphContext, timer: StageTimer): Promise<readonly Profile[]> {
  const types = context.model.types.filter((type) => type.charts && context.graph.count(type) > 0)
  return Promise.all(
    types.map(async (type) => {
      const source = { context, type, timer }
      const charts = Object.entries(type.charts ?? {}).map(([key, label]) => facetOf(source, key, label))
      const facets = (await Promise.all(charts)).filter(({ values }) => values.length > 1)
      return { label: type.plural, type, total: context.graph.count(type), facets }
    }),
  )
}
