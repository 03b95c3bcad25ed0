/** The time that an answer may take. */

import { Problem } from '../../errors.ts'

/**
 * What comes of work, if it comes in time. The work goes on: the store cannot be stopped in the middle of a
 * query, and a
 * list that is found late is there for the next who asks.
 * @param seconds that the work may take
 * @throws Problem busy if it takes longer
 */
export function withTimeout<A>(seconds: number, work: Promise<A>): Promise<A> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(
        new Problem('busy', `The answer takes more than ${seconds} s.`, {
          headers: { 'Retry-After': String(seconds) },
        }),
      )
    }, seconds * 1000)
    work.finally(() => clearTimeout(timer)).then(resolve, reject)
  })
}
