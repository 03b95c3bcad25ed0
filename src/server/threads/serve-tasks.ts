/** In a worker thread: runs the tasks that the main thread gives it, and asks the services of the main thread. */

import { getPriority, setPriority } from 'node:os'
import { MessageChannel, parentPort, workerData, type MessagePort } from 'node:worker_threads'
import { ClientDisconnected, ownTask, type Task } from '../../admission/task.ts'
import { forwardFailures } from '../../admission/background.ts'
import {
  fromPlainError,
  SHARED,
  toPlainError,
  type Order,
  type Report,
  type Result,
  type TaskOrder,
} from './messages.ts'
import { ownSystemId } from './processor-time.ts'

/** What a thread is started with. */
export interface ThreadData {
  readonly memory: Int32Array
  /** What its code needs to know. */
  readonly data: unknown
}

/**
 * Asks a service of the main thread for a task, or for the thread itself (`ownTask`).
 * @throws Error what the service has thrown
 */
export type Ask = <A>(task: Task, service: string, argument: unknown) => Promise<A>

export interface Outcome {
  readonly value?: unknown
  /** What is handed over, not copied. */
  readonly transfer?: readonly ArrayBuffer[]
  /** What goes on behind the task. */
  readonly stream?: TaskStream
}

/** What is made piece by piece, each in a task of its own. */
export interface TaskStream {
  next(task: Task): Promise<Outcome>
  /** Nobody wants any more: the other side has closed it, or had left before it was there. */
  close(): void
}

export type Operations = Readonly<Record<string, (task: Task, argument: never) => Promise<Outcome>>>

interface PendingCall {
  resolve(value: never): void
  reject(error: Error): void
}

const { memory, data } = (workerData ?? {}) as ThreadData

/** A task of another thread, which ends it by a flag. */
class ThreadTask implements Task {
  readonly run: number
  readonly client: string
  readonly deadline: number
  readonly #flag: number
  #controller: AbortController | undefined

  constructor({ run, client, timeoutMs, flag }: TaskOrder) {
    this.run = run
    this.client = client
    this.deadline = performance.now() + timeoutMs
    this.#flag = flag
  }

  get #hasEnded(): boolean {
    return Atomics.load(memory, this.#flag) === 1
  }

  /** Nothing waits in a thread but for the main thread, which knows of the end: looking at it is enough. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController()
    if (this.#hasEnded) this.#controller.abort(new ClientDisconnected())
    return this.#controller.signal
  }

  check(): void {
    Atomics.add(memory, SHARED.checkpoints, 1)
    Atomics.store(memory, SHARED.atWork, this.#flag)
    if (this.#hasEnded) throw new ClientDisconnected()
  }
}

const send = (report: Report, transfer: readonly (ArrayBuffer | MessagePort)[] = []): void =>
  parentPort?.postMessage(report, transfer)

const calls = new Map<number, PendingCall>()
let lastCall = 0

export const ask: Ask = (task, service, argument) =>
  new Promise((resolve, reject) => {
    const call = ++lastCall
    calls.set(call, { resolve, reject })
    send({ kind: 'call', call, run: runOf(task), service, argument })
  })

function runOf(task: Task): number | undefined {
  if (task === ownTask) return undefined
  if (task instanceof ThreadTask) return task.run
  if (task.member) return runOf(task.member)
  throw new Error('only tasks of the main thread can ask it')
}

function settle(call: number, result: Result): void {
  const pending = calls.get(call)
  calls.delete(call)
  if ('error' in result) pending?.reject(fromPlainError(result.error))
  else pending?.resolve(result.value as never)
}

async function runTask(order: TaskOrder, work: (task: Task) => Promise<Outcome>): Promise<void> {
  Atomics.add(memory, SHARED.turns, 1)
  Atomics.store(memory, SHARED.atWork, order.flag)
  const { run } = order
  try {
    const { value, transfer = [], stream } = await work(new ThreadTask(order))
    const port = stream && openPort(stream)
    send({ kind: 'result', run, result: { value }, port }, port ? [...transfer, port] : transfer)
  } catch (error) {
    send({ kind: 'result', run, result: { error: toPlainError(error) } })
  }
}

/** The end of a stream that the main thread gets. */
function openPort(stream: TaskStream): MessagePort {
  const { port1, port2 } = new MessageChannel()
  port1.on('message', (order: TaskOrder) => void runTask(order, (task) => stream.next(task)))
  port1.on('close', () => stream.close())
  return port2
}

const NICENESS = 5

/**
 * Lets the main thread go first where both want a processor: it has the short answers. On Linux, and there alone, a
 * thread has a priority of its own (setpriority(2)).
 */
function lowerPriority(): void {
  try {
    if (process.platform === 'linux') setPriority(getPriority() + NICENESS)
  } catch {
    // The system does not allow it; then it runs as it is.
  }
}

/** Begins to run tasks. @param make gets the data with which the thread was started */
export async function serveTasks<D>(make: (data: D) => Operations | Promise<Operations>): Promise<void> {
  forwardFailures((task, error) => send({ kind: 'failure', task, error: toPlainError(error) }))
  lowerPriority()
  const operations = await make(data as D)
  parentPort?.on('message', (order: Order) => {
    Atomics.add(memory, SHARED.turns, 1)
    if (order.kind === 'run')
      void runTask(order, (task) =>
        (operations[order.operation] as Operations[string])(task, order.argument as never),
      )
    else if (order.kind === 'reply') settle(order.call, order.result)
    // Between two pieces of work: nothing is cut off.
    else if (order.kind === 'exit') process.exit()
  })
  send({ kind: 'ready', systemId: ownSystemId() })
}
