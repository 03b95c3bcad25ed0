/** Turns of the event loop in work that gives it none: signals are heard in between. */

import { setImmediate as nextTurn } from 'node:timers/promises'

const MAX_BUSY_MS = 100

/** The same items, with a turn wherever those before took long. */
export async function* withTurns<T>(items: Iterable<T> | AsyncIterable<T>): AsyncGenerator<T> {
  let last = performance.now()
  for await (const item of items) {
    yield item
    if (performance.now() - last < MAX_BUSY_MS) continue
    await nextTurn()
    last = performance.now()
  }
}
