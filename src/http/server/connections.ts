/** The connections of a server: each has one request at work, and an address has a bounded number of them. */

import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** What Node says of a request that it cannot read, or that does not arrive in time. */
export interface ClientError extends Error {
  readonly code?: string
  readonly reason?: string
}

interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

interface Connection {
  readonly socket: Socket
  /** The request at work: the next one begins when its response is closed. */
  current?: Exchange | undefined
  /** When it began, by `performance.now()`. */
  since: number
  /** Requests that were pipelined behind it, of which nothing has begun. */
  readonly waiting: Exchange[]
  /** Why the request behind all of these could not be read. */
  error?: ClientError | undefined
}

export interface Connections {
  /** Starts the listener for each request when those before it on the same connection are answered. */
  readonly take: RequestListener
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
  /** Connections that one address may have at once; 0 for any number. */
  readonly maxPerAddress: number
  /** Milliseconds after which a client that takes nothing of its answer is cut off. */
  readonly maxStallMs?: number
}

/**
 * Requests that may wait on a connection before nothing more is read from it: what waits then is what came in
 * one piece of 64 kB. Below that, it is read, because only then Node sees that the client has left.
 */
const PAUSE_AT = 16

/** Listeners that log, metrics, cancellation, compression and SPARQL add to one response, and some more. */
const MAX_LISTENERS = 30

const isHalfSent = ({ response }: Exchange): boolean => response.headersSent && !response.writableEnded

const MAX_STALL_MS = 30_000

/** Milliseconds between looks for clients that take nothing. */
const STALL_CHECK_MS = 5000

/** The time limit of a connection while its client has something to take, and when it has not. */
function limitStall({ socket, current }: Connection, { timeout }: Server, maxStallMs: number): void {
  if (!current?.response.headersSent || current.response.writableFinished) return
  const ms = current.response.writableLength > 0 ? maxStallMs : timeout
  // Node extends it whenever a part has been taken.
  if (socket.timeout !== ms) socket.setTimeout(ms)
}

/** Follows the connections of a server from now on. */
export function createConnections(
  server: Server,
  { listener, refuse, maxPerAddress, maxStallMs = MAX_STALL_MS }: Options,
): Connections {
  const connections = new Map<Socket, Connection>()
  const perAddress = new Map<string, number>()
  const stallCheck = setInterval(() => {
    for (const connection of connections.values()) limitStall(connection, server, maxStallMs)
  }, STALL_CHECK_MS).unref()
  server.once('close', () => clearInterval(stallCheck))

  server.on('connection', (socket) => {
    const { remoteAddress: address = '' } = socket
    const count = (perAddress.get(address) ?? 0) + 1
    if (maxPerAddress > 0 && count > maxPerAddress) {
      socket.destroy()
      return
    }
    perAddress.set(address, count)
    const connection: Connection = { socket, since: 0, waiting: [] }
    connections.set(socket, connection)
    // Node reads on by itself behind each request whose body nobody took.
    socket.on('resume', () => {
      if (connection.waiting.length >= PAUSE_AT) socket.pause()
    })
    socket.once('close', () => {
      connections.delete(socket)
      const remaining = (perAddress.get(address) ?? 1) - 1
      if (remaining > 0) perAddress.set(address, remaining)
      else perAddress.delete(address)
    })
  })

  function begin(connection: Connection, exchange: Exchange): void {
    const { request, response } = exchange
    connection.current = exchange
    connection.since = performance.now()
    response.setMaxListeners(MAX_LISTENERS)
    response.once('close', () => next(connection))
    listener(request, response)
  }

  /** Begins the next request in a later turn of the event loop, so that other connections have theirs. */
  function next(connection: Connection): void {
    const { socket, waiting } = connection
    if (waiting.length === 0) {
      connection.current = undefined
      if (connection.error) fail(connection.error, socket)
      return
    }
    setImmediate(() => {
      const exchange = waiting.shift()
      if (!exchange || socket.destroyed) return
      if (waiting.length === PAUSE_AT - 1) socket.resume()
      // It is the last one, whose body did not arrive.
      if (connection.error && !exchange.request.complete) refuse(connection.error, socket)
      else begin(connection, exchange)
    })
  }

  function fail(error: ClientError, socket: Socket): void {
    const connection = connections.get(socket)
    const current = connection?.current
    if (!socket.writable || error.code === 'ECONNRESET' || (current && isHalfSent(current))) socket.destroy()
    // The error is in a later request, and is answered after this one.
    else if (connection && current?.request.complete) connection.error = error
    else refuse(error, socket)
  }

  return {
    take(request, response) {
      const connection = connections.get(request.socket)
      if (!connection) return
      const { current, waiting, socket } = connection
      if (!current) {
        begin(connection, { request, response })
        return
      }
      waiting.push({ request, response })
      if (waiting.length >= PAUSE_AT) socket.pause()
    },
    fail,
    responses: (since) =>
      [...connections.values()].flatMap((one) =>
        one.current && one.since >= since ? [one.current.response] : [],
      ),
    sockets: () => connections.keys(),
  }
}
