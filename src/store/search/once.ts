/** Answers that are made once, for all who want them meanwhile. */

import { Problem } from '../../errors.ts'

interface Known<Key, Answer> {
  get(key: Key): Promise<Answer> | undefined
  set(key: Key, answer: Promise<Answer>): unknown
  delete(key: Key): unknown
}

/** A query was not run because its client has gone. */
export class ClientGone extends Problem {
  readonly reason = 'left'
  constructor() {
    super('busy', 'The client has gone.')
  }
}

/** Whether there is no answer because whoever had asked for it has left. */
export const hasLeft = (error: unknown): boolean =>
  (error as { reason?: unknown } | undefined)?.reason === 'left'

/**
 * The answer that is known or on its way. What ended because its first client left is made again for the
 * others; one that failed is forgotten.
 * @param left of whoever asks now: for one who has left as well nothing is made
 */
export function once<Key, Answer>(
  known: Known<Key, Answer>,
  key: Key,
  make: () => Promise<Answer>,
  left?: AbortSignal,
): Promise<Answer> {
  const shared = known.get(key)
  if (shared)
    return shared.catch((error: unknown) => {
      if (hasLeft(error) && !left?.aborted) return once(known, key, make, left)
      throw error
    })
  const made = make()
  known.set(key, made)
  made.catch(() => {
    // A cache may have dropped it and hold a later one.
    if (known.get(key) === made) known.delete(key)
  })
  return made
}
