/** The route of the dump: the whole graph as a file. */

import type { Route } from '../../api/request/route.ts'

export const dumpRoutes: readonly Route[] = [
  {
    path: '/dump',
    noindex: true,
    name: 'dump',
    runs: 'main',
    handler: () => import('./dump.ts').then(({ dump }) => dump),
    isOpen: ({ graph, settings }) => graph.quads !== undefined && settings.dump === 'public',
    isOpenToOperators: ({ graph, settings }) => graph.quads !== undefined && settings.dump === 'admin',
    negotiated: true,
    operation: {
      id: 'getDump',
      tag: 'Linked data',
      title: 'Dump',
      help:
        'The whole graph as N-Quads: as text, compressed on the way for whoever accepts that, or as a ' +
        'file .nq.gz (format=gzip), of which ranges of bytes can be had.',
      body: { resource: 'dump' },
      otherStatuses: {
        206: { help: 'The range of the file that was asked for.', body: { resource: 'dump' } },
      },
      problems: ['range-not-satisfiable'],
      onHomePage: true,
    },
  },
]
