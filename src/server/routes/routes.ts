/**
 * The table of routes: what is served at which path, with which parameters and answers, and whether the main thread
 * or a worker makes them (`runs`). The router, OpenAPI, the first page, /docs and docs/api.md are made from it.
 */

import { descriptionRoutes } from '../../api/routes/descriptions/routes.ts'
import { health, metrics } from '../../api/routes/monitoring.ts'
import { recordRoutes } from '../../api/routes/records/routes.ts'
import { doors } from '../../doors/doors.ts'
import type { Route } from '../../api/request/route.ts'
import { searchRoutes } from '../../api/routes/search/routes.ts'

const entryRoutes: readonly Route[] = [
  {
    path: '/',
    name: 'home',
    runs: 'thread',
    handler: () => import('../../api/routes/descriptions/overviews.ts').then(({ home }) => home),
    negotiated: true,
    operation: {
      id: 'getHome',
      tag: 'Server',
      title: 'First page',
      help: 'What the graph is, and the ways into it; in the forms of RDF, its description as VoID and DCAT.',
      body: { resource: ['overview', 'dataset'], schema: { json: 'Home' } },
    },
  },
  {
    path: '/skg-if/api',
    name: 'api',
    runs: 'thread',
    handler: () => import('../../api/routes/descriptions/overviews.ts').then(({ apiRoot }) => apiRoot),
    negotiated: true,
    operation: {
      id: 'getCollections',
      tag: 'API',
      title: 'API',
      help: 'SKG-IF API: every record by id, and lists of records.',
      body: { resource: 'overview', schema: 'Collections' },
      onHomePage: true,
    },
  },
]

const serverRoutes: readonly Route[] = [
  {
    path: '/docs/errors',
    name: 'errors',
    runs: 'thread',
    handler: () => import('../../api/routes/descriptions/overviews.ts').then(({ errors }) => errors),
    negotiated: true,
    operation: {
      id: 'getProblems',
      tag: 'Server',
      title: 'Problems',
      help: 'What the problems mean that the server may answer with.',
      body: { resource: 'overview', schema: 'Problems' },
      onHomePage: true,
    },
  },
  {
    path: '/metrics',
    noindex: true,
    name: 'metrics',
    runs: 'main',
    handler: () => metrics,
    isOpen: ({ settings }) => !settings.admin,
    isOpenToOperators: () => true,
    operation: {
      id: 'getMetrics',
      tag: 'Server',
      title: 'Metrics',
      help: 'Figures for monitoring in the format of Prometheus.',
      body: { resource: 'metrics' },
      noStore: true,
    },
  },
  {
    path: '/health',
    name: 'health',
    runs: 'main',
    handler: () => health,
    isOpenToOperators: () => true,
    operation: {
      id: 'getHealth',
      tag: 'Server',
      title: 'Health',
      help:
        'Whether the server answers: ok, or busy where requests to the graph wait for some seconds; ' +
        '503 where the graph has ended, or has the status damaged as some answers fail.',
      body: { resource: 'facts', schema: 'Health' },
      noStore: true,
      onHomePage: true,
    },
  },
]

/** In the order of OpenAPI. */
export const routes: readonly Route[] = [
  ...entryRoutes,
  ...recordRoutes,
  ...descriptionRoutes,
  ...searchRoutes,
  ...doors.flatMap((door) => door.routes),
  ...serverRoutes,
]

export const describeForSearch = doors.find((door) => door.describeForSearch)?.describeForSearch

export const pages = doors.find((door) => door.pages)?.pages
