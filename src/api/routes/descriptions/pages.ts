/** The home page, the root of the API, and the documentation, as HTML and JSON. */

import { software, type About } from '../../../config/about.ts'
import { isOwnEndpoint } from '../../request/endpoint.ts'
import { Problem, problems } from '../../../config/errors.ts'
import type { EntityType } from '../../../model/rows/row.ts'
import { docsPage } from '../../../pages/docs.ts'
import { apiPage, homePage, type FirstRecords } from '../../../pages/home.ts'
import { ownPage as writeOwnPage } from '../../../pages/markdown.ts'
import { defaultConditions } from '../../../pages/shared/list-url.ts'
import { exampleValues } from '../../../pages/example-values.ts'
import { keysAs, loadRecords } from '../../representation/records.ts'
import { offersOf, type FormOf, type MediaType } from '../../../config/media.ts'
import { problemsPage } from '../../../pages/problem.ts'
import { loadCharts, loadExamples } from '../../facets/profile-facets.ts'
import { answerAs, answerIn, negotiateFormat, pageHeaders, type Answer } from '../../representation/answer.ts'
import { readFormat } from '../../request/query-parameters.ts'
import { answerDataset, datasetLinks, datasetOf } from './dataset.ts'
import type { RouteRequest } from '../../request/route-request.ts'
import { negotiate } from '../../negotiate.ts'
import type { GraphContext } from '../../graph-context.ts'
import type { RouteServices } from '../../request/route.ts'
import type { Condition } from '../../../filter/condition.ts'

const collections = ({ graph, model, urls }: GraphContext): object[] =>
  model.types.map((type) => ({
    name: type.plural,
    description: type.doc,
    entity_type: type.name,
    total_items: graph.count(type),
    url: urls.list(type),
  }))

/** What is said of the graph, without how its pages look. */
const factsOf = ({
  logo: _logo,
  icon: _icon,
  accent: _accent,
  logoDark: _logoDark,
  picture: _picture,
  links: _links,
  pages: _pages,
  interfaceLanguages: _languages,
  byLanguage: _byLanguage,
  ...facts
}: About): object => facts

/** The overview as a page or as JSON, whichever is negotiated. */
async function overview(
  request: RouteRequest,
  json: () => object,
  html: () => string | Promise<string>,
): Promise<Answer> {
  const mediaType = negotiateFormat(request, 'overview', readFormat(request))
  return answerIn(mediaType, mediaType.name === 'html' ? await html() : JSON.stringify(json()))
}

const FIRST = 5

/** The condition that leaves out what is dated later than today, where a filter asks for that. */
function notToCome({ model }: GraphContext, type: EntityType, path: string): Condition[] {
  const filter = model.filtersOf(type).all.find(({ row }) => row.operator === 'lte' && row.path === path)
  const value = new Date().toISOString().slice(0, 10)
  return filter ? [{ key: filter.key, filter, value }] : []
}

/** The first records by an order: of dates the newest of today, of citations those that have some. */
async function firstBy(context: GraphContext, by: 'date' | 'referrers'): Promise<FirstRecords | undefined> {
  for (const type of context.model.types.filter((one) => context.graph.count(one) > 0)) {
    const [name, order] = Object.entries(type.orders ?? {}).find(([, one]) => one.by === by) ?? []
    if (name === undefined || !order) continue
    const conditions = [
      ...defaultConditions(context, type),
      ...(by === 'date' ? notToCome(context, type, order.path) : []),
    ]
    const sort = { name, isDescending: true }
    const iris = await context.queries.sorted(type, conditions, sort, 0, FIRST)
    const { lists } = await context.queries.referring(iris[0] ?? '')
    const isReferred = lists.some(({ path }) => path.join('.') === order.path)
    if (by === 'referrers' && !isReferred) return undefined
    return { type, sort, records: await loadRecords(context, keysAs(type, iris)) }
  }
  return undefined
}

/** How many records the lists of the first page have; of what is not empty. */
async function countRecords(context: GraphContext): Promise<Map<EntityType, number>> {
  const counts = new Map<EntityType, number>()
  for (const type of context.model.types) {
    if (type.outsideNavigation || context.graph.count(type) === 0) continue
    counts.set(type, (await context.queries.search(type, defaultConditions(context, type))).length)
  }
  return counts
}

/** The home page: what the graph is, and the paths of the server. */
export async function home(request: RouteRequest, services: RouteServices): Promise<Answer> {
  const { context } = request
  const {
    about,
    urls: { root },
  } = context
  const entryPoints = services.endpoints
    .filter(isOwnEndpoint)
    .flatMap(({ path, operation: { title, help, onHomePage } }) =>
      onHomePage ? [{ title, help, path }] : [],
    )
  // Whoever has no wish gets what the server says of itself.
  const offers = [...offersOf('overview'), ...offersOf('dataset')]
  const mediaType = negotiate(request.headers.accept, offers, readFormat(request))
  const links = datasetLinks(context)
  if (mediaType.name === 'json') {
    const endpoints = entryPoints.map(({ title, path, help }) => ({
      title,
      description: help,
      url: root + path,
    }))
    return answerIn(mediaType, JSON.stringify({ ...factsOf(about), software, endpoints }), { links })
  }
  if (mediaType.name !== 'html') return answerDataset(context, mediaType as MediaType<FormOf<'dataset'>>)
  const { site } = request
  const charts = await loadCharts(site)
  const examples = await loadExamples(site)
  const forSearch = await services.describeForSearch?.(await datasetOf(context))
  const newest = await firstBy(context, 'date')
  const mostCited = await firstBy(context, 'referrers')
  const counts = await countRecords(context)
  const content = { charts, counts, examples, newest, mostCited, forSearch }
  return answerIn(mediaType, homePage(content, site), { links })
}

/** The root of the API: its collections and how many records each has. */
export function apiRoot(request: RouteRequest): Promise<Answer> {
  const { context } = request
  const { urls, base, about } = context
  return overview(
    request,
    () => ({ ...factsOf(about), url: urls.api, base, collections: collections(context) }),
    () => apiPage(request.site),
  )
}

/** The documentation of the API: the filters of each collection. */
export async function docs(request: RouteRequest): Promise<Answer> {
  const { context } = request
  const values = await exampleValues(context)
  const filters = (type: EntityType): object[] =>
    context.model.filtersOf(type).all.map((filter) => ({
      key: filter.key,
      description: `${type.plural} ${filter.row.doc}`,
      example: values.filters.get(filter) ?? filter.row.example,
      aliases: filter.row.aliases,
      facet: filter.row.facet,
    }))
  const json = (): object => ({
    collections: context.model.types.map((type) => ({
      name: type.plural,
      url: context.urls.list(type),
      filters: filters(type),
    })),
  })
  return overview(request, json, () => docsPage(values, request.site))
}

/** All error types: the page to which the types of problem documents link. */
export function errors(request: RouteRequest): Promise<Answer> {
  const rows = Object.entries(problems).map(([code, { status, title, help }]) => ({
    code,
    status,
    title,
    description: help,
  }))
  return overview(
    request,
    () => ({ problems: rows }),
    () => problemsPage(request.site),
  )
}

/** A page that an institution has written itself. @throws Problem not-found, naming those that there are */
export function ownPage(request: RouteRequest): Answer {
  const { site, path } = request
  const { file = '' } = path
  const pages = site.about.pages ?? {}
  const page = Object.hasOwn(pages, file) ? pages[file] : undefined
  if (page)
    return answerAs('preview', writeOwnPage(file, page, site), {
      headers: pageHeaders,
    })
  const names = Object.keys(pages)
  const known = names.length === 0 ? 'about.json names none.' : `The pages are ${names.join(', ')}.`
  throw new Problem('not-found', `There is no page of that name. ${known}`)
}
