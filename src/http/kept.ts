/**
 * Answers that were given before, found by the request as it stands: before Koa, without reading its target,
 * routing, negotiation or looking up.
 */

import fresh from 'fresh'
import type { Middleware } from 'koa'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isSame } from './answer.ts'
import { exchangeOf, REQUEST_ID_HEADER, type Exchange } from './exchange.ts'
import type { Kept } from './memory.ts'
import type { Serve } from './served.ts'
import { countHosts } from './target.ts'
import { TIMING_HEADER, totalTiming } from './timing.ts'

/** Neither a target nor a header can hold a line end. */
const keyOf = ({
  url,
  headers: { accept = '', 'accept-encoding': encoding = '' },
}: IncomingMessage): string => `${url}\n${accept}\n${encoding}`

/** Koa refuses a request without a host, with two, or with a strange encoding. */
const isPlain = (request: IncomingMessage): boolean =>
  (request.method === 'GET' || request.method === 'HEAD') &&
  Boolean(request.headers.host) &&
  request.headers['transfer-encoding'] === undefined &&
  countHosts(request) === 1

/** Headers that are of one request alone, or of the form in which it is sent. */
const OWN: ReadonlySet<string> = new Set(
  [REQUEST_ID_HEADER, TIMING_HEADER, 'Content-Length'].map((name) => name.toLowerCase()),
)

/** Headers that a 304 has no use for. */
const OF_CONTENT: ReadonlySet<string> = new Set(['link', 'content-type', 'content-encoding'])

const withoutContent = (headers: readonly string[]): string[] =>
  headers.filter((_, i) => !OF_CONTENT.has(headers[i - (i % 2)] as string))

/** Sends past the response's own store of headers, which costs more than all the rest. */
function send(
  { headers, body, validators }: Kept,
  own: readonly string[],
  request: IncomingMessage,
  response: ServerResponse,
): number | undefined {
  if (fresh(request.headers, validators)) {
    response.writeHead(304, [...withoutContent(headers), ...own]).end()
    return undefined
  }
  response.writeHead(200, [...headers, ...own, 'Content-Length', String(body.length)]).end(body)
  return body.length
}

/** What is kept of the request; what goes wrong goes wrong again where Koa answers for it. */
function find(serve: Serve, request: IncomingMessage): Kept | undefined {
  try {
    const { memory, recalled } = serve()
    const found = memory && isPlain(request) ? memory.kept.get(keyOf(request)) : undefined
    if (found) recalled.hits++
    return found
  } catch {
    return undefined
  }
}

/**
 * Answers with what is kept, if there is such an answer.
 * @param timed whether the answer says how long it took
 * @returns whether it has answered
 */
export const recalling =
  (serve: Serve, timed: boolean) =>
  (exchange: Exchange, request: IncomingMessage, response: ServerResponse): boolean => {
    const found = find(serve, request)
    if (!found) return false
    exchange.route = () => found.route
    exchange.bytes = send(
      found,
      [REQUEST_ID_HEADER, exchange.id, ...(timed ? [TIMING_HEADER, totalTiming(exchange.start)] : [])],
      request,
      response,
    )
    return true
  }

/** Keeps answers that would be the same if they were asked for again. */
export const keeping = (serve: Serve): Middleware =>
  async function keeping(ctx, next) {
    const served = serve()
    const key = keyOf(ctx.req)
    await next()
    const { body, response, res } = ctx
    if (
      ctx.status !== 200 ||
      !isSame(ctx) ||
      !Buffer.isBuffer(body) ||
      ctx.method !== 'GET' ||
      served !== serve()
    )
      return
    const headers = Object.entries(res.getHeaders()).flatMap(([name, value]) =>
      OWN.has(name) ? [] : [name, String(value)],
    )
    const validators = { etag: response.get('ETag'), 'last-modified': response.get('Last-Modified') }
    served.memory?.kept.set(key, { route: exchangeOf(ctx).route?.(), body, headers, validators })
  }
