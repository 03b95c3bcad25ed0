/**
 * Runs short work in the main thread, since handing it over would take as long; what turns out to take longer ends
 * there, and is handed over.
 */

import type { Task } from './task.ts'

/** The work takes too long for the thread in which it was tried. */
class TakesLonger extends Error {
  readonly reason = 'takes-longer'
}

const isTakingLonger = (error: unknown): boolean =>
  (error as { reason?: unknown } | undefined)?.reason === 'takes-longer'

/** Milliseconds that a try may take: others wait meanwhile. */
const BRIEF_MS = 5

/**
 * Does work of a task, as far as that is done in a moment.
 * @param work gets the task of the try, which ends at its first checkpoint after that moment, where it would wait for
 * something else, and where the work says by `expectLongWork` that it will take longer
 * @returns undefined if it was not done
 * @throws Error what the work throws
 */
export async function tryBriefly<A>(
  { client, signal, deadline }: Task,
  work: (task: Task) => Promise<A>,
): Promise<A | undefined> {
  const end = performance.now() + BRIEF_MS
  const giveUp = (): never => {
    throw new TakesLonger('The work takes too long for this thread.')
  }
  try {
    return await work({
      client,
      signal,
      deadline,
      place: { waitElsewhere: async () => giveUp() },
      check() {
        if (signal.aborted) throw signal.reason
        if (performance.now() >= end) giveUp()
      },
      expectLongWork: giveUp,
    })
  } catch (error) {
    if (isTakingLonger(error)) return undefined
    throw error
  }
}
