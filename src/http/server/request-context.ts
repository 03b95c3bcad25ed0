/**
 * A request and its answer, from the first byte of the one to the last of the other: below Koa, because log
 * and figures see every answer.
 */

import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Context, Middleware } from 'koa'

export interface RequestContext {
  /** Told in the answer and in the log. */
  readonly id: string
  /** The target as it came. */
  readonly url: string
  /** Address of the client. */
  readonly client: string
  /** Milliseconds on the clock of `performance`. */
  readonly start: number
  /** Name of the route that answers, once there is one. */
  route?: () => string | undefined
  /** Bytes of the answer, where they were written past Node's own store of headers. */
  bytes?: number
}

/** Is told of each answer that has left, whole or not. */
export type Observer = (
  requestContext: RequestContext,
  request: IncomingMessage,
  response: ServerResponse,
) => void

export const REQUEST_ID_HEADER = 'X-Request-Id'

/** Ids of requests that proxies may give: nothing that could forge a line. */
const REQUEST_ID = /^[\w.:-]{1,64}$/

/** The id that the request brings, if it is a sane one, else a new one. */
function idOf({ headers: { 'x-request-id': given } }: IncomingMessage): string {
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID()
}

/** Addresses as proxies write them, with a port perhaps: nothing that could fill the log. */
const ADDRESS = /^[\w.:%[\]-]{1,64}$/

/** Behind a proxy the address that it saw, which it adds at the end. */
function clientOf({ headers, socket }: IncomingMessage, trustProxy: boolean): string {
  const seen = trustProxy
    ? String(headers['x-forwarded-for'] ?? '')
        .split(',')
        .at(-1)
        ?.trim()
    : undefined
  return seen !== undefined && ADDRESS.test(seen) ? seen : (socket.remoteAddress ?? '')
}

const requestContexts = new WeakMap<IncomingMessage, RequestContext>()

/** The exchange of a request that has come to Koa. */
export const requestContextOf = ({ req }: Context): RequestContext =>
  requestContexts.get(req) as RequestContext

/** Tells the exchange which route answers, also of an answer for which nobody waited. */
export const recordRouteName = (): Middleware =>
  function recordRouteName(ctx, next) {
    requestContextOf(ctx).route = () => (ctx as { routerName?: string }).routerName
    return next()
  }

/** Status that is told of an answer that did not come before its client left, as other servers tell it. */
const CLIENT_CLOSED_REQUEST = 499

/** The status as the client saw it. */
export const statusOf = ({ headersSent, statusCode }: ServerResponse): number =>
  headersSent ? statusCode : CLIENT_CLOSED_REQUEST

interface ListenerOptions {
  readonly trustProxy: boolean
  readonly observers: readonly Observer[]
  /** Answers at once, if it can, and says whether it has. */
  readonly tryCache: (
    requestContext: RequestContext,
    request: IncomingMessage,
    response: ServerResponse,
  ) => boolean
  /** Answers all else. */
  readonly fallback: RequestListener
}

/** What each request meets first. */
export const createRequestListener = ({
  trustProxy,
  observers,
  tryCache,
  fallback,
}: ListenerOptions): RequestListener =>
  function createRequestListener(request, response) {
    const requestContext: RequestContext = {
      id: idOf(request),
      url: request.url ?? '',
      client: clientOf(request, trustProxy),
      start: performance.now(),
    }
    if (observers.length > 0)
      response.on('close', () => {
        for (const observe of observers) observe(requestContext, request, response)
      })
    if (tryCache(requestContext, request, response)) return
    requestContexts.set(request, requestContext)
    response.setHeader(REQUEST_ID_HEADER, requestContext.id)
    fallback(request, response)
  }
