/** An engine as the server has it: a process with an Oxigraph store, which answers one request at a time. */

// A process and not a thread: it can be ended at once whatever it does, its memory goes back with it, what
// breaks it breaks nothing else, and it can be less urgent than the server.

import { fork, type ChildProcess } from 'node:child_process'
import { setPriority } from 'node:os'
import type { Readable } from 'node:stream'
import {
  MEMORY_LIMIT_SIGNAL,
  RESULT_FD,
  type EngineFault,
  type EngineRequest,
  type EngineResponse,
} from './protocol.ts'

const EXTENSION = import.meta.url.slice(import.meta.url.lastIndexOf('.'))

/** How much less urgent queries are than requests: with 0, requests wait for them where cores are few. */
const NICENESS = 10

/**
 * For V8, at the start of the process: kilobytes of stack. With its usual 984, queries that are allowed end
 * there, the sooner the better compiled Oxigraph is. Systems give a process 8 MB; Windows gives less.
 */
const STACK = process.platform === 'win32' ? [] : ['--stack-size=3900']

/**
 * A request has no answer. `memory`: the process has ended because the query took more memory than it may;
 * `late`: it was ended as the query took too long; `loan`: as others needed the engine, which was lent;
 * `exited`: it has ended for another reason.
 */
export class EngineError extends Error {
  readonly fault: EngineFault | 'memory' | 'late' | 'loan' | 'exited'
  /** Quads that a full store holds. */
  readonly quads: number
  constructor(fault: EngineError['fault'], message = '', quads = 0) {
    super(message)
    this.fault = fault
    this.quads = quads
  }
}

/** Whether an engine is of no use any more after a fault. */
export const isFatal = (fault: EngineError['fault']): boolean =>
  ['broken', 'memory', 'late', 'loan', 'exited'].includes(fault)

/** The signal or exit code with which a process has ended; undefined where there was none. */
export type ExitCause = NodeJS.Signals | number | undefined

/** Gets the bytes of the answer as they come. */
type OnData = (chunk: Buffer) => void

export interface Engine {
  /** When the process is gone. */
  readonly exited: Promise<void>
  /**
   * Sends a request; the one before has ended.
   * @returns the resident size of the process in bytes
   * @throws EngineError
   */
  request(request: EngineRequest, onData?: OnData): Promise<number>
  /** Ends the process, whatever it does. */
  kill(): void
}

/**
 * The process; undefined where the system gives none. Some failures are thrown, others are told later by an
 * event.
 */
function spawnProcess(): ChildProcess | undefined {
  try {
    const child = fork(new URL(`./engine-process${EXTENSION}`, import.meta.url), {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc', 'pipe'],
      execArgv: [...process.execArgv, ...STACK],
    })
    child.on('error', () => {})
    // Without descriptors it has no pipes.
    return (child as Partial<ChildProcess>).stdio ? child : undefined
  } catch {
    return undefined
  }
}

/** The request that is under way. */
interface Pending {
  readonly onData: OnData
  readonly resolve: (memory: number) => void
  readonly reject: (error: EngineError) => void
  received: number
  /** What the response says of an answer that takes the pipe; its bytes may come before or after. */
  announced?: { readonly bytes: number; readonly memory: number }
}

/**
 * Starts an engine with an empty store.
 * @param onExit is called when the process has ended, before its request fails
 */
export function startEngine(onExit: (cause: ExitCause) => void): Engine {
  const child = spawnProcess()
  const requests = new Requests()
  if (child) {
    lowerPriority(child)
    connect(child, requests)
  }
  return {
    exited: new Promise((resolve) => {
      onEnd(child, (cause) => {
        onExit(cause)
        requests.end(cause)
        resolve()
      })
    }),
    request: (request, onData) => requests.begin(child, request, onData),
    kill: () => void child?.kill('SIGKILL'),
  }
}

/** Hears once of the end of a process, also of one that could not be started. */
function onEnd(child: ChildProcess | undefined, listener: (cause: ExitCause) => void): void {
  let isOver = false
  const finish = (cause: ExitCause): void => {
    if (!isOver) listener(cause)
    isOver = true
  }
  if (!child) {
    // Whoever starts it has it before he hears of its end.
    queueMicrotask(() => finish(undefined))
    return
  }
  child.once('exit', (code, signal) => finish(signal ?? code ?? undefined))
  child.on('error', () => {
    if (child.pid === undefined) finish(undefined)
  })
}

/** Brings what a process says to the request that is under way. */
function connect(child: ChildProcess, requests: Requests): void {
  const pipe = child.stdio[RESULT_FD] as Readable
  pipe.on('data', (chunk: Buffer) => requests.receive(chunk))
  // The rest of an answer whose process was ended is of no use.
  pipe.on('error', () => {})
  child.on('message', (response: EngineResponse) => requests.answer(response))
}

const errorIn = ({ fault, message, quads }: EngineResponse & { readonly ok: false }): EngineError =>
  new EngineError(fault, message, quads)

/** The requests to an engine, one at a time, and their answers. */
class Requests {
  #pending: Pending | undefined
  #hasEnded = false

  begin(child: ChildProcess | undefined, request: EngineRequest, onData: OnData = () => {}): Promise<number> {
    return new Promise((resolve, reject) => {
      if (this.#hasEnded || !child) {
        reject(new EngineError('exited', 'the engine has ended'))
        return
      }
      this.#pending = { onData, resolve, reject, received: 0 }
      if (child.connected) child.send(request, () => {})
    })
  }

  /** Takes bytes of an answer from the pipe. */
  receive(chunk: Buffer): void {
    if (!this.#pending) return
    this.#pending.received += chunk.length
    this.#pending.onData(chunk)
    this.#completeAnnounced()
  }

  answer(response: EngineResponse): void {
    const pending = this.#pending
    if (!pending) return
    if (response.ok && 'bytes' in response) {
      pending.announced = response
      this.#completeAnnounced()
      return
    }
    this.#pending = undefined
    if (!response.ok) {
      pending.reject(errorIn(response))
      return
    }
    if (response.text !== '') pending.onData(Buffer.from(response.text))
    pending.resolve(response.memory)
  }

  /** The process has ended. */
  end(cause: ExitCause): void {
    this.#hasEnded = true
    const fault = cause === MEMORY_LIMIT_SIGNAL ? 'memory' : 'exited'
    this.#pending?.reject(new EngineError(fault, `the engine ended (${cause ?? 'no process'})`))
    this.#pending = undefined
  }

  /** Ends the request when all bytes are there that the response has announced. */
  #completeAnnounced(): void {
    const { announced, received = 0, resolve } = this.#pending ?? {}
    if (!announced || received < announced.bytes) return
    this.#pending = undefined
    resolve?.(announced.memory)
  }
}

/** Sends a request and collects the bytes of its answer. @throws EngineError */
export async function requestBody(
  engine: Engine,
  request: EngineRequest,
): Promise<{ readonly body: Buffer; readonly memory: number }> {
  const chunks: Buffer[] = []
  const memory = await engine.request(request, (chunk) => chunks.push(chunk))
  return { body: Buffer.concat(chunks), memory }
}

function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, NICENESS)
  } catch {
    // It has ended already, or the system does not allow it; then it runs as it is.
  }
}
