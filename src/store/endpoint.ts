/**
 * Public queries: copies of the graph in processes of their own, a bounded queue before them, and an end to
 * each query.
 */

import { reportFailure, reportSuccess } from '../background.ts'
import { Problem } from '../errors.ts'
import { CopyFault, openCopy, type Copy, type Question } from './copy.ts'
import { createFairQueue, type FairQueue } from './fair-queue.ts'
import { problemOf, type Limits } from './faults.ts'
import { createPenalties } from './penalties.ts'

export type { Limits } from './faults.ts'

/** What a client asks. */
export type Asked = Omit<Question, 'rows' | 'bytes'>

/**
 * How many copies are loaded, and the processes' memory in bytes when they were; queries that wait, that run,
 * and that were ended without an answer.
 */
export interface EndpointState {
  readonly loaded: number
  readonly memory: number | undefined
  readonly waiting: number
  readonly running: number
  readonly ended: number
}

/** Who asks. */
export interface Asking {
  readonly client?: string
  readonly signal?: AbortSignal
}

export interface Endpoint {
  readonly limits: Limits
  /**
   * Answers a query.
   * @param from the client: it has one query that runs, its next one waits for everybody's first, and what
   * had to be ended is held against it. The signal says that it is gone: then its query does not wait any
   * more.
   * @returns the complete answer, UTF-8
   * @throws Problem invalid-query, query-refused, query-too-costly, busy
   */
  ask(asked: Asked, from?: Asking): Promise<Buffer>
  /** When the first copy is loaded. Rejects if it ends before. */
  readonly ready: Promise<void>
  state(): EndpointState
  close(): Promise<void>
}

/** A process with a copy of the graph. */
interface Slot {
  readonly copy: Copy
  readonly started: number
  state: 'loading' | 'idle' | 'busy'
  memory: number
  /** Of the query that runs, on the clock of `performance`. */
  deadline: number
  client: string
  /** Whether the client of the query that runs has gone. */
  isAbandoned: boolean
}

const MEGABYTE = 1_000_000

/**
 * Milliseconds that a query goes on in any case after its client has gone: to let it end costs less than to
 * load another copy.
 */
const ABORT_GRACE_MS = 250

/**
 * Bytes by which a process may have grown after a query: memory that Oxigraph has taken it does not give
 * back.
 */
const GROWTH = 300 * MEGABYTE

/** Milliseconds for which queries wait for a copy that is being loaded; a longer time is told at once. */
const MAX_LOAD_WAIT_MS = 30_000

/** What Retry-After says at least, in milliseconds. */
const SHORT = 1000

/** Faults after which a copy is of no more use: what waits must not be given to it. */
const FATAL: ReadonlySet<CopyFault['fault']> = new Set(['ended', 'memory', 'broken'])

/**
 * Failed loads in a row after which the next one waits this many milliseconds for each, up to so many of
 * them.
 */
const PAUSE = 1000
const MOST_PAUSES = 60

/** Milliseconds after which a copy that is still not loaded is given up. */
const LONGEST_LOAD = 600_000

const secondsOf = (ms: number): string => String(Math.max(1, Math.ceil(ms / 1000)))

const busy = (detail: string, ms: number): Problem =>
  new Problem('busy', detail, { headers: { 'Retry-After': secondsOf(ms) } })

const aborted = (): Problem => new Problem('query-too-costly', 'The client has left.')

/** Starts to load copies of N-Quads files. Queries wait for them, as long as they may wait. */
export function openEndpoint(quads: readonly string[], limits: Limits): Endpoint {
  const slots = new Set<Slot>()
  const penalties = createPenalties()
  const ending = new Set<Promise<void>>()
  const deadline = limits.timeout * 1000
  let wanted = 1
  let loadTime: number | undefined
  let failures = 0
  let running = 0
  let average = 0
  let closed = false
  let ended = 0
  let pause: NodeJS.Timeout | undefined
  let first: { resolve(): void; reject(error: Error): void }
  const ready = new Promise<void>((resolve, reject) => {
    first = { resolve, reject }
  })
  // Who does not wait for it need not know.
  ready.catch(() => {})

  const queue: FairQueue<Slot> = createFairQueue(limits.queue, {
    full: () => busy('Too many queries are waiting.', (queue.length * average) / wanted),
    late: () => busy('The query has waited too long.', deadline),
    aborted,
  })

  const pauseNow = (): number => Math.min(failures, MOST_PAUSES) * PAUSE

  const notLoaded = (): Problem => busy('The graph could not be loaded for queries.', pauseNow())

  /** Loads what is missing, one copy after the other. */
  function fill(): void {
    if (closed || slots.size >= wanted || [...slots].some(({ state }) => state === 'loading')) return
    const slot: Slot = {
      copy: openCopy(quads, limits.memory * MEGABYTE),
      started: performance.now(),
      state: 'loading',
      memory: 0,
      deadline: Infinity,
      client: '',
      isAbandoned: false,
    }
    slots.add(slot)
    const late = setTimeout(slot.copy.end, LONGEST_LOAD).unref()
    void slot.copy.ready.then(({ memory }) => {
      clearTimeout(late)
      loadTime = performance.now() - slot.started
      failures = 0
      reportSuccess('sparql-copy')
      first.resolve()
      Object.assign(slot, { state: 'idle', memory })
      if (memory < limits.spare * MEGABYTE) wanted = 2
      fill()
      dispatch()
    })
    const gone = slot.copy.ended.then(() => {
      clearTimeout(late)
      ending.delete(gone)
      const failure = new Error('the copy of the graph for SPARQL ended while it was loaded')
      first.reject(failure)
      if (slot.state === 'loading' && !closed) {
        failures++
        reportFailure('sparql-copy', failure)
      }
      slots.delete(slot)
      if (failures > 0 && missing() !== -1) queue.refuse(notLoaded())
      if (failures === 0) fill()
      else {
        clearTimeout(pause)
        pause = setTimeout(fill, pauseNow())
        pause.unref()
      }
    })
    ending.add(gone)
  }

  /** Ends a copy; another one takes its place. */
  function replace(slot: Slot): void {
    slots.delete(slot)
    slot.copy.end()
    fill()
  }

  const tooManyKills = (ms: number): Problem =>
    busy('Queries of this client had to be ended several times within a minute.', ms)

  /** Holds it against a client that its query has cost a copy. */
  function charge(client: string): void {
    if (closed) return
    penalties.add(client)
    const rest = penalties.remainingMs(client)
    if (rest > 0) queue.refuse(tooManyKills(rest), client)
  }

  /** Who has cost a copy of late does not get the last one that is free while another is on its way. */
  function mayHave(client: string): boolean {
    const free = [...slots].filter(({ state }) => state === 'idle').length
    return free > 1 || wanted === 1 || !penalties.has(client)
  }

  function dispatch(): void {
    for (const slot of slots) if (slot.state === 'idle' && queue.offer(slot, mayHave)) slot.state = 'busy'
    endAbandoned()
  }

  /**
   * Ends a query whose client has gone, where that lets somebody have a copy before the query has to end. One
   * at a time, so that hanging up takes no more than one copy from the others.
   */
  function endAbandoned(): void {
    const states = [...slots].map(({ state }) => state)
    if (queue.length === 0 || states.includes('loading')) return
    const latest = performance.now() + (loadTime ?? 0)
    for (const slot of slots)
      if (
        slot.isAbandoned &&
        slot.deadline > latest &&
        (!states.includes('idle') || queue.has(slot.client))
      ) {
        replace(slot)
        return
      }
  }

  /** Runs a query on a copy that is its own until it ends. */
  async function run(slot: Slot, asked: Asked): Promise<Buffer> {
    const start = performance.now()
    slot.deadline = start + deadline
    let late = false
    const timer = setTimeout(() => {
      late = true
      replace(slot)
    }, deadline)
    running++
    try {
      const { body, memory } = await slot.copy.ask({
        ...asked,
        rows: limits.rows,
        bytes: limits.size * MEGABYTE,
      })
      if (memory > slot.memory + GROWTH) {
        replace(slot)
        charge(slot.client)
      }
      return body
    } catch (error) {
      const { fault, message } = error as CopyFault
      if (FATAL.has(fault)) {
        ended++
        replace(slot)
        charge(slot.client)
      }
      throw problemOf(late ? 'late' : fault, message, limits)
    } finally {
      clearTimeout(timer)
      running--
      average += (performance.now() - start - average) / 8
      queue.release(slot.client)
      Object.assign(slot, { state: 'idle', isAbandoned: false, deadline: Infinity })
      dispatch()
    }
  }

  /** Milliseconds until a copy is loaded, if none is and that is known; -1 if one is. */
  function missing(): number | undefined {
    let rest: number | undefined
    for (const { state, started } of slots) {
      if (state !== 'loading') return -1
      if (loadTime !== undefined) rest = Math.max(0, loadTime - (performance.now() - started))
    }
    return rest ?? loadTime
  }

  /** @throws Problem busy where it is of no use to wait */
  function requireHope(client: string): void {
    if (closed) throw busy('The endpoint is closed.', SHORT)
    const penalty = penalties.remainingMs(client)
    if (penalty > 0) throw tooManyKills(penalty)
    const rest = missing()
    // A spare that cannot be loaded is no reason to refuse what another copy can answer.
    if (failures > 0 && rest !== -1) throw notLoaded()
    if (rest !== undefined && rest > MAX_LOAD_WAIT_MS)
      throw busy('The graph is being loaded for queries.', rest)
  }

  async function ask(asked: Asked, { client = '', signal }: Asking = {}): Promise<Buffer> {
    if (signal?.aborted) throw aborted()
    requireHope(client)
    const turn = queue.wait({
      client,
      signal,
      // The time in which another process is loaded comes on top.
      timeoutMs: deadline + (missing() === -1 ? Math.min(loadTime ?? 0, MAX_LOAD_WAIT_MS) : MAX_LOAD_WAIT_MS),
      last: penalties.has(client),
    })
    dispatch()
    const slot = await turn
    slot.client = client
    const answer = run(slot, asked)
    if (!signal) return answer
    return new Promise((resolve, reject) => {
      let isOver = false
      const abandon = (): void => {
        reject(aborted())
        setTimeout(() => {
          if (isOver) return
          slot.isAbandoned = true
          endAbandoned()
        }, ABORT_GRACE_MS).unref()
      }
      answer.then(resolve, reject).finally(() => {
        isOver = true
        signal.removeEventListener('abort', abandon)
      })
      if (signal.aborted) abandon()
      else signal.addEventListener('abort', abandon, { once: true })
    })
  }

  fill()
  return {
    limits,
    ask,
    ready,
    state() {
      const loaded = [...slots].filter(({ state }) => state !== 'loading')
      return {
        loaded: loaded.length,
        memory: loaded[0]?.memory,
        waiting: queue.length,
        running,
        ended,
      }
    },
    async close() {
      closed = true
      clearTimeout(pause)
      queue.refuse(busy('The endpoint is closed.', SHORT))
      for (const { copy } of slots) copy.end()
      await Promise.all(ending)
    },
  }
}
