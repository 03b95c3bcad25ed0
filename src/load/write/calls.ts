/** Calls to the operations of a worker thread, by number, so that several may be under way. */

import { parentPort, type Worker } from 'node:worker_threads'

type Operations = Readonly<Record<string, (argument: never) => unknown>>

/** What a thread tells of an operation that failed. */
interface Failure {
  readonly message: string
}

interface Question {
  readonly number: number
  readonly name: string
  readonly argument: unknown
}
interface Answer {
  readonly number: number
  readonly value?: unknown
  readonly failure?: Failure
}

export interface Calls<O extends Operations> {
  /** @throws what is made of the failure, or what the calls ended with */
  call<K extends keyof O>(
    name: K,
    argument?: Parameters<O[K]>[0],
    transfer?: ArrayBuffer[],
  ): Promise<ReturnType<O[K]>>
  /** Those under way end with this error, and later ones with the first that was given. */
  end(error: Error): void
}

interface Waiting {
  resolve(value: unknown): void
  reject(error: Error): void
}

/** @param errorOf makes the error of a failure */
export function callsTo<O extends Operations>(
  worker: Worker,
  errorOf: (failure: Failure) => Error,
): Calls<O> {
  const waiting = new Map<number, Waiting>()
  let next = 0
  let ended: Error | undefined
  worker.on('message', ({ number, value, failure }: Answer) => {
    const one = waiting.get(number)
    waiting.delete(number)
    if (failure) one?.reject(errorOf(failure))
    else one?.resolve(value)
  })
  return {
    call: (name, argument, transfer = []) =>
      new Promise((resolve, reject) => {
        if (ended) {
          reject(ended)
          return
        }
        waiting.set(next, { resolve, reject })
        worker.postMessage({ number: next++, name: name as string, argument } satisfies Question, transfer)
      }),
    end(error) {
      ended ??= error
      for (const { reject } of waiting.values()) reject(ended)
      waiting.clear()
    },
  }
}

const failureOf = (error: unknown): Failure => ({
  message: error instanceof Error ? error.message : String(error),
})

/** In the thread: answers calls. */
export function answerCalls(operations: Operations): void {
  parentPort?.on('message', ({ number, name, argument }: Question) => {
    const post = (answer: Omit<Answer, 'number'>): void =>
      parentPort?.postMessage({ number, ...answer } satisfies Answer)
    try {
      post({ value: operations[name]?.(argument as never) })
    } catch (error) {
      post({ failure: failureOf(error) })
    }
  })
}
