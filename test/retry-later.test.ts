/** Answers with 503 say when to come again. */

import { expect } from 'chai'
import { passOnRetryAfter, retryLater } from '../src/admission/retry-later.ts'
import { problemOf } from '../src/store/endpoint/query-problems.ts'

const LIMITS = { timeout: 10, rows: 1, size: 1, queue: 1, memory: 1 }

describe('Retry-After', () => {
  for (const [title, seconds, expected] of [
    ['is 5 seconds where nothing is known', undefined, '5'],
    ['is a whole number', 2.1, '3'],
    ['is 1 at least', 0, '1'],
  ] as const)
    it(title, () => {
      const { status, headers } = retryLater('Busy.', seconds)
      expect({ status, headers }).to.deep.equal({ status: 503, headers: { 'Retry-After': expected } })
    })

  for (const reason of ['exited', 'full'] as const)
    it(`is in the answer to a query that has no engine: ${reason}`, () =>
      expect(problemOf(reason, '', LIMITS).headers).to.have.property('Retry-After'))

  for (const [value, expected] of [
    ['120', '120'],
    ['Wed, 21 Oct 2026 07:28:00 GMT', 'Wed, 21 Oct 2026 07:28:00 GMT'],
    ['soon\r\nSet-Cookie: a=b', '5'],
    [undefined, '5'],
  ] as const)
    it(`of another server, ${JSON.stringify(value)}, is passed on as ${expected}`, () =>
      expect(passOnRetryAfter(value)).to.deep.equal({ 'Retry-After': expected }))
})
