/** Node's HTTP server: its limits, its own errors as problems, and its end. */

import {
  createServer as createNodeServer,
  STATUS_CODES,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { Server as NetServer, type AddressInfo, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { describeProblem, docsOf, Problem, PROBLEM_TYPE, type ProblemCode } from '../../config/errors.ts'
import type { Settings } from '../../config/settings.ts'
import { createConnections, type ClientError, type Connections } from './connections.ts'

/** Bytes of a request's header; more is answered with 431. */
const MAX_HEADER_BYTES = 65_536

/**
 * Connections that wait until they are accepted. Where more come, the system drops them, and clients try again after
 * a second, then three: those of others, too.
 */
const BACKLOG = 4096

/** Connections at once; further ones are closed. */
const MAX_CONNECTIONS = 10_000

/** Seconds after which a connection without a request is closed. */
const IDLE_TIMEOUT_S = 60

/** Seconds in which a request has to arrive, with its body. */
const REQUEST_TIMEOUT_S = 30

/** In seconds. */
interface Limits extends Pick<Settings, 'sparqlTimeout' | 'answerTimeout'> {
  readonly requestTimeout: number
}

/** How much longer than a whole answer a part of one may take: what was sent before would be of no use. */
export const PART_FACTOR = 5

/** Seconds beyond waiting and answering of a query. */
const SPARE_SECONDS = 10

/** Milliseconds between looks for requests that do not arrive in time. */
const MAX_CHECK_INTERVAL_MS = 5000

const rawErrors: Readonly<Record<string, { readonly code: ProblemCode; readonly detail: string }>> = {
  HPE_HEADER_OVERFLOW: {
    code: 'header-too-large',
    detail: `The header of the request is larger than ${MAX_HEADER_BYTES} bytes.`,
  },
  HPE_INVALID_URL: { code: 'bad-request', detail: 'The URL holds characters that must be percent-encoded.' },
  ERR_HTTP_REQUEST_TIMEOUT: {
    code: 'request-timeout',
    detail: 'The request did not arrive completely in time.',
  },
}

/** Milliseconds that a client has to read an error before its connection is destroyed. */
const LINGER_MS = 1000

/** Sends an error for a request that Node could not parse, and closes the connection. */
function sendRawError(error: ClientError, socket: Socket, root: string): void {
  const { code, detail } = rawErrors[error.code ?? ''] ?? {
    code: 'bad-request' as const,
    detail: `The request is not valid HTTP: ${error.reason ?? error.message}.`,
  }
  sendRawProblem(new Problem(code, detail), socket, root)
}

/** Sends a problem to a client that the stack does not see, and closes the connection. */
function sendRawProblem(problem: Problem, socket: Duplex, root: string): void {
  const body = JSON.stringify(describeProblem(problem, root, docsOf(root)))
  const header = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    `Content-Type: ${PROBLEM_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...Object.entries(problem.headers).map(([name, value]) => `${name}: ${value}`),
    'Access-Control-Allow-Origin: *',
    'Connection: close',
  ]
  // What else comes is not looked at, but for the end.
  socket.end(`${header.join('\r\n')}\r\n\r\n${body}`).resume()
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
}

/** The answer to CONNECT, which asks a proxy for a way to another server. */
const noTunnel = (): Problem =>
  new Problem('method-not-allowed', 'This server is no proxy.', {
    headers: { Allow: 'GET, HEAD, OPTIONS, POST' },
  })

/** URL of a server to which no public URL was given. */
export function localUrl(host: string, port: number): string {
  const name = ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host)
    ? 'localhost'
    : host.includes(':')
      ? `[${host}]`
      : host
  return `http://${name}:${port}`
}

/** The connections of each server. */
const connectionsOf = new WeakMap<Server, Connections>()

export interface Listening {
  readonly server: Server
  /**
   * Resolves when the responses that are pending now are closed, at the latest after `maxMs`.
   * @param since those that began before do not count, by `performance.now()`
   */
  drained(maxMs: number, since?: number): Promise<void>
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
  { requestTimeout = REQUEST_TIMEOUT_S, sparqlTimeout = 0, answerTimeout = 0 }: Partial<Limits> = {},
): Promise<Listening> {
  const server = createNodeServer({
    maxHeaderSize: MAX_HEADER_BYTES,
    // A missing Host is answered by the stack, because Node's own answer has no body.
    requireHostHeader: false,
    connectionsCheckingInterval: Math.min(MAX_CHECK_INTERVAL_MS, requestTimeout * 1000),
  })
  server.maxConnections = MAX_CONNECTIONS
  server.keepAliveTimeout = IDLE_TIMEOUT_S * 1000
  // A connection on which nothing goes on for as long is closed; queries and parts of answers may keep it waiting.
  const maxWait = Math.max(IDLE_TIMEOUT_S, 2 * sparqlTimeout, PART_FACTOR * answerTimeout)
  server.setTimeout((maxWait + SPARE_SECONDS) * 1000)
  server.requestTimeout = server.headersTimeout = requestTimeout * 1000
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) =>
      reject(new Error(`Cannot listen on ${host} port ${port}: ${reasonOf(error)}`, { cause: error })),
    )
    server.listen({ port, host, backlog: BACKLOG }, () => {
      // In this turn of the event loop no connection has been taken yet.
      try {
        const { listener, root } = makeListener((server.address() as AddressInfo).port)
        const connections = createConnections(server, {
          listener,
          refuse: (error, socket) => sendRawError(error, socket, root),
        })
        connectionsOf.set(server, connections)
        server.on('clientError', connections.fail)
        server.on('connect', (_request, socket) => sendRawProblem(noTunnel(), socket, root))
        resolve()
      } catch (error) {
        server.close()
        reject(error)
      }
    })
  })
  return {
    server,
    drained: (maxMs, since = 0) => waitForClose(connectionsOf.get(server)?.responses(since) ?? [], maxMs),
  }
}

/** Waits until the responses are closed, at most `maxMs` milliseconds. */
async function waitForClose(responses: readonly ServerResponse[], maxMs: number): Promise<void> {
  const ends = responses.map(
    (response) =>
      new Promise((resolve) => {
        response.once('close', resolve)
      }),
  )
  const timer = new AbortController()
  await Promise.race([
    Promise.all(ends),
    wait(maxMs, undefined, { ref: false, signal: timer.signal }).catch(() => {}),
  ])
  timer.abort()
}

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program uses it.',
  EACCES: 'it needs more rights.',
  EADDRNOTAVAIL: 'this machine does not have that address.',
  ENOTFOUND: 'there is no such host.',
}

const reasonOf = (error: NodeJS.ErrnoException): string => REASONS[error.code ?? ''] ?? error.message

/** Milliseconds between looks for connections that have become idle. */
const IDLE_CHECK_MS = 50

/** Whether a client still receives a response: Node counts its connection as idle all the same. */
const isReceiving = ({ writableLength, destroyed }: Socket): boolean => writableLength > 0 && !destroyed

/**
 * Ends a server: takes no new connections, lets running requests finish, and cuts what is left after `grace`
 * milliseconds.
 */
export async function shutdown(server: Server, graceMs: number): Promise<void> {
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false
  })
  const closeIdle = (): void => {
    if (![...(connectionsOf.get(server)?.sockets() ?? [])].some(isReceiving)) server.closeIdleConnections()
  }
  const idle = setInterval(closeIdle, IDLE_CHECK_MS)
  const cut = setTimeout(() => server.closeAllConnections(), graceMs)
  // The close of an HTTP server would begin with what Node counts as idle.
  await new Promise<void>((resolve) => {
    NetServer.prototype.close.call(server, () => resolve())
    closeIdle()
  })
  clearInterval(idle)
  clearTimeout(cut)
}
