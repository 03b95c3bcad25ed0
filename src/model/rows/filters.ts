/** The filters of a type made ready: every key with its row and its path; and what is wrong with rows. */

import type { FilterRow, FilterRows, Operator } from './filter-row.ts'
import { parseIsoDate } from '../values/dates.ts'
import { readNumber } from '../values/text.ts'
import type { IdentifierSchemes } from '../identifiers/row.ts'
import type { EntityType, Field } from './row.ts'
import { referenceFilters } from './reference-filters.ts'
import { citedOnlyPath, citedOnlyRows, stampPath, stampRows, type SourceFilter } from './added-filters.ts'
import { suggestNames } from '../values/closest-match.ts'
import { kindPath, kindRows, wordPaths } from './kinds.ts'
import { wordPlaces, WORDS_KEY, wordsRow, type WordPlace } from './word-filter.ts'
import {
  PathError,
  resolvePath,
  UnknownTypeError,
  type TargetKind,
  type PathResolver,
  type Path,
} from './paths.ts'

export interface Filter {
  readonly key: string
  readonly row: FilterRow
  readonly path: Path
  /** It is made from a reference field, or from the sources, and its example may find nothing. */
  readonly isDerived: boolean
  /** Where the words of `cf.search.words` may stand. */
  readonly words?: readonly WordPlace[]
  /** Where the words of `cf.kind` may stand, by the paths of its rows. */
  readonly kindPaths?: ReadonlyMap<string, readonly Path[]>
  /** It asks when records changed, which SPARQL cannot tell. */
  readonly isOfStamp?: true
  /** The same filter for values that are identifiers of `orIdentifier`. */
  readonly byIdentifier?: Filter
}

export interface Filters {
  /** In the order of the rows. */
  readonly all: readonly Filter[]
  /** Every key that is understood: each filter's own, then its other ones. */
  readonly keys: readonly string[]
  /** The filter of a key, be it its own or another. */
  find(key: string): Filter | undefined
}

/** The kinds of values that an operator can test. */
const KINDS: { readonly [O in Operator]: readonly TargetKind[] } = {
  equals: [
    'string',
    'langString',
    'number',
    'boolean',
    'date',
    'iri',
    'vocabTerm',
    'rdfType',
    'reference',
    'id',
    'type',
    '@value',
    '@language',
  ],
  contains: ['string', 'langString', '@value'],
  within: ['date'],
  gte: ['number', 'date'],
  lte: ['number', 'date'],
  words: [],
}

/** The kinds of values that facets count. */
const FACET_KINDS: readonly TargetKind[] = [
  'id',
  'vocabTerm',
  'rdfType',
  'string',
  'date',
  'iri',
  'boolean',
  '@language',
]

/** What an example must be, by the kind of the value. */
const EXAMPLES: {
  readonly [K in TargetKind]?: { readonly expected: string; readonly accepts: (text: string) => boolean }
} = {
  number: { expected: 'a number', accepts: (text) => readNumber(text) !== undefined },
  boolean: { expected: 'true or false', accepts: (text) => /^(?:true|false)$/i.test(text) },
  date: {
    expected: 'a year, month, day or date-time of ISO 8601',
    accepts: (text) => parseIsoDate(text) !== undefined,
  },
}

const pathOf = (key: string, { path }: FilterRow): string => path ?? key

/**
 * Resolves the filters of a type, and those of its reference fields without one.
 * @throws PathError for a row that does not fit; `filterErrors` names them all
 */
export function resolveFilters(names: PathResolver, type: EntityType, bySource?: SourceFilter): Filters {
  const resolve =
    (isDerived: boolean) =>
    ([key, row]: readonly [string, FilterRow]): Filter => {
      const filter = { key, row, path: resolvePath(names, type, pathOf(key, row)), isDerived }
      if (!row.orIdentifier) return filter
      const path = resolvePath(names, type, row.orIdentifier.path)
      return { ...filter, byIdentifier: { ...filter, path } }
    }
  const fixed = (rows: FilterRows, path: Path, more: Partial<Filter> = {}): Filter[] =>
    Object.entries(rows).map(([key, row]) => ({ key, row, path, isDerived: false, ...more }))
  const words = resolve(type.search?.example === undefined)([WORDS_KEY, wordsRow(type)])
  const filters = [
    ...Object.entries(type.filters ?? {}).map(resolve(false)),
    ...Object.entries(referenceFilters(type)).map(resolve(true)),
    { ...words, words: wordPlaces(names, type) },
    ...(type.citedOnly ? fixed(citedOnlyRows, citedOnlyPath) : []),
    ...(type.kinds ? fixed(kindRows(type.kinds), kindPath(type), { kindPaths: wordPaths(names, type) }) : []),
    ...(bySource ? fixed(bySource.rows, bySource.path, { isDerived: true }) : []),
    ...fixed(stampRows, stampPath, { isOfStamp: true }),
  ]
  const byKey = new Map(
    filters.flatMap((filter) =>
      [filter.key, ...(filter.row.aliases ?? [])].map((key) => [key, filter] as const),
    ),
  )
  return { all: filters, keys: [...byKey.keys()], find: (key) => byKey.get(key) }
}

/** Schemes are an open vocabulary; a filter on one that nothing knows finds nothing. */
function schemeErrors(scheme: string, schemes: IdentifierSchemes, field: Field | undefined): string[] {
  const words = field?.kind === 'vocabTerm' ? (field.terms ?? []) : []
  return scheme
    .split('|')
    .filter((one) => !words.includes(one) && !Object.hasOwn(schemes, one))
    .map((one) => `has the scheme ${one}, which is not known; ${suggestNames(one, words)}`)
}

function orIdentifierErrors(
  names: PathResolver,
  schemes: IdentifierSchemes,
  type: EntityType,
  { scheme, path }: NonNullable<FilterRow['orIdentifier']>,
): string[] {
  const { target, steps } = resolvePath(names, type, path)
  return [
    ...(steps.at(-1)?.identifier?.value.key === target.key
      ? []
      : ['has an orIdentifier.path to no identifier']),
    // Only a scheme with a known form tells identifiers from ids.
    ...(Object.hasOwn(schemes, scheme)
      ? []
      : [
          `has the orIdentifier.scheme ${scheme}, which is not known; ` +
            suggestNames(scheme, Object.keys(schemes)),
        ]),
  ]
}

function rowErrors(
  names: PathResolver,
  schemes: IdentifierSchemes,
  type: EntityType,
  key: string,
  row: FilterRow,
): string[] {
  const faults: string[] = []
  if (!/^[a-z][a-z0-9_]*(\.[a-z0-9_]+)*$/.test(key)) faults.push('has a key that a filter cannot have')
  if (!row.doc.includes('{value}')) faults.push('has no {value} in its doc')
  if (!row.example) faults.push('has no example')
  try {
    const { target, steps } = resolvePath(names, type, pathOf(key, row))
    const expected = EXAMPLES[target.kind]
    if (!KINDS[row.operator].includes(target.kind))
      faults.push(`asks ${row.operator} of ${target.key}, which is ${target.kind}`)
    else if (row.example && expected && !expected.accepts(row.example))
      faults.push(`has the example ${row.example}; it must be ${expected.expected}, as ${target.key} is`)
    if (row.facet !== undefined && !FACET_KINDS.includes(target.kind))
      faults.push(`is a facet of ${target.key}, which is ${target.kind}`)
    if (row.facet !== undefined && !key.startsWith('cf.') && steps.some(({ multiple }) => multiple))
      faults.push('is a facet of the elements of a list; its key must begin with cf.')
    if (row.facet !== undefined && steps.some(({ inverse, types }) => inverse && types.length > 0))
      faults.push('is a facet of what refers to the records')
    if (row.mainType !== undefined && !steps.at(-1)?.types.some(({ name }) => name === row.mainType))
      faults.push(`has the mainType ${row.mainType}, an entity type to which its path does not lead`)
    if (row.orIdentifier) faults.push(...orIdentifierErrors(names, schemes, type, row.orIdentifier))
    const identifier = steps.at(-1)?.identifier
    if (row.scheme !== undefined && identifier?.value.key !== target.key)
      faults.push('has a scheme but leads to no identifier')
    else if (row.scheme !== undefined)
      faults.push(...schemeErrors(row.scheme, schemes, identifier?.scheme.field))
  } catch (error) {
    if (!(error instanceof PathError)) throw error
    // The field has been reported.
    if (!(error instanceof UnknownTypeError)) faults.push(error.message)
  }
  return faults
}

/** What is wrong with the filters of a type, one sentence each. */
export function filterErrors(names: PathResolver, schemes: IdentifierSchemes, type: EntityType): string[] {
  const rows: FilterRows = type.filters ?? {}
  const keys = Object.entries(rows).flatMap(([key, { aliases = [] }]) => [key, ...aliases])
  const twice = [...new Set(keys.filter((key, i) => keys.indexOf(key) !== i))].map(
    (key) => `two filters of ${type.name} have the key ${key}`,
  )
  return [
    ...twice,
    ...Object.entries(rows).flatMap(([key, row]) =>
      rowErrors(names, schemes, type, key, row).map((fault) => `the filter ${key} of ${type.name} ${fault}`),
    ),
  ]
}
