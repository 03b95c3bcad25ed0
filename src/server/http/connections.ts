/** The connections of a server, and the responses at work on each: who hardly takes anything of one is cut off. */

import type { RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** What Node says of a request that it cannot read, or that does not arrive in time. */
export interface ClientError extends Error {
  readonly code?: string
  readonly reason?: string
}

/** The responses of a connection that are not closed, and when each began, by `performance.now()`. */
type Connection = Map<ServerResponse, number>

export interface Connections {
  /** Handles an error of the request that is arriving. */
  readonly fail: (error: ClientError, socket: Socket) => void
  /** The responses at work that began after a time, by `performance.now()`. */
  responses(since: number): ServerResponse[]
  sockets(): Iterable<Socket>
}

interface Options {
  readonly listener: RequestListener
  /** Answers a request that cannot be read, and closes its connection. */
  readonly refuse: (error: ClientError, socket: Socket) => void
  /** Milliseconds after which a client that takes nothing of its answer is cut off. */
  readonly maxStallMs?: number
  /** Milliseconds in which a client has to take some of an answer that waits for it all the time. */
  readonly rateMs?: number
}

/** What had been sent of a response at some time. */
interface Mark {
  readonly response: ServerResponse
  readonly since: number
  readonly bytes: number
}

/** Listeners that log, metrics, cancellation, compression and SPARQL add to one response, and some more. */
const MAX_LISTENERS = 30

const MAX_STALL_MS = 30_000

/** Milliseconds between looks for clients that take nothing. */
const STALL_CHECK_MS = 5000

/** Bytes that a client has to take in a minute. */
const MIN_BYTES = 60_000
const RATE_MS = 60_000

/** Whether a client has hardly taken anything since a mark; otherwise that is set anew where it is time. */
function isTooSlow(
  socket: Socket,
  response: ServerResponse,
  marks: WeakMap<Socket, Mark>,
  ms: number,
): boolean {
  const bytes = socket.bytesWritten - socket.writableLength
  const now = performance.now()
  const mark = marks.get(socket)
  if (mark?.response === response && now - mark.since < ms) return false
  marks.set(socket, { response, since: now, bytes })
  return mark?.response === response && bytes - mark.bytes < MIN_BYTES
}

/** The response that is being sent: those to pipelined requests have no socket until it is. */
const currentOf = (connection: Connection): ServerResponse | undefined =>
  [...connection.keys()].find(({ socket }) => socket !== null)

/** The time limit of a connection while its client has something to take, and when it has not. */
function limitStall(socket: Socket, current: ServerResponse | undefined, ms: number): void {
  // Node extends it whenever a part has been taken.
  if (current?.headersSent && !current.writableFinished && socket.timeout !== ms) socket.setTimeout(ms)
}

/** Follows the connections of a server from now on, and calls the listener for each request. */
export function createConnections(
  server: Server,
  { listener, refuse, maxStallMs = MAX_STALL_MS, rateMs = RATE_MS }: Options,
): Connections {
  const connections = new Map<Socket, Connection>()
  const marks = new WeakMap<Socket, Mark>()
  const stallCheck = setInterval(() => {
    for (const [socket, connection] of connections) {
      const current = currentOf(connection)
      const hasToTake = current?.writableLength ? current : undefined
      limitStall(socket, current, hasToTake ? maxStallMs : server.timeout)
      if (!hasToTake) marks.delete(socket)
      else if (isTooSlow(socket, hasToTake, marks, rateMs)) socket.destroy()
    }
  }, STALL_CHECK_MS).unref()
  server.once('close', () => clearInterval(stallCheck))

  server.on('connection', (socket) => {
    const connection: Connection = new Map()
    connections.set(socket, connection)
    socket.once('close', () => {
      connections.delete(socket)
      // Node closes the response that is being sent alone.
      for (const response of connection.keys()) if (!response.socket) response.destroy().emit('close')
    })
  })

  server.on('request', (request, response) => {
    const connection = connections.get(request.socket)
    connection?.set(response, performance.now())
    response.setMaxListeners(MAX_LISTENERS).once('close', () => connection?.delete(response))
    listener(request, response)
  })

  return {
    fail(error, socket) {
      const current = currentOf(connections.get(socket) ?? new Map())
      const isAnswering = current && (current.req.complete || current.headersSent)
      // An error behind a request whose answer is on its way cannot be answered in order.
      if (!socket.writable || error.code === 'ECONNRESET' || isAnswering) socket.destroy()
      else refuse(error, socket)
    },
    responses: (since) =>
      [...connections.values()].flatMap((connection) =>
        [...connection].filter(([, began]) => began >= since).map(([response]) => response),
      ),
    sockets: () => connections.keys(),
  }
}
