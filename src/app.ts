/** The whole HTTP stack on one screen. */

import { Router } from '@koa/router'
import Koa from 'koa'
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
import { health } from './http/health.ts'
import { kept } from './http/kept.ts'
import { list } from './http/list.ts'
import { createLog, requestId, requestLog, type Log } from './http/log.ts'
import { methods } from './http/methods.ts'
import { createMetrics } from './http/metrics.ts'
import { openApi } from './http/openapi.ts'
import { apiRoot, docs, errors, home } from './http/overview.ts'
import { problems } from './http/problems.ts'
import { searchAll, searchIn } from './http/search.ts'
import { requireBaseOutside, serving } from './http/served.ts'
import { robots, sitemap, sitemapPart } from './http/sitemap.ts'
import { sparql } from './http/sparql.ts'
import { target } from './http/target.ts'
import { timing } from './http/timing.ts'
import { API_PATH } from './record/urls.ts'
import { withDefaults, type Settings } from './settings.ts'
import type { Graph } from './store/graph.ts'

export interface AppOptions {
  /** The graph to be served; a function that gives another one later swaps it. */
  readonly graph: Graph | (() => Graph)
  /** Settings that are not given have their defaults. */
  readonly settings?: Partial<Settings>
  readonly about?: About
  readonly log?: Log
}

/** Patterns of paths: a slash may be repeated, and one may follow. Captures are as they stand in the URL. */
const ONE = '([^/]+)'
const REST = '([^/].*)'
const path = (...segments: string[]): RegExp => new RegExp(`^${segments.map((segment) => `/+${segment}`).join('')}/*$`)
const API = API_PATH.split('/').filter(Boolean)

/** URL of a server to which no public URL was given. */
export function localUrl(host: string, port: number): string {
  const name = ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}

/**
 * Makes the server's Koa application.
 * @throws Error if the base of the graph equals or lies under the URL of the API
 */
export function createApp({ graph, settings: given, about = neutralAbout, log = createLog() }: AppOptions): Koa {
  const settings = withDefaults(given)
  const root = settings.publicUrl ?? localUrl(settings.host, settings.port)
  const router = new Router()
  const has = (template: string): boolean => router.match(template.replace(/\{\w+\}/g, 'x'), 'GET').route
  const serve = serving(typeof graph === 'function' ? graph : () => graph, { root, about, has }, settings)
  const { base, urls, graph: { endpoint, quads } } = serve()
  requireBaseOutside(base, urls.api)

  const metrics = settings.metrics ? createMetrics(serve) : undefined
  router.get('home', path(), home(serve, about, has))
  router.get('health', path('health'), health(serve))
  router.get('docs', path('docs'), docs(serve))
  router.get('errors', path('docs', 'errors'), errors(serve))
  router.get('assets', path('assets', ONE), asset())
  router.get('search', path('search'), searchAll(serve))
  router.get('search', path('search', ONE), searchIn(serve))
  router.get('id', path('id'), dereference(serve))
  router.get('id', path('id', REST), dereference(serve))
  router.get('resolve', path('resolve'), resolve(serve))
  router.get('dataset', path('\\.well-known', 'void'), dataset(serve, { about, has }))
  router.get('openapi', path('openapi\\.json'), openApi(serve, 'openapi', { about, settings, has }))
  router.get('openapi', path('skg-if-openapi\\.yaml'), openApi(serve, 'openapi-yaml', { about, settings, has }))
  router.get('contexts', path('contexts'), contexts(serve))
  router.get('contexts', path('contexts', '([^/]+)\\.json'), context(serve))
  router.get('sitemap', path('sitemap\\.xml'), sitemap(serve))
  router.get('sitemap', path('sitemaps', '([^/]+)\\.xml'), sitemapPart(serve))
  router.get('robots', path('robots\\.txt'), robots(serve, has))
  if (endpoint && settings.sparql) router.get('sparql', path('sparql'), sparql(serve, about)).post('sparql', path('sparql'), sparql(serve, about))
  if (quads) router.get('dump', path('dump'), dump(serve))
  router.get('api', path(...API), apiRoot(serve, about))
  router.get('list', path(...API, ONE), list(serve, settings))
  router.get('entity', path(...API, ONE, REST), entity(serve, settings))

  if (metrics) router.get('metrics', path('metrics'), metrics.expose)

  const app = new Koa({ proxy: settings.trustProxy, maxIpsCount: 1 })
  app.on('error', (error: Error) => log.error({ err: error }, 'An answer could not be sent.'))
  app.use(requestId())
  if (settings.log) app.use(requestLog(log))
  if (metrics) app.use(metrics.count)
  if (settings.serverTiming) app.use(timing())
  app.use(kept(serve))
  app.use(problems(root, log, serve))
  app.use(cors())
  app.use(target(root))
  app.use(compression())
  app.use(caching(serve, settings))
  app.use(router.routes())
  app.use(ownIris(serve, root))
  app.use(methods())
  return app
}
