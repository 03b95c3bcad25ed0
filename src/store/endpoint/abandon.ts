/** A query whose client has gone goes on for a while, and is ended then. */

import { handledElsewhere } from '../../background.ts'
import { aborted } from './public-problems.ts'

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
  handledElsewhere(
    answer.finally(() => clearTimeout(timer)),
    'by the query',
  )
}
