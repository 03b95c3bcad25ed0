/** The rows of the table of routes for what describes the server and its graph. */

import type { Route } from '../../request/route.ts'

export const descriptionRoutes: readonly Route[] = [
  {
    path: '/.well-known/void',
    name: 'dataset',
    runs: 'thread',
    handler: () => import('./dataset.ts').then(({ dataset }) => dataset),
    negotiated: true,
    operation: {
      id: 'getVoid',
      tag: 'Descriptions',
      title: 'Description of the graph',
      help: 'What is in the graph and how to get at it, as VoID and DCAT.',
      body: { resource: ['dataset', 'page'], schema: 'JsonLd' },
      onHomePage: true,
    },
  },
  {
    path: '/contexts',
    name: 'contexts',
    runs: 'main',
    handler: () => import('./contexts.ts').then(({ contexts }) => contexts),
    negotiated: true,
    operation: {
      id: 'getContexts',
      tag: 'Descriptions',
      title: 'Contexts',
      help: 'The JSON-LD contexts that the graph follows.',
      body: { resource: 'overview', schema: { json: 'Contexts' } },
      onHomePage: true,
    },
  },
  {
    path: '/contexts/{file}.json',
    name: 'contexts',
    runs: 'thread',
    handler: () => import('./contexts.ts').then(({ context }) => context),
    parameters: ['file'],
    negotiated: true,
    operation: {
      id: 'getContext',
      tag: 'Descriptions',
      title: 'Context',
      help: 'One of the contexts: the published one with the corrections of skeg.',
      body: { resource: 'context', schema: 'JsonLd' },
      problems: ['not-found'],
    },
  },
  {
    path: '/docs',
    name: 'docs',
    runs: 'thread',
    handler: () => import('./overviews.ts').then(({ docs }) => docs),
    negotiated: true,
    operation: {
      id: 'getDocs',
      tag: 'Descriptions',
      title: 'Documentation',
      help: 'What can be asked of the API: collections, filters, formats, with examples.',
      body: { resource: 'overview', schema: 'Docs' },
      onHomePage: true,
    },
  },
]
