/** To whom the last engine that is free is lent: to those whose queries are likely to be short. */

/** Milliseconds of a loan. A query that takes longer is ended where somebody waits for the engine. */
export const LOAN_MS = 1000

/** Loans that may be over before their query has ended, within a minute: each costs the API its engine. */
const MAX_OVERDUE = 2

/** What is known of a client. */
export interface Borrower {
  readonly running: number
  /** Of late, a query of the client had to be ended. */
  readonly hasCostEngine: boolean
  /** Of late, a loan of the client was over before its query had ended. */
  readonly wasOverdue: boolean
  /** How often that was so of late, for all clients together. */
  readonly overdueOfAll: number
}

export const mayBorrow = ({ running, hasCostEngine, wasOverdue, overdueOfAll }: Borrower): boolean =>
  running === 0 && !hasCostEngine && !wasOverdue && overdueOfAll < MAX_OVERDUE
