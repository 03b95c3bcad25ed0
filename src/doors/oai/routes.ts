/** The route of OAI-PMH. */

import type { Route } from '../../api/request/route.ts'

export const oaiRoutes: readonly Route[] = [
  {
    path: '/oai',
    name: 'oai',
    runs: 'thread',
    handler: () => import('./oai.ts').then(({ oai }) => oai),
    parameters: ['verb', 'identifier', 'metadataPrefix', 'from', 'until', 'set', 'resumptionToken'],
    post: {
      form: { required: ['verb'] },
      parameters: [],
      problems: ['content-too-large', 'unsupported-media-type'],
    },
    operation: {
      id: 'harvest',
      tag: 'Linked data',
      title: 'OAI-PMH',
      help: 'All records, or what has changed, for harvesters: OAI-PMH 2.0.',
      body: { resource: 'oai' },
      onHomePage: true,
      problems: ['busy'],
    },
  },
]
