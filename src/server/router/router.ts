/** The router: from requests to the handlers of routes, in the main thread or a worker, and to what these answer. */

import { Router as KoaRouter } from '@koa/router'
import type { Context, Middleware } from 'koa'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { mapsByOwner, once } from '../../admission/once.ts'
import { Problem } from '../../config/errors.ts'
import type { Answerer } from '../compute/answerer.ts'
import type { Answer } from '../../api/answer.ts'
import { exchangeOf, isReading, openTaskFor, type Exchange } from '../http/exchange.ts'
import { withTask, type GetContext, type GraphContext } from '../../api/graph-context.ts'
import type { Lanes } from '../../admission/lanes.ts'
import type { Task } from '../../admission/task.ts'
import { retryLater } from '../../admission/retry-later.ts'
import { bodyTypeOf, readBody } from '../../api/request/body.ts'
import { routeRequest, type MainRequest, type PlainRequest } from '../../api/request/route-request.ts'
import { IS_ENDLESS, type Handler, type RouteServices } from '../../api/request/route.ts'
import type { AvailableRoute } from '../routes/available-routes.ts'

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

/** What handlers of the main thread have besides. */
type Means = Pick<MainRequest, 'signal' | 'compute'>

/** Answers that are being made for a graph: who asks for the same meanwhile waits for it, too. */
const pendingOver = mapsByOwner<Answer>()

/** Has an answer made when there is a place for it, once for all who ask for it at the same time. */
function computeInLane(
  { route: { lane = 'lists', perClient, headers: names = [] } }: AvailableRoute,
  request: PlainRequest,
  task: Task,
  context: GraphContext,
  { lanes, answerer }: RouterOptions,
): Promise<Answer> {
  const { route, method, url, language, headers: all } = request
  const sent = ['accept', ...names].filter((name) => all[name] !== undefined)
  const plain = { ...request, headers: Object.fromEntries(sent.map((name) => [name, all[name]])) }
  const make = (own: Task): Promise<Answer> =>
    lanes[lane].run(own, () => answerer.answer(own, plain, context))
  if (perClient || method === 'POST') return make(task)
  const pending = pendingOver(context.graph)
  const key = `${route} ${url}\n${all.accept}\n${JSON.stringify(language)}`
  return once(pending, key, (shared) => make(shared).finally(() => pending.delete(key)), task)
}

/** Small answers that wait for a turn of the event loop. */
let newcomers = 0

/** Makes a small answer if nothing else is being made, or has come with this request: then it holds up nobody. */
async function computeAlone(
  { lists }: Lanes,
  task: Task,
  make: () => Promise<Answer>,
): Promise<Answer | undefined> {
  newcomers++
  await nextTurn()
  return newcomers-- === 1 ? lists.runAlone(task, make) : undefined
}

/** Path and query of a URL. */
function splitUrl(url: string): readonly [path: string, querystring: string] {
  const mark = url.indexOf('?')
  return mark === -1 ? [url, ''] : [url.slice(0, mark), url.slice(mark + 1)]
}

const DAY = '86400'

/** What a browser asks before a request that is not simple. */
const preflightHeaders = (allow: string): Answer['headers'] => ({
  'Access-Control-Allow-Methods': allow,
  'Access-Control-Allow-Headers': '*',
  'Access-Control-Max-Age': DAY,
})

const SERVER_METHODS = ['GET', 'HEAD', 'OPTIONS']

/** OPTIONS is answered with Allow; `*` means the server as a whole. */
function methodsAnswer({ request: { method, headers } }: Exchange, methods: readonly string[]): Answer {
  const allow = [...new Set([...methods, 'OPTIONS'])].sort().join(', ')
  if (method !== 'OPTIONS')
    throw new Problem('method-not-allowed', `The methods here are ${allow}.`, { headers: { Allow: allow } })
  const preflight = headers['access-control-request-method'] ? preflightHeaders(allow) : {}
  return { status: 204, headers: { Allow: allow, ...preflight }, body: '' }
}

/**
 * The last of the middleware: they answer, or throw the problem that is the answer, 404 for a path of no route.
 */
export function createRouter(routes: readonly AvailableRoute[], options: RouterOptions): Middleware[] {
  const { getContext, services, lanes, ownIris } = options

  async function answer(
    exchange: Exchange,
    available: AvailableRoute,
    path: PlainRequest['path'],
  ): Promise<void> {
    const { request, response, url, language } = exchange
    const { route, parameters } = available
    exchange.route = route.name
    const context = getContext()
    const task = openTaskFor(exchange, context.answerTimeout)
    const { method = '', headers } = request
    const [, querystring] = splitUrl(url)
    const plain: PlainRequest = {
      route: route.path,
      method,
      url,
      querystring,
      path,
      headers,
      language,
      ...(method === 'POST' && { bodyType: bodyTypeOf(headers), body: await readBody(request) }),
    }
    const compute = (part?: PlainRequest['part']): Promise<Answer> =>
      computeInLane(available, { ...plain, part }, task, context, options)
    const handle = async (handler: Handler): Promise<Answer> => {
      const own: MainRequest = routeRequest<Means>(plain, parameters, withTask(context, task), {
        signal: () => openTaskFor(exchange, Infinity).signal,
        async compute(name: string, data: unknown, isSmall = false) {
          const make = async (): Promise<Answer> =>
            (await available.loadParts())[name]!(own, data as never, services)
          return (isSmall && (await computeAlone(lanes, task, make))) || compute({ name, data })
        },
      })
      return handler(own, services)
    }
    const made = route.runs === 'main' ? await handle(await available.load()) : await compute()
    const { body } = made
    // What an answer has opened ends with its response, whether it is sent or not.
    if (typeof body !== 'string' && !Buffer.isBuffer(body)) {
      if (response.destroyed) body.close()
      else response.once('close', () => body.close())
    }
    if (made.showsChanges && services.lateSince(context.graph) !== undefined)
      throw retryLater('A newer graph is being opened.')
    // For crawlers that do not heed robots.txt.
    const trap = (route.noindex || IS_ENDLESS.test(querystring)) && { 'X-Robots-Tag': 'noindex' }
    const isNegotiated = route.negotiated || made.isNegotiated
    exchange.answer = { ...made, headers: { ...made.headers, ...trap }, isNegotiated }
  }

  const table = new KoaRouter()
  for (const available of routes) {
    const { pattern, methods } = available
    const handle = (ctx: Context): Promise<void> => {
      const exchange = exchangeOf(ctx)
      return answer(exchange, available, pattern.exec(splitUrl(exchange.url)[0])?.groups ?? {})
    }
    table.register(pattern, [...methods], handle, { pathAsRegExp: true })
  }
  const dispatch = table.routes() as Middleware

  /** The part of the IRI of a record that follows the base, where the URL is the IRI. */
  function ownSuffix(path: string): string {
    const { base } = getContext()
    const prefix =
      ownIris && base.startsWith(`${ownIris.root}/`) ? base.slice(ownIris.root.length) : undefined
    return prefix !== undefined && path.startsWith(prefix) ? path.slice(prefix.length) : ''
  }

  return [
    function route(ctx, next) {
      // The table would take that of the request as it came.
      const [newRouterPath] = splitUrl(exchangeOf(ctx).url)
      return dispatch(Object.assign(ctx, { newRouterPath }), next)
    },
    async function unrouted(ctx) {
      const exchange = exchangeOf(ctx)
      const { request, url } = exchange
      const matched = (ctx['matched'] ?? []) as readonly { readonly methods: readonly string[] }[]
      const isOfServer = url === '*' && request.method === 'OPTIONS'
      const methods = isOfServer ? SERVER_METHODS : matched.flatMap((layer) => layer.methods)
      const suffix = isReading(request) ? ownSuffix(splitUrl(url)[0]) : ''
      if (methods.length > 0) exchange.answer = methodsAnswer(exchange, methods)
      else if (ownIris && suffix) await answer(exchange, ownIris.route, { suffix })
      else
        throw new Problem(
          'not-found',
          'There is no page at this path. The home page (/) lists what there is.',
        )
    },
  ]
}
