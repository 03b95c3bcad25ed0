/** A store that finds the IRIs of a query once for all who ask for them at the same time. */

import { once } from '../admission/once.ts'
import type { Task } from '../admission/task.ts'
import type { Store } from './store.ts'

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
            .finally(() => lists.delete(key))
        return once(lists, key, find, task)
      },
    }
  }
  return { ...store, forTask }
}
