/** Routes of searches, and of lists as files. */

import { FIELDS, SAMPLE, SEED, SORT } from '../../../parameters.ts'
import { RECONCILE_TEST_PATH } from '../../../pages/shared/site.ts'
import type { Route } from '../../request/route.ts'

export const searchRoutes: readonly Route[] = [
  {
    path: '/search',
    noindex: true,
    name: 'search',
    runs: 'thread',
    handler: () => import('./search.ts').then(({ searchAll }) => searchAll),
    parameters: ['q', 'types'],
    paged: true,
    negotiated: true,
    operation: {
      id: 'search',
      tag: 'API',
      title: 'Search',
      help:
        'Records that have all words in their titles, names, acronyms or labels, the best first, then ' +
        'those that have some in the names of contributors: the first of each list, or the pages of one. ' +
        'An addition to the specification.',
      body: { resource: 'overview', schema: 'SearchResults' },
      otherStatuses: {
        303: {
          help: 'The page is that of a list, or of the record with the identifier.',
          body: { resource: 'text' },
        },
      },
      problems: ['invalid-parameter', 'busy'],
    },
  },
  {
    path: '/download/{collection}',
    noindex: true,
    name: 'download',
    runs: 'both',
    perClient: true,
    handler: () => import('../records/download.ts').then(({ download }) => download),
    isOpen: ({ settings }) => settings.maxDownload > 0,
    parameters: ['collection', 'filter', SORT, FIELDS, SAMPLE, SEED],
    negotiated: true,
    post: {
      form: { required: [] },
      parameters: [],
      problems: ['content-too-large', 'unsupported-media-type'],
    },
    operation: 'download',
  },
  {
    path: '/suggest',
    noindex: true,
    name: 'suggest',
    runs: 'thread',
    handler: () => import('./suggest.ts').then(({ suggest }) => suggest),
    parameters: ['q', 'types', 'limit'],
    operation: {
      id: 'suggest',
      tag: 'API',
      title: 'Suggestions',
      help:
        'Records for a name that is being typed, the best first, or for an identifier. An addition to ' +
        'the specification.',
      body: { resource: 'facts', schema: 'Suggestions' },
      problems: ['invalid-parameter'],
    },
  },
  {
    path: '/reconcile',
    noindex: true,
    name: 'reconcile',
    runs: 'both',
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
  {
    path: RECONCILE_TEST_PATH,
    noindex: true,
    name: 'reconcile',
    runs: 'thread',
    lane: 'reconciliation',
    handler: () => import('./reconcile.ts').then(({ reconcileTest }) => reconcileTest),
    parameters: ['q', 'type'],
  },
  // The form of a list on its page.
  {
    path: '/search/{collection}',
    noindex: true,
    name: 'search',
    runs: 'thread',
    handler: () => import('./search.ts').then(({ searchCollection }) => searchCollection),
    parameters: ['collection'],
  },
]
