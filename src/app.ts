/** The whole HTTP stack on one screen. */

import { Router } from '@koa/router'
import Koa from 'koa'
import { neutralAbout, type About } from './about.ts'
import { cors } from './http/cors.ts'
import { entity } from './http/entity.ts'
import { health } from './http/health.ts'
import { list } from './http/list.ts'
import { createLog, requestLog, type Log } from './http/log.ts'
import { methods } from './http/methods.ts'
import { apiRoot, errors, home } from './http/overview.ts'
import { problems } from './http/problems.ts'
import { requireBaseOutside, serving } from './http/served.ts'
import { sparql } from './http/sparql.ts'
import { target } from './http/target.ts'
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
  const serve = serving(typeof graph === 'function' ? graph : () => graph, root, settings)
  const { base, urls } = serve()
  requireBaseOutside(base, urls.api)

  const router = new Router()
  router.get(path(), home(serve, about))
  router.get(path('health'), health(serve))
  router.get(path('docs', 'errors'), errors())
  if (settings.sparql) {
    const answer = sparql(serve, about)
    router.get(path('sparql'), answer).post(path('sparql'), answer)
  }
  router.get(path(...API), apiRoot(serve, about))
  router.get(path(...API, ONE), list(serve, settings))
  router.get(path(...API, ONE, REST), entity(serve))

  const app = new Koa()
  app.on('error', (error: Error) => log.error({ err: error }, 'An answer could not be sent.'))
  if (settings.log) app.use(requestLog(log))
  app.use(problems(root, log))
  app.use(cors())
  app.use(target(root))
  // ETag, 304 and compression belong here: they see the answer in its negotiated form.
  app.use(router.routes())
  app.use(methods())
  return app
}
