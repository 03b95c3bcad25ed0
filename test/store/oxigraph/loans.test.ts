/** Who is lent the last engine. */

import { expect } from 'chai'
import { mayBorrow, type Borrower } from '../../../src/store/oxigraph/loans.ts'

const UNKNOWN: Borrower = { asked: 1, running: 0, hasCostEngine: false, wasOverdue: false, overdueOfAll: 0 }

describe('the last engine', () => {
  const rows: readonly [says: string, known: Partial<Borrower>, isLent: boolean][] = [
    ['is lent to a client of whom nothing is known', {}, true],
    ['is lent to a client with many queries, one after another', { asked: 60 }, true],
    ['is not lent to a client whose query runs', { asked: 2, running: 1 }, false],
    ['is lent to a client that has cost an engine, for one query', { hasCostEngine: true }, true],
    [
      'is not lent to a client that has cost an engine and asks more',
      { asked: 2, hasCostEngine: true },
      false,
    ],
    ['is not lent to a client that was overdue', { wasOverdue: true, overdueOfAll: 1 }, false],
    ['is lent to others when one was overdue', { overdueOfAll: 1 }, true],
    ['is lent to nobody when two were overdue', { overdueOfAll: 2 }, false],
  ]
  for (const [says, known, isLent] of rows)
    it(says, () => expect(mayBorrow({ ...UNKNOWN, ...known })).to.equal(isLent))
})
