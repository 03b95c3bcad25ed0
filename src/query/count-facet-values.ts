/** The values of facets: which a record has, and which are the most frequent. */

import { firstInstant, parseDate, yearText } from '../model/values/dates.ts'
import { memoize } from '../model/values/memoize.ts'
import type { Filter } from '../model/rows/filters.ts'
import { NO_LANGUAGE } from '../model/values/languages.ts'
import { kindBy, wordOfClass } from '../model/rows/kinds.ts'
import type { Path, PathTarget } from '../model/rows/paths.ts'
import type { FieldOf, Kinds } from '../model/rows/row.ts'
import { createTermCompactor, createTermExpander } from '../model/vocab-terms.ts'
import type { Vocabulary } from '../model/context/vocabulary.ts'

/** An RDF term of the graph, as its parts. */
export interface FacetTerm {
  readonly kind: 'iri' | 'literal' | 'blank'
  readonly value: string
  readonly language?: string | undefined
}

export interface Facet {
  readonly filter: Filter
  /** The values of the terms at the end of the filter's path, each once, as the filter takes them. */
  valuesOf(terms: readonly FacetTerm[]): string[]
  /** The values of a record. @param termsAt gives the terms at the end of a path */
  valuesOfRecord(termsAt: (path: Path) => readonly FacetTerm[]): readonly string[]
}

interface Words {
  readonly vocabulary: Vocabulary
  typeOfClass(iri: string): unknown
}

type ReadTerms = Facet['valuesOf']

/** The year in which a date begins, in UTC; undefined for what is no date. */
const utcYear = memoize((text: string): string | undefined => {
  if (parseDate(text)?.text !== text) return undefined
  const year = new Date(firstInstant(text)).getUTCFullYear()
  // JavaScript has no instants so far away.
  return Number.isNaN(year) ? /^-?\d+/.exec(text)?.[0] : yearText(year)
})

const distinct = (values: readonly (string | undefined)[]): string[] =>
  [...new Set(values.filter((value) => value !== undefined && value !== ''))] as string[]

function classesOf({ field }: PathTarget, { vocabulary, typeOfClass }: Words, base: string): ReadTerms {
  const { terms: values, default: defaultTerm } = field as FieldOf<'rdfType'>
  const words = new Map(values.map((word) => [vocabulary.iri(word), word]))
  return (terms) => {
    const values = distinct(
      terms.map(
        ({ value }) =>
          words.get(value) ??
          (value.startsWith(base) && !typeOfClass(value) ? vocabulary.compactIri(value, base) : undefined),
      ),
    )
    return values.length > 0 || defaultTerm === undefined ? values : [defaultTerm]
  }
}

/** Terms of the field, and those of the graph's own; what else its predicate leads to belongs to other fields. */
function readerOfTerms(
  field: FieldOf<'vocabTerm'>,
  { vocabulary }: Words,
  base: string,
): (term: FacetTerm) => string | undefined {
  const iriOf = createTermExpander(vocabulary, base, field)
  const wordOf = createTermCompactor(vocabulary, base, field)
  const termByIri = new Map((field.terms ?? []).map((word) => [iriOf(word), word]))
  const isOpen = termByIri.size === 0 || field.extensible === true
  return ({ kind, value }) =>
    kind === 'iri'
      ? (termByIri.get(value) ?? (isOpen || value.startsWith(base) ? wordOf(value) : undefined))
      : value
}

function readerOf({ target }: Path, words: Words, base: string): ReadTerms {
  const each =
    (valueOf: (term: FacetTerm) => string | undefined): ReadTerms =>
    (terms) =>
      distinct(terms.map(valueOf))
  switch (target.kind) {
    case 'rdfType':
      return classesOf(target, words, base)
    case 'vocabTerm':
      return each(readerOfTerms(target.field as FieldOf<'vocabTerm'>, words, base))
    case 'id':
    case 'iri':
    case 'reference':
      return each(({ kind, value }) => (kind === 'iri' ? value : undefined))
    case '@cited':
      return (terms) => [String(terms.some(({ value }) => value === base))]
    case 'date':
      return each(({ kind, value }) => (kind === 'literal' ? utcYear(value) : undefined))
    case '@language':
      return each(({ kind, language }) => (kind === 'literal' ? (language ?? NO_LANGUAGE) : undefined))
    default:
      return each(({ kind, value }) => (kind === 'literal' ? value : undefined))
  }
}

/** A facet whose values stand at the end of a path. */
function facetAtPath(filter: Filter, words: Words, base: string): Facet {
  const valuesOf = readerOf(filter.path, words, base)
  const valuesOfNone = valuesOf([])
  return {
    filter,
    valuesOf,
    valuesOfRecord(termsAt) {
      const terms = termsAt(filter.path)
      return terms.length === 0 ? valuesOfNone : valuesOf(terms)
    },
  }
}

/** The facet of the kinds of a type. */
function facetOfKinds(filter: Filter, kinds: Kinds, words: Words, base: string): Facet {
  const readers = new Map(
    Array.from(filter.kindPaths ?? [], ([key, paths]) => [
      key,
      paths.map((path) => ({ path, read: readerOf(path, words, base) })),
    ]),
  )
  const wordsAt = (key: string, termsAt: Parameters<Facet['valuesOfRecord']>[0]): string[] =>
    (readers.get(key) ?? []).flatMap(({ path, read }) => {
      const found = read(termsAt(path))
      return path.target.kind === 'id' ? found.map(wordOfClass) : found
    })
  return {
    filter,
    valuesOf: () => [],
    valuesOfRecord: (termsAt) =>
      distinct([
        kindBy(
          kinds,
          memoize((key: string) => wordsAt(key, termsAt)),
        ),
      ]),
  }
}

/** The facets among the filters of a type, in their order. */
export const facetsOf = (filters: readonly Filter[], words: Words, base: string): Facet[] =>
  filters.flatMap((filter) => {
    if (filter.row.facet === undefined) return []
    const kinds = filter.kindPaths && filter.path.target.types[0]?.kinds
    return [kinds ? facetOfKinds(filter, kinds, words, base) : facetAtPath(filter, words, base)]
  })

/** A value, as the filter of the facet takes it, and how many records have it. */
export interface FacetValue {
  readonly value: string
  readonly count: number
}

/** A column of values by records. */
export interface Countable {
  valueOf(number: number): string
}

/**
 * The values with the largest counts; of equal ones those first that come first.
 * @param counts by the numbers of values
 */
export function mostFrequent(counts: Uint32Array, { valueOf }: Countable, limit: number): FacetValue[] {
  const least = smallestOfLargest(counts, limit)
  const frequent: number[] = []
  counts.forEach((count, number) => {
    if (count > 0 && count >= least) frequent.push(number)
  })
  return frequent
    .sort((a, b) => (counts[b] as number) - (counts[a] as number) || a - b)
    .slice(0, limit)
    .map((number) => ({ value: valueOf(number), count: counts[number] as number }))
}

/** The smallest of the `limit` largest counts, found without sorting all. */
function smallestOfLargest(counts: Uint32Array, limit: number): number {
  const times = new Map<number, number>()
  for (const count of counts) if (count > 0) times.set(count, (times.get(count) ?? 0) + 1)
  let valuesSoFar = 0
  for (const count of [...times.keys()].sort((a, b) => b - a)) {
    valuesSoFar += times.get(count) as number
    if (valuesSoFar >= limit) return count
  }
  return 1
}
