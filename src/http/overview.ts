/** What is where: the first page of the server, and that of the API. */

import type { RouterMiddleware } from '@koa/router'
import { software, type About } from '../about.ts'
import { API_PATH } from '../record/urls.ts'
import { chooseForm, send } from './answer.ts'
import { readQuery, single } from './query.ts'
import type { Serve, Served } from './served.ts'

interface Way { readonly title: string; readonly path: string; readonly help: string }

/** The ways in, in the order in which visitors look for them. */
const ways: readonly Way[] = [
  { title: 'API', path: API_PATH, help: 'SKG-IF API: every record by id, and lists of records.' },
  { title: 'Health', path: '/health', help: 'Whether the server answers.' },
]

const collections = ({ graph, model, urls }: Served): object[] => model.types.map((type) =>
  ({ name: type.plural, description: type.doc, entity_type: type.name, total_items: graph.count(type), url: urls.list(type) }))

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] as string)
const item = (url: string, title: string, help: string): string => `<li><a href="${escape(url)}">${escape(title)}</a>: ${escape(help)}</li>`

function page({ title, description, ...more }: About, list: readonly string[]): string {
  const facts = Object.entries(more).map(([name, value]) => `<dt>${escape(name)}</dt><dd>${escape(typeof value === 'string' ? value : value.name)}</dd>`).join('')
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escape(title)}</title><h1>${escape(title)}</h1>`
    + `<p>${escape(description)}</p><dl>${facts}</dl><ul>${list.join('')}</ul></html>\n`
}

/** The first page: what the graph is, and the ways into it. */
export const home = (serve: Serve, about: About): RouterMiddleware => async function home(ctx) {
  const { urls: { root } } = serve()
  const form = chooseForm(ctx, 'overview', single(readQuery(ctx.querystring), 'format'))
  const json = { ...about, software, ways: ways.map(({ title, path, help }) => ({ title, description: help, url: root + path })) }
  const html = (): string => page(about, ways.map(({ title, path, help }) => item(root + path, title, help)))
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
