/** The embedded store: the queries of the API, run on the engines of a pool. */

import { FairQueue } from '../../admission/queue.ts'
import { ownTask, untilEnd, waitElsewhere, type Task } from '../../admission/task.ts'
import { reportFailure } from '../../admission/background.ts'
import { retryLater } from '../../admission/retry-later.ts'
import { abandonAfterGrace } from '../endpoint/client-gone.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { createEndpoint } from '../endpoint/public-endpoint.ts'
import type { Limits } from '../endpoint/query-problems.ts'
import { oxigraph } from '../client/engines.ts'
import { RemoteFault } from '../client/remote-faults.ts'
import { createColumnReader, CSV, readResults, RESULTS } from '../client/results.ts'
import type { FillableStore, IriQuery, Row } from '../store.ts'
import { MAX_QUADS, StoreError } from './capacity.ts'
import { openEnginePlaces } from './engine-places.ts'
import { EngineError } from './engine.ts'
import { EnginePool, type PooledEngine } from './pool.ts'

export interface EmbeddedStore extends FillableStore {
  /** Takes public queries too, on the same engines. */
  openEndpoint(limits: Limits): Endpoint
}

/** Milliseconds that a query of the API may run before its engine is ended. */
const MAX_RUN_MS = 120_000

/** Milliseconds that a query may wait which no client waits for. */
const MAX_OWN_WAIT_MS = 3_600_000

/** Searches of clients that may wait, and milliseconds for which each of them may. */
export const MAX_WAITING = 1000
const MAX_WAIT_MS = 20_000

/** An engine that works longer than this on one query is busy. */
const BUSY_AFTER_MS = 1000

/**
 * Runs a query on an engine of its own.
 * @param task its query waits no longer than that; those of the server wait as long as it takes
 * @throws Problem busy; StoreError
 */
type Run = <A>(query: EngineQuery<A>, task: Task) => Promise<A>

type EngineQuery<A> = (engine: PooledEngine) => Promise<A>

function createRunner(pool: EnginePool): Run {
  const hasGraph = (): boolean => pool.loaded.length > 0
  const queue = new FairQueue<PooledEngine>({
    maxWaiting: MAX_WAITING,
    refusals: {
      full: () =>
        retryLater(
          `Too many searches are waiting for ${hasGraph() ? 'the store' : 'the graph to be loaded'}.`,
        ),
      late: () =>
        retryLater(
          hasGraph()
            ? `The search has waited for the store for ${MAX_WAIT_MS / 1000} s.`
            : 'The graph is still being loaded.',
        ),
      aborted: (reason) => reason as Error,
    },
  })
  pool.addLane({
    isWaiting: () => queue.length > 0,
    longestWaitMs: () => queue.longestWaitMs,
    offer: (engine) => queue.offer(engine),
    refuse: (error) => queue.refuse(error),
  })

  async function runOn<A>(engine: PooledEngine, query: EngineQuery<A>, client: string): Promise<A> {
    try {
      return await pool.run(
        engine,
        MAX_RUN_MS,
        () => query(engine),
        () => queue.release(client),
      )
    } catch (error) {
      if (error instanceof RemoteFault) throw new StoreError(error.detail, { cause: error })
      if (!(error instanceof EngineError)) throw error
      if (error.fault === 'broken')
        reportFailure('engine', new Error(`an engine has failed: ${error.message}`))
      throw pool.failure ?? explain(error)
    }
  }

  async function waitAndRun<A>(query: EngineQuery<A>, task: Task): Promise<A> {
    if (pool.failure) throw pool.failure
    const { client, signal, deadline } = task
    const isOwn = deadline === Infinity
    const timeoutMs = isOwn ? MAX_OWN_WAIT_MS : MAX_WAIT_MS
    pool.wake()
    const turn = queue.wait({ client, signal, timeoutMs, last: !isOwn })
    pool.dispatch()
    const engine = await turn
    const answer = runOn(engine, query, client)
    const abandon = (): void => abandonAfterGrace(answer, () => pool.abandon(engine))
    signal.addEventListener('abort', abandon, { once: true })
    return untilEnd(task, answer).finally(() => signal.removeEventListener('abort', abandon))
  }
  return (query, task) => waitElsewhere(task, () => waitAndRun(query, task))
}

function explain({ fault, message }: EngineError): Error {
  if (fault === 'late') return retryLater(`The search was ended after ${MAX_RUN_MS / 1000} s.`)
  return fault === 'exited' ? retryLater('The search was lost as its engine ended.') : new StoreError(message)
}

/** Opens an embedded store, which is empty until it is filled; its engines start with the first query. */
export function openEmbeddedStore(pool = new EnginePool()): EmbeddedStore {
  const run = createRunner(pool)

  /** What queries have added to an engine's memory stays with it. */
  const keep = (engine: PooledEngine, memory: number): void => {
    engine.memory = Math.max(engine.memory, memory)
  }
  const select =
    (query: string) =>
    async (engine: PooledEngine): Promise<Row[]> => {
      const { body, rss } = await engine.ask({ query, accept: [RESULTS] })
      keep(engine, rss)
      return readResults(body, oxigraph).rows
    }
  const iris =
    ({ select: query, variable }: IriQuery) =>
    async (engine: PooledEngine): Promise<string[]> => {
      const reader = createColumnReader(variable)
      const { rss } = await engine.ask({ query, accept: [CSV], take: reader.add })
      keep(engine, rss)
      return reader.end()
    }

  const store: EmbeddedStore = {
    maxQuads: MAX_QUADS,
    load: (graph) => pool.load(graph),
    task: ownTask,
    forTask: (task) => ({
      ...store,
      task,
      select: (query) => run(select(query), task),
      iris: (query) => run(iris(query), task),
    }),
    select: (query) => run(select(query), ownTask),
    iris: (query) => run(iris(query), ownTask),
    async ping() {
      if (pool.failure) throw pool.failure
      const longAgo = performance.now() - BUSY_AFTER_MS
      if (pool.size === 0) return 'ok'
      return pool.loaded.every(({ state, busySince }) => state === 'busy' && busySince < longAgo)
        ? 'busy'
        : 'ok'
    },
    openEndpoint: (limits) =>
      createEndpoint({ places: openEnginePlaces(pool, limits), limits, engine: oxigraph }),
    close: () => pool.close(),
  }
  return store
}
