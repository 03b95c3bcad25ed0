/** Who is lent the last engine. */

import { expect } from 'chai'
import { mayBorrow, type Borrower } from '../../../src/store/oxigraph/engine-places.ts'

const UNKNOWN: Borrower = { running: 0, hasCostEngine: false, wasOverdue: false, overdueOfAll: 0 }

describe('the last engine', () => {
  const rows: readonly [says: string, known: Partial<Borrower>, isLent: boolean][] = [
    ['is lent to a client of whom nothing is known', {}, true],
    ['is not lent to a client whose query runs', { running: 1 }, false],
    ['is not lent to a client that has cost an engine', { hasCostEngine: true }, false],
    ['is not lent to a client that was overdue', { wasOverdue: true, overdueOfAll: 1 }, false],
    ['is lent to others when one was overdue', { overdueOfAll: 1 }, true],
    ['is lent to nobody when two were overdue', { overdueOfAll: 2 }, false],
  ]
  for (const [says, known, isLent] of rows)
    it(says, () => expect(mayBorrow({ ...UNKNOWN, ...known })).to.equal(isLent))
})
