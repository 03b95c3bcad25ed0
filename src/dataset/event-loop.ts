/** Long searches that let the event loop go on. */

import { setImmediate as nextTurn } from 'node:timers/promises'

/** Milliseconds of work after which other requests have their turn. */
const TURN_MS = 5

export interface Turn {
  /** Whether the work has gone on for so long that others should have their turn. */
  isOver(): boolean
  /** Waits for a new turn. */
  next(): Promise<void>
}

export function beginTurn(): Turn {
  let start = performance.now()
  return {
    isOver: () => performance.now() - start >= TURN_MS,
    async next() {
      await nextTurn()
      start = performance.now()
    },
  }
}
