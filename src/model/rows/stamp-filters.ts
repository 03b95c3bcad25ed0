/** The filters `cf.modified.…` of every type: when records last changed here. The index knows that, no graph does. */

import type { FilterRows } from './filter-row.ts'
import type { Path } from './paths.ts'

const NAME = '@modified'

export const stampRows: FilterRows = {
  'cf.modified.from': {
    operator: 'gte',
    path: NAME,
    doc: 'that changed here on {value} or later',
    label: 'Changed here from',
    example: '2020',
    addition: true,
  },
  'cf.modified.to': {
    operator: 'lte',
    path: NAME,
    doc: 'that last changed here on {value} or before',
    label: 'Changed here to',
    example: '2050',
    addition: true,
  },
}

/** Leads to no value of the graph. */
export const stampPath: Path = {
  steps: [],
  target: { key: NAME, kind: 'date', predicates: [], types: [] },
}
