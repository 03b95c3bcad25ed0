/** From requests to the handlers of routes, and from what these answer to responses. */

import { Router } from '@koa/router'
import type { Context, Middleware } from 'koa'
import { Problem } from '../../errors.ts'
import type { GetContext } from '../graph-context.ts'
import type { Answer } from '../representation/answer.ts'
import type { Lanes } from '../server/lanes.ts'
import { readBody } from '../request/body.ts'
import type { RouteRequest } from '../request/route-request.ts'
import {
  patternOf,
  queryParametersOf,
  type Handler,
  type Route,
  type RouteServices,
} from '../routes/route.ts'
import { requestContextOf } from '../server/request-context.ts'
import { setLinks } from './header-limit.ts'
import { contextFor, disconnectSignal, runPart } from './request-task.ts'
import { forbidCaching } from './response-cache.ts'
import { timerOf } from './server-timing.ts'

/** A route that is served. */
export interface ServedRoute {
  readonly route: Route
  readonly methods: readonly string[]
  readonly pattern: RegExp
  /** Reads the code of the handler once; where that fails, the next request tries again. */
  readonly load: () => Promise<Handler>
}

function loader(handler: Route['handler']): () => Promise<Handler> {
  let loading: Promise<Handler> | undefined
  return () =>
    (loading ??= Promise.resolve()
      .then(handler)
      .catch((error: unknown) => {
        loading = undefined
        throw error
      }))
}

export const serveRoute = (route: Route): ServedRoute => ({
  route,
  methods: ['GET', 'HEAD', ...(route.post ? ['POST'] : [])],
  pattern: patternOf(route.path),
  load: loader(route.handler),
})

/** Reads the code of all routes, one after another. @throws Error if one cannot be read, the others are */
export async function loadAll(routes: readonly ServedRoute[]): Promise<void> {
  const faults: unknown[] = []
  for (const { load } of routes) await load().catch((error: unknown) => faults.push(error))
  if (faults.length > 0) throw faults[0]
}

/** What all requests have in common. */
interface RouterOptions {
  readonly getContext: GetContext
  readonly services: RouteServices
  readonly lanes: Lanes
  /** Answers requests below the base of the graph that no route takes; absent: nobody does. */
  readonly ownIris?: { readonly root: string; readonly route: ServedRoute } | undefined
}

function requestOf(
  ctx: Context,
  { route }: ServedRoute,
  path: RouteRequest['path'],
  { getContext, lanes }: RouterOptions,
): RouteRequest {
  const context = contextFor(ctx, getContext)
  const { task } = context
  return {
    method: ctx.method,
    url: ctx.url,
    querystring: ctx.querystring,
    path,
    parameters: queryParametersOf(route),
    headers: ctx.req.headers,
    bodyType: ctx.is() || undefined,
    context,
    timer: timerOf(ctx),
    get signal() {
      return disconnectSignal(ctx)
    },
    readBody: () => readBody(ctx),
    inLane: (work) => (route.lane ? lanes[route.lane].run(task, work) : work()),
    runPart: (work) => runPart(ctx, context, (part) => lanes.downloads.run(part.task, () => work(part))),
    countUnsent: (bytes) => lanes.accounts.add(task.client, bytes),
    onClose: (callback) => void ctx.res.once('close', callback),
  }
}

/** Writes an answer to the response. */
function respond(ctx: Context, { status, headers, body, bytes, links = [], uncacheable }: Answer): void {
  ctx.status = status
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined) ctx.remove(name)
    else if (name === 'Vary') ctx.vary(value)
    else ctx.set(name, value)
  }
  ctx.body = body
  if (bytes !== undefined) ctx.length = bytes
  setLinks(ctx, links)
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

/** The last of the middleware: each request gets an answer or a problem, 404 for a path that no route has. */
export function createRouter(routes: readonly ServedRoute[], options: RouterOptions): Middleware {
  const { getContext, services, ownIris } = options
  /** The part of the IRI of a record that follows the base, where the URL is the IRI. */
  function ownSuffix({ method, path }: Context): string | undefined {
    if (!ownIris || (method !== 'GET' && method !== 'HEAD')) return undefined
    const { base } = getContext()
    const prefix = base.startsWith(`${ownIris.root}/`) ? base.slice(ownIris.root.length) : undefined
    return prefix !== undefined && path.startsWith(prefix) ? path.slice(prefix.length) : undefined
  }
  async function run(ctx: Context, served: ServedRoute, path: RouteRequest['path']): Promise<void> {
    const { name, negotiated } = served.route
    requestContextOf(ctx).route = name
    if (negotiated) ctx.vary('Accept')
    const handler = await served.load()
    respond(ctx, await handler(requestOf(ctx, served, path, options), services))
  }
  const router = new Router()
  const servedBy = new Map(
    routes.map((served) => {
      const layer = router.register(served.pattern, [...served.methods], () => {}, { pathAsRegExp: true })
      return [layer, served] as const
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
