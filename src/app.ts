/** The whole HTTP stack on one screen. */

import { Router } from '@koa/router'
import Koa from 'koa'
import type { RequestListener } from 'node:http'
import { neutralAbout, type About } from './about.ts'
import { caching } from './http/caching.ts'
import { compression } from './http/compression.ts'
import { context, contexts } from './http/contexts.ts'
import { asset } from './http/assets.ts'
import { cors } from './http/cors.ts'
import { dataset } from './http/dataset.ts'
import { dereference, ownIris, resolve } from './http/dereference.ts'
import { dump } from './http/dump.ts'
import { entity } from './http/entity.ts'
import { exchanging, naming } from './http/exchange.ts'
import { health } from './http/health.ts'
import { keeping, recalling } from './http/kept.ts'
import { createLimiter } from './http/limiter.ts'
import { list } from './http/list.ts'
import { createLog, requestLog, type Log } from './http/log.ts'
import { methods } from './http/methods.ts'
import { createMetrics, type Reloads } from './http/metrics.ts'
import { openApi, versionedOpenApi } from './http/openapi.ts'
import { apiRoot, docs, errors, extending, home } from './http/overview.ts'
import { problems } from './http/problems.ts'
import { protection } from './http/protection.ts'
import { searchAll, searchIn } from './http/search.ts'
import { serving } from './http/served.ts'
import { robots, sitemap, sitemapPart } from './http/sitemap.ts'
import { sparql } from './http/sparql.ts'
import { target } from './http/target.ts'
import { timing } from './http/timing.ts'
import { API_PATH, assertBaseOutsideApi } from './record/urls.ts'
import { withDefaults, type Settings } from './settings.ts'
import type { Graph } from './store/graph.ts'

export interface AppOptions {
  /** The graph to be served; a function that gives another one later swaps it. */
  readonly graph: Graph | (() => Graph)
  /** Settings that are not given have their defaults. */
  readonly settings?: Partial<Settings>
  /** A function where it may change with the graph. */
  readonly about?: About | ((graph: Graph) => About)
  /** How many graphs have taken the place of another, and how many could not. */
  readonly reloads?: () => Reloads
  readonly log?: Log
}

export interface App {
  /** To be looked at; only `listener` answers as a whole. */
  readonly koa: Koa
  /** Answers the requests of a server: what is kept at once, all else by Koa. */
  readonly listener: RequestListener
  /** Answers those of the second server, where the setting `admin` asks for one. */
  readonly adminListener: RequestListener | undefined
}

/** Patterns of paths: a slash may be repeated, and one may follow. Captures are as they stand in the URL. */
const ONE = '([^/]+)'
const REST = '([^/].*)'
const path = (...segments: string[]): RegExp =>
  new RegExp(`^${segments.map((segment) => `/+${segment}`).join('')}/*$`)
const API = API_PATH.split('/').filter(Boolean)

/** Codes of failures to send that say only that the client has left. */
const LEFT: ReadonlySet<string> = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'EPIPE', 'ECONNRESET'])

/** URL of a server to which no public URL was given. */
export function localUrl(host: string, port: number): string {
  const name = ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host)
    ? 'localhost'
    : host.includes(':')
      ? `[${host}]`
      : host
  return `http://${name}:${port}`
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
  const has = (template: string): boolean => router.match(template.replace(/\{\w+\}/g, 'x'), 'GET').route
  const serve = serving(
    typeof graph === 'function' ? graph : () => graph,
    { root, about: typeof about === 'function' ? about : () => about, has },
    settings,
  )
  const {
    base,
    urls,
    graph: { endpoint, quads },
  } = serve()
  assertBaseOutsideApi(base, urls.api)

  const metrics = settings.metrics ? createMetrics(serve, reloads) : undefined
  const limit = createLimiter({ maxRunning: settings.maxLists, maxWaiting: settings.listQueue })
  router.get('home', path(), home(serve, has))
  router.get('health', path('health'), health(serve))
  router.get('docs', path('docs'), docs(serve))
  router.get('errors', path('docs', 'errors'), errors(serve))
  router.get('extending', path('docs', 'extending'), extending(serve))
  router.get('assets', path('assets', ONE), asset())
  router.get('search', path('search'), searchAll(serve, settings, limit))
  router.get('search', path('search', ONE), searchIn(serve))
  router.get('id', path('id'), dereference(serve))
  router.get('id', path('id', REST), dereference(serve))
  router.get('resolve', path('resolve'), resolve(serve))
  router.get('dataset', path('\\.well-known', 'void'), dataset(serve, { has }))
  router.get('openapi', path('openapi\\.json'), openApi(serve, 'openapi', { settings, has }))
  const yaml = openApi(serve, 'openapi-yaml', { settings, has })
  router.get('openapi', path('skg-if-openapi\\.yaml'), yaml)
  router.get('openapi', path(ONE, 'skg-if-openapi\\.yaml'), versionedOpenApi(serve, yaml))
  router.get('contexts', path('contexts'), contexts(serve))
  router.get('contexts', path('contexts', '([^/]+)\\.json'), context(serve))
  router.get('sitemap', path('sitemap\\.xml'), sitemap(serve))
  router.get('sitemap', path('sitemaps', '([^/]+)\\.xml'), sitemapPart(serve))
  router.get('robots', path('robots\\.txt'), robots(serve, has))
  if (endpoint && settings.sparql)
    router.get('sparql', path('sparql'), sparql(serve)).post('sparql', path('sparql'), sparql(serve))
  const admin = settings.admin && new Router()
  if (quads && settings.dump !== 'off')
    (settings.dump === 'admin' ? admin : router)?.get('dump', path('dump'), dump(serve))
  router.get('api', path(...API), apiRoot(serve))
  router.get('list', path(...API, ONE), list(serve, settings, limit))
  router.get('entity', path(...API, ONE, REST), entity(serve, settings))

  if (metrics) (admin ?? router).get('metrics', path('metrics'), metrics.expose)
  admin?.get('health', path('health'), health(serve))

  const observers = [...(settings.log ? [requestLog(log)] : []), ...(metrics ? [metrics.count] : [])]
  const { trustProxy } = settings
  const koa = createStack(router, ownIris(serve, root))
  const listener = exchanging({
    trustProxy,
    observers,
    recall: recalling(serve, settings.serverTiming),
    rest: koa.callback(),
  })
  const adminListener =
    admin && exchanging({ trustProxy, observers, recall: () => false, rest: createStack(admin).callback() })
  return { koa, listener, adminListener }

  /** All that surrounds the routes. */
  function createStack(routes: Router, ...rest: Koa.Middleware[]): Koa {
    const koa = new Koa()
    koa.on('error', (error: NodeJS.ErrnoException) => {
      if (!LEFT.has(error.code ?? '')) log.error({ err: error }, 'An answer could not be sent.')
    })
    koa.use(naming())
    if (settings.serverTiming) koa.use(timing())
    if (settings.cache > 0) koa.use(keeping(serve))
    koa.use(problems(root, log, serve))
    koa.use(cors())
    koa.use(protection())
    koa.use(target(root))
    koa.use(compression())
    koa.use(caching(serve, settings))
    koa.use(routes.routes())
    for (const middleware of rest) koa.use(middleware)
    koa.use(methods())
    return koa
  }
}
