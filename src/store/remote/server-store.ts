/** The store of a graph whose quads a SPARQL server holds: what the index cannot tell is asked of it, or is a 503. */

import { ownTask, waitElsewhere } from '../../admission/task.ts'
import { retryLater } from '../../admission/retry-later.ts'
import { iriText, literalText } from '../../sparql/terms.ts'
import { unionAdvice } from '../client/engines.ts'
import { DESCRIPTIONS, readDescription, VERSION, type Description } from '../endpoint/description.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import type { FillableStore } from '../store.ts'
import type { RemoteStore } from './remote-store.ts'

/** Why the server cannot be asked now; undefined where it can. */
export type Difference = () => string | undefined

/** What the graph of a server says of itself. @throws RemoteFault; Error if there are several */
export async function describe(
  store: Pick<RemoteStore, 'select' | 'client'>,
): Promise<Description | undefined> {
  const [first, ...more] = (await store.select(DESCRIPTIONS)).map(readDescription)
  if (more.length > 0)
    throw new Error(
      `${store.client.url} holds several graphs, with the bases ` +
        `${[first, ...more].map((one) => one?.base).join(', ')}; each needs a store, or a ` +
        'repository, of its own',
    )
  return first
}

/**
 * What the graph of a server says of itself, where queries find it.
 * @throws Error if it says nothing, or that names the engine's switch where the default graph is not the union of all
 */
export async function requireDescription(store: RemoteStore): Promise<Description> {
  const { client, engine } = store
  const description = await describe(store)
  if (!description)
    throw new Error(
      `${client.url} does not say which graph of skeg's it holds: load the file dataset-….nq of the prepared graph ` +
        'there too',
    )
  const { base, version } = description
  const isUnion = await store.query(`ASK { ${iriText(base)} ${iriText(VERSION)} ${literalText(version)} }`)
  if (!isUnion.boolean)
    throw new Error(
      `the default graph of ${client.url} does not hold what its named graphs do: skeg needs one ` +
        `that is the union of all; ${unionAdvice(engine)}`,
    )
  return description
}

const requireSame = (difference: Difference): void => {
  const reason = difference()
  if (reason !== undefined) throw retryLater(reason, undefined, 'store-unavailable')
}

/** The server as the store of a graph that it holds already. */
export function serverStore(remote: RemoteStore, difference: Difference): FillableStore {
  const store: FillableStore = {
    load: () => {},
    task: ownTask,
    forTask: (task) => {
      // Questions of the server itself may take longer.
      const signal = task.deadline === Infinity ? undefined : task.signal
      const ask = <A>(run: () => Promise<A>): Promise<A> =>
        waitElsewhere(task, async () => {
          requireSame(difference)
          return run()
        })
      return {
        ...store,
        task,
        select: (query) => ask(() => remote.select(query, signal)),
        iris: (query) => ask(() => remote.iris(query, signal)),
      }
    },
    select: (query) => store.forTask(ownTask).select(query),
    iris: (query) => store.forTask(ownTask).iris(query),
    ping: remote.ping,
    close: remote.close,
  }
  return store
}

/** Public queries for as long as the server holds the graph. */
export const whileSame = (endpoint: Endpoint, difference: Difference): Endpoint => ({
  ...endpoint,
  async ask(...args) {
    requireSame(difference)
    return endpoint.ask(...args)
  },
})
