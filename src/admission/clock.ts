/** The clock of queues and accounts, which tests set. */

export interface Clock {
  /** Milliseconds. */
  now(): number
  /** Calls back after so many milliseconds, never where they are infinite. @returns what prevents that */
  after(ms: number, callback: () => void): () => void
}

export const systemClock: Clock = {
  now: () => performance.now(),
  after(ms, callback) {
    if (ms === Infinity) return () => {}
    const timer = setTimeout(callback, ms)
    return () => clearTimeout(timer)
  },
}
