/**
 * Answers that were given before, found by the request as it stands: before Koa, without reading its target,
 * routing, negotiation or looking up.
 */

import fresh from 'fresh'
import type { Middleware } from 'koa'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isCacheable } from '../representation/response.ts'
import { requestContextOf, REQUEST_ID_HEADER, type RequestContext } from '../server/request-context.ts'
import type { CachedResponse } from '../representation/response-cache.ts'
import type { GetContext } from '../graph-context.ts'
import { countHosts } from './normalize-url.ts'
import { TIMING_HEADER, totalTiming } from './server-timing.ts'

/** Neither a target nor a header can hold a line end. */
const keyOf = ({
  url,
  headers: { accept = '', 'accept-encoding': encoding = '' },
}: IncomingMessage): string => `${url}\n${accept}\n${encoding}`

/** Koa refuses a request without a host, with two, or with a strange encoding. */
const isCacheableRequest = (request: IncomingMessage): boolean =>
  (request.method === 'GET' || request.method === 'HEAD') &&
  Boolean(request.headers.host) &&
  request.headers['transfer-encoding'] === undefined &&
  countHosts(request) === 1

/** Headers that are of one request alone, or of the form in which it is sent. */
const PER_REQUEST_HEADERS: ReadonlySet<string> = new Set(
  [REQUEST_ID_HEADER, TIMING_HEADER, 'Content-Length'].map((name) => name.toLowerCase()),
)

/** Headers that a 304 has no use for. */
const REPRESENTATION_HEADERS: ReadonlySet<string> = new Set(['link', 'content-type', 'content-encoding'])

const withoutRepresentationHeaders = (headers: readonly string[]): string[] =>
  headers.filter((_, i) => !REPRESENTATION_HEADERS.has(headers[i - (i % 2)] as string))

/** Sends past the response's own store of headers, which costs more than all the rest. */
function send(
  { headers, body, validators }: CachedResponse,
  perRequest: readonly string[],
  request: IncomingMessage,
  response: ServerResponse,
): number | undefined {
  if (fresh(request.headers, validators)) {
    response.writeHead(304, [...withoutRepresentationHeaders(headers), ...perRequest]).end()
    return undefined
  }
  response.writeHead(200, [...headers, ...perRequest, 'Content-Length', String(body.length)]).end(body)
  return body.length
}

/** What is kept of the request; what goes wrong goes wrong again where Koa answers for it. */
function findCached(getContext: GetContext, request: IncomingMessage): CachedResponse | undefined {
  try {
    const { responseCache, cacheStats } = getContext()
    const found =
      responseCache && isCacheableRequest(request) ? responseCache.byRequest.get(keyOf(request)) : undefined
    if (found) cacheStats.hits++
    return found
  } catch {
    return undefined
  }
}

/**
 * Answers with what is kept, if there is such an answer.
 * @param serverTiming whether the answer says how long it took
 * @returns whether it has answered
 */
export const serveFromCache =
  (getContext: GetContext, serverTiming: boolean) =>
  (requestContext: RequestContext, request: IncomingMessage, response: ServerResponse): boolean => {
    const found = findCached(getContext, request)
    if (!found) return false
    requestContext.route = () => found.route
    requestContext.bytes = send(
      found,
      [
        REQUEST_ID_HEADER,
        requestContext.id,
        ...(serverTiming ? [TIMING_HEADER, totalTiming(requestContext.start)] : []),
      ],
      request,
      response,
    )
    return true
  }

/** Keeps answers that would be the same if they were asked for again. */
export const storeInCache = (getContext: GetContext): Middleware =>
  async function storeInCache(ctx, next) {
    const context = getContext()
    const key = keyOf(ctx.req)
    await next()
    const { body, response, res } = ctx
    if (
      ctx.status !== 200 ||
      !isCacheable(ctx) ||
      !Buffer.isBuffer(body) ||
      ctx.method !== 'GET' ||
      context !== getContext()
    )
      return
    const headers = Object.entries(res.getHeaders()).flatMap(([name, value]) =>
      PER_REQUEST_HEADERS.has(name) ? [] : [name, String(value)],
    )
    const validators = { etag: response.get('ETag'), 'last-modified': response.get('Last-Modified') }
    context.responseCache?.byRequest.set(key, {
      route: requestContextOf(ctx).route?.(),
      body,
      headers,
      validators,
    })
  }
