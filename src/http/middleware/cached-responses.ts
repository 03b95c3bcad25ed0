/**
 * Responses from the cache, keyed by URL, Accept and Accept-Encoding. Hits bypass Koa: no routing, no
 * negotiation, no lookup.
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

/** Requests that Koa must reject (no Host, several, an unknown encoding) may not bypass it. */
const isCacheableRequest = (request: IncomingMessage): boolean =>
  (request.method === 'GET' || request.method === 'HEAD') &&
  Boolean(request.headers.host) &&
  request.headers['transfer-encoding'] === undefined &&
  countHosts(request) === 1

/** Headers that differ from request to request. */
const PER_REQUEST_HEADERS: ReadonlySet<string> = new Set(
  [REQUEST_ID_HEADER, TIMING_HEADER, 'Content-Length'].map((name) => name.toLowerCase()),
)

/** Headers of the representation, which a 304 leaves out. */
const REPRESENTATION_HEADERS: ReadonlySet<string> = new Set(['link', 'content-type', 'content-encoding'])

const withoutRepresentationHeaders = (headers: readonly string[]): string[] =>
  headers.filter((_, i) => !REPRESENTATION_HEADERS.has(headers[i - (i % 2)] as string))

/** Passes headers to writeHead as an array: setHeader would cost more than everything else here. */
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

/** The cached response to a request. A failure here is ignored: Koa meets it again and reports it. */
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
 * Responds from the cache.
 * @param serverTiming whether the response has the header Server-Timing
 * @returns whether there was a cached response
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

/** Stores responses that are marked cacheable. */
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
