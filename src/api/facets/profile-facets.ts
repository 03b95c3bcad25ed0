/** Charts: facets of all records of a type, and of those that refer to a record (its profile). */

import { reportFailure } from '../../admission/background.ts'
import { valuesOf, type Condition } from '../../filter/condition.ts'
import { groupBy } from '../../model/values/collections.ts'
import type { Filter } from '../../model/rows/filters.ts'
import type { EntityType, ProfileRow } from '../../model/rows/row.ts'
import { defaultConditions } from '../../pages/shared/list-url.ts'
import type { Profile, ProfileFacet } from '../../pages/record/profile-charts.ts'
import { keysAs, loadRecords } from '../representation/records.ts'
import type { GraphContext } from '../graph-context.ts'
import { mostNamed } from '../lookup/item-counts.ts'
import { labelValues } from './value-labels.ts'
import { newestFirst } from '../../search-index/query/sort-by.ts'

/** Records that a profile needs: of fewer, the list says as much. */
const MIN_RECORDS = 2
/** Values of a facet; of years, all. */
const MAX_VALUES = 8
const MAX_YEARS = 200
/** Values that are counted where a chart shows some of them. */
const MAX_COUNTED = 100
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
  readonly conditions: readonly Condition[]
}

const filterOf = ({ context: { model }, type }: ProfileSource, key: string): Filter =>
  model.filtersOf(type).find(key) as Filter

async function withLabels(
  source: ProfileSource,
  key: string,
  label: string,
  counts: Counts,
): Promise<ProfileFacet> {
  const { context, type, iri } = source
  const filter = filterOf(source, key)
  const values = counts.filter(({ value }) => value !== iri)
  const labels = await labelValues(
    context,
    type,
    filter,
    values.map(({ value }) => value),
  )
  return {
    filter,
    label,
    values: values.map(({ value, count }) => ({ value, count, label: labels.get(value) ?? value })),
  }
}

/** A facet of all records. */
async function facetOf(source: ProfileSource, key: string, label: string): Promise<ProfileFacet> {
  const { context, type, conditions } = source
  const { path, row } = filterOf(source, key)
  // One more, as the record itself may be among them.
  const size = path.target.kind === 'date' ? MAX_YEARS : MAX_VALUES + 1
  const isCharted = ({ value }: { readonly value: string }): boolean =>
    row.chartOf === undefined || context.graph.typesOf(value).some(({ name }) => name === row.chartOf)
  const counted = row.chartOf === undefined ? size : MAX_COUNTED
  const counts = await context.queries.facet(type, key, conditions, counted)
  return withLabels(source, key, label, counts.filter(isCharted).slice(0, size))
}

async function itemFacetsOf(
  source: Required<ProfileSource>,
  { filter: key, itemFacets = {} }: ProfileRow,
): Promise<ProfileFacet[]> {
  const { context, type, conditions } = source
  const entries = Object.entries(itemFacets)
  const order = newestFirst(type)
  if (entries.length === 0 || !order) return []
  const iris = await context.queries.sorted(type, conditions, order, 0, MAX_NEWEST)
  const records = await loadRecords(context, keysAs(type, iris))
  return Promise.all(
    entries.map(async ([facet, label]) => {
      const named = { iri: source.iri, type, filter: filterOf(source, key) }
      const counts = mostNamed(records, filterOf(source, facet), named).slice(0, MAX_VALUES)
      const found = await withLabels(source, facet, label, counts)
      // Of several ids with one name, as of organisations without identifier, readers see one value.
      const values = [...groupBy(found.values, (one) => one.label).values()].map((same) => ({
        ...(same[0] as ProfileFacet['values'][number]),
        count: same.reduce((sum, { count }) => sum + count, 0),
      }))
      return { ...found, values, isOfItems: true }
    }),
  )
}

async function profileOf(context: GraphContext, iri: string, row: ProfileRow): Promise<Profile | undefined> {
  const type = context.model.typeAt(row.collection) as EntityType
  const filter = context.model.filtersOf(type).find(row.filter) as Filter
  const conditions = [{ key: filter.key, filter, value: iri }]
  // A value with a | would be read as several.
  if (valuesOf(filter, iri).length > 1) return undefined
  const total = (await context.queries.search(type, conditions)).length
  if (total < MIN_RECORDS) return undefined
  const source = { context, iri, type, conditions }
  const all = await Promise.all([
    ...Object.entries(row.facets).map(([key, label]) => facetOf(source, key, label)),
    itemFacetsOf(source, row),
  ])
  const facets = all.flatMap((one) => one ?? []).filter(({ values }) => values.length > 0)
  return facets.length === 0 ? undefined : { label: row.label, type, conditions, total, facets }
}

/**
 * The profiles of a record; undefined where they are not known in time: its page does without them.
 */
export async function loadProfiles(
  context: GraphContext,
  { profiles = [] }: EntityType,
  iri: string,
): Promise<readonly Profile[] | undefined> {
  if (profiles.length === 0) return []
  const late = AbortSignal.timeout(TIMEOUT_MS)
  const timeout = new Promise<undefined>((resolve) => {
    late.addEventListener('abort', () => resolve(undefined))
  })
  const found = Promise.all(profiles.map((row) => profileOf(context, iri, row))).catch((error: unknown) => {
    if (!context.task.signal.aborted) reportFailure('profile', error)
    return undefined
  })
  return (await Promise.race([found, timeout]))?.filter((one) => one !== undefined)
}

/** The charts of the home page, of what is not empty. */
export async function loadCharts(context: GraphContext): Promise<readonly Profile[]> {
  const types = context.model.types.filter((type) => type.charts && context.graph.count(type) > 0)
  return Promise.all(
    types.map(async (type) => {
      const conditions = defaultConditions(context, type)
      const total = (await context.queries.search(type, conditions)).length
      const source = { context, type, conditions }
      const charts = Object.entries(type.charts ?? {}).map(([key, label]) => facetOf(source, key, label))
      const facets = (await Promise.all(charts)).filter(({ values }) => values.length > 1)
      return { label: type.plural, type, conditions, total, facets }
    }),
  )
}
