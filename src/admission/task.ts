/**
 * Work for a client: it ends when the client has left or its time is over. What waits hears of it by the signal,
 * what works at its next checkpoint.
 */

import { setMaxListeners } from 'node:events'
import { Problem } from '../config/errors.ts'
import { retryLater } from './retry-later.ts'
import { systemClock } from './clock.ts'

/** Ends the work for a client that has disconnected: nobody sees it, and it is not logged. */
export class ClientDisconnected extends Problem {
  readonly reason = 'client-gone'
  constructor() {
    super('busy', 'The client has disconnected.')
  }
}

/** Whether there is no answer because the client has gone. */
export const isClientGone = (error: unknown): boolean =>
  (error as { reason?: unknown } | undefined)?.reason === 'client-gone'

export interface Task {
  /** Address of the client; empty for the server itself. */
  readonly client: string
  /** Aborted when the work has no purpose any more; the reason is the Problem that its client sees. */
  readonly signal: AbortSignal
  /** When its time is over, by `performance.now()`. */
  readonly deadline: number
  /** The place that it holds in a lane. */
  place?: HeldPlace | undefined
  /** Of a task for several: one of those who wait. */
  readonly member?: Task | undefined
  /** Looks whether anybody waits, without a signal: that arrives between two pieces of work alone. @throws Problem */
  check?(): void
}

/** A place in a lane, which is given back while its task waits for something else. */
export interface HeldPlace {
  /** @throws what `wait` throws, and the reason for which the task has ended */
  waitElsewhere<A>(wait: () => Promise<A>): Promise<A>
}

/** Work of the server itself, which ends when it is done. */
export const ownTask: Task = Object.freeze({
  client: '',
  signal: new AbortController().signal,
  deadline: Infinity,
})

interface TaskOptions {
  readonly client: string
  /** Seconds that it may take. */
  readonly timeout: number
}

/** Many a task ends before anybody waits for it: signal and timer are made for those who do. */
export class LimitedTask implements Task {
  readonly client: string
  readonly deadline: number
  readonly #timeout: number
  #controller: AbortController | undefined
  #cancelTimer: (() => void) | undefined
  #isAbandoned = false
  #isClosed = false

  constructor({ client, timeout }: TaskOptions) {
    this.client = client
    this.deadline = performance.now() + timeout * 1000
    this.#timeout = timeout
  }

  get signal(): AbortSignal {
    if (!this.#controller) this.#controller = this.#limit(new AbortController())
    return this.#controller.signal
  }

  #limit(controller: AbortController): AbortController {
    // One listener per running query: a large record needs as many as it has predicates.
    setMaxListeners(0, controller.signal)
    if (this.#isAbandoned) controller.abort(new ClientDisconnected())
    else if (!this.#isClosed)
      this.#cancelTimer = systemClock.after(this.deadline - performance.now(), () =>
        controller.abort(tooLate(this.#timeout)),
      )
    return controller
  }

  check(): void {
    if (this.#isAbandoned) throw new ClientDisconnected()
    if (this.#controller?.signal.aborted) throw this.#controller.signal.reason
  }

  /** Its client has left. */
  abandon(): void {
    this.#isAbandoned = true
    this.#controller?.abort(new ClientDisconnected())
  }

  /** Its answer is there: nothing ends it any more. */
  close(): void {
    this.#isClosed = true
    this.#cancelTimer?.()
  }
}

const tooLate = (timeout?: number): Problem =>
  timeout === undefined
    ? retryLater('The response takes too long.')
    : retryLater(`The response takes more than ${timeout} s.`, timeout)

/**
 * Stands in each loop that may take long: ends the work of a task that has ended.
 * @throws Problem the reason for which the task has ended
 */
export function checkpoint(task: Task): void {
  if (task.check) task.check()
  else if (task.signal.aborted) throw task.signal.reason
  // The timer of the signal waits for the event loop.
  if (performance.now() >= task.deadline) throw tooLate()
}

/** The result of work, or the reason for which its task has ended before. */
export function untilEnd<A>({ signal }: Task, work: Promise<A>): Promise<A> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason as Error)
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}

/** Waits for what another resource gives; meanwhile the task has no place in its lane. */
export const waitElsewhere = <A>(task: Task, wait: () => Promise<A>): Promise<A> =>
  task.place ? task.place.waitElsewhere(wait) : wait()
