/** The store of a graph in a worker thread: the main thread asks it. */

import { ownTask, type Task } from '../../admission/task.ts'
import type { Endpoint, Limits } from '../../store/endpoint/endpoint.ts'
import type { Queries, Store } from '../../store/store.ts'
import type { Ask } from '../../threads/serve-tasks.ts'
import type { Questions } from './messages.ts'

export interface AskedStore extends Queries, Pick<Store, 'ping' | 'close'> {
  /** The public endpoint, for what pages show. */
  endpoint(limits: Limits): Pick<Endpoint, 'limits' | 'ask'>
}

/** Queries that no request has made are those of the thread itself. */
export function askedFrom(graph: number, ask: Ask): AskedStore {
  const question = <A, K extends keyof Questions>(
    task: Task,
    name: K,
    argument: Omit<Questions[K], 'graph'>,
  ): Promise<A> => ask(task, name, { graph, ...argument })
  const forTask = (task: Task): AskedStore => ({
    task,
    forTask,
    select: (query) => question(task, 'select', { query }),
    iris: async (query) =>
      (await question<string, 'iris'>(task, 'iris', { query })).split('\n').filter(Boolean),
    ping: () => question(task, 'ping', {}),
    // The main thread closes it.
    close: async () => {},
    endpoint: (limits) => ({
      limits,
      ask: async (query, { client, task: requestTask = task } = {}) =>
        Buffer.from(await question<Uint8Array, 'ask'>(requestTask, 'ask', { query, client })),
    }),
  })
  return forTask(ownTask)
}
