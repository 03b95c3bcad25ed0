/**
 * A client that costs little: connections that ask one request after another, and look at no more of an
 * answer than says where it ends.
 */

import net from 'node:net'

export interface Load {
  /** Answers in one second. */
  readonly rate: number
  /** Milliseconds from request to complete answer, ascending. */
  readonly times: Float64Array
  /** How often each status came. */
  readonly statuses: ReadonlyMap<number, number>
}

export interface LoadOptions {
  readonly connections: number
  /** Ends after so many seconds. */
  readonly seconds: number
  /** The target of request number i, from 0. */
  target(i: number): string
}

/** Of ascending values the one below which lies the share. */
export const quantile = (ascending: ArrayLike<number>, share: number): number =>
  ascending[Math.min(ascending.length - 1, Math.floor(ascending.length * share))] ?? Number.NaN

const HEAD_END = Buffer.from('\r\n\r\n')

/** What the header says of the length of the body, as Node, Koa and Fastify spell it. */
const LENGTH = ['Content-Length', 'content-length'].map((name) => Buffer.from(`\r\n${name}: `))

function lengthOf(head: Buffer, end: number): number | undefined {
  for (const name of LENGTH) {
    const at = head.indexOf(name)
    if (at !== -1 && at <= end)
      return Number.parseInt(head.toString('latin1', at + name.length, at + name.length + 12), 10)
  }
  return undefined
}

/**
 * Reads answers with Content-Length off a connection, one at a time; the rest of their header is not looked
 * at.
 */
function answers(socket: net.Socket, onAnswer: (status: number) => void): void {
  let head = Buffer.alloc(0)
  let status = 0
  let remaining = -1
  socket.on('data', (chunk) => {
    if (remaining >= 0) remaining -= chunk.length
    else {
      head =
        head.length > 0
          ? Buffer.concat([head, chunk])
          : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length)
      const end = head.indexOf(HEAD_END)
      if (end === -1) return
      const length = lengthOf(head, end)
      if (length === undefined) {
        socket.destroy(new Error(`An answer says nothing of its length: ${head.toString('latin1', 0, end)}`))
        return
      }
      status = Number(head.toString('latin1', 9, 12))
      remaining = length - (head.length - end - HEAD_END.length)
      head = Buffer.alloc(0)
    }
    if (remaining > 0) return
    remaining = -1
    onAnswer(status)
  })
}

/** One connection that asks until `next` has no more. @throws Error if it breaks */
function connection(
  { hostname, port, host }: URL,
  next: () => string | undefined,
  report: (status: number, ms: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(Number(port), hostname)
    let start = 0
    const ask = (): void => {
      const target = next()
      if (target === undefined) {
        socket.destroy()
        resolve()
        return
      }
      start = performance.now()
      socket.write(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
    }
    answers(socket, (status) => {
      report(status, performance.now() - start)
      ask()
    })
    socket
      .setNoDelay(true)
      .once('connect', ask)
      .once('error', reject)
      .once('end', () => reject(new Error('The server has closed a connection.')))
  })
}

/** Asks a server from several connections at once, each as fast as it is answered. */
export async function load(root: string, { connections, seconds, target }: LoadOptions): Promise<Load> {
  const times: number[] = []
  const statuses = new Map<number, number>()
  const start = performance.now()
  const end = start + seconds * 1000
  let i = 0
  const next = (): string | undefined => (performance.now() < end ? target(i++) : undefined)
  await Promise.all(
    Array.from({ length: connections }, () =>
      connection(new URL(root), next, (status, ms) => {
        times.push(ms)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }),
    ),
  )
  return {
    rate: (times.length / (performance.now() - start)) * 1000,
    times: Float64Array.from(times).sort(),
    statuses,
  }
}
