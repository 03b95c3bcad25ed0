/**
 * Filters that rows of types need not have, and that ask for no field: `cf.modified.…` of every type, when records last
 * changed here, which the index knows and no graph does; and `cf.only_cited` of types that tell apart the records that
 * no input has for themselves. These stand in the graph because others cite them: their graphs say so by
 * `dcterms:isReferencedBy` and the base of the graph. `cf.source` of every type asks from which providers records
 * came, which graphs say by `prov:wasDerivedFrom`.
 */

import type { FilterRows } from './filter-row.ts'
import type { Path } from './paths.ts'
import type { Source } from './source-row.ts'

const MODIFIED_PATH = '@modified'

export const stampRows: FilterRows = {
  'cf.modified.from': {
    operator: 'gte',
    path: MODIFIED_PATH,
    doc: 'that changed here on {value} or later',
    label: 'Changed here from',
    example: '2020',
    addition: true,
  },
  'cf.modified.to': {
    operator: 'lte',
    path: MODIFIED_PATH,
    doc: 'that last changed here on {value} or before',
    label: 'Changed here to',
    example: '2050',
    addition: true,
  },
}

/** Leads to no value of the graph. */
export const stampPath: Path = {
  steps: [],
  target: { key: MODIFIED_PATH, kind: 'date', predicates: [], types: [] },
}

export const IS_REFERENCED_BY = 'http://purl.org/dc/terms/isReferencedBy'

export const ONLY_CITED = 'cf.only_cited'

export const citedOnlyRows: FilterRows = {
  [ONLY_CITED]: {
    operator: 'equals',
    path: '@cited',
    doc: 'that are here only because others cite them: {value}',
    label: 'Only cited',
    example: 'false',
    addition: true,
    facet: 'Only cited',
  },
}

/** Leads to the base of the graph where a record is only cited. */
export const citedOnlyPath: Path = {
  steps: [],
  target: { key: '@cited', kind: '@cited', predicates: [IS_REFERENCED_BY], types: [] },
}

export const WAS_DERIVED_FROM = 'http://www.w3.org/ns/prov#wasDerivedFrom'

export const SOURCE = 'cf.source'

/** The filter by source, of models with sources that have a provider. */
export interface SourceFilter {
  readonly rows: FilterRows
  /** Leads to the providers of a record, which are words of a vocabulary: the names of the sources. */
  readonly path: Path
}

export function sourceFilterOf(sources: readonly Source[]): SourceFilter | undefined {
  const named = sources.flatMap(({ name, provider }) => (provider ? [[name, provider.url] as const] : []))
  const [first] = named
  if (!first) return undefined
  const [key, kind] = ['@source', 'vocabTerm'] as const
  const terms = named.map(([name]) => name)
  const doc = 'From which sources records came.'
  const field = { kind, multiple: true, doc, terms, termAliases: Object.fromEntries(named) } as const
  const row = {
    operator: 'equals',
    path: key,
    doc: 'that came from the source {value}',
    label: 'Source',
    example: first[0],
    addition: true,
    facet: 'Source',
  } as const
  const target = { key, kind, predicates: [WAS_DERIVED_FROM], field, types: [] }
  return { rows: { [SOURCE]: row }, path: { steps: [], target } }
}
