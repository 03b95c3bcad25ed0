/** Facets: the filters of a list whose values are counted, and the value of a term as the filter takes it. */

import { firstInstant, parseDate, yearText } from './values/dates.ts'
import { memoize } from './values/memoize.ts'
import type { Filter } from './rows/filters.ts'
import { NO_LANGUAGE } from './values/languages.ts'
import type { PathTarget } from './rows/paths.ts'
import type { FieldOf } from './rows/row.ts'
import { createTermCompactor, createTermExpander } from './vocab-terms.ts'
import type { Vocabulary } from './context/vocabulary.ts'

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
}

interface Words {
  readonly vocabulary: Vocabulary
  typeOfClass(iri: string): unknown
}

/** The year in which a date begins, in UTC; undefined for what is no date. */
const utcYear = memoize((text: string): string | undefined => {
  if (parseDate(text)?.text !== text) return undefined
  const year = new Date(firstInstant(text)).getUTCFullYear()
  // JavaScript has no instants so far away.
  return Number.isNaN(year) ? /^-?\d+/.exec(text)?.[0] : yearText(year)
})

const distinct = (values: readonly (string | undefined)[]): string[] =>
  [...new Set(values.filter((value) => value !== undefined && value !== ''))] as string[]

function classesOf(
  { field }: PathTarget,
  { vocabulary, typeOfClass }: Words,
  base: string,
): Facet['valuesOf'] {
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

function readerOf({ path: { target } }: Filter, words: Words, base: string): Facet['valuesOf'] {
  const each =
    (valueOf: (term: FacetTerm) => string | undefined): Facet['valuesOf'] =>
    (terms) =>
      distinct(terms.map(valueOf))
  switch (target.kind) {
    case 'rdfType':
      return classesOf(target, words, base)
    case 'vocabTerm':
      return each(readerOfTerms(target.field as FieldOf<'vocabTerm'>, words, base))
    case 'id':
    case 'iri':
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

/** The facets among the filters of a type, in their order. */
export const facetsOf = (filters: readonly Filter[], words: Words, base: string): Facet[] =>
  filters.flatMap((filter) =>
    filter.row.facet === undefined ? [] : [{ filter, valuesOf: readerOf(filter, words, base) }],
  )
