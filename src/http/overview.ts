/** What is where: the first page of the server, and that of the API. */

import type { RouterMiddleware } from '@koa/router'
import { software, type About } from '../about.ts'
import { problems } from '../errors.ts'
import { API_PATH } from '../record/urls.ts'
import { chooseForm, send } from './answer.ts'
import { readQuery, single } from './query.ts'
import type { Serve, Served } from './served.ts'

interface Way { readonly title: string; readonly path: string; readonly help: string }

/** The ways in, in the order in which visitors look for them. */
const ways: readonly Way[] = [
  { title: 'API', path: API_PATH, help: 'SKG-IF API: every record by id, and lists of records.' },
  { title: 'SPARQL', path: '/sparql', help: 'SPARQL 1.1 queries over the graph.' },
  { title: 'Problems', path: '/docs/errors', help: 'What the problems mean that the server may answer with.' },
  { title: 'Health', path: '/health', help: 'Whether the server answers.' },
]

const collections = ({ graph, model, urls }: Served): object[] => model.types.map((type) =>
  ({ name: type.plural, description: type.doc, entity_type: type.name, total_items: graph.count(type), url: urls.list(type) }))

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] as string)
const item = (url: string, title: string, help: string): string => `<li><a href="${escape(url)}">${escape(title)}</a>: ${escape(help)}</li>`

const frame = (title: string, content: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escape(title)}</title><h1>${escape(title)}</h1>${content}</html>\n`

function page({ title, description, ...more }: About, list: readonly string[]): string {
  const facts = Object.entries(more).map(([name, value]) => `<dt>${escape(name)}</dt><dd>${escape(typeof value === 'string' ? value : value.name)}</dd>`).join('')
  return frame(title, `<p>${escape(description)}</p><dl>${facts}</dl><ul>${list.join('')}</ul>`)
}

/** The first page: what the graph is, and the ways into it. */
export const home = (serve: Serve, about: About): RouterMiddleware => async function home(ctx) {
  const { graph, urls: { root } } = serve()
  const open = ways.filter(({ path }) => path !== '/sparql' || graph.endpoint !== undefined)
  const form = chooseForm(ctx, 'overview', single(readQuery(ctx.querystring), 'format'))
  const json = { ...about, software, ways: open.map(({ title, path, help }) => ({ title, description: help, url: root + path })) }
  const html = (): string => page(about, open.map(({ title, path, help }) => item(root + path, title, help)))
  send(ctx, form, 200, form.name === 'html' ? html() : JSON.stringify(json))
}

/** The first page of the API: its collections and how many records each has. */
export const apiRoot = (serve: Serve, about: About): RouterMiddleware => async function apiRoot(ctx) {
  const served = serve()
  const { urls, base, model, graph } = served
  const form = chooseForm(ctx, 'overview', single(readQuery(ctx.querystring), 'format'))
  const html = (): string => page(about, model.types.map((type) => item(urls.list(type), type.plural, `${graph.count(type)}. ${type.doc}`)))
  send(ctx, form, 200, form.name === 'html' ? html() : JSON.stringify({ ...about, url: urls.api, base, collections: collections(served) }))
}

/** What the problems mean: the page to which their types point. */
export const errors = (): RouterMiddleware => async function errors(ctx) {
  const form = chooseForm(ctx, 'overview', single(readQuery(ctx.querystring), 'format'))
  const rows = Object.entries(problems).map(([code, { status, title, help }]) => ({ code, status, title, description: help }))
  const html = (): string => frame('Problems', `<dl>${rows.map(({ code, status, title, description }) => `<dt id="${code}">${status} ${escape(title)}</dt><dd>${escape(description)}</dd>`).join('')}</dl>`)
  send(ctx, form, 200, form.name === 'html' ? html() : JSON.stringify({ problems: rows }))
}
