/**
 * The response cache, in front of all else: complete responses by URL and negotiated headers, for the graph that is
 * served. A hit needs no routing, no negotiation and no lookup. 304 and 412 are decided here, cache or not.
 */

import fresh from 'fresh'
import { LRUCache } from 'lru-cache'
import type { Middleware } from 'koa'
import type { IncomingMessage } from 'node:http'
import { pipeline, Readable } from 'node:stream'
import { accounts } from '../../admission/accounts.ts'
import type { GetContext, GraphContext } from '../../api/graph-context.ts'
import { encodingFor } from '../../api/negotiate.ts'
import { languageKey } from './language.ts'
import { exchangeOf, isReading, REQUEST_ID_HEADER, type Exchange } from './exchange.ts'
import { countHosts } from './normalize-url.ts'

/** A complete response, as it is sent. */
export interface CompleteResponse {
  readonly status: number
  readonly body: Buffer
  /** Names and values by turns. */
  readonly headers: readonly string[]
  readonly validators: Validators
}

interface CachedResponse extends CompleteResponse {
  readonly route: string | undefined
  /** Parts of it can be had, which the route makes. */
  readonly hasRanges: boolean
}

type Validators = Readonly<Record<'etag' | 'last-modified', string>>

export interface ResponseCache {
  /** The response to a request; undefined if there is none. */
  find(request: IncomingMessage): CachedResponse | undefined
  /** Stores the response to a request. */
  store(request: IncomingMessage, context: GraphContext, response: CachedResponse): void
  /** For /metrics. */
  statistics(): { readonly bytes: number; readonly hits: number; readonly misses: number }
}

/**
 * What a response depends on, beside the graph: neither a target nor a header can hold a line end. Of
 * Accept-Encoding and Accept-Language, the choice counts.
 */
function keyOf(request: IncomingMessage, { about }: GraphContext): string {
  const {
    url,
    headers: { accept = '*/*', 'accept-encoding': encoding = '' },
  } = request
  return `${url}\n${accept}\n${encodingFor(encoding)}${languageKey(request, about)}`
}

const hasPrecondition = ({ headers }: IncomingMessage): boolean =>
  headers['if-match'] !== undefined || headers['if-unmodified-since'] !== undefined

/** Requests that must be refused (no Host, several, an unknown encoding) may not bypass what does that. */
const isCacheableRequest = (request: IncomingMessage): boolean =>
  isReading(request) &&
  Boolean(request.headers.host) &&
  request.headers['transfer-encoding'] === undefined &&
  !hasPrecondition(request) &&
  countHosts(request) === 1

/** Statuses of what depends on nothing but the graph and the request. */
const CACHEABLE_STATUSES: ReadonlySet<number> = new Set([200, 300, 303, 404])

/** Whether the next request would get the same. */
export const isCacheable = (request: IncomingMessage, status: number): boolean =>
  CACHEABLE_STATUSES.has(status) && isReading(request)

/** Headers of the representation, which a 304 leaves out. */
const REPRESENTATION_HEADERS: ReadonlySet<string> = new Set(['Link', 'Content-Type', 'Content-Encoding'])

const withoutRepresentationHeaders = (headers: readonly string[]): string[] =>
  headers.filter((_, i) => !REPRESENTATION_HEADERS.has(headers[i - (i % 2)] as string))

/** Only what is there can be unchanged: `If-None-Match: *` means nothing for other statuses. */
const isFresh = (request: IncomingMessage, status: number, validators: Validators): boolean =>
  (status === 200 || status === 206) && validators.etag !== '' && fresh(request.headers, validators)

/** Whether If-Match or If-Unmodified-Since asks for another version (RFC 9110 section 13.2.2): that is 412. */
export function isOutdated(request: IncomingMessage, status: number, validators: Validators): boolean {
  const isValidated = isReading(request) && validators['last-modified'] !== ''
  if (!isValidated || (status !== 200 && status !== 206)) return false
  const { 'if-match': tags, 'if-unmodified-since': date } = request.headers
  if (tags === undefined) return Date.parse(validators['last-modified']) > Date.parse(date ?? '')
  const known: readonly string[] = tags.match(/(?:W\/)?"[^"]*"/g) ?? []
  // The comparison is the strong one.
  return tags !== '*' && (validators.etag.startsWith('W/') || !known.includes(validators.etag))
}

export const validatorsOf = (headers: Readonly<Record<string, string>>): Validators => ({
  etag: headers['ETag'] ?? '',
  'last-modified': headers['Last-Modified'] ?? '',
})

/**
 * Sends the head of a response, which may be that it is unchanged, with what each has for itself, cached or not.
 * Headers are passed to writeHead as an array: setHeader would cost more than everything else here.
 * @returns whether its body is to follow
 */
export function sendHead(
  exchange: Exchange,
  { status, headers, validators }: Omit<CompleteResponse, 'body'>,
  length: number | undefined,
): boolean {
  const { request, response, id } = exchange
  const isUnchanged = isFresh(request, status, validators)
  const fields = isUnchanged ? withoutRepresentationHeaders(headers) : [...headers]
  if (!isUnchanged) exchange.bytes = length
  if (!isUnchanged && length !== undefined && status !== 204) fields.push('Content-Length', String(length))
  fields.push(REQUEST_ID_HEADER, id)
  response.writeHead(isUnchanged ? 304 : status, fields)
  const hasBody = !isUnchanged && request.method !== 'HEAD'
  if (!hasBody) response.end()
  return hasBody
}

/** Bytes of the parts in which long bodies are sent: so it can be seen how fast a client takes them. */
const PART_BYTES = 1 << 15

/** Bytes of a body that is long. */
const LONG_BYTES = 1 << 20

async function* partsOf(pieces: Iterable<Buffer> | AsyncIterable<string | Buffer>): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece
    for (let from = 0; from < bytes.length; from += PART_BYTES) yield bytes.subarray(from, from + PART_BYTES)
  }
}

export const inParts = (...pieces: Parameters<typeof partsOf>): Readable =>
  Readable.from(partsOf(...pieces), { objectMode: false })

/** Sends a response, or that it is unchanged. */
export function send({ body, ...head }: CompleteResponse, exchange: Exchange): void {
  if (!sendHead(exchange, head, body.length)) return
  const { response, client } = exchange
  if (body.length < LONG_BYTES) {
    response.end(body)
    return
  }
  response.once('close', accounts.add(client, body.length))
  // Where it fails, its client has left.
  pipeline(inParts([body]), response, () => {})
}

/** Bytes of an entry beside its body, its headers and its key. */
const OVERHEAD_BYTES = 1000

const sizeOf = ({ body, headers }: CachedResponse, key: string): number =>
  headers.reduce((sum, text) => sum + text.length, body.length + 2 * key.length + OVERHEAD_BYTES)

const MEGABYTE = 1_000_000

/** A response may have this part of the cache at most, so that one does not drive out all others. */
const MAX_SHARE = 1 / 4

/** @param megabytes of all responses together */
export function createResponseCache(
  getContext: GetContext,
  { cache: megabytes }: { readonly cache: number },
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

  return {
    /** A failure here is ignored: the stack meets it again and reports it. */
    find(request) {
      try {
        const context = getContext()
        useContext(context)
        if (!isCacheableRequest(request)) return undefined
        const found = entries.get(keyOf(request, context))
        if (!found || (found.hasRanges && request.headers.range !== undefined)) return undefined
        counts.hits++
        return found
      } catch {
        return undefined
      }
    },
    store(request, context, response) {
      if (context !== getContext()) return
      useContext(context)
      counts.misses++
      entries.set(keyOf(request, context), response)
    },
    statistics: () => ({ bytes: entries.calculatedSize, ...counts }),
  }
}

/** Answers what the cache has; all else goes on. */
export const cached = (cache: ResponseCache): Middleware =>
  function cached(ctx, next) {
    const found = cache.find(ctx.req)
    if (!found) return next()
    const exchange = exchangeOf(ctx)
    exchange.route = found.route
    return send(found, exchange)
  }
