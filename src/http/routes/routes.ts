/** All routes: the name, the path and the handler of each; what is not needed at once is imported on demand. */

import type { Router, RouterMiddleware } from '@koa/router'
import { API_PATH } from '../../record/urls.ts'
import type { Settings } from '../../settings.ts'
import type { GetContext } from '../graph-context.ts'
import type { HandlersOf, OnDemand } from '../middleware/on-demand.ts'
import type { Lanes } from '../server/lanes.ts'
import type { Metrics } from '../server/metrics.ts'
import { health } from './health.ts'
import { entity } from './records/entity.ts'
import { list } from './records/list.ts'

export interface RouteOptions {
  readonly getContext: GetContext
  readonly settings: Settings
  readonly lanes: Lanes
  /** Absent where the setting is off. */
  readonly metrics: Metrics | undefined
  /** Whether there is a route for a path. */
  readonly hasRoute: (template: string) => boolean
  readonly onDemand: OnDemand
}

/** Patterns of paths: slashes may be repeated, and one may follow. Captures stay percent-encoded. */
const ONE = '([^/]+)'
const REST = '([^/].*)'
const path = (...segments: string[]): RegExp =>
  new RegExp(`^${segments.map((segment) => `/+${segment}`).join('')}/*$`)
const API = API_PATH.split('/').filter(Boolean)

/** Adds routes of which the code is imported when one of them is asked for. */
interface LazyRouter extends RouteOptions {
  get<M>(name: string, at: RegExp, of: HandlersOf<M>, make: (module: M) => RouterMiddleware): void
  getAndPost: LazyRouter['get']
}

const createLazyRouter = (router: Router, options: RouteOptions): LazyRouter => ({
  ...options,
  get: (name, at, of, make) => void router.get(name, at, of(make)),
  getAndPost(name, at, of, make) {
    const handler = of(make)
    router.get(name, at, handler).post(name, at, handler)
  },
})

const addHealth = (router: Router, { getContext }: RouteOptions): void => {
  router.get('health', path('health'), health(getContext))
}

function addPages({ get, getContext, hasRoute, onDemand }: LazyRouter): void {
  const pages = onDemand.from(() => import('./pages.ts'))
  get('home', path(), pages, ({ home }) => home(getContext, hasRoute))
  get('docs', path('docs'), pages, ({ docs }) => docs(getContext))
  get('errors', path('docs', 'errors'), pages, ({ errors }) => errors(getContext))
  get('api', path(...API), pages, ({ apiRoot }) => apiRoot(getContext))

  const assets = onDemand.from(() => import('./assets.ts'))
  get('assets', path('assets', ONE), assets, ({ asset }) => asset(getContext))
  get('assets', path('favicon\\.ico'), assets, ({ favicon }) => favicon(getContext))
}

function addSearches({ get, getAndPost, getContext, lanes, onDemand }: LazyRouter): void {
  const searches = onDemand.from(() => import('./search/search.ts'))
  get('search', path('search'), searches, ({ searchAll }) => searchAll(getContext, lanes))
  get('search', path('search', ONE), searches, ({ searchCollection }) => searchCollection(getContext))
  if (!getContext().graph.names) return

  const suggestions = onDemand.from(() => import('./search/suggest.ts'))
  get('suggest', path('suggest'), suggestions, ({ suggest }) => suggest(getContext))

  const services = onDemand.from(() => import('./search/reconcile.ts'))
  const reconcilePath = (...segments: string[]): RegExp => path('reconcile', ...segments)
  getAndPost('reconcile', reconcilePath(), services, ({ reconcile }) => reconcile(getContext, lanes))
  get('reconcile', reconcilePath('suggest', ONE), services, (module) => module.reconcileSuggest(getContext))
  get('reconcile', reconcilePath('properties'), services, (module) => module.reconcileProperties(getContext))
  get('reconcile', reconcilePath('preview'), services, (module) => module.reconcilePreview(getContext))
}

/** Routes that say what there is, for programs. */
function addDescriptions(
  router: Router,
  { get, getContext, settings, hasRoute, onDemand }: LazyRouter,
): void {
  const datasets = onDemand.from(() => import('./descriptions/dataset.ts'))
  get('dataset', path('\\.well-known', 'void'), datasets, ({ dataset }) =>
    dataset(getContext, { has: hasRoute }),
  )

  const openApis = onDemand.from(() => import('./descriptions/openapi.ts'))
  const described = { settings, has: hasRoute }
  const yaml = openApis(({ openApi }) => openApi(getContext, 'openapi-yaml', described))
  get('openapi', path('openapi\\.json'), openApis, ({ openApi }) => openApi(getContext, 'openapi', described))
  router.get('openapi', path('skg-if-openapi\\.yaml'), yaml)
  get('openapi', path(ONE, 'skg-if-openapi\\.yaml'), openApis, (module) =>
    module.versionedOpenApi(getContext, yaml),
  )

  const contexts = onDemand.from(() => import('./descriptions/contexts.ts'))
  get('contexts', path('contexts'), contexts, (module) => module.contexts(getContext))
  get('contexts', path('contexts', '([^/]+)\\.json'), contexts, ({ context }) => context(getContext))

  const sitemaps = onDemand.from(() => import('./descriptions/sitemap.ts'))
  get('sitemap', path('sitemap\\.xml'), sitemaps, ({ sitemap }) => sitemap(getContext))
  get('sitemap', path('sitemaps', '([^/]+)\\.xml'), sitemaps, ({ sitemapPart }) => sitemapPart(getContext))
  get('robots', path('robots\\.txt'), sitemaps, ({ robots }) => robots(getContext, hasRoute))
}

/** Routes to the whole graph: queries, and downloads. @param dumpRouter absent: nobody gets the dump */
function addGraph(dumpRouter: Router | undefined, routes: LazyRouter): void {
  const { get, getAndPost, getContext, settings, lanes, onDemand } = routes
  const { endpoint, quads } = getContext().graph
  if (settings.maxDownload > 0) {
    const downloads = onDemand.from(() => import('./records/download.ts'))
    get('download', path('download', ONE), downloads, (module) =>
      module.download(getContext, settings, lanes),
    )
  }
  if (endpoint && settings.sparql) {
    const queries = onDemand.from(() => import('./sparql/sparql.ts'))
    getAndPost('sparql', path('sparql'), queries, ({ sparql }) => sparql(getContext))
  }
  if (quads && settings.dump !== 'off' && dumpRouter) {
    const dumps = onDemand.from(() => import('./descriptions/dump.ts'))
    dumpRouter.get(
      'dump',
      path('dump'),
      dumps((module) => module.dump(getContext)),
    )
  }
}

/** Routes to records. @returns the handler of entities whose IRIs lie under the URL of the server */
function addRecords(
  router: Router,
  { get, getContext, settings, lanes, onDemand }: LazyRouter,
): RouterMiddleware {
  const iris = onDemand.from(() => import('./records/dereference.ts'))
  get('id', path('id'), iris, ({ dereference }) => dereference(getContext))
  get('id', path('id', REST), iris, ({ dereference }) => dereference(getContext))
  get('resolve', path('resolve'), iris, ({ resolve }) => resolve(getContext))
  router.get('list', path(...API, ONE), list(getContext, settings, lanes))
  router.get('entity', path(...API, ONE, REST), entity(getContext, lanes))
  return iris(({ dereference }) => dereference(getContext, true))
}

/**
 * Adds all routes.
 * @param admin for what operators alone should see, where they have an address of their own
 * @returns the handler of entities whose IRIs lie under the URL of the server, at any path
 */
export function addRoutes(
  router: Router,
  admin: Router | undefined,
  options: RouteOptions,
): { readonly ownIris: RouterMiddleware } {
  const { settings, metrics, onDemand } = options
  const routes = createLazyRouter(router, options)
  addHealth(router, options)
  addPages(routes)
  addSearches(routes)
  const ownIris = addRecords(router, routes)
  addGraph(settings.dump === 'admin' ? admin : router, routes)
  addDescriptions(router, routes)
  if (metrics)
    (admin ?? router).get(
      'metrics',
      path('metrics'),
      onDemand.from(metrics.registry)(({ expose }) => expose),
    )
  if (admin) addHealth(admin, options)
  return { ownIris }
}
