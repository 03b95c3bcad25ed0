/** The whole HTTP stack on one screen. */

import { Router } from '@koa/router'
import Koa from 'koa'
import type { RequestListener } from 'node:http'
import { neutralAbout, type About } from './about.ts'
import { cacheHeaders } from './http/middleware/cache-headers.ts'
import { compression } from './http/middleware/compression.ts'
import { context, contexts } from './http/routes/descriptions/contexts.ts'
import { asset, favicon } from './http/routes/assets.ts'
import { cors } from './http/middleware/cors.ts'
import { dataset } from './http/routes/descriptions/dataset.ts'
import { dereference, dereferenceOwnIris, resolve } from './http/routes/records/dereference.ts'
import { download } from './http/routes/records/download.ts'
import { dump } from './http/routes/descriptions/dump.ts'
import { entity } from './http/routes/records/entity.ts'
import { createRequestListener, recordRouteName } from './http/server/request-context.ts'
import { health } from './http/routes/health.ts'
import { storeInCache, serveFromCache } from './http/middleware/cached-responses.ts'
import { createLimiter, type Limiter } from './http/middleware/limiter.ts'
import { list } from './http/routes/records/list.ts'
import { createLog, requestLog, type Log } from './http/server/log.ts'
import { allowedMethods } from './http/middleware/allowed-methods.ts'
import {
  connectMiddleware,
  koaMiddleware,
  type ConnectMiddleware,
  type KoaMiddleware,
} from './http/server/mount.ts'
import { createMetrics, type Reloads } from './http/server/metrics.ts'
import { openApi, versionedOpenApi } from './http/routes/descriptions/openapi.ts'
import { apiRoot, docs, errors, extending, home } from './http/routes/pages.ts'
import { problems } from './http/middleware/problems.ts'
import { securityHeaders } from './http/middleware/security-headers.ts'
import { searchAll, searchCollection } from './http/routes/search/search.ts'
import {
  reconcile,
  reconcilePreview,
  reconcileProperties,
  reconcileSuggest,
} from './http/routes/search/reconcile.ts'
import { suggest } from './http/routes/search/suggest.ts'
import { createContextProvider } from './http/graph-caches.ts'
import type { GetContext } from './http/graph-context.ts'
import { robots, sitemap, sitemapPart } from './http/routes/descriptions/sitemap.ts'
import { sparql } from './http/routes/sparql/sparql.ts'
import { normalizeUrl } from './http/middleware/normalize-url.ts'
import { serverTiming } from './http/middleware/server-timing.ts'
import { API_PATH, assertBaseOutsideApi } from './record/urls.ts'
import { withDefaults, type Settings } from './settings.ts'
import type { Graph } from './store/graph.ts'

/** A route: the methods and the pattern of its path. */
export interface Route {
  readonly methods: readonly string[]
  readonly path: string | RegExp
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
  readonly log?: Log
}

export interface App {
  /** Handles all requests of a `http.Server`: from the cache, else through Koa. */
  readonly listener: RequestListener
  /** Handles the requests below the path of the public URL in an application of Express or Connect. */
  readonly connectMiddleware: ConnectMiddleware
  /** Handles the requests below the path of the public URL in an application of Koa. */
  readonly koaMiddleware: KoaMiddleware
  /** Handles the requests of a second `http.Server`, where the setting `admin` is set. */
  readonly adminListener: RequestListener | undefined
  /** The routes of `listener`, in their order. */
  readonly routes: readonly Route[]
}

/** Patterns of paths: slashes may be repeated, and one may follow. Captures stay percent-encoded. */
const ONE = '([^/]+)'
const REST = '([^/].*)'
const path = (...segments: string[]): RegExp =>
  new RegExp(`^${segments.map((segment) => `/+${segment}`).join('')}/*$`)
const API = API_PATH.split('/').filter(Boolean)

/** Codes of errors that only say that the client has disconnected. */
const DISCONNECT_ERROR_CODES: ReadonlySet<string> = new Set([
  'ERR_STREAM_PREMATURE_CLOSE',
  'EPIPE',
  'ECONNRESET',
])

/** URL of a server to which no public URL was given. */
export function localUrl(host: string, port: number): string {
  const name = ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host)
    ? 'localhost'
    : host.includes(':')
      ? `[${host}]`
      : host
  return `http://${name}:${port}`
}

/** What the routes are made from. */
interface RouteParts {
  readonly router: Router
  readonly getContext: GetContext
  readonly settings: Settings
  readonly limit: Limiter
  readonly hasRoute: (template: string) => boolean
}

function routePages({ router, getContext, hasRoute }: RouteParts): void {
  router.get('home', path(), home(getContext, hasRoute))
  router.get('health', path('health'), health(getContext))
  router.get('docs', path('docs'), docs(getContext))
  router.get('errors', path('docs', 'errors'), errors(getContext))
  router.get('extending', path('docs', 'extending'), extending(getContext))
  router.get('assets', path('assets', ONE), asset())
  router.get('assets', path('favicon\\.ico'), favicon())
}

/** @param hasNames whether the graph can be searched by names */
function routeSearches({ router, getContext, settings, limit }: RouteParts, hasNames: boolean): void {
  router.get('search', path('search'), searchAll(getContext, settings, limit))
  router.get('search', path('search', ONE), searchCollection(getContext))
  if (settings.maxDownload > 0)
    router.get('download', path('download', ONE), download(getContext, settings, limit))
  if (hasNames)
    router
      .get('suggest', path('suggest'), suggest(getContext))
      .get('reconcile', path('reconcile'), reconcile(getContext, settings, limit))
      .post('reconcile', path('reconcile'), reconcile(getContext, settings, limit))
      .get('reconcile', path('reconcile', 'suggest', ONE), reconcileSuggest(getContext))
      .get('reconcile', path('reconcile', 'properties'), reconcileProperties(getContext))
      .get('reconcile', path('reconcile', 'preview'), reconcilePreview(getContext))
}

function routeDescriptions({ router, getContext, settings, hasRoute }: RouteParts): void {
  router.get('dataset', path('\\.well-known', 'void'), dataset(getContext, { has: hasRoute }))
  router.get('openapi', path('openapi\\.json'), openApi(getContext, 'openapi', { settings, has: hasRoute }))
  const yaml = openApi(getContext, 'openapi-yaml', { settings, has: hasRoute })
  router.get('openapi', path('skg-if-openapi\\.yaml'), yaml)
  router.get('openapi', path(ONE, 'skg-if-openapi\\.yaml'), versionedOpenApi(getContext, yaml))
  router.get('contexts', path('contexts'), contexts(getContext))
  router.get('contexts', path('contexts', '([^/]+)\\.json'), context(getContext))
  router.get('sitemap', path('sitemap\\.xml'), sitemap(getContext))
  router.get('sitemap', path('sitemaps', '([^/]+)\\.xml'), sitemapPart(getContext))
  router.get('robots', path('robots\\.txt'), robots(getContext, hasRoute))
}

function routeRecords({ router, getContext, settings, limit }: RouteParts): void {
  router.get('id', path('id'), dereference(getContext))
  router.get('id', path('id', REST), dereference(getContext))
  router.get('resolve', path('resolve'), resolve(getContext))
  router.get('api', path(...API), apiRoot(getContext))
  router.get('list', path(...API, ONE), list(getContext, settings, limit))
  router.get('entity', path(...API, ONE, REST), entity(getContext, settings))
}

/** What the middleware around the routes is made from. */
interface StackParts extends Pick<RouteParts, 'getContext' | 'settings'> {
  readonly root: string
  readonly log: Log
}

/** The middleware around the routes, the outermost first. */
function createStack(
  routes: Router,
  { root, log, getContext, settings }: StackParts,
  ...rest: Koa.Middleware[]
): Koa {
  const koa = new Koa()
  koa.on('error', (error: NodeJS.ErrnoException) => {
    if (!DISCONNECT_ERROR_CODES.has(error.code ?? ''))
      log.error({ err: error }, 'The response could not be sent.')
  })
  koa.use(recordRouteName())
  if (settings.serverTiming) koa.use(serverTiming())
  if (settings.cache > 0) koa.use(storeInCache(getContext))
  koa.use(problems(root, log, getContext))
  koa.use(cors())
  koa.use(securityHeaders())
  koa.use(normalizeUrl(root))
  koa.use(compression())
  koa.use(cacheHeaders(getContext, settings))
  koa.use(routes.routes())
  for (const middleware of rest) koa.use(middleware)
  koa.use(allowedMethods())
  return koa
}

/**
 * Makes the application.
 * @throws Error if the base of the graph equals or lies under the URL of the API
 */
export function createApp({
  graph,
  settings: given,
  about = neutralAbout,
  reloads,
  log = createLog(),
}: AppOptions): App {
  const settings = withDefaults(given)
  const root = settings.publicUrl ?? localUrl(settings.host, settings.port)
  const router = new Router()
  const hasRoute = (template: string): boolean => router.match(template.replace(/\{\w+\}/g, 'x'), 'GET').route
  const getContext = createContextProvider(
    typeof graph === 'function' ? graph : () => graph,
    { root, about: typeof about === 'function' ? about : () => about, has: hasRoute },
    settings,
  )
  const {
    base,
    urls,
    graph: { endpoint, quads, names },
  } = getContext()
  assertBaseOutsideApi(base, urls.api)

  const metrics = settings.metrics ? createMetrics(getContext, reloads) : undefined
  const limit = createLimiter({ maxRunning: settings.maxLists, maxWaiting: settings.listQueue })
  const parts: RouteParts = { router, getContext, settings, limit, hasRoute }
  routePages(parts)
  routeSearches(parts, names !== undefined)
  // Before the descriptions: an id may have the name of one.
  routeRecords(parts)
  routeDescriptions(parts)
  const admin = settings.admin ? new Router() : undefined
  if (endpoint && settings.sparql)
    router
      .get('sparql', path('sparql'), sparql(getContext))
      .post('sparql', path('sparql'), sparql(getContext))
  if (quads && settings.dump !== 'off')
    (settings.dump === 'admin' ? admin : router)?.get('dump', path('dump'), dump(getContext))
  if (metrics) (admin ?? router).get('metrics', path('metrics'), metrics.expose)
  admin?.get('health', path('health'), health(getContext))

  const observers = [...(settings.log ? [requestLog(log)] : []), ...(metrics ? [metrics.count] : [])]
  const { trustProxy } = settings
  const around: StackParts = { root, log, getContext, settings }
  const listener = createRequestListener({
    trustProxy,
    observers,
    tryCache: serveFromCache(getContext, settings.serverTiming),
    fallback: createStack(router, around, dereferenceOwnIris(getContext, root)).callback(),
  })
  const adminListener =
    admin &&
    createRequestListener({
      trustProxy,
      observers,
      tryCache: () => false,
      fallback: createStack(admin, around).callback(),
    })
  return {
    listener,
    connectMiddleware: connectMiddleware(listener, root),
    koaMiddleware: koaMiddleware(listener, root),
    adminListener,
    routes: router.stack.map((layer) => ({
      methods: layer.methods,
      path: layer.path,
      match: (target) => layer.match(target),
    })),
  }
}
