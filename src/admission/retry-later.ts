/** Problems that ask their client to come again: 503 with Retry-After. */

import { Problem, type ProblemCode } from '../config/errors.ts'

/** Seconds to wait where nothing says how long it takes. */
const DEFAULT_SECONDS = 5

/** Values of Retry-After that may be passed on from another server: seconds, or a date. */
const RETRY_AFTER = /^(?:\d{1,6}|[A-Z][a-z]{2}, [\w :]{10,30})$/

/**
 * @param seconds rounded up, 1 at least
 * @param code a problem with the status 503
 */
export const retryLater = (detail: string, seconds = DEFAULT_SECONDS, code: ProblemCode = 'busy'): Problem =>
  new Problem(code, detail, { headers: { 'Retry-After': String(Math.max(1, Math.ceil(seconds))) } })

/** The header with the value of another server; of its own where that is none. */
export const passOnRetryAfter = (value: string | undefined): Readonly<Record<string, string>> => ({
  'Retry-After': value !== undefined && RETRY_AFTER.test(value) ? value : String(DEFAULT_SECONDS),
})
