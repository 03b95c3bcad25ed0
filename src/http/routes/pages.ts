/** The home page, the root of the API, and the documentation, as HTML and JSON. */

import type { RouterMiddleware } from '@koa/router'
import { software } from '../../about.ts'
import { allEndpoints } from '../../docs/endpoints.ts'
import { problems } from '../../errors.ts'
import type { EntityType } from '../../model/rows/row.ts'
import { sampleOf } from '../../pages/search/filter-fields.ts'
import { docsPage } from '../../pages/docs.ts'
import { exampleSearches } from '../../pages/search/example-searches.ts'
import { apiPage, homePage } from '../../pages/home.ts'
import { problemsPage } from '../../pages/problem.ts'
import { homeCharts } from '../../pages/home-charts.ts'
import { forbidCaching, negotiateFormat, send } from '../representation/response.ts'
import { contextFor } from '../middleware/request-task.ts'
import { readFormat } from '../request/query-parameters.ts'
import type { GetContext, GraphContext } from '../graph-context.ts'

const collections = ({ graph, model, urls }: GraphContext): object[] =>
  model.types.map((type) => ({
    name: type.plural,
    description: type.doc,
    entity_type: type.name,
    total_items: graph.count(type),
    url: urls.list(type),
  }))

/** The home page: what the graph is, and the paths of the server. */
export const home = (getContext: GetContext, has: (path: string) => boolean): RouterMiddleware =>
  async function home(ctx) {
    const entryPoints = allEndpoints.filter(({ onHomePage: isListed, path }) => isListed && has(path))
    const context = contextFor(ctx, getContext)
    const {
      about,
      urls: { root },
    } = context
    const mediaType = negotiateFormat(ctx, 'overview', readFormat(ctx))
    const json = {
      ...about,
      software,
      ways: entryPoints.map(({ title, path, help }) => ({ title, description: help, url: root + path })),
    }
    const html = async (): Promise<string> => {
      const statistics = await homeCharts(context)
      // The next page tries again to draw what is missing.
      if (statistics.some(({ points }) => points === undefined)) forbidCaching(ctx)
      return homePage({ statistics, examples: await exampleSearches(context), entryPoints }, context)
    }
    send(ctx, mediaType, 200, mediaType.name === 'html' ? await html() : JSON.stringify(json))
  }

/** The root of the API: its collections and how many records each has. */
export const apiRoot = (getContext: GetContext): RouterMiddleware =>
  async function apiRoot(ctx) {
    const context = getContext()
    const { urls, base, about } = context
    const mediaType = negotiateFormat(ctx, 'overview', readFormat(ctx))
    send(
      ctx,
      mediaType,
      200,
      mediaType.name === 'html'
        ? apiPage(context)
        : JSON.stringify({ ...about, url: urls.api, base, collections: collections(context) }),
    )
  }

/** The documentation of the API: the filters of each collection. */
export const docs = (getContext: GetContext): RouterMiddleware =>
  async function docs(ctx) {
    const context = getContext()
    const mediaType = negotiateFormat(ctx, 'overview', readFormat(ctx))
    const filters = (type: EntityType): object[] =>
      context.model.filtersOf(type).all.map((filter) => ({
        key: filter.key,
        description: `${type.plural} ${filter.row.doc}`,
        example: sampleOf(filter, type, context) ?? filter.row.example,
        aliases: filter.row.aliases,
      }))
    const json = (): object => ({
      collections: context.model.types.map((type) => ({
        name: type.plural,
        url: context.urls.list(type),
        filters: filters(type),
      })),
    })
    if (mediaType.name === 'html') send(ctx, mediaType, 200, docsPage(context))
    else send(ctx, mediaType, 200, JSON.stringify(json()))
  }

/** All error types: the page to which the types of problem documents link. */
export const errors = (getContext: GetContext): RouterMiddleware =>
  async function errors(ctx) {
    const mediaType = negotiateFormat(ctx, 'overview', readFormat(ctx))
    const rows = Object.entries(problems).map(([code, { status, title, help }]) => ({
      code,
      status,
      title,
      description: help,
    }))
    send(
      ctx,
      mediaType,
      200,
      mediaType.name === 'html' ? problemsPage(getContext()) : JSON.stringify({ problems: rows }),
    )
  }
