/**
 * Places for public queries on the engines of a pool: a bounded queue that is fair between clients, and an end to
 * each query. The last engine that is free is the API's; it is lent to queries that are likely to be short.
 */

import { accounts } from '../../admission/accounts.ts'
import { networkOf } from '../../admission/client.ts'
import { FairQueue, type QueueEntry } from '../../admission/queue.ts'
import { unlessAborted, aborted, busy, closed, notLoaded, tooManyKills } from '../endpoint/client-gone.ts'
import type { EndpointState, Requester } from '../endpoint/endpoint.ts'
import type { Places } from '../endpoint/public-endpoint.ts'
import { problemOf, type Limits } from '../endpoint/query-problems.ts'
import type { Ask } from '../client/client.ts'
import { EngineError } from './engine.ts'
import { createPenalties } from './penalties.ts'
import type { EnginePool, PooledEngine } from './pool.ts'

/** Milliseconds of a loan. A query that takes longer is ended where somebody waits for the engine. */
const LOAN_MS = 1000

/** Loans that may be over before their query has ended, within a minute: each costs the API its engine. */
const MAX_OVERDUE = 2

/** What is known of a client. */
export interface Borrower {
  readonly running: number
  /** Of late, a query of the client had to be ended. */
  readonly hasCostEngine: boolean
  /** Of late, a loan of the client was over before its query had ended. */
  readonly wasOverdue: boolean
  /** How often that was so of late, for all clients together. */
  readonly overdueOfAll: number
}

export const mayBorrow = ({ running, hasCostEngine, wasOverdue, overdueOfAll }: Borrower): boolean =>
  running === 0 && !hasCostEngine && !wasOverdue && overdueOfAll < MAX_OVERDUE

/** Engines of a pool that takes public queries: one of them is left to the API. */
const ENGINES = 2

/** Milliseconds for which queries wait for an engine that is being loaded; a longer time is told at once. */
const MAX_LOAD_WAIT_MS = 30_000

/** Milliseconds in which a process starts, also on a busy machine. */
const START_MS = 15_000

const MEGABYTE = 1_000_000

/**
 * Bytes by which a query may leave an engine larger than it was: memory that Oxigraph has taken it does not
 * give back.
 */
const MAX_RSS_GROWTH_BYTES = 300 * MEGABYTE

type Work = (ask: Ask) => Promise<Buffer>

interface WaitingQuery extends QueueEntry {
  readonly work: Work
  /** Its loan was over before it had ended: it waits for an engine that is not the last one. */
  readonly isLong: boolean
}

/** What a query gets when its turn has come. */
interface Place {
  readonly engine: PooledEngine
  readonly isLoan: boolean
}

/** The engine was needed by others before a query had ended to which it was lent. */
class LoanOver extends Error {}

/** Opens the pool to public queries. */
export const openEnginePlaces = (pool: EnginePool, limits: Limits): Places => new EnginePlaces(pool, limits)

class EnginePlaces implements Places {
  readonly #limits: Limits
  readonly #pool: EnginePool
  readonly #deadlineMs: number
  readonly #penalties = createPenalties()
  /** Whose queries had to be ended as their loan was over. */
  readonly #overdue = createPenalties()
  readonly #queue: FairQueue<Place, WaitingQuery>
  /** Queries that run, by client. */
  readonly #running = new Map<string, number>()
  readonly #unfollow: () => void
  #averageMs = 0
  #ended = 0

  constructor(pool: EnginePool, limits: Limits) {
    this.#limits = limits
    this.#pool = pool
    this.#deadlineMs = limits.timeout * 1000
    this.#queue = new FairQueue({
      maxWaiting: limits.queue,
      mayBegin: accounts.mayBegin,
      refusals: {
        full: () => busy('Too many queries are waiting.', this.#queue.length * this.#averageMs),
        late: () =>
          this.#pool.isReady
            ? busy('The query has waited too long.', this.#deadlineMs)
            : busy('The graph is still being loaded for queries.', this.#pool.msUntilLoaded),
        aborted,
      },
    })
    this.#unfollow = accounts.onChange(() => pool.dispatch())
    pool.allow(ENGINES)
    pool.addLane({
      // An engine that is replaced is idle again.
      isWaiting: () => this.#next(this.#idle + 1) !== undefined,
      longestWaitMs: () => this.#queue.longestWaitMs,
      offer: (engine) => this.#offer(engine),
      refuse: () => {
        this.#unfollow()
        this.#queue.refuse(closed())
      },
      onFailedLoad: () => this.#queue.refuse(notLoaded()),
    })
  }

  async run({ client = '', signal }: Requester, work: Work): Promise<Buffer> {
    if (signal?.aborted) throw aborted()
    this.#pool.wake()
    this.#failFast(client)
    const end = performance.now() + this.#maxWaitMs()
    const last = this.#penalties.has(client)
    for (let isLong = false; ; isLong = true) {
      const timeoutMs = end - performance.now()
      const request: WaitingQuery = { work, client, signal, timeoutMs, last, isLong }
      const place = this.#queue.wait(request)
      this.#pool.dispatch()
      try {
        return await this.#answer(await place, request)
      } catch (error) {
        if (!(error instanceof LoanOver)) throw error
      }
    }
  }

  state(): EndpointState {
    const { loaded } = this.#pool
    return {
      loaded: loaded.length,
      memory: loaded[0]?.memory,
      waiting: this.#queue.length,
      running: [...this.#running.values()].reduce((sum, running) => sum + running, 0),
      ended: this.#ended,
      queries: this.#pool.queries,
    }
  }

  loadEngines(engines: number): Promise<void> {
    return this.#pool.loadEngines(engines)
  }

  close(): Promise<void> {
    return this.#pool.close()
  }

  #offer(engine: PooledEngine): boolean {
    if (this.#queue.length === 0) return false
    const idle = this.#idle
    const next = this.#next(idle)
    if (!next || !this.#queue.offer({ engine, isLoan: this.#isLast(idle) }, next)) return false
    count(this.#running, networkOf(next.client), 1)
    return true
  }

  get #idle(): number {
    return this.#pool.loaded.filter(({ state }) => state === 'idle').length
  }

  /** The last engine that is idle is left to the API, unless there is but one, or another cannot be loaded. */
  #isLast(idle: number): boolean {
    return idle <= 1 && this.#pool.size > 1 && this.#pool.failedLoads === 0
  }

  /** The query that may have one of so many idle engines. */
  #next(idle: number): WaitingQuery | undefined {
    if (idle === 0) return undefined
    const upcoming = this.#queue.upcoming(Infinity)
    return this.#isLast(idle)
      ? upcoming.find(({ client, isLong }) => !isLong && mayBorrow(this.#borrower(client)))
      : upcoming[0]
  }

  #borrower(client: string): Borrower {
    const network = networkOf(client)
    return {
      running: this.#running.get(network) ?? 0,
      hasCostEngine: this.#penalties.has(client),
      wasOverdue: this.#overdue.has(client),
      overdueOfAll: this.#overdue.total(),
    }
  }

  /** Runs a query, which goes on for a while when its client has gone. */
  #answer(place: Place, request: WaitingQuery): Promise<Buffer> {
    const answer = this.#run(place, request)
    const { signal } = request
    return signal ? unlessAborted(answer, signal, () => this.#pool.abandon(place.engine)) : answer
  }

  /** @throws Problem; LoanOver */
  async #run({ engine, isLoan }: Place, { work, client }: WaitingQuery): Promise<Buffer> {
    const start = performance.now()
    if (isLoan) engine.loanedUntil = start + LOAN_MS
    const onEnd = (error?: unknown): void => {
      count(this.#running, networkOf(client), -1)
      this.#averageMs += (performance.now() - start - this.#averageMs) / 8
      this.#queue.release(client)
      if (!(error instanceof EngineError)) return
      if (error.fault !== 'loan') this.#ended++
      this.#penalise(client, error.fault)
    }
    try {
      return await this.#pool.run(engine, this.#deadlineMs, () => this.#work(engine, work, client), onEnd)
    } catch (error) {
      if (!(error instanceof EngineError)) throw error
      if (error.fault === 'loan') throw new LoanOver()
      throw problemOf(error.fault, error.message, this.#limits)
    }
  }

  /** Asks an engine within the limit of memory. */
  async #work(engine: PooledEngine, work: Work, client: string): Promise<Buffer> {
    const maxRss = engine.memory + this.#limits.memory * MEGABYTE
    let rss = 0
    const body = await work(async (question) => {
      const reply = await engine.ask(question, maxRss)
      rss = reply.rss
      return reply
    })
    if (rss > engine.memory + MAX_RSS_GROWTH_BYTES) {
      this.#pool.replace(engine)
      this.#penalise(client, 'memory')
    }
    return body
  }

  /** Holds it against a client that its query has cost an engine. */
  #penalise(client: string, fault: EngineError['fault']): void {
    if (this.#pool.failure) return
    if (fault === 'loan') {
      this.#overdue.add(client)
      return
    }
    this.#penalties.add(client)
    const remainingMs = this.#penalties.remainingMs(client)
    if (remainingMs > 0) this.#queue.refuse(tooManyKills(remainingMs), client)
  }

  /** @throws Problem busy where it is of no use to wait */
  #failFast(client: string): void {
    if (this.#pool.failure) throw closed()
    const penaltyMs = this.#penalties.remainingMs(client)
    if (penaltyMs > 0) throw tooManyKills(penaltyMs)
    if (this.#pool.isReady || (this.#pool.loaded.length > 0 && mayBorrow(this.#borrower(client)))) return
    if (this.#pool.failedLoads > 0) throw notLoaded()
    const remainingMs = this.#pool.msUntilLoaded ?? 0
    if (remainingMs > MAX_LOAD_WAIT_MS) throw busy('The graph is being loaded for queries.', remainingMs)
  }

  /** Milliseconds that a query may wait: for the one that runs, and for an engine in the place of that one. */
  #maxWaitMs(): number {
    const reloadMs = START_MS + 2 * (this.#pool.loadTimeMs ?? 0)
    return this.#deadlineMs + (this.#pool.isReady ? Math.min(reloadMs, MAX_LOAD_WAIT_MS) : MAX_LOAD_WAIT_MS)
  }
}

function count(counts: Map<string, number>, key: string, change: number): void {
  const sum = (counts.get(key) ?? 0) + change
  if (sum === 0) counts.delete(key)
  else counts.set(key, sum)
}
