/** The routes of the stream of changes. */

import type { Route } from '../../api/request/route.ts'

export const changeRoutes: readonly Route[] = [
  {
    path: '/changes',
    noindex: true,
    name: 'changes',
    runs: 'thread',
    handler: () => import('./changes.ts').then(({ changes }) => changes),
    parameters: ['before'],
    negotiated: true,
    operation: {
      id: 'getChanges',
      tag: 'Linked data',
      title: 'Changes',
      help: 'What has changed, for copies of the graph: a Linked Data Event Stream (LDES 1.0) of ActivityStreams.',
      body: { resource: 'changes', schema: 'JsonLd' },
      onHomePage: true,
      problems: ['invalid-parameter', 'busy'],
    },
  },
  {
    path: '/changes/{time}',
    noindex: true,
    name: 'changes',
    runs: 'thread',
    handler: () => import('./changes.ts').then(({ changesOf }) => changesOf),
    parameters: ['time', 'after'],
    negotiated: true,
    operation: {
      id: 'getChangesOf',
      tag: 'Linked data',
      title: 'Changes of a moment',
      help: 'A page of the stream: records as they changed then, and what went.',
      body: { resource: 'changes', schema: 'JsonLd' },
      otherStatuses: {
        301: { help: 'The stream was restarted since: Location is its root.', body: { resource: 'text' } },
      },
      problems: ['invalid-parameter', 'not-found', 'busy'],
    },
  },
]
