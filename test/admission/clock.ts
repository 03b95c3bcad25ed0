/** A clock that is set. */

import type { Clock } from '../../src/admission/clock.ts'

export interface SetClock extends Clock {
  /** Moves the time on, and calls back what was to be by then. */
  advance(ms: number): void
}

export function createSetClock(): SetClock {
  let now = 0
  const timers = new Set<{ at: number; callback: () => void }>()
  return {
    now: () => now,
    after(ms, callback) {
      const timer = { at: now + ms, callback }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    advance(ms) {
      now += ms
      for (const timer of [...timers].sort((a, b) => a.at - b.at))
        if (timer.at <= now && timers.delete(timer)) timer.callback()
    },
  }
}
