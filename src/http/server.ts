/** Node's HTTP server: its limits, its own errors as problems, and its end. */

import {
  createServer as createNodeServer,
  STATUS_CODES,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { Server as NetServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { describeProblem, docsOf, Problem, PROBLEM_TYPE, type ProblemCode } from '../errors.ts'
import type { Settings } from '../settings.ts'
import { CLIENT_LEFT } from './exchange.ts'

/** Bytes of a request's header; more is answered with 431. */
const LARGEST_HEADER = 65_536

/** Connections at once, and seconds. */
type Limits = Pick<Settings, 'maxConnections' | 'idleTimeout' | 'requestTimeout' | 'sparqlTimeout'>

/** Seconds beyond waiting and answering of a query. */
const SPARE_SECONDS = 10

/** What log, figures, traffic, compression and endpoint hang on an answer, and some more. */
const MOST_LISTENERS = 30

interface ClientError extends Error {
  readonly code?: string
  readonly reason?: string
}

const kinds: Readonly<Record<string, { readonly code: ProblemCode; readonly detail: string }>> = {
  HPE_HEADER_OVERFLOW: {
    code: 'header-too-large',
    detail: `The header of the request is larger than ${LARGEST_HEADER} bytes.`,
  },
  HPE_INVALID_URL: { code: 'bad-request', detail: 'The URL holds characters that must be percent-encoded.' },
  ERR_HTTP_REQUEST_TIMEOUT: {
    code: 'request-timeout',
    detail: 'The request did not arrive completely in time.',
  },
}

/** Answers behind which something is to be told. */
const awaited = new WeakSet<ServerResponse>()

/**
 * Answers on a connection on which Node could not read a request, behind the answers that are under way
 * there; one that is
 * being sent is cut off instead.
 */
function answerRaw(error: ClientError, socket: Socket, root: string, underWay: Answers): void {
  const own = [...(underWay.get(socket) ?? [])]
  const isSending = own.some(
    (response) => response.socket === socket && response.headersSent && !response.writableEnded,
  )
  if (!socket.writable || error.code === 'ECONNRESET' || isSending) {
    socket.destroy()
    return
  }
  const [first] = own
  if (first) {
    // Each piece of what comes is an error of its own.
    if (!awaited.has(first)) first.once('close', () => answerRaw(error, socket, root, underWay))
    awaited.add(first)
    return
  }
  const { code, detail } = kinds[error.code ?? ''] ?? {
    code: 'bad-request' as const,
    detail: `The request is not valid HTTP: ${error.reason ?? error.message}.`,
  }
  const problem = new Problem(code, detail)
  const body = JSON.stringify(describeProblem(problem, root, docsOf(root)))
  const header = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    `Content-Type: ${PROBLEM_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Access-Control-Allow-Origin: *',
    'Connection: close',
  ]
  // What else comes is not looked at, but for the end.
  socket.end(`${header.join('\r\n')}\r\n\r\n${body}`).resume()
}

/** The answers that are under way on each connection, until they are sent or the client has left. */
type Answers = ReadonlyMap<Socket, ReadonlySet<ServerResponse>>

/** Those of each server, with all of its connections. */
const answersOf = new WeakMap<Server, Answers>()

/** @returns the answers, and what is to hear of each request after the listener that answers it */
function watchAnswers(server: Server): { underWay: Answers; watch: RequestListener } {
  const underWay = new Map<Socket, Set<ServerResponse>>()
  answersOf.set(server, underWay)
  server.on('connection', (socket) => {
    const own = new Set<ServerResponse>()
    underWay.set(socket, own)
    socket.once('close', () => {
      underWay.delete(socket)
      // Of those that wait behind another, Node does not tell that the client has left.
      for (const response of own) if (response.socket === null) giveUp(response, socket)
    })
  })
  return {
    underWay,
    watch({ socket }, response) {
      // What is kept has been handed over already, unless it waits behind another answer.
      if (response.writableEnded && response.socket !== null) return
      response.setMaxListeners(MOST_LISTENERS)
      const own = underWay.get(socket)
      own?.add(response)
      response.on('close', () => own?.delete(response))
    },
  }
}

/** Closes an answer of which nothing was sent, as Node closes those that it knows of. */
function giveUp(response: ServerResponse, socket: Socket): void {
  response.statusCode = CLIENT_LEFT
  Object.assign(response, { socket, destroyed: true, _closed: true })
  response.emit('close')
}

export interface Listening {
  readonly server: Server
  /** Resolves when the answers that are under way now have ended, or after so many milliseconds. */
  settled(most: number): Promise<void>
}

/**
 * Starts to listen.
 * @param makeListener gets the port, which is known only now if the one asked for is 0; makes the listener
 * and the public URL
 * @throws Error that says which address cannot be used, and what makeListener throws
 */
export async function listen(
  host: string,
  port: number,
  makeListener: (port: number) => { listener: RequestListener; root: string },
  limits: Partial<Limits> = {},
): Promise<Listening> {
  // A missing Host is answered by the stack, because Node's own answer has no body.
  const server = createNodeServer({ maxHeaderSize: LARGEST_HEADER, requireHostHeader: false })
  if (limits.maxConnections !== undefined) server.maxConnections = limits.maxConnections
  if (limits.idleTimeout !== undefined) server.keepAliveTimeout = limits.idleTimeout * 1000
  // A client that takes nothing of its answer for as long is cut off; queries may keep it waiting.
  if (limits.idleTimeout !== undefined)
    server.setTimeout(Math.max(limits.idleTimeout, 2 * (limits.sparqlTimeout ?? 0) + SPARE_SECONDS) * 1000)
  const { underWay, watch } = watchAnswers(server)
  if (limits.requestTimeout !== undefined)
    server.requestTimeout = server.headersTimeout = limits.requestTimeout * 1000
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) =>
      reject(new Error(`Cannot listen on ${host} port ${port}: ${reasonOf(error)}`, { cause: error })),
    )
    server.listen(port, host, () => {
      // In this turn of the event loop no connection has been taken yet.
      try {
        const { listener, root } = makeListener((server.address() as AddressInfo).port)
        server.on('request', listener).on('request', watch)
        server.on('clientError', (error: ClientError, socket: Socket) =>
          answerRaw(error, socket, root, underWay),
        )
        resolve()
      } catch (error) {
        server.close()
        reject(error as Error)
      }
    })
  })
  return { server, settled: (most) => ended(underWay, most) }
}

async function ended(answers: Answers, most: number): Promise<void> {
  const ends = [...answers.values()]
    .flatMap((own) => [...own])
    .map(
      (response) =>
        new Promise((resolve) => {
          response.once('close', resolve)
        }),
    )
  const patience = new AbortController()
  await Promise.race([
    Promise.all(ends),
    wait(most, undefined, { ref: false, signal: patience.signal }).catch(() => {}),
  ])
  patience.abort()
}

/** Fails before anything is loaded if the address cannot be used. @throws Error that says why */
export const requireFree = async (host: string, port: number): Promise<void> =>
  end((await listen(host, port, () => ({ listener: () => {}, root: '' }))).server, 0)

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program uses it.',
  EACCES: 'it needs more rights.',
  EADDRNOTAVAIL: 'this machine does not have that address.',
  ENOTFOUND: 'there is no such host.',
}

const reasonOf = (error: NodeJS.ErrnoException): string => REASONS[error.code ?? ''] ?? error.message

/** Milliseconds between looks for connections that have become idle. */
const IDLE_CHECK = 50

/** Whether a client still takes what was written for it: Node counts its connection as idle all the same. */
const isTaking = ({ writableLength, destroyed }: Socket): boolean => writableLength > 0 && !destroyed

/**
 * Ends a server: takes no new connections, lets running requests finish, and cuts what is left after `grace`
 * milliseconds.
 */
export async function end(server: Server, grace: number): Promise<void> {
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false
  })
  const closeIdle = (): void => {
    if (![...(answersOf.get(server)?.keys() ?? [])].some(isTaking)) server.closeIdleConnections()
  }
  const idle = setInterval(closeIdle, IDLE_CHECK)
  const cut = setTimeout(() => server.closeAllConnections(), grace)
  // The close of an HTTP server would begin with what Node counts as idle.
  await new Promise<void>((resolve) => {
    NetServer.prototype.close.call(server, () => resolve())
    closeIdle()
  })
  clearInterval(idle)
  clearTimeout(cut)
}
