/** The filters of a type made ready: every key with its row and its path; and what is wrong with rows. */

import type { FilterRow, FilterRows, Operator } from './filter-row.ts'
import { parseIsoDate } from './dates.ts'
import { readNumber } from './numbers.ts'
import type { IdentifierSchemes } from './identifier-row.ts'
import type { EntityType, Field } from './row.ts'
import { otherNames } from './selection-faults.ts'
import { PathError, resolvePath, type LeafKind, type Names, type Path } from './paths.ts'

export interface Filter {
  readonly key: string
  readonly row: FilterRow
  readonly path: Path
}

export interface Filters {
  /** In the order of the rows. */
  readonly all: readonly Filter[]
  /** Every key that is understood: each filter's own, then its other ones. */
  readonly keys: readonly string[]
  /** The filter of a key, be it its own or another. */
  find(key: string): Filter | undefined
}

/** The kinds of values that an operator can be asked of. */
const KINDS: { readonly [O in Operator]: readonly LeafKind[] } = {
  equals: [
    'text',
    'languages',
    'number',
    'boolean',
    'date',
    'link',
    'term',
    'class',
    'entity',
    'id',
    'type',
    '@value',
    '@language',
  ],
  contains: ['text', 'languages', '@value'],
  from: ['number', 'date'],
  to: ['number', 'date'],
}

/** What an example must be, by the kind of the value. */
const EXAMPLES: {
  readonly [K in LeafKind]?: { readonly right: string; readonly holds: (text: string) => boolean }
} = {
  number: { right: 'a number', holds: (text) => readNumber(text) !== undefined },
  boolean: { right: 'true or false', holds: (text) => /^(?:true|false)$/i.test(text) },
  date: {
    right: 'a year, month, day or date-time of ISO 8601',
    holds: (text) => parseIsoDate(text) !== undefined,
  },
}

const pathOf = (key: string, { on }: FilterRow): string => on ?? key

/**
 * Resolves the filters of a type. @throws PathError for a row that does not fit; `filterFaults` tells them
 * all
 */
export function readFilters(names: Names, type: EntityType): Filters {
  const all = Object.entries(type.filters ?? {}).map(([key, row]) => ({
    key,
    row,
    path: resolvePath(names, type, pathOf(key, row)),
  }))
  const byKey = new Map(
    all.flatMap((filter) => [filter.key, ...(filter.row.aliases ?? [])].map((key) => [key, filter] as const)),
  )
  return { all, keys: [...byKey.keys()], find: (key) => byKey.get(key) }
}

/** Schemes are an open vocabulary; a filter on one that nothing knows finds nothing. */
function schemeFaults(scheme: string, schemes: IdentifierSchemes, field: Field | undefined): string[] {
  const words = field?.kind === 'term' ? (field.values ?? []) : []
  return words.includes(scheme) || Object.hasOwn(schemes, scheme)
    ? []
    : [`has the scheme ${scheme}, which is not known; ${otherNames(scheme, words)}`]
}

function rowFaults(
  names: Names,
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
    const { leaf, steps } = resolvePath(names, type, pathOf(key, row))
    const expected = EXAMPLES[leaf.kind]
    if (!KINDS[row.operator].includes(leaf.kind))
      faults.push(`asks ${row.operator} of ${leaf.key}, which is ${leaf.kind}`)
    else if (row.example && expected && !expected.holds(row.example))
      faults.push(`has the example ${row.example}; it must be ${expected.right}, as ${leaf.key} is`)
    const identifier = steps.at(-1)?.identifier
    if (row.scheme !== undefined && identifier?.value.key !== leaf.key)
      faults.push('has a scheme but leads to no identifier')
    else if (row.scheme !== undefined)
      faults.push(...schemeFaults(row.scheme, schemes, identifier?.scheme.field))
  } catch (error) {
    if (!(error instanceof PathError)) throw error
    faults.push(error.message)
  }
  return faults
}

/** What is wrong with the filters of a type, one sentence each. */
export function filterFaults(names: Names, schemes: IdentifierSchemes, type: EntityType): string[] {
  const rows: FilterRows = type.filters ?? {}
  const keys = Object.entries(rows).flatMap(([key, { aliases = [] }]) => [key, ...aliases])
  const twice = [...new Set(keys.filter((key, i) => keys.indexOf(key) !== i))].map(
    (key) => `two filters of ${type.name} have the key ${key}`,
  )
  return [
    ...twice,
    ...Object.entries(rows).flatMap(([key, row]) =>
      rowFaults(names, schemes, type, key, row).map((fault) => `the filter ${key} of ${type.name} ${fault}`),
    ),
  ]
}
