/** The routes of reconciliation. */

import type { Route } from '../../api/request/route.ts'

export const reconciliationRoutes: readonly Route[] = [
  {
    path: '/reconcile',
    noindex: true,
    name: 'reconcile',
    runs: 'thread',
    lane: 'reconciliation',
    handler: () => import('./reconcile.ts').then(({ reconcile }) => reconcile),
    parameters: ['queries', 'extend'],
    post: {
      form: { required: [] },
      parameters: [],
      problems: ['content-too-large', 'unsupported-media-type'],
    },
    operation: {
      id: 'reconcile',
      tag: 'API',
      title: 'Reconciliation',
      help:
        'Reconciliation Service API 0.2: candidates for names in tables, as OpenRefine asks for them. ' +
        'An addition to the specification.',
      body: { resource: 'facts', schema: 'Reconciliation' },
      problems: ['invalid-parameter', 'busy'],
    },
  },
  {
    path: '/reconcile/suggest/{what}',
    noindex: true,
    name: 'reconcile',
    runs: 'thread',
    lane: 'reconciliation',
    handler: () => import('./reconcile.ts').then(({ reconcileSuggest }) => reconcileSuggest),
    parameters: ['what', 'prefix', 'cursor'],
    operation: {
      id: 'reconcileSuggest',
      tag: 'API',
      title: 'Completion for reconciliation',
      help: 'Records, properties or types for a text that is being typed. An addition to the specification.',
      body: { resource: 'facts', schema: 'Reconciliation' },
      problems: ['invalid-parameter', 'not-found'],
    },
  },
  {
    path: '/reconcile/properties',
    noindex: true,
    name: 'reconcile',
    runs: 'thread',
    handler: () => import('./reconcile.ts').then(({ reconcileProperties }) => reconcileProperties),
    parameters: ['type', 'properties_limit'],
    operation: {
      id: 'reconcileProperties',
      tag: 'API',
      title: 'Properties for reconciliation',
      help: 'The properties of which extend gives the values. An addition to the specification.',
      body: { resource: 'facts', schema: 'Reconciliation' },
      problems: ['invalid-parameter'],
    },
  },
  {
    path: '/reconcile/preview',
    noindex: true,
    name: 'reconcile',
    runs: 'thread',
    handler: () => import('./reconcile.ts').then(({ reconcilePreview }) => reconcilePreview),
    parameters: ['id'],
    operation: {
      id: 'reconcilePreview',
      tag: 'API',
      title: 'Preview for reconciliation',
      help: 'A record on a small page, which may stand in a frame. An addition to the specification.',
      body: { resource: 'preview' },
      problems: ['invalid-parameter', 'no-record'],
    },
  },
]
