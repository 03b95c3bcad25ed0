/** What the main thread and a worker thread say to each other, and the memory that they share. */

import type { MessagePort } from 'node:worker_threads'
import { Problem } from '../../config/errors.ts'
import type { BackgroundTask } from '../../admission/background.ts'
import { ClientDisconnected, isClientGone } from '../../admission/task.ts'

/** What a thread has to know of a task. On the port of a stream, it asks for the next piece. */
export interface TaskOrder {
  readonly run: number
  /** Place of its flag in the shared memory. */
  readonly flag: number
  readonly client: string
  /** Milliseconds that it may take. */
  readonly timeoutMs: number
}

/** To a thread. */
export type Order =
  | ({ readonly kind: 'run'; readonly operation: string; readonly argument: unknown } & TaskOrder)
  /** What a service of the main thread has answered. */
  | { readonly kind: 'reply'; readonly call: number; readonly result: Result }
  /** Shows that the event loop has its turns. */
  | { readonly kind: 'ping' }
  /** Ends the thread. */
  | { readonly kind: 'exit' }

/** From a thread. */
export type Report =
  | { readonly kind: 'ready'; readonly systemId: string | undefined }
  | {
      readonly kind: 'result'
      readonly run: number
      readonly result: Result
      /** Of the stream that the task has opened: who closes it ends the stream. */
      readonly port?: MessagePort | undefined
    }
  /** Asks a service of the main thread. */
  | {
      readonly kind: 'call'
      readonly call: number
      /** Absent: for no task, but for the thread itself. */
      readonly run: number | undefined
      readonly service: string
      readonly argument: unknown
    }
  | { readonly kind: 'failure'; readonly task: BackgroundTask; readonly error: PlainError }

export type Result = { readonly value: unknown } | { readonly error: PlainError }

/** An error as a message can hold it. */
export interface PlainError {
  readonly message: string
  readonly stack?: string | undefined
  readonly isClientGone?: boolean
  readonly problem?: Pick<Problem, 'code' | 'explanation' | 'headers' | 'choices'>
  readonly cause?: PlainError | undefined
}

export function toPlainError(error: unknown): PlainError {
  if (!(error instanceof Error)) return { message: String(error) }
  const { message, stack, cause } = error
  const plain = { message, stack, ...(cause !== undefined && { cause: toPlainError(cause) }) }
  if (!(error instanceof Problem)) return plain
  const { code, explanation, headers, choices } = error
  return { ...plain, isClientGone: isClientGone(error), problem: { code, explanation, headers, choices } }
}

export function fromPlainError({
  message,
  stack,
  cause: given,
  problem,
  isClientGone: isGone,
}: PlainError): Error {
  const cause = given && fromPlainError(given)
  const error = isGone
    ? new ClientDisconnected()
    : problem
      ? new Problem(problem.code, problem.explanation, { ...problem, cause })
      : new Error(message, { cause })
  return Object.assign(error, { stack })
}

/** Tasks that one thread may have at once, those that wait for a service included. */
export const MAX_RUNS = 16_383

/** Places in the memory that a thread shares with the main thread. */
export const SHARED = {
  /** How many checkpoints it has passed. */
  checkpoints: 0,
  /** How many turns its event loop has had. */
  turns: 1,
  /** The flag of the task that works. */
  atWork: 2,
  /** A flag for each of its tasks, which ends it. */
  flags: 3,
} as const

export const createSharedMemory = (): Int32Array =>
  new Int32Array(new SharedArrayBuffer((SHARED.flags + MAX_RUNS) * Int32Array.BYTES_PER_ELEMENT))
