/** The whole HTTP stack on one screen, and the root of all URLs (`--public-url`). */

import Koa, { type Middleware } from 'koa'
import type { RequestListener } from 'node:http'
import { neutralAbout, type About } from '../config/about.ts'
import { reportFailure } from '../admission/background.ts'
import { localUrl } from './http/server.ts'
import { exchanges, type Observer } from './http/exchange.ts'
import { createAnswerProblem } from './response/problems.ts'
import { responses } from './response/respond.ts'
import { normalizeUrl } from './http/normalize-url.ts'
import { cached, createResponseCache, type ResponseCache } from './http/response-cache.ts'
import { createLanes, type Lanes } from '../admission/lanes.ts'
import { createLog, requestLog, type Log } from './http/log.ts'
import { connectMiddleware, koaMiddleware, type ConnectMiddleware, type KoaMiddleware } from './http/mount.ts'
import { createMetrics } from './metrics/metrics.ts'
import type { Reloads } from './metrics/prometheus.ts'
import { createContextProvider } from '../api/graph-context.ts'
import type { GetContext, GraphContext } from '../api/graph-context.ts'
import { createAnswerer, type Answerer } from './compute/answerer.ts'
import type { GraphData } from './compute/messages.ts'
import { createThreadAnswerer, type ThreadAnswerer } from './compute/thread-answerer.ts'
import { createRouter } from './router/router.ts'
import type { RouteServices } from '../api/request/route.ts'
import { ownIriRoute } from '../api/routes/records/routes.ts'
import {
  loadAll,
  operatorRoutesOf,
  publicRoutesOf,
  availableRoute,
  type AvailableRoute,
} from './routes/available-routes.ts'
import { describeForSearch, pages } from './routes/routes.ts'
import { assertBaseOutsideApi } from '../record/urls.ts'
import { withDefaults, type Settings } from '../config/settings.ts'
import { rowsHash } from '../load/prepared/manifest.ts'
import type { Graph } from '../search-index/query/graph.ts'
import { Threads } from './threads/pool.ts'

/** What is served at a path. */
export interface Route {
  readonly methods: readonly string[]
  /** With its parameters in braces. */
  readonly path: string
  match(path: string): boolean
}

export interface AppOptions {
  /** The graph to serve; a function may return another one later, which is then served instead. */
  readonly graph: Graph | (() => Graph)
  /** Other settings have their defaults. For a mounted app, `publicUrl` holds the path where it is mounted. */
  readonly settings?: Partial<Settings>
  /** Title, description, publisher and so on; a function where they change with the graph. */
  readonly about?: About | ((graph: Graph) => About)
  /** How often the graph was replaced, and how often that failed: for /metrics. */
  readonly reloads?: () => Reloads
  /** Seconds since which a newer graph counts, which is still being opened: for /health and harvesters. */
  readonly lateSince?: RouteServices['lateSince']
  readonly log?: Log
  /** Worker threads for what takes longer than a look-up. Absent: it holds up other requests. */
  readonly threads?: ThreadOptions | undefined
}

export interface ThreadOptions {
  /** At most; the first is started by `warmUp`, or by the first request that needs one. */
  readonly count: number
  /** Paths of the modules of the extensions with which the model of the graph is made: each thread loads them. */
  readonly extensions?: readonly string[]
}

export interface App {
  /** Handles all requests of a `http.Server`. */
  readonly listener: RequestListener
  /** Handles the requests below the path of the public URL in an application of Express or Connect. */
  readonly connectMiddleware: ConnectMiddleware
  /** Handles the requests below the path of the public URL in an application of Koa. */
  readonly koaMiddleware: KoaMiddleware
  /** Handles the requests of a second `http.Server`, where the setting `admin` is set. */
  readonly adminListener: RequestListener | undefined
  /** The routes of `listener`. */
  readonly routes: readonly Route[]
  /**
   * Reads ahead what the first answers over the current graph need: call it when the server listens, and when
   * another graph is served. Without it, those who ask first wait longer. What fails is counted in /metrics, and
   * nothing is thrown.
   */
  warmUp(): Promise<void>
  /** Ends its threads, if it has any: call it when no more requests come, before the graph is closed. */
  close(): Promise<void>
}

/** Bytes of cached searches, of all threads together. */
const SEARCH_CACHE_BYTES = 16_000_000

const EXTENSION = import.meta.url.slice(import.meta.url.lastIndexOf('.'))

/** All who come through a proxy are one client then, which waits as one and is refused as one. */
const UNTRUSTED_PROXY =
  'Requests come through a proxy (X-Forwarded-For), and all count as those of one client: ' +
  'set --trust-proxy if the proxy is yours.'

/**
 * Makes the application.
 * @throws Error if the base of the graph equals or lies under the URL of the API
 */
export function createApp({
  graph,
  settings: partialSettings,
  about = neutralAbout,
  reloads,
  lateSince = () => undefined,
  log = createLog(),
  threads,
}: AppOptions): App {
  const settings = withDefaults(partialSettings)
  const root = settings.publicUrl ?? localUrl(settings.host, settings.port)
  const has = (path: string): boolean => publicRoutes.some(({ route }) => route.path === path)
  const getGraph = typeof graph === 'function' ? graph : () => graph
  const getContext = createContextProvider(
    getGraph,
    { root, about: typeof about === 'function' ? about : () => about, has, hasPages: pages !== undefined },
    settings,
  )
  const { base, urls, graph: firstGraph } = getContext()
  assertBaseOutsideApi(base, urls.api)

  const cache = settings.cache > 0 ? createResponseCache(getContext, settings) : undefined
  const metrics = createMetrics(getGraph, cache, reloads)
  const lanes = createLanes(threads?.count ?? 0)
  const conditions = { graph: firstGraph, settings }
  const publicRoutes: readonly AvailableRoute[] = publicRoutesOf(conditions)
  const operatorRoutes = operatorRoutesOf(conditions)
  const ownIris = { root, route: availableRoute(ownIriRoute) }
  const endpoints = publicRoutes.map(({ route }) => route)
  const services = { settings, metrics, lateSince, endpoints, describeForSearch, pages }
  const local = createAnswerer([...publicRoutes, ...operatorRoutes, ownIris.route], services)
  const inThreads = threads && threadAnswerer(threads, local, { root, settings })
  const answerer: Answerer = inThreads ?? local

  let areLoaded = false
  /** Reads the code of all routes behind the first response, so that a later one need not wait for it. */
  function loadAllRoutes(): void {
    if (areLoaded) return
    areLoaded = true
    inThreads?.start(getContext())
    loadAll(publicRoutes, inThreads && 'main').catch((error: unknown) => reportFailure('warm-up', error))
  }

  const observers = [...(settings.log ? [requestLog(log)] : []), metrics.count, loadAllRoutes]
  const stack = { root, log, getContext, settings, observers, lanes }
  const routing = { getContext, services, lanes, answerer }
  const listener = createStack({
    ...stack,
    cache,
    router: createRouter(publicRoutes, { ...routing, ownIris }),
  })
  const adminListener = settings.admin
    ? createStack({ ...stack, router: createRouter(operatorRoutes, routing) })
    : undefined
  return {
    listener,
    connectMiddleware: connectMiddleware(listener, root),
    koaMiddleware: koaMiddleware(listener, root),
    adminListener,
    routes: publicRoutes.map(({ route: { path }, methods, pattern }) => ({
      path,
      methods,
      match: (target) => pattern.test(target),
    })),
    async warmUp() {
      loadAllRoutes()
      const context = getContext()
      inThreads?.start(context)
      const { graph } = context
      // That the graph was closed meanwhile, or its store is down, is no failure of this work.
      await graph.verified.catch(async (error: unknown) => {
        if ((await graph.state()) !== 'gone') reportFailure('warm-up', error)
      })
    },
    close: async () => inThreads?.end(),
  }
}

interface StackOptions {
  /** Public URL of the server. */
  readonly root: string
  readonly log: Log
  readonly getContext: GetContext
  readonly settings: Settings
  readonly observers: readonly Observer[]
  readonly cache?: ResponseCache | undefined
  readonly lanes: Lanes
  readonly router: readonly Middleware[]
}

/** Codes of errors that only say that the client has disconnected. */
const DISCONNECT_ERROR_CODES: ReadonlySet<string> = new Set([
  'ERR_STREAM_PREMATURE_CLOSE',
  'EPIPE',
  'ECONNRESET',
])

/** What a request goes through, in this order. */
function createStack(options: StackOptions): RequestListener {
  const { root, log, getContext, settings, observers, cache, lanes, router } = options
  const koa = new Koa()
  function onError(error: unknown): void {
    if (error && !DISCONNECT_ERROR_CODES.has((error as NodeJS.ErrnoException).code ?? ''))
      log.error({ err: error }, 'The response could not be sent.')
  }
  koa.on('error', onError)
  const answerProblem = createAnswerProblem(root, log, getContext, pages)
  const onUntrustedProxy = (): void => log.info({}, UNTRUSTED_PROXY)
  koa.use(exchanges({ ...settings, observers, onUntrustedProxy }))
  if (cache) koa.use(cached(cache))
  koa.use(responses({ getContext, settings, cache, lanes, answerProblem, onError }))
  koa.use(normalizeUrl(root, getContext))
  for (const middleware of router) koa.use(middleware)
  const handle = koa.callback()
  return (request, response) => void handle(request, response)
}

/** Answers in threads, which get all that they have to know of a graph with the first request over it. */
function threadAnswerer(
  { count, extensions = [] }: ThreadOptions,
  local: Answerer,
  { root, settings }: { readonly root: string; readonly settings: Settings },
): ThreadAnswerer {
  const dataOf = ({ graph, about }: GraphContext): GraphData | undefined =>
    graph.index && {
      index: { file: graph.index.file, quads: graph.index.quads },
      base: graph.base,
      loaded: graph.loaded.getTime(),
      origin: graph.origin,
      effective: graph.stamps.effective,
      version: graph.version,
      filters: graph.filters,
      rows: rowsHash(graph.model),
      quads: graph.quads,
      limits: graph.endpoint?.limits,
      about,
      root,
      settings,
      searchCacheBytes: Math.floor(SEARCH_CACHE_BYTES / count),
    }
  const entry = new URL(`../thread${EXTENSION}`, import.meta.url)
  return createThreadAnswerer({
    createThreads: (services) => new Threads({ entry, data: { extensions }, count, services }),
    dataOf,
    local,
  })
}
