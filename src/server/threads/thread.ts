/** One worker thread, as the main thread sees it: its tasks, the services that they ask, and its end. */

import { Worker, type MessagePort } from 'node:worker_threads'
import { networkOf } from '../../admission/client.ts'
import { ClientDisconnected, ownTask, type Task } from '../../admission/task.ts'
import { reportFailure } from '../../admission/background.ts'
import { retryLater } from '../../admission/retry-later.ts'
import {
  createSharedMemory,
  fromPlainError,
  MAX_RUNS,
  SHARED,
  toPlainError,
  type Order,
  type Report,
  type TaskOrder,
} from './messages.ts'
import { processorMs } from './processor-time.ts'
import type { ThreadData } from './serve-tasks.ts'

/** What threads may ask of the main thread for their tasks. */
export type Services = Readonly<Record<string, (task: Task, argument: never) => Promise<unknown>>>

interface Run {
  readonly task: Task
  readonly flag: number
  /** For the log. */
  readonly title: string
  /** Services that it waits for. */
  calls: number
  /** Called when it has ended, before one of the next two. */
  end(): void
  resolve(outcome: TaskOutcome): void
  reject(error: Error): void
}

/** What a task gives. */
export interface TaskOutcome {
  readonly value: unknown
  /** Pieces that follow, until it is closed. */
  readonly stream?: PieceStream | undefined
}

export interface PieceStream {
  /** The next piece. @throws Error as `run` does */
  next(task: Task): Promise<TaskOutcome>
  close(): void
}

export interface ThreadOptions {
  /** The code of the thread. */
  readonly entry: URL
  /** What it is started with. */
  readonly data: unknown
  readonly services: Services
}

export interface Progress {
  readonly checkpoints: number
  readonly turns: number
  readonly ms: number
}

interface ThreadListener {
  ready(): void
  /** It has ended; the error says why, if nobody has asked for it. */
  exit(error: Error | undefined): void
}

const isSame = (client: string, other: string): boolean => networkOf(client) === networkOf(other)

/** Memory for what a task needs for a moment: with more, garbage would lie about for longer. */
const YOUNG_MEGABYTES = 16

export class Thread {
  readonly #worker: Worker
  readonly #memory = createSharedMemory()
  readonly #runs = new Map<number, Run>()
  readonly #freeFlags: number[] = []
  readonly #services: Services
  #flags = 0
  #systemId: string | undefined
  #lastRun = 0
  #isEnding = false
  isReady = false

  constructor({ entry, data, services }: ThreadOptions, listener: ThreadListener) {
    this.#services = services
    this.#worker = new Worker(entry, {
      workerData: { memory: this.#memory, data } satisfies ThreadData,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MEGABYTES },
    })
    let fault: Error | undefined
    this.#worker.on('message', (report: Report) => {
      if (report.kind === 'ready') {
        this.#systemId = report.systemId
        this.isReady = true
        listener.ready()
      } else this.#take(report)
    })
    this.#worker.on('error', (error) => (fault = error as Error))
    this.#worker.on('exit', (code) => {
      if (!this.#isEnding) fault ??= new Error(`a thread has ended with code ${code}`)
      this.#isEnding = true
      this.abandonAll(retryLater('The request was lost as its thread ended.'))
      listener.exit(fault)
    })
    // The server keeps the process alive.
    this.#worker.unref()
  }

  /** Tasks that compute; others wait for a service. */
  get load(): number {
    return [...this.#runs.values()].filter(({ calls }) => calls === 0).length
  }

  get titles(): readonly string[] {
    return [...this.#runs.values()].map(({ title }) => title)
  }

  /** Whether it has a task for a client, which may wait for its turn. */
  hasTaskOf(client: string): boolean {
    return [...this.#runs.values()].some(({ task }) => isSame(task.client, client))
  }

  /** Whether the task that works is for a client. */
  worksFor(client: string): boolean {
    const atWork = Atomics.load(this.#memory, SHARED.atWork)
    return [...this.#runs.values()].some(({ flag, task }) => flag === atWork && isSame(task.client, client))
  }

  /** How many checkpoints it has passed, how many turns its event loop has had, and its time on a processor. */
  get progress(): Progress {
    const [checkpoints, turns] = [SHARED.checkpoints, SHARED.turns].map((place) =>
      Atomics.load(this.#memory, place),
    ) as [number, number]
    return { checkpoints, turns, ms: processorMs(this.#systemId) }
  }

  /** @throws Error what the operation throws; Problem busy where the thread ends, or has too much to do */
  run(task: Task, operation: string, argument: unknown, title = operation): Promise<TaskOutcome> {
    return this.#run(task, title, (order) => this.#send({ kind: 'run', operation, argument, ...order }))
  }

  async #run(task: Task, title: string, send: (order: TaskOrder) => void): Promise<TaskOutcome> {
    if (this.#isEnding || this.#runs.size >= MAX_RUNS)
      throw retryLater('The request was lost as its thread ended.')
    if (task.signal.aborted) throw task.signal.reason
    const run = ++this.#lastRun
    const flag = this.#freeFlags.pop() ?? SHARED.flags + this.#flags++
    Atomics.store(this.#memory, flag, 0)
    const { client, deadline, signal } = task
    const abandon = (): void => void Atomics.store(this.#memory, flag, 1)
    signal.addEventListener('abort', abandon, { once: true })
    return new Promise((resolve, reject) => {
      this.#runs.set(run, {
        task,
        flag,
        title,
        calls: 0,
        resolve,
        reject,
        end: () => {
          this.#runs.delete(run)
          this.#freeFlags.push(flag)
          signal.removeEventListener('abort', abandon)
        },
      })
      send({ run, flag, client, timeoutMs: deadline - performance.now() })
    })
  }

  #streamOf(port: MessagePort, title: string): PieceStream {
    let isOpen = true
    return {
      next: (task) =>
        isOpen
          ? this.#run(task, title, (order) => port.postMessage(order))
          : Promise.reject(new ClientDisconnected()),
      close() {
        isOpen = false
        port.close()
      },
    }
  }

  ping(): void {
    this.#send({ kind: 'ping' })
  }

  /** Fails all of its tasks, which end at their next checkpoint. */
  abandonAll(error: Error): void {
    for (const { flag, end, reject } of [...this.#runs.values()]) {
      Atomics.store(this.#memory, flag, 1)
      end()
      reject(error)
    }
  }

  /**
   * Asks it to end, which it does between two pieces of work. Ending it in the middle of one might abort the
   * process.
   */
  end(): void {
    this.#isEnding = true
    this.#send({ kind: 'exit' })
  }

  #send(order: Order): void {
    this.#worker.postMessage(order)
  }

  #take(report: Exclude<Report, { kind: 'ready' }>): void {
    if (report.kind === 'failure') reportFailure(report.task, fromPlainError(report.error))
    else if (report.kind === 'result') this.#settle(report)
    else void this.#serve(report)
  }

  #settle({ run: number, result, port }: Extract<Report, { kind: 'result' }>): void {
    const run = this.#runs.get(number)
    run?.end()
    // Where nobody waits any more, nobody would close it.
    if (!run || run.task.signal.aborted) port?.close()
    if (!run) return
    if ('error' in result) run.reject(fromPlainError(result.error))
    else run.resolve({ value: result.value, stream: port && this.#streamOf(port, run.title) })
  }

  async #serve({ call, run: number, service, argument }: Extract<Report, { kind: 'call' }>): Promise<void> {
    const run = number === undefined ? undefined : this.#runs.get(number)
    const task = number === undefined ? ownTask : run?.task
    if (run) run.calls++
    const value = task
      ? (this.#services[service] as Services[string])(task, argument as never)
      : Promise.reject(new ClientDisconnected())
    const result = await value.then(
      (given) => ({ value: given }),
      (error: unknown) => ({ error: toPlainError(error) }),
    )
    if (run) run.calls--
    this.#send({ kind: 'reply', call, result })
  }
}
