/**
 * Public queries: copies of the graph in processes of their own, a bounded queue before them, and an end to
 * each query.
 */

import { Problem } from '../errors.ts'
import { CopyFault, openCopy, type Copy, type Question } from './copy.ts'
import { problemOf, type Limits } from './faults.ts'

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
   * @param from the client: its second query waits for everybody's first; the signal says that it is gone,
   * which ends the query
   * @returns the complete answer, UTF-8
   * @throws Problem invalid-query, query-refused, query-too-costly, busy
   */
  ask(asked: Asked, from?: Asking): Promise<Buffer>
  /** When the first copy is loaded. Rejects if it ends before. */
  readonly ready: Promise<void>
  state(): EndpointState
  close(): Promise<void>
}

interface Waiting {
  readonly asked: Asked
  readonly client: string
  readonly turn: number
  resolve(body: Buffer): void
  reject(error: Error): void
}
interface Slot {
  readonly copy: Copy
  readonly started: number
  state: 'loading' | 'idle' | 'busy'
  memory: number
  client?: string
}

const MEGABYTE = 1_000_000

/**
 * Milliseconds that a query goes on after its client has left: to let it end costs less than to load another
 * copy.
 */
const LEFT_ALONE = 250

/**
 * Bytes by which a process may have grown after a query: memory that Oxigraph has taken it does not give
 * back.
 */
const GROWTH = 300 * MEGABYTE

/** Milliseconds of waiting for a copy that are shorter than what Retry-After can say. */
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

const left = (): Problem => new Problem('query-too-costly', 'The client has left.')

/**
 * Starts to load copies of N-Quads files. Queries wait for the first one; later on, they are told when one is
 * ready again.
 */
export function openEndpoint(quads: readonly string[], limits: Limits): Endpoint {
  const slots = new Set<Slot>()
  const waiting: Waiting[] = []
  const running = new Map<Asked, Slot>()
  const ending = new Set<Promise<void>>()
  const deadline = limits.timeout * 1000
  let wanted = 1
  let loadTime: number | undefined
  let failures = 0
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

  const pauseNow = (): number => Math.min(failures, MOST_PAUSES) * PAUSE

  /** Loads what is missing, one copy after the other. */
  function fill(): void {
    if (closed || slots.size >= wanted || [...slots].some(({ state }) => state === 'loading')) return
    const slot: Slot = {
      copy: openCopy(quads, limits.memory * MEGABYTE),
      started: performance.now(),
      state: 'loading',
      memory: 0,
    }
    slots.add(slot)
    const late = setTimeout(slot.copy.end, LONGEST_LOAD).unref()
    void slot.copy.ready.then(({ memory }) => {
      clearTimeout(late)
      loadTime = performance.now() - slot.started
      failures = 0
      first.resolve()
      Object.assign(slot, { state: 'idle', memory })
      if (memory < limits.spare * MEGABYTE) wanted = 2
      fill()
      dispatch()
    })
    const gone = slot.copy.ended.then(() => {
      clearTimeout(late)
      ending.delete(gone)
      first.reject(new Error('the copy of the graph for SPARQL ended while it was loaded'))
      if (slot.state === 'loading' && !closed) failures++
      slots.delete(slot)
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

  /** How many queries a client has here already. */
  const turnOf = (client: string): number =>
    [...waiting, ...running.values()].filter((one) => one.client === client).length

  /** Every client's first query comes before anybody's second. */
  function queue(one: Waiting): void {
    const at = waiting.findIndex(({ turn }) => turn > one.turn)
    waiting.splice(at < 0 ? waiting.length : at, 0, one)
  }

  function dispatch(): void {
    for (const slot of slots) {
      if (slot.state !== 'idle') continue
      const next = waiting.shift()
      if (!next) return
      void run(slot, next)
    }
  }

  async function run(slot: Slot, { asked, client, resolve, reject }: Waiting): Promise<void> {
    Object.assign(slot, { state: 'busy', client })
    const start = performance.now()
    let late = false
    const timer = setTimeout(() => {
      late = true
      replace(slot)
    }, deadline)
    running.set(asked, slot)
    try {
      const { body, memory } = await slot.copy.ask({
        ...asked,
        rows: limits.rows,
        bytes: limits.size * MEGABYTE,
      })
      resolve(body)
      if (memory > slot.memory + GROWTH) replace(slot)
    } catch (error) {
      const { fault, message } = error as CopyFault
      reject(problemOf(late ? 'late' : fault, message, limits))
      if (FATAL.has(fault)) {
        ended++
        replace(slot)
      }
    }
    clearTimeout(timer)
    running.delete(asked)
    average += (performance.now() - start - average) / 8
    slot.state = 'idle'
    dispatch()
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

  function ask(asked: Asked, { client = '', signal }: Asking = {}): Promise<Buffer> {
    if (closed) return Promise.reject(busy('The endpoint is closed.', SHORT))
    if (signal?.aborted) return Promise.reject(left())
    const rest = missing()
    // A spare that cannot be loaded is no reason to refuse what another copy can answer.
    if (failures > 0 && rest !== -1)
      return Promise.reject(busy('The graph could not be loaded for queries.', pauseNow()))
    if (rest !== undefined && rest > SHORT)
      return Promise.reject(busy('The graph is being loaded for queries.', rest))
    if (waiting.length >= limits.queue)
      return Promise.reject(busy('Too many queries are waiting.', (waiting.length * average) / wanted))
    return new Promise((resolve, reject) => {
      const one: Waiting = {
        asked,
        client,
        turn: turnOf(client),
        resolve: settle(resolve),
        reject: settle(reject),
      }
      const give = setTimeout(() => {
        if (drop(one)) one.reject(busy('The query has waited too long.', deadline))
      }, deadline)
      const leave = (): void => {
        if (!drop(one))
          setTimeout(() => {
            const slot = running.get(asked)
            if (slot) replace(slot)
          }, LEFT_ALONE).unref()
        one.reject(left())
      }
      function settle<A>(then: (value: A) => void): (value: A) => void {
        return (value) => {
          clearTimeout(give)
          signal?.removeEventListener('abort', leave)
          then(value)
        }
      }
      signal?.addEventListener('abort', leave, { once: true })
      queue(one)
      dispatch()
    })
  }

  function drop(one: Waiting): boolean {
    const at = waiting.indexOf(one)
    if (at >= 0) waiting.splice(at, 1)
    return at >= 0
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
        waiting: waiting.length,
        running: running.size,
        ended,
      }
    },
    async close() {
      closed = true
      clearTimeout(pause)
      for (const one of waiting.splice(0)) one.reject(busy('The endpoint is closed.', SHORT))
      for (const { copy } of slots) copy.end()
      await Promise.all(ending)
    },
  }
}
