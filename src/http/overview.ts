/** What is where: the first page of the server, that of the API, and its documentation. */

import type { RouterMiddleware } from '@koa/router'
import { software } from '../about.ts'
import { allEndpoints } from '../docs/endpoints.ts'
import { problems } from '../errors.ts'
import type { EntityType } from '../model/rows/row.ts'
import { guide } from '../docs/guide.ts'
import { docsPage } from '../pages/docs.ts'
import { examples } from '../pages/examples.ts'
import { extendingPage } from '../pages/extending.ts'
import { apiPage, homePage } from '../pages/home.ts'
import { problemsPage } from '../pages/problem.ts'
import { statistics } from '../pages/statistics.ts'
import { chooseForm, send, sendTool } from './answer.ts'
import { servedTo } from './asking.ts'
import { readQuery, single } from './query.ts'
import type { Serve, Served } from './served.ts'

const collections = ({ graph, model, urls }: Served): object[] =>
  model.types.map((type) => ({
    name: type.plural,
    description: type.doc,
    entity_type: type.name,
    total_items: graph.count(type),
    url: urls.list(type),
  }))

/** The first page: what the graph is, and the ways into it that the server has. */
export const home = (serve: Serve, has: (path: string) => boolean): RouterMiddleware =>
  async function home(ctx) {
    const ways = allEndpoints.filter(({ onHomePage: shown, path }) => shown && has(path))
    const served = servedTo(ctx, serve)
    const {
      about,
      urls: { root },
    } = served
    const form = chooseForm(ctx, 'overview', single(readQuery(ctx.querystring), 'format'))
    const json = {
      ...about,
      software,
      ways: ways.map(({ title, path, help }) => ({ title, description: help, url: root + path })),
    }
    const html = async (): Promise<string> =>
      homePage({ statistics: await statistics(served), examples: await examples(served), ways }, served)
    send(ctx, form, 200, form.name === 'html' ? await html() : JSON.stringify(json))
  }

/** The first page of the API: its collections and how many records each has. */
export const apiRoot = (serve: Serve): RouterMiddleware =>
  async function apiRoot(ctx) {
    const served = serve()
    const { urls, base, about } = served
    const form = chooseForm(ctx, 'overview', single(readQuery(ctx.querystring), 'format'))
    send(
      ctx,
      form,
      200,
      form.name === 'html'
        ? apiPage(served)
        : JSON.stringify({ ...about, url: urls.api, base, collections: collections(served) }),
    )
  }

/** What can be asked of the API: the filters of each collection. */
export const docs = (serve: Serve): RouterMiddleware =>
  async function docs(ctx) {
    const served = serve()
    const form = chooseForm(ctx, 'overview', single(readQuery(ctx.querystring), 'format'))
    const filters = (type: EntityType): object[] =>
      served.model.filtersOf(type).all.map(({ key, row }) => ({
        key,
        description: `${type.plural} ${row.doc}`,
        example: row.example,
        aliases: row.aliases,
      }))
    const json = (): object => ({
      collections: served.model.types.map((type) => ({
        name: type.plural,
        url: served.urls.list(type),
        filters: filters(type),
      })),
    })
    if (form.name === 'html') sendTool(ctx, form, 200, docsPage(served), 'reference')
    else send(ctx, form, 200, JSON.stringify(json()))
  }

/** How extensions are written. */
export const extending = (serve: Serve): RouterMiddleware =>
  async function extending(ctx) {
    const form = chooseForm(ctx, 'overview', single(readQuery(ctx.querystring), 'format'))
    send(ctx, form, 200, form.name === 'html' ? extendingPage(guide(), serve()) : JSON.stringify(guide()))
  }

/** What the problems mean: the page to which their types point. */
export const errors = (serve: Serve): RouterMiddleware =>
  async function errors(ctx) {
    const form = chooseForm(ctx, 'overview', single(readQuery(ctx.querystring), 'format'))
    const rows = Object.entries(problems).map(([code, { status, title, help }]) => ({
      code,
      status,
      title,
      description: help,
    }))
    send(ctx, form, 200, form.name === 'html' ? problemsPage(serve()) : JSON.stringify({ problems: rows }))
  }
