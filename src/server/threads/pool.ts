/**
 * Worker threads for what takes longer than an answer that is there. A task ends at its next checkpoint when nobody
 * waits for it; a thread whose task passes none is left alone until it ends, and another one takes its place.
 */

import { ownTask, type Task } from '../../admission/task.ts'
import { reportFailure } from '../../admission/background.ts'
import { retryLater } from '../../admission/retry-later.ts'
import { Thread, type Progress, type TaskOutcome, type ThreadOptions } from './thread.ts'

interface PoolOptions extends ThreadOptions {
  readonly count: number
}

/** Milliseconds between checks of progress. */
const CHECK_MS = 500

/** Milliseconds of a processor without a checkpoint, after which a thread is lost. */
const MAX_STALLED_MS = 2000

/** Milliseconds of a processor without a turn of the event loop, in which no other task of a thread goes on. */
const MAX_TURN_MS = 300

/** Milliseconds that threads have to end. */
const END_MS = 5000

/** What a check has seen of a thread when it last passed a checkpoint, and when its event loop last had a turn. */
interface Watched {
  checkpoint?: Progress
  turn?: Progress
  /** One piece of its work goes on for long. */
  isHeld: boolean
}

export class Threads {
  /** How many there are at most. */
  readonly count: number
  /** Whether one has been ready to run tasks. */
  hasBegun = false
  readonly #options: ThreadOptions
  /** The threads that take tasks. */
  readonly #threads = new Map<Thread, Watched>()
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

  /** Starts the first, further ones follow where all have something to do. */
  start(): void {
    if (this.#threads.size === 0) this.#add()
  }

  /**
   * Runs an operation on the thread that has least to do.
   * @param title for the log
   * @throws Error what it throws; Problem busy where its thread is lost
   */
  async run(task: Task, operation: string, argument: unknown, title: string): Promise<TaskOutcome> {
    const thread = this.#choose(task.client)
    if (!thread) throw retryLater('All threads are busy with requests that take long.')
    return thread.run(task, operation, argument, title)
  }

  /** Has each thread run an operation before all else, those that are started later too. */
  open(key: number, argument: unknown): void {
    this.#opened.set(key, argument)
    for (const thread of this.#threads.keys()) this.#open(thread, key, argument)
  }

  /** Ends that: has each thread run the operation `close`. Resolves when all have. */
  async close(key: number): Promise<void> {
    this.#opened.delete(key)
    await Promise.all(
      [...this.#threads.keys()].map((thread) => thread.run(ownTask, 'close', key).catch(reportFault)),
    )
  }

  /** Ends the threads, their tasks at their next checkpoints. */
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

  /**
   * The thread with least to do. Where each has something to do, another is started for the tasks that follow; where
   * long work holds all of them, even one more than there are to be, for others than whose work that is.
   */
  #choose(client: string): Thread | undefined {
    const all = [...this.#threads.keys()]
    const isHeld = (thread: Thread): boolean => this.#threads.get(thread)?.isHeld ?? false
    const held = all.filter(isHeld)
    const isOther =
      !all.some((thread) => thread.hasTaskOf(client)) ||
      (held.length > 0 && !held.some((thread) => thread.worksFor(client)))
    const [best] = all
      .filter(({ isReady }, i) => isReady && (isOther || i < this.count))
      .sort((a, b) => Number(isHeld(a)) - Number(isHeld(b)) || a.load - b.load)
    if (best?.load === 0) return best
    const needsMore = isOther && best !== undefined && isHeld(best)
    const isStarting = all.some(({ isReady }) => !isReady)
    if (!isStarting && all.length < this.count + Number(needsMore)) this.#add()
    return needsMore || !best ? [...this.#threads.keys()].at(-1) : best
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
    this.#threads.set(thread, { isHeld: false })
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
      if (!thread.isReady) continue
      const { titles, progress } = thread
      const { checkpoint = progress, turn = progress } = seen
      const hasTurns = titles.length === 0 || progress.turns !== turn.turns
      seen.turn = hasTurns ? progress : turn
      seen.checkpoint = hasTurns || progress.checkpoints !== checkpoint.checkpoints ? progress : checkpoint
      seen.isHeld = progress.ms - seen.turn.ms >= MAX_TURN_MS
      if (titles.length > 0) thread.ping()
      if (progress.ms - seen.checkpoint.ms < MAX_STALLED_MS) continue
      const seconds = MAX_STALLED_MS / 1000
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
