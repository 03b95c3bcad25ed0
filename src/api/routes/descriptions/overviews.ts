/** What the server says of itself: the first answer, the root of the API, and the documentation; and their pages. */

import { software, type About } from '../../../config/about.ts'
import { isOwnEndpoint } from '../../request/endpoint.ts'
import { problems } from '../../../config/errors.ts'
import type { EntityType } from '../../../model/rows/row.ts'
import { exampleValues, type ExampleValues } from '../../lookup/example-values.ts'
import { offersIn, offersOf, type FormOf, type MediaType } from '../../../config/media.ts'
import { answerIn, negotiateFormat, type Answer } from '../../representation/answer.ts'
import { readFormat } from '../../request/query-parameters.ts'
import { answerDataset, datasetLinks, datasetOf } from './dataset.ts'
import type { RouteRequest } from '../../request/route-request.ts'
import { negotiate } from '../../negotiate.ts'
import type { GraphContext } from '../../graph-context.ts'
import { pagesOf, type RouteServices } from '../../request/route.ts'

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
export async function overview(
  request: RouteRequest,
  services: RouteServices,
  json: () => object | Promise<object>,
): Promise<Answer> {
  const mediaType = negotiateFormat(request, 'overview', readFormat(request))
  const isPage = mediaType.name === 'html'
  return answerIn(
    mediaType,
    isPage ? await pagesOf(services).overview(request) : JSON.stringify(await json()),
  )
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
  const offers = [...offersIn(context, 'overview'), ...offersOf('dataset')]
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
  const forSearch = await services.describeForSearch?.(await datasetOf(context))
  return answerIn(mediaType, await pagesOf(services).overview(request, forSearch), { links })
}

/** The root of the API: its collections and how many records each has. */
export function apiRoot(request: RouteRequest, services: RouteServices): Promise<Answer> {
  const { context } = request
  const { urls, base, about } = context
  return overview(request, services, () => ({
    ...factsOf(about),
    url: urls.api,
    base,
    collections: collections(context),
  }))
}

/** The documentation of the API: the filters of each collection. */
export function docs(request: RouteRequest, services: RouteServices): Promise<Answer> {
  const { context } = request
  const filters = (type: EntityType, values: ExampleValues): object[] =>
    context.model.filtersOf(type).all.map((filter) => ({
      key: filter.key,
      description: `${type.plural} ${filter.row.doc}`,
      example: values.filters.get(filter) ?? filter.row.example,
      aliases: filter.row.aliases,
      facet: filter.row.facet,
    }))
  return overview(request, services, async () => {
    const values = await exampleValues(context)
    return {
      collections: context.model.types.map((type) => ({
        name: type.plural,
        url: context.urls.list(type),
        filters: filters(type, values),
      })),
    }
  })
}

/** All error types: the page to which the types of problem documents link. */
export function errors(request: RouteRequest, services: RouteServices): Promise<Answer> {
  const rows = Object.entries(problems).map(([code, { status, title, help }]) => ({
    code,
    status,
    title,
    description: help,
  }))
  return overview(request, services, () => ({ problems: rows }))
}
