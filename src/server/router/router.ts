/** The router: from requests to the handlers of routes, in the main thread or a worker, and to what these answer. */

import { Router as KoaRouter } from '@koa/router'
import type { Middleware } from 'koa'
import type { IncomingMessage } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { accounts } from '../../admission/accounts.ts'
import { mapsByOwner, once } from '../../admission/once.ts'
import { Problem } from '../../config/errors.ts'
import type { Answerer, PlainRequest, TimedAnswer } from '../compute/answerer.ts'
import type { Answer, Pieces } from '../../api/answer.ts'
import { exchangeOf, type Exchange } from '../http/request-response.ts'
import { inLanguageOf, type GetContext, type GraphContext } from '../../api/graph-context.ts'
import type { Lanes } from '../../admission/lanes.ts'
import { retryLater } from '../../admission/retry-later.ts'
import { bodyTypeOf, readBody } from '../../api/request/body.ts'
import type { RouteRequest } from '../../api/request/route-request.ts'
import { isTrap, type RouteServices } from '../../api/request/route.ts'
import type { AvailableRoute } from '../routes/available-routes.ts'
import { closeWith, contextFor, disconnectSignal, runPart } from './request-task.ts'
import { addStages, timerOf } from '../../api/server-timing.ts'

/** What all requests have in common. */
interface RouterOptions {
  readonly getContext: GetContext
  readonly services: RouteServices
  readonly lanes: Lanes
  /** Makes the answers that take work. */
  readonly answerer: Answerer
  /** Answers requests below the base of the graph that no route takes; absent: nobody does. */
  readonly ownIris?: { readonly root: string; readonly route: AvailableRoute } | undefined
}

/** Answers that are being made for a graph: who asks for the same meanwhile waits for it, too. */
const pendingOver = mapsByOwner<TimedAnswer>()

/** Has an answer made when there is a place for it, once for all who ask for it at the same time. */
function compute(
  { route: { path, lane = 'lists', perClient } }: AvailableRoute,
  request: Omit<PlainRequest, 'route'>,
  context: GraphContext,
  { lanes, answerer }: RouterOptions,
): Promise<TimedAnswer> {
  const { task } = context
  const make: Parameters<typeof once<string, TimedAnswer>>[2] = (shared) =>
    lanes[lane].run(shared, () => answerer.answer(shared, { ...request, route: path }, context))
  if (perClient || request.method === 'POST') return make(task)
  const pending = pendingOver(context.graph)
  const key = `${path} ${request.url}\n${request.headers.accept}\n${JSON.stringify(request.language)}`
  return once(pending, key, (shared) => make(shared).finally(() => pending.delete(key)), task)
}

/** Small answers that wait for a turn of the event loop. */
let newcomers = 0

/** Whether nothing else is being made, or has come with this request: then a small answer holds up nobody. */
async function isAlone({ lists }: Lanes): Promise<boolean> {
  newcomers++
  await nextTurn()
  return newcomers-- === 1 && lists.running + lists.waiting === 0
}

function requestOf(
  exchange: Exchange,
  available: AvailableRoute,
  path: RouteRequest['path'],
  context: GraphContext,
  options: RouterOptions,
): RouteRequest {
  const { request, response, url, language } = exchange
  const { lanes } = options
  const { method = '', headers } = request
  const querystring = queryOf(url)
  const bodyType = bodyTypeOf(headers)
  let body: string | undefined
  return {
    method,
    url,
    querystring,
    path,
    parameters: available.parameters,
    headers,
    bodyType,
    context,
    get site() {
      return inLanguageOf(context, exchange)
    },
    language,
    timer: timerOf(exchange.durations, response),
    get signal() {
      return disconnectSignal(exchange)
    },
    readBody: async () => (body ??= await readBody(request)),
    async compute(_, small) {
      const here = small && (await isAlone(lanes)) && small()
      if (here) return lanes.lists.run(context.task, here)
      const names = ['accept', ...(available.route.headers ?? [])]
      const sent = Object.fromEntries(
        names.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])),
      )
      const plain = { method, url, querystring, path, bodyType, body, language, headers: sent }
      return compute(available, plain, context, options)
    },
  }
}

const pathOf = (url: string): string => {
  const mark = url.indexOf('?')
  return mark === -1 ? url : url.slice(0, mark)
}

const queryOf = (url: string): string => {
  const mark = url.indexOf('?')
  return mark === -1 ? '' : url.slice(mark + 1)
}

/** Bytes that a byte which the client has not taken keeps: in the buffers, and in what is not written. */
const UNSENT_FACTOR = 4

const DAY = '86400'

/** What a browser asks before a request that is not simple. */
const preflightHeaders = (allow: string): Answer['headers'] => ({
  'Access-Control-Allow-Methods': allow,
  'Access-Control-Allow-Headers': '*',
  'Access-Control-Max-Age': DAY,
})

const SERVER_METHODS = ['GET', 'HEAD', 'OPTIONS']

/** OPTIONS is answered with Allow; `*` means the server as a whole. */
function methodsAnswer({ method, headers }: IncomingMessage, methods: readonly string[]): Answer {
  const allow = [...new Set([...methods, 'OPTIONS'])].sort().join(', ')
  if (method !== 'OPTIONS')
    throw new Problem('method-not-allowed', `The methods here are ${allow}.`, { headers: { Allow: allow } })
  const preflight = headers['access-control-request-method'] ? preflightHeaders(allow) : {}
  return { status: 204, headers: { Allow: allow, ...preflight }, body: '' }
}

const noWork = (): never => {
  throw new Error('the main thread does no work')
}

export interface Router {
  /** The last of the middleware: answers, or throws the problem that is the answer, 404 for a path of no route. */
  readonly middleware: Middleware
  /**
   * The bytes of pieces, each made when the client has taken those before, in a task and a time of its own: between
   * two of them nobody holds a place, so that an answer that nobody reads holds up no other.
   */
  pieces(exchange: Exchange, pieces: Pieces, context: GraphContext): AsyncGenerator<string | Buffer>
}

export function createRouter(routes: readonly AvailableRoute[], options: RouterOptions): Router {
  const { getContext, services, lanes, ownIris } = options
  /** The part of the IRI of a record that follows the base, where the URL is the IRI. */
  function ownSuffix(method: string, path: string): string | undefined {
    if (!ownIris || (method !== 'GET' && method !== 'HEAD')) return undefined
    const { base } = getContext()
    const prefix = base.startsWith(`${ownIris.root}/`) ? base.slice(ownIris.root.length) : undefined
    return prefix !== undefined && path.startsWith(prefix) ? path.slice(prefix.length) : undefined
  }
  async function run(
    exchange: Exchange,
    available: AvailableRoute,
    path: RouteRequest['path'],
  ): Promise<Answer> {
    const { name, negotiated, runs } = available.route
    exchange.requestContext.route = name
    const request = requestOf(exchange, available, path, contextFor(exchange, getContext), options)
    const answer: TimedAnswer =
      runs === 'thread' ? await request.compute(noWork) : await (await available.load())(request, services)
    closeWith(exchange, answer)
    if (answer.showsChanges && services.lateSince(request.context.graph) !== undefined)
      throw retryLater('A newer graph is being opened.')
    if (exchange.durations && answer.stages) addStages(exchange.durations, answer.stages)
    const headers = isTrap(available.route, request.querystring)
      ? { ...answer.headers, 'X-Robots-Tag': 'noindex' }
      : answer.headers
    return { ...answer, headers, ...(negotiated && { isNegotiated: true }) }
  }
  const table = new KoaRouter()
  const routeOf = new Map(
    routes.map((available) => {
      const { pattern, methods } = available
      return [table.register(pattern, [...methods], () => {}, { pathAsRegExp: true }), available] as const
    }),
  )
  async function answer(exchange: Exchange): Promise<Answer> {
    const { request, url } = exchange
    const { method = '' } = request
    if (url === '*' && method === 'OPTIONS') return methodsAnswer(request, SERVER_METHODS)
    const path = pathOf(url)
    const { path: matching, pathAndMethod } = table.match(path, method)
    const found = pathAndMethod[0] && routeOf.get(pathAndMethod[0])
    if (found) return run(exchange, found, found.pattern.exec(path)?.groups ?? {})
    if (matching.length > 0)
      return methodsAnswer(
        request,
        matching.flatMap(({ methods }) => methods),
      )
    const suffix = ownSuffix(method, path)
    if (ownIris && suffix) return run(exchange, ownIris.route, { suffix })
    throw new Problem('not-found', 'There is no page at this path. The home page (/) lists what there is.')
  }
  return {
    async middleware(ctx) {
      const exchange = exchangeOf(ctx)
      exchange.answer = await answer(exchange)
    },
    async *pieces(exchange, pieces, context) {
      const { client } = exchange.requestContext
      for (;;) {
        const piece = await runPart(exchange, context, (task) =>
          lanes.downloads.run(task, () => pieces.next(task)),
        )
        if (piece === undefined) return
        const release = accounts.add(client, UNSENT_FACTOR * piece.length)
        try {
          yield piece
        } finally {
          release()
        }
      }
    },
  }
}
