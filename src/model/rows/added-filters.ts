/**
 * Filters that rows of types need not have, and that ask for no field: `cf.modified.…` of every type, when records last
 * changed here, which the index knows and no graph does; and `cf.only_cited` of types that tell apart the records that
 * no input has for themselves. These stand in the graph because others cite them: their graphs say so by
 * `dcterms:isReferencedBy` and the base of the graph.
 */

import type { FilterRows } from './filter-row.ts'
import type { Path } from './paths.ts'

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
