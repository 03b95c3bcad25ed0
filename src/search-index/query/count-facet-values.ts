/** The values of facets: which a record has, and which are the most frequent. */

import type { Task } from '../../admission/task.ts'
import type { GraphTerm } from '../../filter/values/value-test.ts'
import { firstInstant, parseDate, yearText } from '../../model/values/dates.ts'
import { licenceIri } from '../../model/identifiers/licences.ts'
import { memoize } from '../../model/values/collections.ts'
import type { Filter } from '../../model/rows/filters.ts'
import { NO_LANGUAGE } from '../../model/values/languages.ts'
import { kindBy, wordOfClass } from '../../model/rows/kinds.ts'
import type { Path, PathTarget } from '../../model/rows/paths.ts'
import type { EntityType, FieldOf } from '../../model/rows/row.ts'
import { createTermCompactor, createTermExpander } from '../../model/vocab-terms.ts'
import type { Vocabulary } from '../../model/context/vocabulary.ts'
import { sortCodePoints } from '../../model/values/sorting.ts'
import { graphTerm, type ColumnReader, type GroupCounts } from './columns.ts'
import type { Positions } from './matches.ts'

export interface Facet {
  readonly filter: Filter
  /** The value of a term at the end of the filter's path, as the filter takes it; undefined for what counts as none. */
  valueOf(term: GraphTerm): string | undefined
  /** The value of records without any; absent: they are not counted. */
  readonly none?: string | undefined
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

function classesOf({ field }: PathTarget, words: Words, base: string): Omit<Facet, 'filter'> {
  const { vocabulary, typeOfClass } = words
  const { terms: values, default: none } = field as FieldOf<'rdfType'>
  const wordOf = new Map(values.map((word) => [vocabulary.iri(word), word]))
  const ofBase = (iri: string): string | undefined =>
    iri.startsWith(base) && !typeOfClass(iri) ? vocabulary.compactIri(iri, base) : undefined
  return { none, valueOf: ({ value }) => wordOf.get(value) ?? ofBase(value) }
}

/** Terms of the field, and those of the graph's own; what else its predicate leads to belongs to other fields. */
function readerOfTerms(field: FieldOf<'vocabTerm'>, { vocabulary }: Words, base: string): Facet['valueOf'] {
  const iriOf = createTermExpander(vocabulary, base, field)
  const wordOf = createTermCompactor(vocabulary, base, field)
  const termByIri = new Map((field.terms ?? []).map((word) => [iriOf(word), word]))
  const isOpen = termByIri.size === 0 || field.extensible === true
  return ({ kind, value }) =>
    kind === 'iri'
      ? (termByIri.get(value) ?? (isOpen || value.startsWith(base) ? wordOf(value) : undefined))
      : value
}

function readerOf({ target }: Path, words: Words, base: string): Omit<Facet, 'filter'> {
  switch (target.kind) {
    case 'rdfType':
      return classesOf(target, words, base)
    case 'vocabTerm':
      return { valueOf: readerOfTerms(target.field as FieldOf<'vocabTerm'>, words, base) }
    case 'iri': {
      const valueOf = target.field?.kind === 'iri' && target.field.isLicence ? licenceIri : String
      return { valueOf: ({ kind, value }) => (kind === 'iri' ? valueOf(value) : undefined) }
    }
    case 'id':
    case 'reference':
      return { valueOf: ({ kind, value }) => (kind === 'iri' ? value : undefined) }
    case '@cited':
      return { none: 'false', valueOf: ({ value }) => (value === base ? 'true' : undefined) }
    case 'date':
      return { valueOf: ({ kind, value }) => (kind === 'literal' ? utcYear(value) : undefined) }
    case '@language':
      return { valueOf: ({ kind, language }) => (kind === 'literal' ? (language ?? NO_LANGUAGE) : undefined) }
    default:
      return { valueOf: ({ kind, value }) => (kind === 'literal' ? value : undefined) }
  }
}

/** The facet that a filter of a type is. */
export const facetOf = (filter: Filter, words: Words, base: string): Facet => ({
  filter,
  ...readerOf(filter.path, words, base),
})

/** Gives the kind of a record, as the rows of its type say it. @param termsAt gives the terms at the end of a path */
export function kindReader(
  { kindPaths = new Map(), path }: Filter,
  words: Words,
  base: string,
): (termsAt: (path: Path) => readonly GraphTerm[]) => string | undefined {
  const { kinds = { names: {}, rows: [] } } = path.target.types[0] as EntityType
  const readerAt = memoize((one: Path) => readerOf(one, words, base))
  const wordsOf = (one: Path, terms: readonly GraphTerm[]): readonly string[] => {
    const { valueOf, none } = readerAt(one)
    const found = terms.flatMap((term) => valueOf(term) ?? [])
    if (one.target.kind === 'id') return found.map(wordOfClass)
    return found.length > 0 || none === undefined ? found : [none]
  }
  return (termsAt) =>
    kindBy(
      kinds,
      memoize((key) => (kindPaths.get(key) ?? []).flatMap((one) => wordsOf(one, termsAt(one)))),
    )
}

/** A value, as the filter of the facet takes it, and how many records have it. */
export interface FacetValue {
  readonly value: string
  readonly count: number
}

/** The values of a facet in the order of code points, and for each value of its column which of them it is, else -1. */
interface Groups {
  readonly names: readonly string[]
  readonly of: Int32Array
}

/** How the values of a column are those of a facet; undefined where each is one. */
export function groupsOf(
  { valueOf, none, filter }: Facet,
  column: ColumnReader,
  task: Task,
): Groups | undefined {
  if (filter.path.target.kind === 'id') return undefined
  const values = Array.from(column.terms(task), (term) => valueOf(graphTerm(term)) || undefined)
  const names = sortCodePoints([...new Set([...values, none].filter((value) => value !== undefined))])
  const numbers = new Map(names.map((name, number) => [name, number]))
  return { names, of: Int32Array.from(values, (value) => (value === undefined ? -1 : numbers.get(value)!)) }
}

/**
 * The most frequent values of a facet; of equal ones those first that come first.
 * @param records how many there are
 * @param positions of those that are counted; absent: all
 */
export function countFacet(
  { none, valueOf }: Facet,
  column: ColumnReader,
  groups: Groups | undefined,
  records: number,
  positions: Positions | undefined,
  limit: number,
  task: Task,
): FacetValue[] {
  const found = column.count(positions, groups?.of, groups?.names.length ?? column.values, task)
  const { counts, numbers } = found
  if (groups && none !== undefined) {
    const at = groups.names.indexOf(none)
    const without = (positions?.length ?? records) - found.records
    if (without > 0 && counts[at] === 0) numbers.push(at)
    counts[at] = (counts[at] as number) + without
  }
  return mostFrequent(found, limit).map((number) => ({
    value: groups ? (groups.names[number] as string) : (valueOf(graphTerm(column.termOf(number))) ?? ''),
    count: counts[number] as number,
  }))
}

/** The groups with the largest counts; of equal ones those first that come first. */
function mostFrequent({ counts, numbers }: GroupCounts, limit: number): number[] {
  const countOf = (number: number): number => counts[number] as number
  // Without sorting all of them by a function.
  const least = Uint32Array.from(numbers, countOf).sort().at(-limit) ?? 0
  const frequent = numbers.filter((number) => countOf(number) >= least)
  return frequent.sort((a, b) => countOf(b) - countOf(a) || a - b).slice(0, limit)
}
