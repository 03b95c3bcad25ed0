/** An engine as the server has it: a process with an Oxigraph store, which answers one query at a time. */

// A process and not a thread: it can be ended at once whatever it does, its memory goes back with it, what
// breaks it breaks nothing else, and it can be less urgent than the server.

import { spawn, type ChildProcess } from 'node:child_process'
import { Agent, request, type ClientRequest } from 'node:http'
import type { Socket } from 'node:net'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { createAsk, refusal, type Ask } from '../client/client.ts'
import { exchange, headerOf, type Connection, type Head } from '../client/exchange.ts'
import { RemoteFault } from '../client/remote-faults.ts'
import { LOAD_PATH, MEMORY_LIMIT_SIGNAL, QUADS_HEADER, RSS_HEADER, SOCKET_FD } from './protocol.ts'

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
  /** Asks when the answer before is there. @throws RemoteFault invalid, bytes; EngineError */
  readonly ask: Ask
  /**
   * Loads N-Quads files (.nq, .nq.gz) into the empty store.
   * @returns the resident size of the process in bytes
   * @throws RemoteFault invalid, if a file cannot be read; EngineError
   */
  load(files: readonly string[]): Promise<number>
  /** Ends the process, whatever it does. */
  kill(): void
}

/** The resident size of the process in bytes, as the headers of an answer have it. */
export const rssOf = (headers: Head['headers']): number => Number(headerOf(headers, RSS_HEADER) ?? 0)

/**
 * The process; undefined where the system gives none. Some failures are thrown, others are told later by an
 * event.
 */
function spawnProcess(): ChildProcess | undefined {
  try {
    const stdio = Array.from({ length: SOCKET_FD + 1 }, (_, fd) => (fd === SOCKET_FD ? 'pipe' : 'ignore'))
    const child = spawn(process.execPath, [...process.execArgv, ...STACK, PROCESS], { stdio: stdio as never })
    child.on('error', () => {})
    // Without descriptors it has no socket.
    return (child as Partial<ChildProcess>).stdio ? child : undefined
  } catch {
    return undefined
  }
}

/** HTTP on one socket, one question after the other: no pool is needed, which takes as long as a question does. */
function connect(socket: Socket | undefined): Connection {
  const agent = Object.assign(new Agent({ keepAlive: true }), {
    addRequest(question: ClientRequest) {
      if (socket?.readyState !== 'open') question.destroy(new Error('the engine has ended'))
      question.onSocket(socket as Socket)
    },
  })
  // Requests hear of it by their own events.
  socket?.on('error', () => {})
  return (options) => request({ agent, ...options })
}

/**
 * Starts an engine with an empty store.
 * @param onExit is called when the process has ended, before its request fails
 */
export function startEngine(onExit: (cause: ExitCause) => void): Engine {
  const child = spawnProcess()
  if (child) lowerPriority(child)
  const socket = child?.stdio[SOCKET_FD] as unknown as Socket | undefined
  const connection = connect(socket)
  let cause: ExitCause
  const exited = new Promise<void>((resolve) => {
    onEnd(child, (reason) => {
      cause = reason
      onExit(reason)
      socket?.destroy()
      resolve()
    })
  })

  /** Gives the reason why the process has ended in place of that the connection has. */
  async function explain<A>(request: Promise<A>): Promise<A> {
    try {
      return await request
    } catch (error) {
      const { reason, detail } = error as Partial<RemoteFault>
      if (reason === 'invalid' || reason === 'bytes' || error instanceof EngineError) throw error
      if (reason === 'failed') throw new EngineError('broken', detail)
      child?.kill('SIGKILL')
      await exited
      const fault = cause === MEMORY_LIMIT_SIGNAL ? 'memory' : 'exited'
      throw new EngineError(fault, `the engine ended (${cause ?? 'no process'})`)
    }
  }

  async function load(files: readonly string[]): Promise<number> {
    const request = { path: LOAD_PATH, headers: {}, body: JSON.stringify(files) }
    const answer = await exchange(connection, request, { bytes: Infinity })
    if (answer.status === 200) return rssOf(answer.headers)
    const { status, headers, body } = answer
    if (status === 507)
      throw new EngineError('full', body.toString(), Number(headerOf(headers, QUADS_HEADER)))
    throw refusal(answer)
  }
  const ask = createAsk(connection, { path: '/', drains: true })
  return {
    exited,
    ask: (question) => explain(ask(question)),
    load: (files) => explain(load(files)),
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
