/** The pages of what describes the server: each beside the JSON of its route. */

import type { Condition } from '../../filter/condition.ts'
import { offersOf, type MediaType } from '../../config/media.ts'
import { Problem, PROBLEMS_PATH } from '../../config/errors.ts'
import type { EntityType } from '../../model/rows/row.ts'
import { contextsPage, datasetPage } from './dataset.ts'
import { docsPage } from './docs.ts'
import { exampleValues } from '../../api/lookup/example-values.ts'
import { apiPage, homePage, type FirstRecords } from './home.ts'
import { ownPage as writeOwnPage } from './markdown.ts'
import { problemsPage } from './problem.ts'
import { defaultConditions } from '../../api/request/list-url.ts'
import { DOCS_PATH } from '../../api/request/paths.ts'
import type { GraphContext } from '../../api/graph-context.ts'
import { alternateLinks, answerAs, pageHeaders, type Answer } from '../../api/representation/answer.ts'
import { keysAs, loadRecords } from '../../api/representation/records.ts'
import type { RouteRequest } from '../../api/request/route-request.ts'
import { contextsOf } from '../../api/routes/descriptions/contexts.ts'
import { loadCharts, loadExamples } from './record/count-profiles.ts'
import { siteOf, type PageSite } from './shared/site.ts'

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

async function home(site: PageSite, forSearch?: object): Promise<string> {
  const charts = await loadCharts(site)
  const examples = await loadExamples(site)
  const newest = await firstBy(site, 'date')
  const mostCited = await firstBy(site, 'referrers')
  const counts = await countRecords(site)
  return homePage({ charts, counts, examples, newest, mostCited, forSearch }, site)
}

const [HTML] = offersOf('page')

const pages: Readonly<Record<string, (site: PageSite, forSearch?: object) => string | Promise<string>>> = {
  '/': home,
  '/skg-if/api': apiPage,
  '/contexts': (site) => contextsPage(contextsOf(site), site),
  '/.well-known/void': (site) =>
    datasetPage(
      site.graph.statistics,
      alternateLinks(site, `${site.urls.root}/.well-known/void`, ['dataset'], HTML as MediaType),
      site,
    ),
  [DOCS_PATH]: async (site) => docsPage(await exampleValues(site), site),
  [PROBLEMS_PATH]: problemsPage,
}

/** @param forSearch what the first page embeds for search engines of data */
export async function writeOverview(request: RouteRequest, forSearch?: object): Promise<string> {
  const write = pages[request.route]
  if (!write) throw new Error(`there is no page for ${request.route}`)
  return write(siteOf(request), forSearch)
}

/** A page that an institution has written itself. @throws Problem not-found, naming those that there are */
export function ownPage(request: RouteRequest): Answer {
  const { site } = request
  const { file = '' } = request.path
  const pages = site.about.pages ?? {}
  const page = Object.hasOwn(pages, file) ? pages[file] : undefined
  if (page)
    return answerAs('page', writeOwnPage(file, page, siteOf(request)), {
      headers: pageHeaders,
    })
  const names = Object.keys(pages)
  const known = names.length === 0 ? 'about.json names none.' : `The pages are ${names.join(', ')}.`
  throw new Problem('not-found', `There is no page of that name. ${known}`)
}
