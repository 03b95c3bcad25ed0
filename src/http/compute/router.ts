/** From requests to the handlers of routes, and from what these answer to responses. */

import { Router } from '@koa/router'
import type { Context, Middleware } from 'koa'
import { Readable } from 'node:stream'
import { once } from '../../admission/once.ts'
import { Problem } from '../../errors.ts'
import type { Answerer, PlainRequest, TimedAnswer } from './answerer.ts'
import type { GetContext, GraphContext } from '../graph-context.ts'
import { isPieces, type Answer, type Pieces } from '../representation/answer.ts'
import type { Lanes } from '../server/lanes.ts'
import { readBody } from '../request/body.ts'
import type { RouteRequest } from '../request/route-request.ts'
import { queryParametersOf, type RouteServices } from '../request/route.ts'
import type { AvailableRoute } from '../routes/available-routes.ts'
import { requestContextOf } from '../server/request-context.ts'
import { setLinks } from '../middleware/header-limit.ts'
import { contextFor, disconnectSignal, runPart } from '../middleware/request-task.ts'
import { forbidCaching } from '../server/response-cache.ts'
import { addStages, timerOf } from '../server/server-timing.ts'

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
const pendingAnswers = new WeakMap<object, Map<string, Promise<TimedAnswer>>>()

function pendingOver({ graph }: GraphContext): Map<string, Promise<TimedAnswer>> {
  let pending = pendingAnswers.get(graph)
  if (!pending) pendingAnswers.set(graph, (pending = new Map()))
  return pending
}

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
  const pending = pendingOver(context)
  const key = `${path} ${request.url}\n${request.headers.accept}`
  return once(pending, key, (shared) => make(shared).finally(() => pending.delete(key)), task)
}

function requestOf(
  ctx: Context,
  available: AvailableRoute,
  path: RouteRequest['path'],
  context: GraphContext,
  options: RouterOptions,
): RouteRequest {
  const { method, url, querystring } = ctx
  const { headers } = ctx.req
  const bodyType = ctx.is() || undefined
  let body: string | undefined
  return {
    method,
    url,
    querystring,
    path,
    parameters: queryParametersOf(available.route),
    headers,
    bodyType,
    context,
    timer: timerOf(ctx),
    get signal() {
      return disconnectSignal(ctx)
    },
    readBody: async () => (body ??= await readBody(ctx)),
    compute: () => {
      const { accept } = headers
      const request = { method, url, querystring, path, bodyType, body, headers: { accept } }
      return compute(available, request, context, options)
    },
    onClose: (callback) => void ctx.res.once('close', callback),
  }
}

/** Bytes that a byte which the client has not taken keeps: in the buffers, and in what is not written. */
const UNSENT_FACTOR = 4

/**
 * The bytes of pieces, each made when the client has taken those before, in a task and a time of its own: between two
 * of them nobody holds a place, so that an answer that nobody reads holds up no other.
 */
async function* readPieces(
  ctx: Context,
  context: GraphContext,
  pieces: Pieces,
  { lanes }: RouterOptions,
): AsyncGenerator<string | Buffer> {
  try {
    for (;;) {
      const piece = await runPart(ctx, context, (task) => lanes.downloads.run(task, () => pieces.next(task)))
      if (piece === undefined) return
      const release = lanes.accounts.add(context.task.client, UNSENT_FACTOR * piece.length)
      try {
        yield piece
      } finally {
        release()
      }
    }
  } finally {
    pieces.close()
  }
}

function bodyOf(
  ctx: Context,
  body: Answer['body'],
  context: GraphContext,
  options: RouterOptions,
): Exclude<Answer['body'], Pieces> {
  if (!isPieces(body)) return body
  if (ctx.method !== 'HEAD')
    return Readable.from(readPieces(ctx, context, body, options), { objectMode: false })
  body.close()
  return Readable.from([])
}

/** Writes an answer to the response. */
function respond(
  ctx: Context,
  { status, headers, body, bytes, links = [], uncacheable, stages }: TimedAnswer,
  context: GraphContext,
  options: RouterOptions,
): void {
  ctx.status = status
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined) ctx.remove(name)
    else if (name === 'Vary') ctx.vary(value)
    else ctx.set(name, value)
  }
  ctx.body = bodyOf(ctx, body, context, options)
  if (bytes !== undefined) ctx.length = bytes
  setLinks(ctx, links)
  if (stages) addStages(ctx, stages)
  if (!uncacheable) return
  ctx.set('Cache-Control', uncacheable)
  forbidCaching(ctx)
}

const SERVER_METHODS = ['GET', 'HEAD', 'OPTIONS']

/** OPTIONS is answered with Allow; `*` means the server as a whole. */
function answerMethod(ctx: Context, methods: readonly string[]): void {
  const allow = [...new Set([...methods, 'OPTIONS'])].sort().join(', ')
  if (ctx.method !== 'OPTIONS')
    throw new Problem('method-not-allowed', `The methods here are ${allow}.`, { headers: { Allow: allow } })
  ctx.set('Allow', allow)
  ctx.status = 204
}

const noWork = (): never => {
  throw new Error('the main thread does no work')
}

/** The last of the middleware: each request gets an answer or a problem, 404 for a path that no route has. */
export function createRouter(routes: readonly AvailableRoute[], options: RouterOptions): Middleware {
  const { getContext, services, ownIris } = options
  /** The part of the IRI of a record that follows the base, where the URL is the IRI. */
  function ownSuffix({ method, path }: Context): string | undefined {
    if (!ownIris || (method !== 'GET' && method !== 'HEAD')) return undefined
    const { base } = getContext()
    const prefix = base.startsWith(`${ownIris.root}/`) ? base.slice(ownIris.root.length) : undefined
    return prefix !== undefined && path.startsWith(prefix) ? path.slice(prefix.length) : undefined
  }
  async function run(ctx: Context, available: AvailableRoute, path: RouteRequest['path']): Promise<void> {
    const { name, negotiated, runs } = available.route
    requestContextOf(ctx).route = name
    if (negotiated) ctx.vary('Accept')
    const context = contextFor(ctx, getContext)
    const request = requestOf(ctx, available, path, context, options)
    const answer: TimedAnswer =
      runs === 'thread' ? await request.compute(noWork) : await (await available.load())(request, services)
    respond(ctx, answer, context, options)
  }
  const router = new Router()
  const servedBy = new Map(
    routes.map((available) => {
      const layer = router.register(available.pattern, [...available.methods], () => {}, {
        pathAsRegExp: true,
      })
      return [layer, available] as const
    }),
  )
  return async function route(ctx) {
    if (ctx.url === '*' && ctx.method === 'OPTIONS') return answerMethod(ctx, SERVER_METHODS)
    const { path: matching, pathAndMethod } = router.match(ctx.path, ctx.method)
    const found = pathAndMethod[0] && servedBy.get(pathAndMethod[0])
    if (found) return run(ctx, found, found.pattern.exec(ctx.path)?.groups ?? {})
    if (matching.length > 0)
      return answerMethod(
        ctx,
        matching.flatMap(({ methods }) => methods),
      )
    const suffix = ownSuffix(ctx)
    if (ownIris && suffix) return run(ctx, ownIris.route, { suffix })
    throw new Problem('not-found', 'There is no page at this path. The home page (/) lists what there is.')
  }
}
