/** Why a SPARQL endpoint gave no answer → the problem that the client sees. */

import { Problem, type ProblemCode } from '../../errors.ts'

/**
 * `silent`: no connection; `cut`: an answer that ended early; `strange`: one that is no answer; `left`:
 * nobody waits for it any more.
 */
export type RemoteReason =
  | 'silent'
  | 'cut'
  | 'unreadable'
  | 'failed'
  | 'forbidden'
  | 'invalid'
  | 'busy'
  | 'late'
  | 'bytes'
  | 'partial'
  | 'client-gone'

interface Extras {
  readonly cause?: unknown
  readonly retryAfter?: string | undefined
}

const codes: { readonly [R in RemoteReason]: ProblemCode } = {
  // Nobody sees that somebody has left, and the log must not fill because of it.
  silent: 'store-unavailable',
  busy: 'store-unavailable',
  late: 'store-timeout',
  'client-gone': 'busy',
  cut: 'store-failed',
  unreadable: 'store-failed',
  failed: 'store-failed',
  forbidden: 'store-failed',
  invalid: 'store-failed',
  bytes: 'store-failed',
  partial: 'store-failed',
}

/** Seconds after which it is worth asking again. */
const SOON = '5'

/** Values of Retry-After that are passed on: seconds, or a date. */
const RETRY_AFTER = /^(?:\d{1,6}|[A-Z][a-z]{2}, [\w :]{10,30})$/

/** A question without an answer; as it stands, a problem with the status 502, 503 or 504. */
export class RemoteFault extends Problem {
  readonly reason: RemoteReason
  /** What is wrong, without saying whose it is. */
  readonly detail: string
  constructor(reason: RemoteReason, detail: string, { cause, retryAfter = SOON }: Extras = {}) {
    const code = codes[reason]
    super(code, `The SPARQL endpoint behind this server: ${detail}`, {
      cause,
      headers:
        code === 'store-unavailable'
          ? { 'Retry-After': RETRY_AFTER.test(retryAfter) ? retryAfter : SOON }
          : {},
    })
    this.reason = reason
    this.detail = detail
  }
}
