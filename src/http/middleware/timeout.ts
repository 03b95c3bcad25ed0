/** The time limit of a response. */

import { Problem } from '../../errors.ts'

/**
 * Rejects after some seconds. The work is not cancelled: a late result is cached for the next request.
 * @throws Problem busy after `seconds`
 */
export function withTimeout<A>(seconds: number, work: Promise<A>): Promise<A> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(
        new Problem('busy', `The response takes more than ${seconds} s.`, {
          headers: { 'Retry-After': String(seconds) },
        }),
      )
    }, seconds * 1000)
    work.finally(() => clearTimeout(timer)).then(resolve, reject)
  })
}
