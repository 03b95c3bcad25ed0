/** A store that answers once it is filled. */

import type { Store } from './store.ts'

/** @param filled rejects if the store could not be filled: then with the same error all queries do */
export function onceFilled<S extends Store>(store: S, filled: Promise<void>): Store {
  let isFilled = false
  filled.then(
    () => {
      isFilled = true
    },
    () => {},
  )
  const afterwards =
    <A extends unknown[], R>(run: (...given: A) => Promise<R>) =>
    async (...given: A): Promise<R> => {
      await filled
      return run(...given)
    }
  return {
    ...(store.died && { died: store.died }),
    select: afterwards(store.select),
    iris: afterwards(store.iris),
    size: afterwards(store.size),
    async ping() {
      await Promise.race([filled, undefined])
      if (isFilled) await store.ping()
    },
    close: store.close,
  }
}
