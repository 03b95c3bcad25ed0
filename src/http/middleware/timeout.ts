/** The time limit of a response. */

import { retryLater } from '../../retry-later.ts'
import { beginInTurn } from '../../turns.ts'

/**
 * Rejects after some seconds. The work is not cancelled: a late result is cached for the next request.
 * @throws Problem busy after `seconds`
 */
export function withTimeout<A>(seconds: number, work: Promise<A>): Promise<A> {
  return new Promise((resolve, reject) => {
    // Responses that began together are late together.
    const timer = setTimeout(
      () => beginInTurn(() => reject(retryLater(`The response takes more than ${seconds} s.`, seconds))),
      seconds * 1000,
    )
    work.finally(() => clearTimeout(timer)).then(resolve, reject)
  })
}
