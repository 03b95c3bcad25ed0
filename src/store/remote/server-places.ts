/** Places for public queries at a SPARQL server of others: bounded in number, each until the server has answered. */

import { accounts } from '../../admission/accounts.ts'
import { FairQueue } from '../../admission/queue.ts'
import type { Problem } from '../../config/errors.ts'
import { bareType, offersOf } from '../../config/media.ts'
import { retryLater } from '../../admission/retry-later.ts'
import { unlessAborted, aborted } from '../endpoint/client-gone.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { createEndpoint, acceptedType, type Places } from '../endpoint/public-endpoint.ts'
import type { Limits } from '../endpoint/query-problems.ts'
import type { Ask } from '../client/client.ts'
import type { Client } from '../client/open-client.ts'
import { mayLackType, RemoteFault } from '../client/remote-faults.ts'
import type { RemoteStore } from './remote-store.ts'

/**
 * Of the questions that the store is asked at once, public queries may be one in so many: the API has to get
 * through beside them.
 */
const CONNECTIONS_PER_QUERY = 2

type AskedStore = Pick<RemoteStore, 'client' | 'engine' | 'maxRows'>

function openServerPlaces({ client: http, engine }: AskedStore, limits: Limits): Places {
  const atOnce = Math.max(1, Math.floor(http.connections / CONNECTIONS_PER_QUERY))
  const later = (detail: string): Problem => retryLater(detail, limits.timeout)
  const queue = new FairQueue<undefined>({
    maxWaiting: limits.queue,
    mayBegin: accounts.mayBegin,
    refusals: {
      full: () => later('Too many queries are waiting.'),
      late: () => later('The query has waited too long.'),
      aborted,
    },
  })
  let running = 0
  let ended = 0
  let queries = 0
  let isClosed = false
  // It ends a query by itself where it can: closing the connection ends nothing there.
  const timeLimit = engine.timeLimit && ([['timeout', engine.timeLimit(limits.timeout)]] as const)

  const ask: Ask = ({ parameters = [], ...question }) =>
    http.ask({ ...question, parameters: [...parameters, ...(timeLimit ?? [])] })

  function dispatch(): void {
    while (running < atOnce && queue.offer(undefined)) running++
  }

  async function hold(client: string, work: (ask: Ask) => Promise<Buffer>): Promise<Buffer> {
    try {
      return await work(ask)
    } catch (error) {
      if (error instanceof RemoteFault && error.reason === 'late') ended++
      throw error
    } finally {
      running--
      queue.release(client)
      dispatch()
    }
  }

  const unfollow = accounts.onChange(dispatch)
  return {
    async run({ client = '', signal }, work) {
      if (isClosed) throw later('The endpoint is closed.')
      const turn = queue.wait({ client, signal, timeoutMs: limits.timeout * 1000 })
      dispatch()
      await turn
      queries++
      const answer = hold(client, work)
      return signal ? unlessAborted(answer, signal) : answer
    },
    loadEngines: async () => {},
    state: () => ({
      loaded: isClosed ? 0 : 1,
      memory: undefined,
      waiting: queue.length,
      running,
      ended,
      queries,
    }),
    async close() {
      isClosed = true
      unfollow()
      queue.refuse(later('The endpoint is closed.'))
    },
  }
}

/** A query for each kind of answer. */
const PROBES = {
  ask: 'ASK {}',
  select: 'SELECT * { } LIMIT 1',
  triples: 'CONSTRUCT {} WHERE {} LIMIT 1',
} as const

/** The media types in which a server answers. */
async function typesOf({ ask }: Client): Promise<Set<string>> {
  const types = new Map<string, string>()
  for (const kind of ['ask', 'triples', 'select'] as const)
    for (const offer of offersOf(kind))
      if (offer.name !== 'html') types.set(acceptedType(bareType(offer)), PROBES[kind])
  const offered = await Promise.all(
    [...types].map(([type, query]) =>
      ask({ query, accept: [type] }).then(
        () => [type],
        (error: unknown) => {
          if (mayLackType(error)) return []
          throw error
        },
      ),
    ),
  )
  return new Set(offered.flat())
}

/** @throws RemoteFault if the server does not say what it writes */
export async function openServerEndpoint(store: AskedStore, limits: Limits): Promise<Endpoint> {
  const { engine, maxRows: engineMaxRows } = store
  const types = await typesOf(store.client)
  return createEndpoint({
    places: openServerPlaces(store, limits),
    limits,
    engine,
    engineMaxRows,
    types,
  })
}
