/** The lanes of the server and how many requests each takes: much work waits, fairly between clients. */

import { accounts } from './accounts.ts'
import { Lane } from './lane.ts'
import { retryLater } from './retry-later.ts'

/** What waits in a lane of its own. */
const names = {
  lists: 'lists, searches and pages',
  downloads: 'downloads',
  reconciliation: 'batches to reconcile',
} as const

export type LaneName = keyof typeof names

export type Lanes = Readonly<Record<LaneName, Lane>>

/** Places of the other lanes: each is the work of one thread, which lists have as well. */
const PLACES = 1

/** Lists for each thread: one that it works on, and the next, so that it need not wait for that. */
const LISTS_PER_THREAD = 2

/** Seconds after which it is worth asking again: a list seldom takes longer. */
const RETRY_AFTER_SECONDS = 2

/** Requests that may wait in a lane; beyond that those of the client with the most get 503. */
const MAX_WAITING = 500

/** @param threads that there are at most; 0 where the main thread does all work */
export function createLanes(threads: number): Lanes {
  const laneOf = (name: LaneName, places = PLACES, guestPlaces = 0): Lane =>
    new Lane({
      places,
      guestPlaces,
      maxWaiting: MAX_WAITING,
      accounts,
      refusals: {
        full: () =>
          retryLater(`As many ${names[name]} wait as may; ask again in a moment.`, RETRY_AFTER_SECONDS),
        late: () => retryLater(`The request has waited too long among ${names[name]}.`),
        aborted: (reason: unknown) => reason as Error,
      },
    })
  return {
    // One more goes to a client that has none: to the thread that is there for it where long work holds all others.
    lists: threads > 0 ? laneOf('lists', LISTS_PER_THREAD * threads, 1) : laneOf('lists'),
    downloads: laneOf('downloads'),
    reconciliation: laneOf('reconciliation'),
  }
}
