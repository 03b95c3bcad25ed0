/** From answers to responses: from the cache, else what the middleware behind it answers. */

import type Koa from 'koa'
import type { Middleware } from 'koa'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream'
import { isPieces, type Answer, type Pieces } from '../../api/answer.ts'
import { beginExchange, exchangeOf, type Exchange } from '../http/request-response.ts'
import type { GetContext, GraphContext } from '../../api/graph-context.ts'
import type { Settings } from '../../config/settings.ts'
import { REQUEST_ID_HEADER, type RequestContext } from '../http/request-context.ts'
import { encoders, encodingOf, streamEncoders, type Encoding } from './compression.ts'
import { addLinks } from './header-limit.ts'
import { addCacheHeaders, addLanguage, headersOf, linksIn, type Headers } from './headers.ts'
import { Problem } from '../../config/errors.ts'
import type { AnswerProblem } from './problems.ts'
import { endTasks } from '../router/request-task.ts'
import {
  isCacheable,
  inParts,
  isFresh,
  isOutdated,
  send,
  sendUnchanged,
  validatorsOf,
  type ResponseCache,
} from '../http/response-cache.ts'
import type { Router } from '../router/router.ts'
import { serverTiming, TIMING_HEADER } from '../../api/server-timing.ts'

interface ResponseOptions {
  readonly getContext: GetContext
  readonly settings: Pick<Settings, 'maxAge' | 'serverTiming'>
  /** Absent where nothing is stored. */
  readonly cache?: ResponseCache | undefined
  readonly router: Pick<Router, 'pieces'>
  readonly answerProblem: AnswerProblem
  /** Hears of bodies that could not be sent. */
  readonly onError: (error: unknown) => void
}

/** Responds to a request. */
export type Responder = (
  request: IncomingMessage,
  response: ServerResponse,
  requestContext: RequestContext,
) => void

/** Headers that each response has for itself, cached or not. */
const perRequestOf = (
  { id, start }: RequestContext,
  hasTiming: boolean,
  durations?: Exchange['durations'],
): string[] => [REQUEST_ID_HEADER, id, ...(hasTiming ? [TIMING_HEADER, serverTiming(start, durations)] : [])]

/** The first of the middleware: sends what those behind it answer, and stores it. */
export function responses({
  getContext,
  settings: { maxAge, serverTiming: hasTiming },
  cache,
  router,
  answerProblem,
  onError,
}: ResponseOptions): Middleware {
  const freshness = maxAge === 0 ? 'no-cache' : `public, max-age=${maxAge}`

  async function respond(exchange: Exchange, answer: Answer, context: GraphContext): Promise<void> {
    const { request, response, requestContext, durations } = exchange
    const { status, links = [], bytes, uncacheable } = answer
    const whole = typeof answer.body === 'string' ? Buffer.from(answer.body) : answer.body
    const headers = headersOf(answer)
    if (exchange.language) addLanguage(headers, exchange.language, context.about)
    const encoding = encodingOf(request.headers, headers, isPieces(whole) ? bytes : whole.length)
    const { lastModified } = context
    addCacheHeaders(headers, status, whole, exchange, { freshness, lastModified, isWeak: Boolean(encoding) })
    const validators = validatorsOf(headers)
    if (isOutdated(request, status, validators)) {
      const problem = new Problem(
        'precondition-failed',
        'There is another version now than the request asks for.',
      )
      return respond(exchange, await answerProblem(problem, exchange), context)
    }
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
    addLinks(headers, linksIn(links, headers['Content-Type'], exchange.language), later, hasTiming)
    if (isPieces(body)) sendPieces(exchange, context, headers, { status, body, encoding, length })
    else {
      const complete = {
        status,
        body,
        headers: Object.entries(headers).flat(),
        validators,
        route: requestContext.route,
        hasRanges: headers['Accept-Ranges'] !== undefined,
      }
      if (cache && !uncacheable && isCacheable(request, status)) cache.store(request, context, complete)
      if (!response.destroyed)
        send(complete, perRequestOf(requestContext, hasTiming, durations), request, response, requestContext)
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
    const perRequest = perRequestOf(requestContext, hasTiming, durations)
    const fields = Object.entries(headers).flat()
    const isUnchanged = isFresh(request, status, validatorsOf(headers))
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
    const source = inParts(router.pieces(exchange, body, context))
    // A failure of the body on its way cuts the response off.
    if (encoding) pipeline(source, streamEncoders[encoding](), response, onError)
    else pipeline(source, response, onError)
  }

  return async function responses(ctx, next) {
    // Headers that are written at once cost a third of those that Koa sets one by one.
    ctx.respond = false
    // The graph may be replaced meanwhile; the older date is the safe one.
    const context = getContext()
    const exchange = exchangeOf(ctx)
    await next()
    if (exchange.answer) await respond(exchange, exchange.answer, context)
  }
}

/** Responds from the cache, else by the stack of Koa. @param cache absent where nothing is stored */
export function createResponder(
  stack: Koa,
  cache: ResponseCache | undefined,
  { serverTiming: hasTiming }: Pick<Settings, 'serverTiming'>,
): Responder {
  const handle = stack.callback()
  return function responder(request, response, requestContext) {
    const found = cache?.find(request)
    if (found) {
      requestContext.route = found.route
      send(found, perRequestOf(requestContext, hasTiming), request, response, requestContext)
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
    beginExchange(exchange)
    response.once('close', () => endTasks(exchange))
    void handle(request, response)
  }
}
