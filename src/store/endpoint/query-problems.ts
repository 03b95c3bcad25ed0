/** Why a query has no answer → the problem that its client sees. */

import { Problem } from '../../config/errors.ts'
import { retryLater } from '../../admission/retry-later.ts'

/** What queries are held to. */
export interface Limits {
  /** Seconds that a query may run, and wait. */
  readonly timeout: number
  /** Rows of a SELECT. */
  readonly rows: number
  /** Megabytes of an answer. */
  readonly size: number
  /** Queries that may wait. */
  readonly queue: number
  /** Megabytes that a query may add to the memory of an engine. */
  readonly memory: number
}

/** Why a query has no answer. */
type Reason =
  | 'invalid'
  | 'federated'
  | 'large'
  | 'rows'
  | 'bytes'
  | 'xml'
  | 'broken'
  | 'memory'
  | 'exited'
  | 'loan'
  | 'full'
  | 'late'

const reasons: { readonly [R in Reason]: (message: string, limits: Limits) => Problem } = {
  invalid: (message) => new Problem('invalid-query', `${message}.`.replace(/([.…])\.$/, '$1')),
  federated: () =>
    new Problem('query-refused', 'SERVICE is not offered: queries are answered from this graph alone.'),
  large: (message) => new Problem('query-too-costly', message),
  rows: (_, { rows }) =>
    new Problem(
      'query-too-costly',
      `The answer has more than ${rows} rows. Ask for fewer with LIMIT, or page by a FILTER on what ORDER BY sorts by.`,
    ),
  bytes: (_, { size }) =>
    new Problem('query-too-costly', `The answer is larger than ${size} MB. Ask for less of it with LIMIT.`),
  xml: () =>
    new Problem(
      'not-acceptable',
      'The answer holds characters, or names of properties, that XML cannot write. It can be had in every other form.',
    ),
  broken: () =>
    new Problem(
      'query-too-costly',
      'The query needs more memory than there is, or is nested too deeply. Ask for less at once, or in fewer steps.',
    ),
  memory: (_, { memory }) =>
    new Problem(
      'query-too-costly',
      `The query took more than ${memory} MB of memory. Sort, group or count less at once.`,
    ),
  // The system, or somebody, has ended the process: nothing says that the query was the reason.
  exited: () => retryLater('The query was lost because its engine ended. Send it again.', 1),
  loan: () => retryLater('The engine of the query was needed by others.', 1),
  full: () => retryLater('The graph could not be loaded for queries.'),
  late: (_, { timeout }) =>
    new Problem(
      'query-too-costly',
      `The query was ended after ${timeout} s. Name things by IRI, put what is rare first, or ask for less.`,
    ),
}

export const problemOf = (reason: Reason, message: string, limits: Limits): Problem =>
  reasons[reason](message, limits)
