/** A store that finds the IRIs of a query once for all who ask for them at about the same time. */

import { once } from '../admission/once.ts'
import { waitElsewhere, type Task } from '../admission/task.ts'
import type { Store } from './store.ts'

/** Milliseconds for which a list is known: a thread that has it may not have heard of it when it asks again. */
const KNOWN_MS = 1000

export function shareLists<S extends Store>(store: S): S {
  const lists = new Map<string, Promise<string[]>>()
  function forTask(task: Task): S {
    const client = store.forTask(task)
    return {
      ...client,
      forTask,
      iris(query) {
        const { select: key } = query
        const find = (shared: Task): Promise<string[]> =>
          store
            .forTask(shared)
            .iris(query)
            .finally(() => setTimeout(() => lists.delete(key), KNOWN_MS).unref())
        // Each gives its own place back meanwhile.
        return waitElsewhere(task, () => once(lists, key, find, task))
      },
    }
  }
  return { ...store, forTask }
}
