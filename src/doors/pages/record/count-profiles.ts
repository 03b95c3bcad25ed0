/** Charts: facets of all records of a type, and of those that refer to a record (its profile). */

import { reportFailure } from '../../../admission/background.ts'
import { valuesOf, type Condition } from '../../../filter/condition.ts'
import type { Filter } from '../../../model/rows/filters.ts'
import type { EntityType, ProfileRow } from '../../../model/rows/row.ts'
import { defaultConditions } from '../../../api/request/list-url.ts'
import type { Profile, ProfileFacet } from './profile-charts.ts'
import type { GraphContext } from '../../../api/graph-context.ts'
import { labelValues } from '../../../api/facets/value-labels.ts'
import { MAX_COUNTED } from '../../../api/facets/facets-of-list.ts'

/** Records that a profile needs: of fewer, the list says as much. */
const MIN_RECORDS = 10
/** Values of a facet; of years, all. */
const MAX_VALUES = 8
const MAX_YEARS = 200
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
    row.mainType === undefined || context.graph.typesOf(value).some(({ name }) => name === row.mainType)
  const counted = row.mainType === undefined ? size : MAX_COUNTED
  const counts = await context.queries.facet(type, key, conditions, counted)
  return withLabels(source, key, label, counts.filter(isCharted).slice(0, size))
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
  const all = await Promise.all(Object.entries(row.facets).map(([key, label]) => facetOf(source, key, label)))
  // A single value, or one record of each, is no picture; but years are.
  const facets = all.filter(
    ({ filter: { path }, values }) =>
      values.length > 1 && (path.target.kind === 'date' || values.some(({ count }) => count > 1)),
  )
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

/** Facets of all records of the types that name some, of what is not empty. */
const ofTypes = (
  context: GraphContext,
  facetsOf: (type: EntityType) => Readonly<Record<string, string>> | undefined,
): Promise<readonly Profile[]> =>
  Promise.all(
    context.model.types
      .filter((type) => facetsOf(type) && context.graph.count(type) > 0)
      .map(async (type) => {
        const conditions = defaultConditions(context, type)
        const source = { context, type, conditions }
        const facets = await Promise.all(
          Object.entries(facetsOf(type) ?? {}).map(([key, label]) => facetOf(source, key, label)),
        )
        return { label: type.plural, type, conditions, total: 0, facets }
      }),
  )

/** The charts of the home page. */
export const loadCharts = (context: GraphContext): Promise<readonly Profile[]> =>
  ofTypes(context, ({ charts }) => charts)

/** What the home page proposes to search for: the most frequent topic, the most productive person. */
export async function loadExamples(context: GraphContext): Promise<readonly string[]> {
  const found = await ofTypes(
    context,
    ({ examples }) => examples && Object.fromEntries(examples.map((key) => [key, ''])),
  )
  return found.flatMap(({ facets }) => facets.flatMap(({ values }) => values[0]?.label ?? []))
}
