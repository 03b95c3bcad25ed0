/** A request and its response, from the first middleware on: also the log and the metrics see cached responses. */

import type { Context, Middleware } from 'koa'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { accounts } from '../../admission/accounts.ts'
import { addressOf } from '../../admission/client.ts'
import { LimitedTask } from '../../admission/task.ts'
import type { Answer } from '../../api/answer.ts'
import type { RequestLanguage } from '../../api/graph-context.ts'

/** What the state of a context of Koa is. */
export interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** Stands in the response and in the log. */
  readonly id: string
  /** Address of the client. */
  readonly client: string
  /** Milliseconds on the clock of `performance`. */
  readonly start: number
  /** The request target, unchanged. */
  readonly target: string
  /** The target; from `normalizeUrl` on, what of it is ours, as plain ASCII. */
  url: string
  /** In which it gets pages; absent where these have English alone. */
  language?: RequestLanguage
  /** Name of the route, once there is one. */
  route?: string | undefined
  /** What the router, or a problem, answers. */
  answer?: Answer
  /** Bytes of the body, once they are known. */
  bytes?: number
  /** The tasks that are open for it. */
  readonly tasks: Set<LimitedTask>
}

export const exchangeOf = ({ state }: Context): Exchange => state as Exchange

/** Called when a response is closed, complete or not. */
export type Observer = (exchange: Exchange) => void

/** Whether a request changes nothing, so that its answer may be stored. */
export const isReading = ({ method }: Pick<IncomingMessage, 'method'>): boolean =>
  method === 'GET' || method === 'HEAD'

export const REQUEST_ID_HEADER = 'X-Request-Id'

/** Ids of requests that proxies may give: nothing that could forge a line. */
const REQUEST_ID = /^[\w.:-]{1,64}$/

/** The id that a proxy gave the request, if it is a sane one, else a new one. */
function idOf({ headers: { 'x-request-id': given } }: IncomingMessage, trustProxy: boolean): string {
  return trustProxy && typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID()
}

const FORWARDED_FOR = 'x-forwarded-for'

/** Behind a proxy the address that it saw, which it adds at the end. */
function clientOf({ headers, socket }: IncomingMessage, trustProxy: boolean): string {
  const seen = trustProxy && headers[FORWARDED_FOR]?.toString().split(',').at(-1)
  return (seen && addressOf(seen.trim())) || (socket.remoteAddress ?? '')
}

/** Status in log and metrics of a request whose client disconnected before the response (as in nginx). */
const CLIENT_CLOSED_REQUEST = 499

/** The status as the client saw it. */
export const statusOf = ({ headersSent, statusCode }: ServerResponse): number =>
  headersSent ? statusCode : CLIENT_CLOSED_REQUEST

/** The work for a request: it ends when the client disconnects, or when it takes too long. @param timeout in seconds */
export function openTaskFor({ response, client, tasks }: Exchange, timeout: number): LimitedTask {
  const task = new LimitedTask({ client, timeout })
  if (response.destroyed) task.abandon()
  tasks.add(task)
  return task
}

/** When its response is closed. */
function endTasks({ response, tasks }: Exchange): void {
  for (const task of tasks) {
    task.close()
    if (!response.writableEnded) task.abandon()
  }
}

interface ExchangeOptions {
  readonly trustProxy: boolean
  /** Is called once, where a request has come through a proxy that is not trusted. */
  readonly onUntrustedProxy: () => void
  readonly observers: readonly Observer[]
}

/** The first of the middleware: begins an exchange, and calls the observers at its end. */
export function exchanges({ trustProxy, onUntrustedProxy, observers }: ExchangeOptions): Middleware {
  let isProxyKnown = trustProxy
  return function exchanges(ctx, next) {
    const { req: request, res: response } = ctx
    if (!isProxyKnown && request.headers[FORWARDED_FOR] !== undefined) {
      isProxyKnown = true
      onUntrustedProxy()
    }
    const { url: target = '/' } = request
    const client = clientOf(request, trustProxy)
    const exchange: Exchange = {
      request,
      response,
      id: idOf(request, trustProxy),
      client,
      start: performance.now(),
      target,
      url: target,
      tasks: new Set(),
    }
    ctx.state = exchange
    // Headers that are written at once cost a third of those that Koa sets one by one.
    ctx.respond = false
    response.on('close', () => {
      endTasks(exchange)
      for (const observe of observers) observe(exchange)
    })
    response.once('prefinish', () => {
      const { writableLength: bytes } = response
      if (bytes > 0) response.once('close', accounts.add(client, bytes))
    })
    return next()
  }
}
