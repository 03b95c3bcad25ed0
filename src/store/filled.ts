/** A store that answers once it is filled. */

import { createFairQueue } from './fair-queue.ts'
import { busy, MAX_WAIT_MS, MAX_WAITING } from './busy.ts'
import { ClientGone } from './once.ts'
import type { Store } from './store.ts'

/** @param filled rejects if the store could not be filled: then with the same error all queries do */
export function onceFilled(store: Store, filled: Promise<void>): Store {
  const queue = createFairQueue<undefined>(MAX_WAITING, {
    full: () => busy('Too many searches are waiting for the graph to be loaded.'),
    late: () => busy('The graph is still being loaded.'),
    aborted: () => new ClientGone(),
  })
  let isSettled = false
  let next = 0
  const settle = (): void => {
    isSettled = true
    while (queue.offer(undefined)) {
      /* everybody has a place now */
    }
  }
  filled.then(settle, settle)

  /** Waits as long as a client may. */
  async function waitFor(signal: AbortSignal): Promise<void> {
    if (!isSettled) {
      const client = String(next++)
      await queue.wait({ client, signal, timeoutMs: MAX_WAIT_MS })
      queue.release(client)
    }
    await filled
  }

  const after =
    <A extends unknown[], R>(wait: () => Promise<void>, run: (...given: A) => Promise<R>) =>
    async (...given: A): Promise<R> => {
      await wait()
      return run(...given)
    }
  const withWait = (inner: Store, wait: () => Promise<void>): Store => ({
    ...(inner.died && { died: inner.died }),
    ...(inner.left && { left: inner.left }),
    select: after(wait, inner.select),
    iris: after(wait, inner.iris),
    size: after(wait, inner.size),
    async ping() {
      await Promise.race([filled, Promise.resolve()])
      return isSettled ? inner.ping() : 'busy'
    },
    close: inner.close,
  })
  const { askedBy } = store
  return {
    ...withWait(store, () => filled),
    ...(askedBy && { askedBy: (left: AbortSignal) => withWait(askedBy(left), () => waitFor(left)) }),
  }
}
