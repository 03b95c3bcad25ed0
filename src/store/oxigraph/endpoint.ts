/**
 * Public queries on the engines of a pool: a bounded queue that is fair between clients, limits, and an end to
 * each query.
 */

import { handledElsewhere } from '../../background.ts'
import { Problem } from '../../errors.ts'
import { retryLater } from '../../retry-later.ts'
import type { Endpoint, PublicQuery, Requester } from '../endpoint/endpoint.ts'
import { createFairQueue, type FairQueue, type QueueRequest } from '../search/fair-queue.ts'
import { problemOf, type Limits } from '../endpoint/query-problems.ts'
import { EngineError, isFatal, requestBody } from './engine.ts'
import { createPenalties } from './penalties.ts'
import type { EnginePool, PooledEngine } from './pool.ts'
import type { EngineRequest } from './protocol.ts'

const MEGABYTE = 1_000_000

/** Engines of a pool that takes public queries: one of them is left to the API. */
const ENGINES = 2

/** Queries that an engine is given at once: it answers one after another, without a round trip between them. */
const MAX_BATCH = 16

/**
 * Milliseconds that a query goes on in any case after its client has gone: to let it end costs less than to
 * load another engine.
 */
const ABORT_GRACE_MS = 250

/**
 * Bytes by which a query may leave an engine larger than it was: memory that Oxigraph has taken it does not
 * give back.
 */
const MAX_RSS_GROWTH_BYTES = 300 * MEGABYTE

/** Milliseconds for which queries wait for an engine that is being loaded; a longer time is told at once. */
const MAX_LOAD_WAIT_MS = 30_000

/** Milliseconds in which a process starts, also on a busy machine. */
const START_MS = 15_000

/** What Retry-After says at least, in milliseconds. */
const MIN_RETRY_MS = 1000

const busy = (detail: string, ms: number): Problem => retryLater(detail, ms / 1000)

const aborted = (): Problem => new Problem('query-too-costly', 'The client has left.')

const notLoaded = (): Problem => busy('The graph could not be loaded for queries.', MIN_RETRY_MS)

const tooManyKills = (ms: number): Problem =>
  busy('Queries of this client had to be ended several times within a minute.', ms)

interface WaitingQuery extends QueueRequest {
  readonly query: PublicQuery
}

/** What a query gets when its turn has come. */
interface StartedQuery {
  readonly engine: PooledEngine
  readonly answer: Promise<Buffer>
}

interface RunningQuery {
  readonly client: string
  /** The engine has done with it. */
  end(): void
  resolve(answer: Buffer): void
  /** @param error an EngineError becomes a problem */
  reject(error: unknown): void
}

/** Opens the pool to public queries. */
export function openPublicEndpoint(pool: EnginePool, limits: Limits): Endpoint {
  const penalties = createPenalties()
  const deadlineMs = limits.timeout * 1000
  let running = 0
  let averageMs = 0
  let ended = 0
  const queue: FairQueue<StartedQuery, WaitingQuery> = createFairQueue(limits.queue, {
    full: () => busy('Too many queries are waiting.', queue.length * averageMs),
    late: () => busy('The query has waited too long.', deadlineMs),
    aborted,
  })

  /** The last engine that is idle is left to the API, unless there is but one, or another cannot be loaded. */
  function mayTakeOne(): boolean {
    const idle = pool.loaded.filter(({ state }) => state === 'idle').length
    return idle > 1 || pool.size === 1 || pool.failedLoads > 0
  }

  /** Whether queries are answered without another engine being loaded. */
  const isLoaded = (): boolean =>
    pool.loaded.length >= pool.size || (pool.loaded.length > 0 && pool.failedLoads > 0)

  /** Holds it against a client that its query has cost an engine. */
  function charge(client: string): void {
    if (pool.failure) return
    penalties.add(client)
    const restMs = penalties.remainingMs(client)
    if (restMs > 0) queue.refuse(tooManyKills(restMs), client)
  }

  /** Gives a query the engine until it ends. */
  function begin(engine: PooledEngine, query: WaitingQuery): RunningQuery {
    const start = performance.now()
    let one!: RunningQuery
    const answer = new Promise<Buffer>((resolve, reject) => {
      one = {
        client: query.client,
        end() {
          running--
          averageMs += (performance.now() - start - averageMs) / 8
          queue.release(query.client)
        },
        resolve,
        reject(error) {
          if (!(error instanceof EngineError)) {
            reject(error)
            return
          }
          if (isFatal(error.fault)) {
            ended++
            charge(query.client)
          }
          reject(problemOf(error.fault, error.message, limits))
        },
      }
    })
    running++
    engine.isAbandoned = false
    if (!queue.offer({ engine, answer }, query)) abandonAfterGrace(answer, () => pool.abandon(engine))
    return one
  }

  /** Runs queries one after another: the engine goes on by itself while they are short. */
  async function run(
    engine: PooledEngine,
    queries: readonly [WaitingQuery, ...WaitingQuery[]],
  ): Promise<void> {
    const rest = [...queries]
    let current = begin(engine, rest.shift() as WaitingQuery)
    const request: EngineRequest = {
      method: 'answer',
      queries: queries.map(({ query }) => query),
      maxRows: limits.rows,
      maxBytes: limits.size * MEGABYTE,
      maxRssBytes: engine.memory + limits.memory * MEGABYTE,
    }
    async function answer(onNext: () => void): Promise<Buffer> {
      const { body, memory } = await requestBody(engine, request, (result) => {
        current.end()
        if (result instanceof EngineError) current.reject(result)
        else current.resolve(result)
        current = begin(engine, rest.shift() as WaitingQuery)
        onNext()
      })
      if (memory > engine.memory + MAX_RSS_GROWTH_BYTES) {
        pool.replace(engine)
        charge(current.client)
      }
      return body
    }
    try {
      const last = await pool.run(engine, deadlineMs, (onNext) => answer(onNext).finally(() => current.end()))
      current.resolve(last)
    } catch (error) {
      current.reject(error)
    }
  }

  /** @throws Problem busy where it is of no use to wait */
  function requireHope(client: string): void {
    if (pool.failure) throw busy('The endpoint is closed.', MIN_RETRY_MS)
    const penaltyMs = penalties.remainingMs(client)
    if (penaltyMs > 0) throw tooManyKills(penaltyMs)
    if (isLoaded()) return
    if (pool.failedLoads > 0) throw notLoaded()
    const restMs = pool.msUntilLoaded ?? 0
    if (restMs > MAX_LOAD_WAIT_MS) throw busy('The graph is being loaded for queries.', restMs)
  }

  /** Milliseconds that a query may wait: for the one that runs, and for an engine in the place of that one. */
  const maxWaitMs = (): number =>
    deadlineMs +
    (isLoaded() ? Math.min(START_MS + 2 * (pool.loadTimeMs ?? 0), MAX_LOAD_WAIT_MS) : MAX_LOAD_WAIT_MS)

  async function ask(query: PublicQuery, { client = '', signal }: Requester = {}): Promise<Buffer> {
    if (signal?.aborted) throw aborted()
    requireHope(client)
    const place = queue.wait({ query, client, signal, timeoutMs: maxWaitMs(), last: penalties.has(client) })
    pool.dispatch()
    const { engine, answer } = await place
    return signal ? unlessAborted(answer, signal, () => pool.abandon(engine)) : answer
  }

  pool.resize(ENGINES)
  const ready = new Promise<void>((resolve, reject) => {
    pool.addLane({
      get length() {
        return queue.length
      },
      offer(engine) {
        const [first, ...more] = mayTakeOne() ? queue.upcoming(MAX_BATCH) : []
        if (!first) return false
        void run(engine, [first, ...more])
        return true
      },
      refuse(error) {
        queue.refuse(busy('The endpoint is closed.', MIN_RETRY_MS))
        reject(error)
      },
      onChange() {
        if (isLoaded()) resolve()
        else if (pool.loaded.length === 0 && pool.failedLoads > 0) {
          queue.refuse(notLoaded())
          reject(new Error('the graph could not be loaded for queries'))
        }
      },
    })
  })
  handledElsewhere(ready, 'by those who wait for it')

  return {
    limits,
    ask,
    ready,
    state: () => ({
      loaded: pool.loaded.length,
      memory: pool.loaded[0]?.memory,
      waiting: queue.length,
      running,
      ended,
    }),
    close: () => pool.close(),
  }
}

/** The answer, or the Problem that its client has left. */
function unlessAborted(answer: Promise<Buffer>, signal: AbortSignal, abandon: () => void): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      reject(aborted())
      abandonAfterGrace(answer, abandon)
    }
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
  })
}

/** @param abandon is called where the query still runs when the grace is over */
function abandonAfterGrace(answer: Promise<Buffer>, abandon: () => void): void {
  const timer = setTimeout(abandon, ABORT_GRACE_MS).unref()
  handledElsewhere(
    answer.finally(() => clearTimeout(timer)),
    'by the query',
  )
}
