/** How much is made at once: what is beyond that waits for its turn, in a queue of bounded length. */

import type { ServerResponse } from 'node:http'
import { retryLater } from '../../retry-later.ts'
import { ClientGone } from '../../store/search/once.ts'

/** Runs the work of a response when it is its turn. @throws Problem busy where the queue is full */
export type Limiter = <A>(response: ServerResponse, work: () => Promise<A>) => Promise<A>

interface Bounds {
  readonly maxRunning: number
  readonly maxWaiting: number
}

/** Seconds after which it is worth asking again: a list seldom takes longer. */
const RETRY_AFTER_SECONDS = 2

export function createLimiter({ maxRunning, maxWaiting }: Bounds): Limiter {
  /** Starts of the work that waits, in order. */
  const waiting = new Set<() => void>()
  let running = 0

  /** Waits for a turn. @throws Problem busy where the queue is full, or the client leaves meanwhile */
  function turn(response: ServerResponse): Promise<void> {
    if (waiting.size >= maxWaiting)
      throw retryLater('As many lists wait as may; ask again in a moment.', RETRY_AFTER_SECONDS)
    return new Promise((resolve, reject) => {
      waiting.add(resolve)
      response.once('close', () => {
        if (waiting.delete(resolve)) reject(new ClientGone())
      })
    })
  }

  return async (response, work) => {
    if (running < maxRunning) running++
    else await turn(response)
    try {
      return await work()
    } finally {
      const [first] = waiting
      if (first) {
        // It takes the place of this one.
        waiting.delete(first)
        first()
      } else running--
    }
  }
}
