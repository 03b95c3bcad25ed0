/** From a request to its response: from the cache, else what the router answers, or a problem. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline, Readable } from 'node:stream'
import { isPieces, type Answer, type Pieces } from '../answer.ts'
import type { Exchange } from '../server/exchange.ts'
import type { GetContext, GraphContext } from '../graph-context.ts'
import type { Settings } from '../../settings.ts'
import type { Log } from '../server/log.ts'
import { REQUEST_ID_HEADER, type RequestContext } from '../server/request-context.ts'
import { encoders, encodingOf, streamEncoders, type Encoding } from './compression.ts'
import { addLinks } from './header-limit.ts'
import { addCacheHeaders, headersOf, type Headers } from './headers.ts'
import { urlNormalizer } from '../server/normalize-url.ts'
import { problemAnswers } from './problems.ts'
import { endTasks } from '../compute/request-task.ts'
import {
  isCacheable,
  isFresh,
  keyOf,
  send,
  sendUnchanged,
  validatorsOf,
  type ResponseCache,
} from '../server/response-cache.ts'
import type { Router } from '../compute/router.ts'
import { serverTiming, TIMING_HEADER } from '../server/server-timing.ts'

interface ResponderOptions {
  /** Public URL of the server. */
  readonly root: string
  readonly log: Log
  readonly getContext: GetContext
  readonly settings: Pick<Settings, 'maxAge' | 'serverTiming'>
  /** Absent where nothing is stored. */
  readonly cache?: ResponseCache | undefined
  readonly router: Router
}

/** Responds to a request. */
export type Responder = (
  request: IncomingMessage,
  response: ServerResponse,
  requestContext: RequestContext,
) => void

/** Codes of errors that only say that the client has disconnected. */
const DISCONNECT_ERROR_CODES: ReadonlySet<string> = new Set([
  'ERR_STREAM_PREMATURE_CLOSE',
  'EPIPE',
  'ECONNRESET',
])

export function createResponder({
  root,
  log,
  getContext,
  settings: { maxAge, serverTiming: hasTiming },
  cache,
  router,
}: ResponderOptions): Responder {
  const normalizeUrl = urlNormalizer(root)
  const problemAnswer = problemAnswers(root, log, getContext)
  const freshness = maxAge === 0 ? 'no-cache' : `public, max-age=${maxAge}`

  function onError(error: unknown): void {
    if (error && !DISCONNECT_ERROR_CODES.has((error as NodeJS.ErrnoException).code ?? ''))
      log.error({ err: error }, 'The response could not be sent.')
  }

  const perRequestOf = ({ id, start }: RequestContext, durations?: Exchange['durations']): string[] => [
    REQUEST_ID_HEADER,
    id,
    ...(hasTiming ? [TIMING_HEADER, serverTiming(start, durations)] : []),
  ]

  async function answerOf(exchange: Exchange): Promise<Answer> {
    try {
      normalizeUrl(exchange)
      return await router.answer(exchange)
    } catch (error) {
      return problemAnswer(error, exchange)
    }
  }

  async function respond(exchange: Exchange, key: string): Promise<void> {
    const { request, response, requestContext, durations } = exchange
    // The graph may be replaced meanwhile; the older date is the safe one.
    const context = getContext()
    const answer = await answerOf(exchange)
    const { status, links = [], bytes, uncacheable } = answer
    const whole = typeof answer.body === 'string' ? Buffer.from(answer.body) : answer.body
    const headers = headersOf(answer)
    const encoding = encodingOf(request.headers, headers, isPieces(whole) ? bytes : whole.length)
    const { lastModified } = context
    addCacheHeaders(headers, status, whole, exchange, { freshness, lastModified, isWeak: Boolean(encoding) })
    if (encoding) {
      headers['Content-Encoding'] = encoding
      // Ranges are those of the file as it is.
      delete headers['Accept-Ranges']
    }
    const body = encoding && !isPieces(whole) ? await encoders[encoding](whole) : whole
    const length = isPieces(body) ? (encoding ? undefined : bytes) : body.length
    const later = {
      [REQUEST_ID_HEADER]: requestContext.id,
      ...(length !== undefined && { 'Content-Length': String(length) }),
    }
    addLinks(headers, links, later, hasTiming)
    if (isPieces(body)) sendPieces(exchange, context, headers, { status, body, encoding, length })
    else {
      const complete = {
        status,
        body,
        headers: Object.entries(headers).flat(),
        validators: validatorsOf(headers),
        route: requestContext.route,
        hasRanges: headers['Accept-Ranges'] !== undefined,
      }
      if (cache && !uncacheable && isCacheable(request, status)) cache.store(key, context, complete)
      if (!response.destroyed)
        send(complete, perRequestOf(requestContext, durations), request, response, requestContext)
    }
  }

  /** Sends a body that is made in pieces. */
  function sendPieces(
    exchange: Exchange,
    context: GraphContext,
    headers: Headers,
    {
      status,
      body,
      encoding,
      length,
    }: { status: number; body: Pieces; encoding: Encoding | undefined; length: number | undefined },
  ): void {
    const { request, response, requestContext, durations } = exchange
    const perRequest = perRequestOf(requestContext, durations)
    const fields = Object.entries(headers).flat()
    const isUnchanged = isFresh(request, status, validatorsOf(headers))
    if (isUnchanged || request.method === 'HEAD' || response.destroyed) body.close()
    if (response.destroyed) return
    if (isUnchanged) return sendUnchanged(fields, perRequest, response)
    if (length !== undefined) {
      fields.push('Content-Length', String(length))
      requestContext.bytes = length
    }
    response.writeHead(status, [...fields, ...perRequest])
    if (request.method === 'HEAD') {
      response.end()
      return
    }
    const source = Readable.from(router.pieces(exchange, body, context), { objectMode: false })
    // A failure of the body on its way cuts the response off.
    if (encoding) pipeline(source, streamEncoders[encoding](), response, onError)
    else pipeline(source, response, onError)
  }

  return function responder(request, response, requestContext) {
    const key = keyOf(request)
    const found = cache?.find(key, request)
    if (found) {
      requestContext.route = found.route
      send(found, perRequestOf(requestContext), request, response, requestContext)
      return
    }
    const exchange: Exchange = {
      request,
      response,
      requestContext,
      url: request.url ?? '/',
      durations: hasTiming ? new Map() : undefined,
      tasks: new Set(),
    }
    response.on('error', onError)
    response.once('close', () => endTasks(exchange))
    respond(exchange, key).catch((error: unknown) => {
      onError(error)
      response.destroy()
    })
  }
}
