/**
 * The context of a request (id, client, start time, route), created before all else, so that the log and the
 * metrics also see cached responses.
 */

import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { accounts } from '../../admission/accounts.ts'
import { addressOf } from '../../admission/client.ts'

export interface RequestContext {
  /** Stands in the response and in the log. */
  readonly id: string
  /** The request target, unchanged. */
  readonly url: string
  /** Address of the client. */
  readonly client: string
  /** Milliseconds on the clock of `performance`. */
  readonly start: number
  /** Name of the route, once there is one. */
  route?: string | undefined
  /** Bytes of the body, once they are known. */
  bytes?: number
}

/** Called when a response is closed, complete or not. */
export type Observer = (
  requestContext: RequestContext,
  request: IncomingMessage,
  response: ServerResponse,
) => void

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
  const seen = trustProxy
    ? String(headers[FORWARDED_FOR] ?? '')
        .split(',')
        .at(-1)
    : undefined
  return addressOf(seen?.trim() ?? '') ?? socket.remoteAddress ?? ''
}

/** Calls back at the first request that has come through a proxy. */
function noticeProxies(onProxy: () => void): (request: IncomingMessage) => void {
  let hasSeenOne = false
  return ({ headers }) => {
    if (hasSeenOne || headers[FORWARDED_FOR] === undefined) return
    hasSeenOne = true
    onProxy()
  }
}

/** Status in log and metrics of a request whose client disconnected before the response (as in nginx). */
const CLIENT_CLOSED_REQUEST = 499

/** The status as the client saw it. */
export const statusOf = ({ headersSent, statusCode }: ServerResponse): number =>
  headersSent ? statusCode : CLIENT_CLOSED_REQUEST

interface ListenerOptions {
  readonly trustProxy: boolean
  /** Is called once, where a request has come through a proxy that is not trusted. */
  readonly onUntrustedProxy: () => void
  readonly observers: readonly Observer[]
  readonly respond: (
    request: IncomingMessage,
    response: ServerResponse,
    requestContext: RequestContext,
  ) => void
}

/** The request listener: has a request answered, and calls the observers at the end. */
export const createRequestListener = ({
  trustProxy,
  onUntrustedProxy,
  observers,
  respond,
}: ListenerOptions): RequestListener => {
  const notice = trustProxy ? () => {} : noticeProxies(onUntrustedProxy)
  return function createRequestListener(request, response) {
    notice(request)
    const requestContext: RequestContext = {
      id: idOf(request, trustProxy),
      url: request.url ?? '',
      client: clientOf(request, trustProxy),
      start: performance.now(),
    }
    if (observers.length > 0)
      response.on('close', () => {
        for (const observe of observers) observe(requestContext, request, response)
      })
    response.once('prefinish', () => {
      const { writableLength: bytes } = response
      if (bytes > 0) response.once('close', accounts.add(requestContext.client, bytes))
    })
    respond(request, response, requestContext)
  }
}
