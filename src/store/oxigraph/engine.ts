/** An engine as the server has it: a process with an Oxigraph store, which answers one query at a time. */

// A process and not a thread: it can be ended at once whatever it does, its memory goes back with it, what
// breaks it breaks nothing else, and it can be less urgent than the server.

import { spawn, type ChildProcess } from 'node:child_process'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { MOST_BYTES, type Question, type Reply } from '../client/client.ts'
import { tooLarge } from '../client/exchange.ts'
import { RemoteFault } from '../client/remote-faults.ts'
import { MEMORY_LIMIT_SIGNAL, type EngineEnd, type EngineMessage, type EngineRequest } from './protocol.ts'

const EXTENSION = import.meta.url.slice(import.meta.url.lastIndexOf('.'))
const PROCESS = fileURLToPath(new URL(`./engine-process${EXTENSION}`, import.meta.url))

/** How much less urgent queries are than requests: with 0, requests wait for them where cores are few. */
const NICENESS = 10

/**
 * For V8, at the start of the process: kilobytes of stack. With its usual 984, queries that are allowed end
 * there, the sooner the better compiled Oxigraph is. Systems give a process 8 MB; Windows gives less.
 */
const STACK = process.platform === 'win32' ? [] : ['--stack-size=3900']

/**
 * `full`: the store cannot hold the graph; `broken`: the process is of no use any more. `memory`: it has ended
 * because the query took more memory than it may; `late`: it was ended as the query took too long; `loan`: as
 * others needed the engine, which was lent; `exited`: it has ended for another reason.
 */
type EngineFault = 'full' | 'broken' | 'memory' | 'late' | 'loan' | 'exited'

/** The engine of a request is of no use any more. */
export class EngineError extends Error {
  readonly fault: EngineFault
  /** Quads that a full store holds. */
  readonly quads: number
  constructor(fault: EngineFault, message = '', quads = 0) {
    super(message)
    this.fault = fault
    this.quads = quads
  }
}

/** The signal or exit code with which a process has ended; undefined where there was none. */
export type ExitCause = NodeJS.Signals | number | undefined

export interface Engine {
  /** When the process is gone. */
  readonly exited: Promise<void>
  /**
   * Asks when the answer before is there.
   * @param maxRss resident bytes above which the process ends; absent: any number
   * @returns the answer, and the resident size of the process in bytes
   * @throws RemoteFault invalid, bytes; EngineError
   */
  ask(question: Question, maxRss?: number): Promise<Reply & { readonly rss: number }>
  /**
   * Loads N-Quads files (.nq, .nq.gz) into the empty store.
   * @returns the resident size of the process in bytes
   * @throws RemoteFault invalid, if a file cannot be read; EngineError
   */
  load(files: readonly string[]): Promise<number>
  /** Ends the process, whatever it does. */
  kill(): void
}

/**
 * The process; undefined where the system gives none. Some failures are thrown, others are told later by an
 * event.
 */
function spawnProcess(): ChildProcess | undefined {
  try {
    const child = spawn(process.execPath, [...process.execArgv, ...STACK, PROCESS], {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    })
    child.on('error', () => {})
    // Without descriptors it has no channel.
    return (child as Partial<ChildProcess>).stdio ? child : undefined
  } catch {
    return undefined
  }
}

/**
 * Starts an engine with an empty store.
 * @param onExit is called when the process has ended, before its request fails
 */
export function startEngine(onExit: (cause: ExitCause) => void): Engine {
  const child = spawnProcess()
  if (child) lowerPriority(child)
  let [hasEnded, cause]: [boolean, ExitCause] = [false, undefined]
  /** Hears what the process says; undefined when it has ended. */
  let hear = (_?: EngineMessage): void => {}
  child?.on('message', (message) => hear(message as EngineMessage))
  const exited = new Promise<void>((resolve) => {
    onEnd(child, (reason) => {
      ;[hasEnded, cause] = [true, reason]
      onExit(reason)
      hear()
      resolve()
    })
  })

  /** @param take gets the body; the process is ended where it throws. @throws RemoteFault; EngineError */
  async function exchange(request: EngineRequest, take: (piece: Buffer) => void): Promise<EngineEnd> {
    const last = await new Promise<EngineMessage | undefined>((resolve, reject) => {
      hear = (message) => {
        try {
          if (message && (!message.end || message.end.status === 200)) take(message.body)
          if (!message || message.end) resolve(message)
        } catch (error) {
          child?.kill('SIGKILL')
          reject(error as Error)
        }
      }
      if (hasEnded) hear()
      else child?.send(request, (error) => error && hear())
    })
    if (!last?.end) {
      child?.kill('SIGKILL')
      await exited
      const fault = cause === MEMORY_LIMIT_SIGNAL ? 'memory' : 'exited'
      throw new EngineError(fault, `the engine ended (${cause ?? 'no process'})`)
    }
    const { status, quads } = last.end
    const message = last.body.toString()
    if (status === 400) throw new RemoteFault('invalid', message.replace(/\s+/g, ' ').trim())
    if (status === 413 && 'bytes' in request) throw tooLarge(request.bytes)
    if (status !== 200) throw new EngineError(status === 507 ? 'full' : 'broken', message, quads)
    return last.end
  }

  return {
    exited,
    async ask({ query, accept: [type = ''], parameters = [], bytes = MOST_BYTES, take }, maxRss = Infinity) {
      const pieces: Buffer[] = []
      const request = { query: query.toWellFormed(), parameters, type, bytes, maxRss }
      const { rss } = await exchange(request, take ?? ((piece) => pieces.push(piece)))
      return { type, headers: {}, body: Buffer.concat(pieces), rss }
    },
    load: async (files) => (await exchange({ files }, () => {})).rss,
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

function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, NICENESS)
  } catch {
    // It has ended already, or the system does not allow it; then it runs as it is.
  }
}
