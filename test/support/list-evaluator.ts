/** A second opinion on lists: plain orders, relevance and facets of canonical records, without paths and rows. */

import type { ParsedCondition, Evaluator, Json } from './evaluator.ts'
import { plain } from './word-evaluator.ts'

/** The first text of a title or name, as people sort it. */
const sortable = (value: unknown): string | undefined => {
  const one =
    typeof value === 'object' && value !== null
      ? [(value as Json)['en'] ?? Object.values(value)[0]].flat()[0]
      : value
  if (typeof one !== 'string') return undefined
  return plain(one)
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .slice(0, 200)
    .toWellFormed()
}

function instant(text: string): string | undefined {
  const [, year, month = '01', day = '01', time = '00:00:00', zone = 'Z'] =
    /^(\d{4})(?:-(\d\d))?(?:-(\d\d))?(?:T([\d:.]+))?(Z|[+-]\d\d:\d\d)?$/.exec(text) ?? []
  return year && new Date(`${year}-${month}-${day}T${time}${zone}`).toISOString()
}

const textsOf = (value: unknown): string[] => [value ?? []].flat() as string[]

const firstDate = (dates: unknown): string | undefined =>
  textsOf(dates)
    .flatMap((text) => instant(text) ?? [])
    .sort()[0]

const publicationDates = ({ manifestations = [] }: Json): string[] =>
  (manifestations as Json[]).flatMap(({ dates }) => textsOf(dates?.publication))

/** What records are sorted by, for each order of a list; a number sorts as a number. */
const sortValues: Readonly<Record<string, (record: Json) => string | undefined>> = {
  'persons name': ({ name }) => sortable(name),
  'organisations name': ({ name }) => sortable(name),
  'agents name': ({ name }) => sortable(name),
  'grants title': ({ titles }) => sortable(titles),
  'grants start': ({ duration }) => firstDate(duration?.start),
  'venues name': ({ name }) => sortable(name),
  'datasources name': ({ name }) => sortable(name),
  'topics name': ({ labels }) => sortable(labels),
  'services name': ({ name }) => sortable(name),
  'products title': ({ titles }) => sortable(titles),
  'products publication_date': (record) => firstDate(publicationDates(record)),
}

/** What the works of a list name: by how many its records are counted. */
const namedByWorks: Readonly<Record<string, (work: Json) => unknown[]>> = {
  persons: ({ contributions = [] }) => (contributions as Json[]).map(({ by }) => by),
  agents: ({ contributions = [] }) => (contributions as Json[]).map(({ by }) => by),
  organisations: ({ contributions = [] }) =>
    (contributions as Json[]).flatMap(({ declared_affiliations }) => declared_affiliations ?? []),
  venues: ({ manifestations = [] }) => (manifestations as Json[]).map(({ biblio }) => biblio?.in),
  datasources: ({ manifestations = [] }) =>
    (manifestations as Json[]).map(({ biblio }) => biblio?.hosting_data_source),
  topics: ({ topics = [] }) => (topics as Json[]).map(({ term }) => term),
  grants: ({ funding = [] }) => [funding].flat(),
}

/** The orders by what the evaluator knows, as `path name`. */
export const orderNames: readonly string[] = [
  ...Object.keys(sortValues),
  'products citations',
  ...Object.keys(namedByWorks).map((path) => `${path} works`),
]

const compareBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))

type SortValue = string | number | undefined

function compareValues(a: SortValue, b: SortValue, isDescending: boolean): number {
  if (a === b) return 0
  if (a === undefined) return 1
  if (b === undefined) return -1
  const order = typeof a === 'number' ? a - (b as number) : compareBytes(a, b as string)
  return isDescending ? -order : order
}

/** How well a text fits what is searched for: the text itself, its beginning, whole words, parts of words. */
function fitOf(text: string, needle: string): number {
  if (text === needle) return 0
  if (text.startsWith(needle)) return 1
  const isEdge = (sign: string | undefined): boolean =>
    sign === undefined || /[^0-9a-z\u0080-\uffff]/i.test(sign)
  for (let at = text.indexOf(needle); at !== -1; at = text.indexOf(needle, at + 1))
    if (isEdge(text[at - 1]) && isEdge(text[at + needle.length])) return 2
  return 3
}

const folded = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ')

export interface ListEvaluator {
  /** The IRIs of records of a list, sorted: equal ones by IRI, those without a value last. */
  sort(path: string, iris: readonly string[], order: string, isDescending: boolean): string[]
  /** Whether a condition counts for the relevance of records. */
  isTextSearch(path: string, condition: ParsedCondition): boolean
  /** The IRIs of records of a list, the best match of the searched texts first, then the newest. */
  rank(path: string, iris: readonly string[], conditions: readonly ParsedCondition[]): string[]
  /** The most frequent values of a facet, each with its count; of equal counts by code point. */
  countFacet(
    path: string,
    key: string,
    conditions: readonly ParsedCondition[],
    size: number,
  ): [string, number][]
}

/** Other keys of the filters that facets count. */
const FACET_ALIASES: Readonly<Record<string, readonly string[]>> = {
  research_product_type: ['research_product_types'],
}

/** Facets of which a record has one value, and years: they ignore their own conditions. */
const WIDENING = new Set([
  'product_type',
  'cf.kind',
  'cf.publication_year',
  'cf.only_cited',
  'country',
  'currency',
  'funding_stream',
  'type',
  'data_source_classification',
])

/** @param lists the canonical records by path of their list, in the order of the list */
export function createListEvaluator(
  evaluator: Evaluator,
  lists: ReadonlyMap<string, readonly Json[]>,
): ListEvaluator {
  const byIri = new Map(
    [...lists].map(([path, records]) => [
      path,
      new Map(records.map((record) => [record.local_identifier as string, record])),
    ]),
  )
  /** How many works name each record. */
  function countNamed(namedBy: (work: Json) => unknown[]): ReadonlyMap<string, number> {
    const counts = new Map<string, number>()
    for (const work of lists.get('products') ?? []) {
      if (evaluator.valuesAt('products', 'cf.only_cited', work).includes('true')) continue
      const named = namedBy(work).flatMap((one: any) => (one?.local_identifier ?? one ?? []) as string)
      for (const iri of new Set(named)) counts.set(iri, (counts.get(iri) ?? 0) + 1)
    }
    return counts
  }
  /** Places in a list by IRI, for each order and direction. */
  const places = new Map<string, ReadonlyMap<string, number>>()

  function placesIn(path: string, order: string, isDescending: boolean): ReadonlyMap<string, number> {
    const key = `${path} ${order} ${isDescending}`
    let found = places.get(key)
    if (found) return found
    const namedBy =
      order === 'citations'
        ? ({ related_products }: Json) => [related_products?.cites ?? []].flat()
        : namedByWorks[order === 'works' ? path : '']
    const counts = namedBy && countNamed(namedBy)
    const isNamed = `${path} name` in sortValues
    const byName = counts && placesIn(path, isNamed ? 'name' : 'title', false)
    const valueOf = (record: Json): SortValue => {
      if (counts) return counts.get(record.local_identifier as string) ?? 0
      const value = sortValues[`${path} ${order}`]!(record)
      return value === '' ? undefined : value
    }
    const rows = lists.get(path)!.map((record, place) => ({
      record,
      place: byName?.get(record.local_identifier as string) ?? place,
      value: valueOf(record),
    }))
    rows.sort((a, b) => compareValues(a.value, b.value, isDescending) || a.place - b.place)
    found = new Map(rows.map(({ record }, place) => [record.local_identifier as string, place]))
    places.set(key, found)
    return found
  }

  function sort(path: string, iris: readonly string[], order: string, isDescending: boolean): string[] {
    const placeOf = placesIn(path, order, isDescending)
    return [...iris].sort((a, b) => placeOf.get(a)! - placeOf.get(b)!)
  }

  const isTextSearch = (path: string, { key }: ParsedCondition): boolean =>
    key.startsWith('cf.search.') && path !== 'topics' && key !== 'cf.search.org_name'

  function facetValues(path: string, key: string, record: Json): string[] {
    if (key === 'cf.language') return Object.keys(record.titles ?? {})
    if (key === 'cf.publication_year')
      return publicationDates(record).flatMap((text) => instant(text)?.slice(0, 4) ?? [])
    return evaluator.valuesAt(path, key, record)
  }

  return {
    sort,
    isTextSearch,
    rank(path, iris, conditions) {
      const searched = conditions.filter((one) => isTextSearch(path, one))
      const rankOf = new Map(
        iris.map((iri) => {
          const record = byIri.get(path)!.get(iri)!
          const fits = searched.map(({ key, value }) => {
            const needle = folded(value)
            const texts = evaluator.valuesAt(path, key, record).map(folded)
            return Math.min(
              ...texts.filter((text) => text.includes(needle)).map((text) => fitOf(text, needle)),
            )
          })
          return [iri, fits.reduce((sum, fit) => sum + fit, 0)]
        }),
      )
      const date = { products: 'publication_date', grants: 'start' }[path]
      const newestFirst = date === undefined ? [...iris] : sort(path, iris, date, true)
      return newestFirst.sort((a, b) => rankOf.get(a)! - rankOf.get(b)!)
    },
    countFacet(path, key, conditions, size) {
      const names = [key, ...(FACET_ALIASES[key] ?? [])]
      const others = WIDENING.has(key) ? conditions.filter((one) => !names.includes(one.key)) : conditions
      const counts = new Map<string, number>()
      const matches = others.length === 0 ? [...byIri.get(path)!.keys()] : evaluator.evaluate(path, others)
      for (const iri of matches) {
        const values = facetValues(path, key, byIri.get(path)!.get(iri)!)
        for (const value of new Set(values)) if (value !== '') counts.set(value, (counts.get(value) ?? 0) + 1)
      }
      return [...counts].sort(([a, x], [b, y]) => y - x || compareBytes(a, b)).slice(0, size)
    },
  }
}
