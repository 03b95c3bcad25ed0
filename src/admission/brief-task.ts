/**
 * Runs short work in the main thread, since handing it over would take as long; what turns out to take longer ends
 * there, and is handed over.
 */

import type { Task } from './task.ts'

/** Milliseconds that a try may take: others wait meanwhile. */
const BRIEF_MS = 5

/**
 * Does work of a task, as far as that is done in a moment.
 * @param work gets the task of the try, which ends at its first checkpoint after that moment, where it would wait for
 * something else, and where the work says by `expectLongWork` that it will take longer. Its signal says so to what
 * catches errors
 * @returns undefined if it was not done, also where the work caught the error that ended the try
 * @throws Error what the work throws
 */
export async function tryBriefly<A>(
  { client, signal, deadline }: Task,
  work: (task: Task) => Promise<A>,
): Promise<A | undefined> {
  const end = performance.now() + BRIEF_MS
  const ended = new AbortController()
  let isEnded = false
  const giveUp = (): never => {
    isEnded = true
    ended.abort(new Error('The work takes too long for this thread.'))
    throw ended.signal.reason
  }
  try {
    const result = await work({
      client,
      get signal() {
        return ended.signal
      },
      deadline,
      place: { waitElsewhere: async () => giveUp() },
      check() {
        if (signal.aborted) throw signal.reason
        if (performance.now() >= end) giveUp()
      },
      expectLongWork: giveUp,
    })
    return isEnded ? undefined : result
  } catch (error) {
    if (isEnded) return undefined
    throw error
  }
}
