/**
 * The response cache, in front of Koa: complete responses by URL and negotiated headers, for the graph that is
 * served. A hit needs no routing, no negotiation and no lookup. 304 is decided here, cache or not.
 */

import fresh from 'fresh'
import type { Context, Middleware } from 'koa'
import { LRUCache } from 'lru-cache'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { memoize } from '../../model/values/memoize.ts'
import type { GetContext, GraphContext } from '../graph-context.ts'
import { encodingFor } from '../negotiate.ts'
import { REQUEST_ID_HEADER, requestContextOf, type RequestContext } from './request-context.ts'
import { countHosts } from './normalize-url.ts'
import { TIMING_HEADER, totalTiming } from './server-timing.ts'

/** A complete response, as it was sent. */
interface CachedResponse {
  readonly route: string | undefined
  readonly status: number
  readonly body: Buffer
  /** Names and values by turns. */
  readonly headers: readonly string[]
  readonly validators: Validators
  /** Parts of it can be had, which the route makes. */
  readonly hasRanges: boolean
}

type Validators = Readonly<Record<'etag' | 'last-modified', string>>

export interface ResponseCache {
  /** Responds to a request from the cache. @returns whether there was a response */
  serve(requestContext: RequestContext, request: IncomingMessage, response: ServerResponse): boolean
  /** Stores a response to the request with a key, if it is one that the next request would get as well. */
  store(key: string, context: GraphContext, ctx: Context): void
  /** For /metrics. */
  statistics(): { readonly bytes: number; readonly hits: number; readonly misses: number }
}

const isReading = ({ method }: Pick<IncomingMessage, 'method'>): boolean =>
  method === 'GET' || method === 'HEAD'

/** The encoding that a header asks for; clients have few. */
const encodingName = memoize((accept) => encodingFor(accept) ?? 'identity', 100)

/**
 * What a response depends on, beside the graph: neither a target nor a header can hold a line end. Of
 * Accept-Encoding, the choice counts.
 */
const keyOf = ({
  url,
  headers: { accept = '*/*', 'accept-encoding': encoding = '' },
}: IncomingMessage): string => `${url}\n${accept}\n${encodingName(encoding)}`

/** Requests that Koa must reject (no Host, several, an unknown encoding) may not bypass it. */
const isCacheableRequest = (request: IncomingMessage): boolean =>
  isReading(request) &&
  Boolean(request.headers.host) &&
  request.headers['transfer-encoding'] === undefined &&
  countHosts(request) === 1

/** Statuses of what depends on nothing but the graph and the request. */
const CACHEABLE_STATUSES: ReadonlySet<number> = new Set([200, 300, 303, 404])

/** Headers that differ from request to request. */
const PER_REQUEST_HEADERS: ReadonlySet<string> = new Set(
  [REQUEST_ID_HEADER, TIMING_HEADER, 'Content-Length'].map((name) => name.toLowerCase()),
)

/** Headers of the representation, which a 304 leaves out. */
const REPRESENTATION_HEADERS: ReadonlySet<string> = new Set(['link', 'content-type', 'content-encoding'])

const withoutRepresentationHeaders = (headers: readonly string[]): string[] =>
  headers.filter((_, i) => !REPRESENTATION_HEADERS.has(headers[i - (i % 2)] as string))

/** Only what is there can be unchanged: `If-None-Match: *` means nothing for other statuses. */
const isFresh = (request: IncomingMessage, status: number, validators: Validators): boolean =>
  (status === 200 || status === 206) && validators.etag !== '' && fresh(request.headers, validators)

const validatorsOf = ({ res }: Context): Validators => ({
  etag: res.getHeader('ETag')?.toString() ?? '',
  'last-modified': res.getHeader('Last-Modified')?.toString() ?? '',
})

/** Keeps a response out of the cache, which repeats all others for equal requests. */
export function forbidCaching(ctx: Context): void {
  ctx.state['uncacheable'] = true
}

const isUncacheable = (ctx: Context): boolean => ctx.state['uncacheable'] === true

/** Passes headers to writeHead as an array: setHeader would cost more than everything else here. */
function send(
  { status, headers, body, validators }: CachedResponse,
  perRequest: readonly string[],
  request: IncomingMessage,
  response: ServerResponse,
): number | undefined {
  if (isFresh(request, status, validators)) {
    response.writeHead(304, [...withoutRepresentationHeaders(headers), ...perRequest]).end()
    return undefined
  }
  response.writeHead(status, [...headers, ...perRequest, 'Content-Length', String(body.length)]).end(body)
  return body.length
}

/** Bytes of an entry beside its body, its headers and its key. */
const OVERHEAD_BYTES = 1000

const sizeOf = ({ body, headers }: CachedResponse, key: string): number =>
  headers.reduce((sum, text) => sum + text.length, body.length + 2 * key.length + OVERHEAD_BYTES)

const MEGABYTE = 1_000_000

/** A response may have this part of the cache at most, so that one does not drive out all others. */
const MAX_SHARE = 1 / 4

function entryOf(ctx: Context): CachedResponse | undefined {
  const { body, status, method, res } = ctx
  if (!CACHEABLE_STATUSES.has(status) || !isReading({ method }) || isUncacheable(ctx)) return undefined
  if (typeof body === 'string') ctx.body = Buffer.from(body)
  if (!Buffer.isBuffer(ctx.body)) return undefined
  const headers = Object.entries(res.getHeaders()).flatMap(([name, value]) =>
    PER_REQUEST_HEADERS.has(name) ? [] : [name, String(value)],
  )
  return {
    route: requestContextOf(ctx).route,
    status,
    body: ctx.body,
    headers,
    validators: validatorsOf(ctx),
    hasRanges: res.hasHeader('Accept-Ranges'),
  }
}

/**
 * @param megabytes of all responses together
 * @param serverTiming whether a response has the header Server-Timing
 */
export function createResponseCache(
  getContext: GetContext,
  { cache: megabytes, serverTiming }: { readonly cache: number; readonly serverTiming: boolean },
): ResponseCache {
  const maxSize = megabytes * MEGABYTE
  const entries = new LRUCache<string, CachedResponse>({
    maxSize,
    maxEntrySize: Math.ceil(maxSize * MAX_SHARE),
    sizeCalculation: sizeOf,
  })
  const counts = { hits: 0, misses: 0 }
  /** The graph of the entries: with another one, the cache is empty. */
  let cached: GraphContext | undefined

  function useContext(context: GraphContext): void {
    if (context !== cached) entries.clear()
    cached = context
  }

  /** The cached response to a request. A failure here is ignored: Koa meets it again and reports it. */
  function find(request: IncomingMessage): CachedResponse | undefined {
    try {
      useContext(getContext())
      if (!isCacheableRequest(request)) return undefined
      const found = entries.get(keyOf(request))
      return found?.hasRanges && request.headers.range !== undefined ? undefined : found
    } catch {
      return undefined
    }
  }

  return {
    serve(requestContext, request, response) {
      const found = find(request)
      if (!found) return false
      counts.hits++
      requestContext.route = found.route
      const timing = serverTiming ? [TIMING_HEADER, totalTiming(requestContext.start)] : []
      const perRequest = [REQUEST_ID_HEADER, requestContext.id, ...timing]
      requestContext.bytes = send(found, perRequest, request, response)
      return true
    },
    store(key, context, ctx) {
      const entry = entryOf(ctx)
      if (!entry || context !== getContext()) return
      useContext(context)
      counts.misses++
      entries.set(key, entry)
    },
    statistics: () => ({ bytes: entries.calculatedSize, ...counts }),
  }
}

/** Stores responses, and answers 304 to those who have them. @param cache absent: nothing is stored */
export const conditionalResponses = (getContext: GetContext, cache: ResponseCache | undefined): Middleware =>
  async function conditionalResponses(ctx, next) {
    const context = getContext()
    const key = keyOf(ctx.req)
    await next()
    cache?.store(key, context, ctx)
    if (!isReading(ctx) || !isFresh(ctx.req, ctx.status, validatorsOf(ctx))) return
    ctx.status = 304
    for (const name of REPRESENTATION_HEADERS) ctx.remove(name)
  }
