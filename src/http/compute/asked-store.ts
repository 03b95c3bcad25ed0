/** The store of a graph in a worker thread: the main thread asks it. */

import type { Task } from '../../admission/task.ts'
import type { Endpoint, Limits } from '../../store/endpoint/endpoint.ts'
import type { Queries, Store } from '../../store/store.ts'
import type { Ask } from '../../threads/serve-tasks.ts'
import type { Questions } from './messages.ts'

export interface AskedStore extends Queries, Pick<Store, 'ping' | 'close'> {
  /** Resolves when the store holds the graph. */
  filled(): Promise<void>
  /** The public endpoint, for what pages show. */
  endpoint(limits: Limits): Pick<Endpoint, 'limits' | 'ask'>
}

/** @param task for which queries are that no request asks */
export function askedFrom(graph: number, ask: Ask, task: Task): AskedStore {
  const question = <A, K extends keyof Questions>(
    asking: Task,
    name: K,
    argument: Omit<Questions[K], 'graph'>,
  ): Promise<A> => ask(asking, name, { graph, ...argument })
  const forTask = (asking: Task): AskedStore => ({
    task: asking,
    forTask,
    select: (query) => question(asking, 'select', { query }),
    iris: async (query) =>
      (await question<string, 'iris'>(asking, 'iris', { query })).split('\n').filter(Boolean),
    filled: () => question(asking, 'filled', {}),
    ping: () => question(asking, 'ping', {}),
    // The main thread closes it.
    close: async () => {},
    endpoint: (limits) => ({
      limits,
      ask: async (query, { client, task: requesting = asking } = {}) =>
        Buffer.from(await question<Uint8Array, 'ask'>(requesting, 'ask', { query, client })),
    }),
  })
  return forTask(task)
}
