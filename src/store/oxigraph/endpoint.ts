/**
 * Public queries on the engines of a pool: a bounded queue that is fair between clients, limits, and an end to
 * each query.
 */

import { createFairQueue, type FairQueue, type QueueRequest } from '../../admission/queue.ts'
import { handledElsewhere } from '../../background.ts'
import type { Endpoint, EndpointState, PublicQuery, Requester } from '../endpoint/endpoint.ts'
import { problemOf, type Limits } from '../endpoint/query-problems.ts'
import { abandonAfterGrace, unlessAborted } from './abandon.ts'
import { EngineError, isFatal } from './engine.ts'
import { createPenalties } from './penalties.ts'
import type { EnginePool, Lane, PooledEngine } from './pool.ts'
import { aborted, busy, closed, notLoaded, tooManyKills } from './public-problems.ts'
import { runBatch, type RunningQuery } from './query-batch.ts'

/** Engines of a pool that takes public queries: one of them is left to the API. */
const ENGINES = 2

/** Queries that an engine is given at once: it answers one after another, without a round trip between them. */
const MAX_BATCH = 16

/** Milliseconds for which queries wait for an engine that is being loaded; a longer time is told at once. */
const MAX_LOAD_WAIT_MS = 30_000

/** Milliseconds in which a process starts, also on a busy machine. */
const START_MS = 15_000

interface WaitingQuery extends QueueRequest {
  readonly query: PublicQuery
}

/** What a query gets when its turn has come. */
interface StartedQuery {
  readonly engine: PooledEngine
  readonly answer: Promise<Buffer>
}

/** Opens the pool to public queries. */
export const openPublicEndpoint = (pool: EnginePool, limits: Limits): Endpoint =>
  new PublicEndpoint(pool, limits)

class PublicEndpoint implements Endpoint {
  readonly limits: Limits
  readonly ready: Promise<void>
  readonly #pool: EnginePool
  readonly #deadlineMs: number
  readonly #penalties = createPenalties()
  readonly #queue: FairQueue<StartedQuery, WaitingQuery>
  #running = 0
  #averageMs = 0
  #ended = 0

  constructor(pool: EnginePool, limits: Limits) {
    this.limits = limits
    this.#pool = pool
    this.#deadlineMs = limits.timeout * 1000
    this.#queue = createFairQueue({
      maxWaiting: limits.queue,
      refusals: {
        full: () => busy('Too many queries are waiting.', this.#queue.length * this.#averageMs),
        late: () => busy('The query has waited too long.', this.#deadlineMs),
        aborted,
      },
    })
    pool.resize(ENGINES)
    this.ready = new Promise((resolve, reject) => pool.addLane(this.#laneOf(resolve, reject)))
    handledElsewhere(this.ready, 'by those who wait for it')
  }

  async ask(query: PublicQuery, { client = '', signal }: Requester = {}): Promise<Buffer> {
    if (signal?.aborted) throw aborted()
    this.#requireHope(client)
    const place = this.#queue.wait({
      query,
      client,
      signal,
      timeoutMs: this.#maxWaitMs(),
      last: this.#penalties.has(client),
    })
    this.#pool.dispatch()
    const { engine, answer } = await place
    return signal ? unlessAborted(answer, signal, () => this.#pool.abandon(engine)) : answer
  }

  state(): EndpointState {
    const { loaded } = this.#pool
    return {
      loaded: loaded.length,
      memory: loaded[0]?.memory,
      waiting: this.#queue.length,
      running: this.#running,
      ended: this.#ended,
    }
  }

  close(): Promise<void> {
    return this.#pool.close()
  }

  /** What the pool offers idle engines to. */
  #laneOf(onReady: () => void, onFailure: (error: Error) => void): Lane {
    const queue = this.#queue
    return {
      get length() {
        return queue.length
      },
      offer: (engine) => this.#offer(engine),
      refuse(error) {
        queue.refuse(closed())
        onFailure(error)
      },
      onChange: () => {
        if (this.#isLoaded) onReady()
        else if (this.#pool.loaded.length === 0 && this.#pool.failedLoads > 0) {
          queue.refuse(notLoaded())
          onFailure(new Error('the graph could not be loaded for queries'))
        }
      },
    }
  }

  #offer(engine: PooledEngine): boolean {
    const batch = this.#mayTakeEngine() ? [...this.#queue.upcoming(MAX_BATCH)] : []
    if (batch.length === 0) return false
    const queries = batch.map(({ query }) => query)
    void runBatch(this.#pool, engine, queries, this.limits, {
      begin: () => this.#begin(engine, batch.shift() as WaitingQuery),
      onReplaced: (client) => this.#charge(client),
    })
    return true
  }

  /** The last engine that is idle is left to the API, unless there is but one, or another cannot be loaded. */
  #mayTakeEngine(): boolean {
    const idle = this.#pool.loaded.filter(({ state }) => state === 'idle').length
    return idle > 1 || this.#pool.size === 1 || this.#pool.failedLoads > 0
  }

  /** Whether queries are answered without another engine being loaded. */
  get #isLoaded(): boolean {
    const { loaded, size, failedLoads } = this.#pool
    return loaded.length >= size || (loaded.length > 0 && failedLoads > 0)
  }

  /** Gives a query the engine until it ends. */
  #begin(engine: PooledEngine, query: WaitingQuery): RunningQuery {
    const { client } = query
    const start = performance.now()
    let resolve!: RunningQuery['resolve']
    let reject!: RunningQuery['reject']
    const answer = new Promise<Buffer>((...executor) => ([resolve, reject] = executor))
    this.#running++
    engine.isAbandoned = false
    if (!this.#queue.offer({ engine, answer }, query))
      abandonAfterGrace(answer, () => this.#pool.abandon(engine))
    return {
      client,
      end: () => {
        this.#running--
        this.#averageMs += (performance.now() - start - this.#averageMs) / 8
        this.#queue.release(client)
      },
      resolve,
      reject: (error) => reject(this.#problemOf(error, client)),
    }
  }

  #problemOf(error: unknown, client: string): unknown {
    if (!(error instanceof EngineError)) return error
    if (isFatal(error.fault)) {
      this.#ended++
      this.#charge(client)
    }
    return problemOf(error.fault, error.message, this.limits)
  }

  /** Holds it against a client that its query has cost an engine. */
  #charge(client: string): void {
    if (this.#pool.failure) return
    this.#penalties.add(client)
    const remainingMs = this.#penalties.remainingMs(client)
    if (remainingMs > 0) this.#queue.refuse(tooManyKills(remainingMs), client)
  }

  /** @throws Problem busy where it is of no use to wait */
  #requireHope(client: string): void {
    if (this.#pool.failure) throw closed()
    const penaltyMs = this.#penalties.remainingMs(client)
    if (penaltyMs > 0) throw tooManyKills(penaltyMs)
    if (this.#isLoaded) return
    if (this.#pool.failedLoads > 0) throw notLoaded()
    const remainingMs = this.#pool.msUntilLoaded ?? 0
    if (remainingMs > MAX_LOAD_WAIT_MS) throw busy('The graph is being loaded for queries.', remainingMs)
  }

  /** Milliseconds that a query may wait: for the one that runs, and for an engine in the place of that one. */
  #maxWaitMs(): number {
    const reloadMs = START_MS + 2 * (this.#pool.loadTimeMs ?? 0)
    return this.#deadlineMs + (this.#isLoaded ? Math.min(reloadMs, MAX_LOAD_WAIT_MS) : MAX_LOAD_WAIT_MS)
  }
}
