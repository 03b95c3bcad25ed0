/** A query whose client has gone goes on for a while, and is ended then. */

import { ignoreRejection } from '../../admission/background.ts'
import { Problem } from '../../config/errors.ts'
import { retryLater } from '../../admission/retry-later.ts'

/** What Retry-After says at least, in milliseconds. */
const MIN_RETRY_MS = 1000

export const busy = (detail: string, ms = MIN_RETRY_MS): Problem => retryLater(detail, ms / 1000)

export const aborted = (): Problem => new Problem('query-too-costly', 'The client has left.')

export const closed = (): Problem => busy('The endpoint is closed.')

export const notLoaded = (): Problem => busy('The graph could not be loaded for queries.')

/** @param ms milliseconds until the client may ask again */
export const tooManyKills = (ms: number): Problem =>
  busy('Queries of this client had to be ended several times within a minute.', ms)

/**
 * Milliseconds that a query goes on in any case after its client has gone: to let it end costs less than to
 * load another engine.
 */
const ABORT_GRACE_MS = 250

/**
 * The answer, or the Problem that its client has left.
 * @param abandon is called where the query still runs some time after that
 */
export function unlessAborted(
  answer: Promise<Buffer>,
  signal: AbortSignal,
  abandon: () => void = () => {},
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      reject(aborted())
      abandonAfterGrace(answer, abandon)
    }
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
  })
}

/** @param abandon is called where the query still runs when the grace is over */
export function abandonAfterGrace(answer: Promise<unknown>, abandon: () => void): void {
  const timer = setTimeout(abandon, ABORT_GRACE_MS).unref()
  ignoreRejection(
    answer.finally(() => clearTimeout(timer)),
    'by the query',
  )
}
