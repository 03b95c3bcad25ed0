/**
 * The pool: engines that hold the graph, started when somebody asks, replaced when they end, given to whoever is
 * next, and ended when nobody has asked for long.
 */

import { once, EventEmitter } from 'node:events'
import { ignoreRejection, reportFailure, reportSuccess } from '../../admission/background.ts'
import { hasRoomForAnother, LoadFailed, StoreError, StoreFull } from './capacity.ts'
import { EngineError, startEngine, type Engine, type ExitCause } from './engine.ts'
import { RemoteFault } from '../client/remote-faults.ts'
import { MEMORY_LIMIT_SIGNAL } from './protocol.ts'
import type { GraphFiles } from '../store.ts'

/** An engine of the pool. Times are those of `performance.now()`. */
export interface PooledEngine extends Engine {
  state: 'loading' | 'idle' | 'busy'
  loadingSince: number
  busySince: number
  /** Resident bytes with the loaded graph, and with what queries of our own have added. */
  memory: number
  /** When the query that runs is ended. */
  deadline: number
  /** Whether the client of the query that runs has gone. */
  isAbandoned: boolean
  /** From when on the query that runs is ended as soon as somebody needs the engine. */
  loanedUntil: number
  /** Why the query was ended. */
  endedAs: 'late' | 'loan' | undefined
}

/** Of an engine that is not at work. */
const IDLE = {
  state: 'idle',
  busySince: Infinity,
  deadline: Infinity,
  isAbandoned: false,
  loanedUntil: Infinity,
} as const

/** Those who wait for an engine. */
export interface Lane {
  /** Whether somebody would take an engine in the place of one that is ended. */
  isWaiting(): boolean
  /** Milliseconds for which the longest of them has waited. */
  longestWaitMs(): number
  /** Gives an idle engine to whoever is next. @returns false if nobody may have it */
  offer(engine: PooledEngine): boolean
  /** Ends all waiting, for good. */
  refuse(error: Error): void
  /** There is no engine, and one could not be loaded. */
  onFailedLoad?(): void
}

/** Milliseconds after which an engine that is still not loaded is given up. */
const LOAD_TIMEOUT_MS = 3_600_000

/** Milliseconds between looks at the engines that work. */
const LOOK_MS = 100

/** Milliseconds after which another engine is worth its memory: short queries take turns on one. */
const PATIENCE_MS = 250

/** Milliseconds before the next load, for each of the failures in a row, up to so many. */
const BACKOFF_MS = 1000
const MAX_BACKOFF_STEPS = 60

/** Milliseconds for which an engine has to work for its crash to be the first in a row. */
const STABLE_MS = 60_000

/** Milliseconds without a question after which no engine is kept. */
const IDLE_MS = 600_000

export class EnginePool {
  #size = 0
  #failedLoads = 0
  #loadTimeMs: number | undefined
  #failure: Error | undefined
  #queries = 0
  readonly #availableBytes: () => number
  readonly #engines = new Set<PooledEngine>()
  readonly #exiting = new Set<Promise<void>>()
  readonly #lanes: Lane[] = []
  /** Engines that there may be, and those of them that are loaded where there is memory for them. */
  #maxSize = 1
  #targetSize = 0
  #crashes = 0
  #timer: NodeJS.Timeout | undefined
  /** Runs while an engine works. */
  #watch: NodeJS.Timeout | undefined
  readonly #idleMs: number
  /** Ends the engines that nobody has asked for long. */
  #idle: NodeJS.Timeout | undefined
  #graph: GraphFiles | undefined
  /** An engine has been loaded, or could not be. */
  readonly #loads = new EventEmitter()

  /** @param availableBytes memory that is left for engines */
  constructor(availableBytes = (): number => process.availableMemory(), idleMs = IDLE_MS) {
    this.#availableBytes = availableBytes
    this.#idleMs = idleMs
  }

  /** Engines that are kept loaded. */
  get size(): number {
    return this.#size
  }

  /** Loads that have failed since the last one that went well. */
  get failedLoads(): number {
    return this.#failedLoads
  }

  /** Milliseconds that the last load took. */
  get loadTimeMs(): number | undefined {
    return this.#loadTimeMs
  }

  /** Why there will be no engine any more. */
  get failure(): Error | undefined {
    return this.#failure
  }

  /** Queries that its engines have been asked. */
  get queries(): number {
    return this.#queries
  }

  /** Engines that are loaded. */
  get loaded(): readonly PooledEngine[] {
    return [...this.#engines].filter(({ state }) => state !== 'loading')
  }

  get #loading(): PooledEngine | undefined {
    return [...this.#engines].find(({ state }) => state === 'loading')
  }

  /** Milliseconds until another engine is loaded, as far as that is known. */
  get msUntilLoaded(): number | undefined {
    const since = this.#loading?.loadingSince ?? performance.now()
    return this.#loadTimeMs && Math.max(0, this.#loadTimeMs - (performance.now() - since))
  }

  /** Has engines load the graph, once somebody asks. */
  load(graph: GraphFiles): void {
    this.#graph = graph
    graph.verified.catch((error: Error) => this.#fail(error))
    if (this.#targetSize > 0) this.#start()
  }

  /** Whether questions are answered without another engine being loaded. */
  get isReady(): boolean {
    const { length } = this.loaded
    return length > 0 && (length >= this.#size || this.#failedLoads > 0)
  }

  /** Lets there be so many engines, or as many as there is memory for. */
  allow(engines: number): void {
    this.#maxSize = engines
  }

  /** Somebody asks: an engine is started, if there is none. */
  wake(): void {
    this.#idle ??= setTimeout(() => this.#rest(), this.#idleMs).unref()
    this.#idle.refresh()
    if (this.#targetSize === 0) this.#grow(1)
  }

  /** Has so many engines loaded, or as many as there is memory for. @throws Error if none can be */
  async loadEngines(engines: number): Promise<void> {
    this.wake()
    this.#grow(engines)
    while (!this.isReady) {
      if (this.#failure) throw this.#failure
      const [error] = (await once(this.#loads, 'load')) as [Error | undefined]
      if (error && this.loaded.length === 0) throw error
    }
  }

  /** Lanes are asked in the order in which they were added. */
  addLane(lane: Lane): void {
    this.#lanes.push(lane)
    this.dispatch()
  }

  /** Gives idle engines to those who wait. */
  dispatch(): void {
    for (const engine of this.#engines)
      if (engine.state === 'idle' && this.#lanes.some((lane) => lane.offer(engine)))
        Object.assign(engine, { state: 'busy', busySince: performance.now() })
    this.#replaceUnwanted()
  }

  /**
   * Runs a query on an engine that a lane has been offered, and ends the engine where it takes too long.
   * @param onEnd is called before the engine, or one in its place, is given to somebody else
   * @throws EngineError; what the query throws
   */
  async run<A>(
    engine: PooledEngine,
    timeoutMs: number,
    query: () => Promise<A>,
    onEnd: (error?: unknown) => void,
  ): Promise<A> {
    this.#queries++
    engine.deadline = performance.now() + timeoutMs
    this.#keepWatch()
    try {
      const result = await query()
      onEnd()
      return result
    } catch (cause) {
      if (cause instanceof EngineError) this.replace(engine)
      const error = engine.endedAs ? new EngineError(engine.endedAs) : cause
      onEnd(error)
      throw error
    } finally {
      Object.assign(engine, IDLE)
      this.#idle?.refresh()
      this.dispatch()
    }
  }

  /** The query that runs on an engine is ended where that helps somebody: its client has gone. */
  abandon(engine: PooledEngine): void {
    engine.isAbandoned = true
    this.dispatch()
  }

  /** Ends an engine; another one takes its place. */
  replace(engine: PooledEngine): void {
    if (!this.#engines.delete(engine)) return
    engine.kill()
    this.#start()
  }

  async close(): Promise<void> {
    this.#fail(new StoreError('the store is closed'))
    await Promise.all(this.#exiting)
  }

  #keepWatch(): void {
    this.#watch ??= setInterval(() => this.#look(), LOOK_MS).unref()
  }

  /** Ends queries that have had their time, and starts another engine where somebody waits for long. */
  #look(): void {
    const now = performance.now()
    for (const engine of this.loaded) if (now >= engine.deadline) this.#end(engine, 'late')
    this.dispatch()
    if (this.#lanes.some((lane) => lane.isWaiting() && lane.longestWaitMs() >= PATIENCE_MS))
      this.#grow(this.#maxSize)
    if (this.loaded.some(({ state }) => state === 'busy')) return
    clearInterval(this.#watch)
    this.#watch = undefined
  }

  /** Ends the query that runs on an engine, and with it the engine. */
  #end(engine: PooledEngine, reason: PooledEngine['endedAs']): void {
    engine.endedAs = reason
    this.replace(engine)
  }

  /**
   * Ends a query whose client has gone, or whose loan is over, where that lets somebody have an engine before the
   * query has to end. One at a time, so that hanging up takes no more than one engine from the others.
   */
  #replaceUnwanted(): void {
    if (this.#loading) return
    const isNoneIdle = this.loaded.every(({ state }) => state === 'busy')
    const now = performance.now()
    const isOverdue = ({ loanedUntil }: PooledEngine): boolean => isNoneIdle && now >= loanedUntil
    const reloaded = now + (this.#loadTimeMs ?? 0)
    const unwanted = this.loaded.find((one) => (one.isAbandoned || isOverdue(one)) && one.deadline > reloaded)
    if (!unwanted || this.#lanes.every((lane) => !lane.isWaiting())) return
    this.#end(unwanted, isOverdue(unwanted) ? 'loan' : undefined)
  }

  /** Starts an engine if there is a graph, fewer are there than are kept, and none is being loaded. */
  #start(): void {
    if (!this.#graph || this.#failure || this.#engines.size >= this.#size || this.#loading) return
    const engine: PooledEngine = {
      ...startEngine((cause) => this.#onExit(engine, cause)),
      ...IDLE,
      state: 'loading',
      loadingSince: performance.now(),
      memory: 0,
      endedAs: undefined,
    }
    this.#engines.add(engine)
    this.#keepWatch()
    this.#exiting.add(engine.exited)
    void engine.exited.then(() => this.#exiting.delete(engine.exited))
    void this.#loadInto(engine, this.#graph)
  }

  #grow(engines: number): void {
    if (this.#targetSize >= Math.min(engines, this.#maxSize)) return
    this.#targetSize = Math.min(engines, this.#maxSize)
    this.#startIfRoom()
  }

  /** Ends all engines, as nobody asks: the next question starts one. */
  #rest(): void {
    const isBusy = [...this.#engines].some(({ state }) => state !== 'idle')
    if (isBusy || this.#lanes.some((lane) => lane.isWaiting())) {
      this.#idle?.refresh()
      return
    }
    clearTimeout(this.#timer)
    ;[this.#size, this.#targetSize] = [0, 0]
    for (const engine of this.#engines) engine.kill()
    this.#engines.clear()
  }

  /** Starts an engine if one is missing; how many are kept depends on the memory that there is. */
  #startIfRoom(): void {
    const [loaded] = this.loaded
    if (!loaded) this.#size = Math.min(this.#targetSize, 1)
    else if (this.#engines.size < this.#targetSize) {
      const hasRoom = hasRoomForAnother(loaded.memory, this.#availableBytes())
      this.#size = hasRoom ? this.#targetSize : this.#engines.size
      // There may be later, when a graph that this one replaces is closed.
      if (!hasRoom) this.#startAfterBackoff(MAX_BACKOFF_STEPS)
    }
    this.#start()
  }

  /** Starts an engine at once, or later the more often it has failed. */
  #startAfterBackoff(steps: number): void {
    clearTimeout(this.#timer)
    const ms = Math.min(steps, MAX_BACKOFF_STEPS) * BACKOFF_MS
    if (steps === 0) this.#startIfRoom()
    else this.#timer = setTimeout(() => this.#startIfRoom(), ms).unref()
  }

  async #loadInto(engine: PooledEngine, { files, verified }: GraphFiles): Promise<void> {
    const late = setTimeout(engine.kill, LOAD_TIMEOUT_MS).unref()
    const loading = engine.load(files).finally(() => clearTimeout(late))
    ignoreRejection(loading, 'below, once the files are verified')
    await verified.catch((error: Error) => this.#fail(error))
    try {
      engine.memory = await loading
      if (this.#engines.has(engine)) this.#onLoad(engine)
    } catch (error) {
      if (this.#engines.delete(engine)) this.#onFailedLoad(engine, error as Error)
    }
  }

  #onLoad(engine: PooledEngine): void {
    engine.state = 'idle'
    this.#loadTimeMs = performance.now() - engine.loadingSince
    this.#failedLoads = 0
    reportSuccess('engine')
    this.#startIfRoom()
    this.#loads.emit('load')
    this.dispatch()
  }

  #onFailedLoad(engine: PooledEngine, cause: Error): void {
    engine.kill()
    // Where one could be loaded, memory is missing for now.
    if (cause instanceof EngineError && cause.fault === 'full' && this.#loadTimeMs === undefined) {
      this.#fail(new StoreFull(cause.quads))
      return
    }
    const message = cause instanceof RemoteFault ? cause.detail : cause.message
    const error = new LoadFailed(`an engine could not load the graph: ${message}`, { cause })
    this.#failedLoads++
    reportFailure('engine', error)
    this.#loads.emit('load', error)
    if (this.loaded.length === 0) for (const lane of this.#lanes) lane.onFailedLoad?.()
    this.#startAfterBackoff(this.#failedLoads)
    this.dispatch()
  }

  #onExit(engine: PooledEngine, cause: ExitCause): void {
    if (!this.#engines.delete(engine)) return
    if (engine.state === 'loading')
      this.#onFailedLoad(engine, new EngineError('exited', `it ended (${cause})`))
    else if (cause === MEMORY_LIMIT_SIGNAL) this.#start()
    else {
      reportFailure('engine', new Error(`an engine has crashed (${cause}); another one takes its place`))
      this.#crashes = performance.now() - engine.loadingSince > STABLE_MS ? 1 : this.#crashes + 1
      this.#startAfterBackoff(this.#crashes - 1)
    }
    this.dispatch()
  }

  /** Ends all engines, for good. */
  #fail(error: Error): void {
    this.#failure ??= error
    clearTimeout(this.#timer)
    clearTimeout(this.#idle)
    clearInterval(this.#watch)
    this.#loads.emit('load', this.#failure)
    for (const engine of this.#engines) engine.kill()
    this.#engines.clear()
    for (const lane of this.#lanes) lane.refuse(this.#failure)
  }
}
