/** A copy of the graph in a process of its own. */

// A process and not a thread: it can be ended at once whatever it does, its memory goes back with it, what
// breaks it breaks
// nothing else, and it can be less urgent than the server.

import { fork, type ChildProcess } from 'node:child_process'
import { setPriority } from 'node:os'
import type { Readable } from 'node:stream'
import { PIPE, TOO_LARGE, type Fault, type Message, type Order, type Question } from './copy-messages.ts'

export type { Question } from './copy-messages.ts'

const EXTENSION = import.meta.url.slice(import.meta.url.lastIndexOf('.'))

/** How much less urgent queries are than requests: with 0, requests wait for them where cores are few. */
const NICENESS = 10

/**
 * For V8, at the start of the process: kilobytes of stack. With its usual 984, queries that are allowed end
 * there, the sooner the better compiled Oxigraph is. Systems give a process 8 MB; Windows gives less.
 */
const STACK = process.platform === 'win32' ? [] : ['--stack-size=3900']

/**
 * A query has no answer. `memory`, `ended`: it took more memory than it may, or than there is, and the
 * process has died over it.
 */
export class CopyFault extends Error {
  readonly fault: Fault | 'memory' | 'ended'
  constructor(fault: CopyFault['fault'], detail = '') {
    super(detail)
    this.fault = fault
  }
}

export interface Copy {
  /** When the graph is loaded; never if the process ends before. */
  readonly ready: Promise<{ readonly memory: number; readonly quads: number }>
  /** When the process is gone. */
  readonly ended: Promise<void>
  /** Answers one question at a time. @throws CopyFault */
  ask(question: Question): Promise<{ readonly body: Buffer; readonly memory: number }>
  /** Ends the process as it stands. */
  end(): void
}

/**
 * The process of a copy; undefined where the system gives none. Some failures are thrown, others told later
 * by an event.
 */
function start(): ChildProcess | undefined {
  try {
    const child = fork(new URL(`./copy-process${EXTENSION}`, import.meta.url), {
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

/** A copy that has ended before it was there. */
const none = (): Copy => ({
  ready: new Promise(() => {}),
  ended: Promise.resolve(),
  ask: () => Promise.reject(new CopyFault('ended')),
  end: () => {},
})

/**
 * Starts a process that loads N-Quads files.
 * @param growth bytes that queries may add to its memory
 */
export function openCopy(quads: readonly string[], growth: number): Copy {
  const child = start()
  if (!child) return none()
  lower(child)
  const pipe = child.stdio[PIPE] as Readable
  let dead = false
  let loaded: (facts: { memory: number; quads: number }) => void = () => {}
  let asked:
    { resolve(answer: { body: Buffer; memory: number }): void; reject(error: CopyFault): void } | undefined
  let chunks: Buffer[] = []
  let length = 0
  let announced: { readonly bytes: number; readonly memory: number } | undefined

  function complete(): void {
    if (!announced || length < announced.bytes) return
    const answer = { body: Buffer.concat(chunks), memory: announced.memory }
    chunks = []
    length = 0
    announced = undefined
    asked?.resolve(answer)
  }
  pipe.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    length += chunk.length
    complete()
  })
  // What is left of an answer when its process is ended is of no use.
  pipe.on('error', () => {})
  child.on('message', (message: Message) => {
    if (message.kind === 'ready') loaded(message)
    else if (message.kind === 'fault') asked?.reject(new CopyFault(message.fault, message.detail))
    else {
      announced = message
      complete()
    }
  })
  const ended = new Promise<void>((resolve) => {
    const finish = (signal?: string | null): void => {
      dead = true
      asked?.reject(new CopyFault(signal === TOO_LARGE ? 'memory' : 'ended'))
      resolve()
    }
    child.once('exit', (_, signal) => finish(signal))
    child.on('error', () => {
      if (child.pid === undefined) finish()
    })
  })
  const send = (order: Order): void => {
    if (child.connected) child.send(order, () => {})
  }
  send({ kind: 'load', quads, growth })
  return {
    ended,
    ready: new Promise((resolve) => {
      loaded = resolve
    }),
    ask: (question) =>
      new Promise((resolve, reject) => {
        if (dead) {
          reject(new CopyFault('ended'))
          return
        }
        asked = { resolve, reject }
        send({ kind: 'ask', ...question })
      }),
    end: () => {
      child.kill('SIGKILL')
    },
  }
}

function lower({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, NICENESS)
  } catch {
    // It has ended already, or the system does not allow it; then it runs as it is.
  }
}
