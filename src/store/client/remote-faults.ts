/** Why a SPARQL endpoint gave no answer → the problem that the client sees. */

import { Problem, type ProblemCode } from '../../config/errors.ts'
import { passOnRetryAfter } from '../../admission/retry-later.ts'

/**
 * `silent`: no connection; `cut`: an answer that ended early; `unreadable`: one that is no answer;
 * `client-gone`: the client has disconnected.
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
  readonly status?: number
}

const codes: { readonly [R in RemoteReason]: ProblemCode } = {
  silent: 'store-unavailable',
  busy: 'store-unavailable',
  late: 'store-timeout',
  // The client does not see this answer, and the log must not fill because of it.
  'client-gone': 'busy',
  cut: 'store-failed',
  unreadable: 'store-failed',
  failed: 'store-failed',
  forbidden: 'store-failed',
  invalid: 'store-failed',
  bytes: 'store-failed',
  partial: 'store-failed',
}

/** A question without an answer; as it stands, a problem with the status 502, 503 or 504. */
export class RemoteFault extends Problem {
  readonly reason: RemoteReason
  /** What is wrong, without saying whose it is. */
  readonly detail: string
  /** Of the answer that is no success, where it says more than the reason. */
  readonly answered: number | undefined
  constructor(reason: RemoteReason, detail: string, { cause, retryAfter, status }: Extras = {}) {
    const code = codes[reason]
    super(code, `The SPARQL endpoint behind this server: ${detail}`, {
      cause,
      headers: code === 'store-unavailable' ? passOnRetryAfter(retryAfter) : {},
    })
    this.reason = reason
    this.detail = detail
    this.answered = status
  }
}

/** Whether an error may mean that a server does not write the type that was asked for. */
export const mayLackType = (error: unknown): boolean =>
  error instanceof RemoteFault && ['unreadable', 'failed', 'invalid'].includes(error.reason)
