/** The rows of the table of routes for searches, and for lists as files. */

import { FIELDS, SAMPLE, SEED, SORT } from '../../../config/parameters.ts'
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
    runs: 'thread',
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
    runs: 'main',
    handler: () => import('./suggest.ts').then(({ suggest }) => suggest),
    parts: () => import('./suggest.ts').then(({ parts }) => parts),
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
]
