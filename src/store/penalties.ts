/** Whose queries have cost a process: another one takes its time to load the graph, at everybody's expense. */

import { networkOf } from './fair-queue.ts'

export interface Penalties {
  /** The client has cost a process. */
  add(client: string): void
  /** Whether the client has cost a process of late. */
  has(client: string): boolean
  /** Milliseconds until the client may ask again; 0 if it may now. */
  remainingMs(client: string): number
}

/** Processes that a client may cost within the time, in milliseconds, for which each is held against it. */
export const MAX_KILLS = 3
const WINDOW_MS = 60_000

export function createPenalties(now: () => number = () => performance.now()): Penalties {
  const kills = new Map<string, readonly number[]>()

  function recent(client: string): readonly number[] {
    const since = now() - WINDOW_MS
    return (kills.get(networkOf(client)) ?? []).filter((time) => time > since)
  }
  return {
    add(client) {
      for (const known of [...kills.keys()]) if (recent(known).length === 0) kills.delete(known)
      kills.set(networkOf(client), [...recent(client), now()])
    },
    has: (client) => recent(client).length > 0,
    remainingMs(client) {
      const times = recent(client)
      // Room for one more is there again when the last so many but one are out of the window.
      const decisive = times.at(-MAX_KILLS)
      return decisive === undefined ? 0 : decisive + WINDOW_MS - now()
    },
  }
}
