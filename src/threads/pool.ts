/**
 * Worker threads for what takes longer than an answer that is there. A task ends at its next checkpoint when nobody
 * waits for it; a thread whose task passes none is left alone until it ends, and another one takes its place.
 */

import { ownTask, type Task } from '../admission/task.ts'
import { reportFailure } from '../background.ts'
import { retryLater } from '../retry-later.ts'
import { Thread, type TaskOutcome, type ThreadOptions } from './thread.ts'

export interface Threads {
  /** How many there are at most. */
  readonly count: number
  /** Whether one has been ready to run tasks. */
  readonly hasBegun: boolean
  /** Starts the first, further ones follow where all have something to do. */
  start(): void
  /**
   * Runs an operation on the thread that has least to do.
   * @param title for the log
   * @throws Error what it throws; Problem busy where its thread is lost
   */
  run(task: Task, operation: string, argument: unknown, title: string): Promise<TaskOutcome>
  /** Has each thread run an operation before all else, those that are started later too. */
  open(key: number, argument: unknown): void
  /** Ends that: has each thread run the operation `close`. Resolves when all have. */
  close(key: number): Promise<void>
  /** Ends the threads, their tasks at their next checkpoints. */
  end(): Promise<void>
}

interface PoolOptions extends ThreadOptions {
  readonly count: number
}

/** Milliseconds between checks of progress, and checks without any after which a thread is lost: 2 s. */
const CHECK_MS = 500
const MAX_STALLED_CHECKS = 4

/** Milliseconds that threads have to end. */
const END_MS = 5000

export const createThreads = (options: PoolOptions): Threads => new Pool(options)

class Pool implements Threads {
  readonly count: number
  hasBegun = false
  readonly #options: ThreadOptions
  /** The threads that take tasks, and in how many checks each had made no progress. */
  readonly #threads = new Map<Thread, { progress: number; stalledChecks: number }>()
  /** Threads that work on without a checkpoint: they take no more tasks, and end when they come to one. */
  readonly #lost = new Set<Thread>()
  readonly #opened = new Map<number, unknown>()
  readonly #timer: NodeJS.Timeout
  #onExit = (): void => {}
  #isEnding = false

  constructor({ count, ...options }: PoolOptions) {
    this.count = count
    this.#options = options
    this.#timer = setInterval(() => this.#checkProgress(), CHECK_MS).unref()
  }

  start(): void {
    if (this.#threads.size === 0) this.#add()
  }

  async run(task: Task, operation: string, argument: unknown, title: string): Promise<TaskOutcome> {
    const thread = this.#choose()
    if (!thread) throw retryLater('All threads are busy with requests that take long.')
    return thread.run(task, operation, argument, title)
  }

  open(key: number, argument: unknown): void {
    this.#opened.set(key, argument)
    for (const thread of this.#threads.keys()) this.#open(thread, key, argument)
  }

  async close(key: number): Promise<void> {
    this.#opened.delete(key)
    await Promise.all(
      [...this.#threads.keys()].map((thread) => thread.run(ownTask, 'close', key).catch(reportFault)),
    )
  }

  async end(): Promise<void> {
    this.#isEnding = true
    clearInterval(this.#timer)
    for (const thread of [...this.#threads.keys(), ...this.#lost])
      this.#abandon(thread, retryLater('The server ends.'))
    await new Promise<void>((resolve) => {
      const late = setTimeout(resolve, END_MS)
      this.#onExit = () => {
        if (this.#lost.size > 0) return
        clearTimeout(late)
        resolve()
      }
      this.#onExit()
    })
  }

  /** The thread with least to do. Where each has something to do, another is started for the tasks that follow. */
  #choose(): Thread | undefined {
    const threads = [...this.#threads.keys()]
    const [best] = threads.filter(({ isReady }) => isReady).sort((a, b) => a.load - b.load)
    if (best?.load === 0) return best
    const isStarting = threads.some(({ isReady }) => !isReady)
    if (!isStarting && threads.length < this.count) this.#add()
    return best ?? [...this.#threads.keys()].at(-1)
  }

  #add(): void {
    // Lost ones use processors, too: whoever asks again and again for what loses a thread gets no more of them.
    if (this.#isEnding || this.#lost.size > this.count) return
    const thread: Thread = new Thread(this.#options, {
      ready: () => {
        this.hasBegun = true
      },
      exit: (error) => {
        this.#threads.delete(thread)
        this.#lost.delete(thread)
        if (error) reportFault(error)
        this.#onExit()
      },
    })
    this.#threads.set(thread, { progress: 0, stalledChecks: 0 })
    for (const [key, argument] of this.#opened) this.#open(thread, key, argument)
  }

  #open(thread: Thread, key: number, argument: unknown): void {
    thread.run(ownTask, 'open', { key, argument }).catch((error: unknown) => {
      // It has been left.
      if (this.#threads.has(thread)) reportFault(error)
    })
  }

  #checkProgress(): void {
    for (const [thread, seen] of this.#threads) {
      const { progress, titles, isReady } = thread
      const moves = !isReady || titles.length === 0 || progress !== seen.progress
      seen.progress = progress
      seen.stalledChecks = moves ? 0 : seen.stalledChecks + 1
      if (titles.length > 0) thread.ping()
      if (seen.stalledChecks < MAX_STALLED_CHECKS) continue
      const seconds = (MAX_STALLED_CHECKS * CHECK_MS) / 1000
      reportFault(new Error(`a task has passed no checkpoint for ${seconds} s, one of: ${titles.join(', ')}`))
      this.#abandon(thread, retryLater(`The request has held its thread for ${seconds} s.`))
      this.#add()
    }
  }

  #abandon(thread: Thread, error: Error): void {
    this.#threads.delete(thread)
    this.#lost.add(thread)
    thread.abandonAll(error)
    thread.end()
  }
}

const reportFault = (error: unknown): void => reportFailure('thread', error)
