/** Answers that are made once for all clients that wait for them. */

import { Problem } from '../../errors.ts'

interface PendingAnswers<Key, Answer> {
  get(key: Key): Promise<Answer> | undefined
  set(key: Key, answer: Promise<Answer>): unknown
  delete(key: Key): unknown
}

/** Ends the work for a client that has disconnected: nobody sees it, and it is not logged. */
export class ClientGone extends Problem {
  readonly reason = 'client-gone'
  constructor() {
    super('busy', 'The client has disconnected.')
  }
}

/** Whether there is no answer because the client has gone. */
export const isClientGone = (error: unknown): boolean =>
  (error as { reason?: unknown } | undefined)?.reason === 'client-gone'

/**
 * The answer that is known or on its way. What ended because its first client has gone is made again for the
 * others; one that failed is forgotten.
 * @param signal of this client: where it is aborted as well, nothing is made
 */
export function once<Key, Answer>(
  answers: PendingAnswers<Key, Answer>,
  key: Key,
  make: () => Promise<Answer>,
  signal?: AbortSignal,
): Promise<Answer> {
  const shared = answers.get(key)
  if (shared)
    return shared.catch((error: unknown) => {
      if (isClientGone(error) && !signal?.aborted) return once(answers, key, make, signal)
      throw error
    })
  const pending = make()
  answers.set(key, pending)
  pending.catch(() => {
    // A cache may have dropped it and hold a later one.
    if (answers.get(key) === pending) answers.delete(key)
  })
  return pending
}

/** An answer that is made once, when it is first asked for; one that failed is made again. */
export function onFirstCall<Answer>(make: () => Promise<Answer>): () => Promise<Answer> {
  let answer: Promise<Answer> | undefined
  return () =>
    (answer ??= make().catch((error: unknown) => {
      answer = undefined
      throw error
    }))
}
