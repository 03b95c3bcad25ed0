/** The rows of the table of routes for records, lists and the whole graph. */

import { FIELDS, listParameters } from '../../../config/parameters.ts'
import type { Route } from '../../request/route.ts'
import { entity, parts } from './entity.ts'

const DEREFERENCED = {
  303: {
    help: 'The document of the entity is at the URL of Location, where its form is negotiated.',
    body: { resource: 'text' },
  },
} as const

export const recordRoutes: readonly Route[] = [
  {
    path: '/skg-if/api/{collection}',
    name: 'list',
    runs: 'main',
    handler: () => import('./list.ts').then(({ list }) => list),
    parts: () => import('./list.ts').then(({ parts: own }) => own),
    parameters: ['collection', ...listParameters],
    negotiated: true,
    operation: 'list',
  },
  {
    path: '/skg-if/api/{collection}/{local_identifier}',
    name: 'entity',
    runs: 'main',
    handler: () => entity,
    parts: async () => parts,
    parameters: ['collection', 'local_identifier', FIELDS],
    negotiated: true,
    operation: 'entity',
  },
  {
    path: '/id/{suffix}',
    name: 'id',
    runs: 'main',
    handler: () => import('./dereference.ts').then(({ dereference }) => dereference),
    parts: () => import('./dereference.ts').then(({ parts: own }) => own),
    parameters: ['suffix'],
    operation: {
      id: 'dereference',
      tag: 'Linked data',
      title: 'Dereferencing',
      help: 'From the IRI of an entity below the base to its document.',
      otherStatuses: DEREFERENCED,
      problems: ['invalid-identifier', 'no-record'],
    },
  },
  {
    path: '/resolve',
    noindex: true,
    name: 'resolve',
    runs: 'main',
    handler: () => import('./dereference.ts').then(({ resolve }) => resolve),
    parts: () => import('./dereference.ts').then(({ parts: own }) => own),
    parameters: ['iri'],
    operation: {
      id: 'resolve',
      tag: 'Linked data',
      title: 'Resolving',
      help: 'From any IRI or external identifier to the document of the entity that has it.',
      otherStatuses: {
        ...DEREFERENCED,
        300: {
          help: 'Several records have the identifier.',
          body: { resource: 'overview', schema: 'Choices' },
        },
      },
      problems: ['invalid-parameter', 'invalid-identifier', 'no-record'],
    },
  },
  {
    path: '/sparql',
    noindex: true,
    name: 'sparql',
    runs: 'main',
    perClient: true,
    handler: () => import('../sparql/sparql.ts').then(({ sparql }) => sparql),
    parts: () => import('../sparql/sparql.ts').then(({ parts: own }) => own),
    isOpen: ({ graph, settings }) => graph.endpoint !== undefined && settings.sparql,
    parameters: ['query', 'default-graph-uri', 'named-graph-uri'],
    negotiated: true,
    post: {
      text: { type: 'application/sparql-query', help: 'The query.' },
      form: { required: ['query'] },
      parameters: ['default-graph-uri', 'named-graph-uri'],
      problems: ['content-too-large', 'unsupported-media-type'],
    },
    operation: {
      id: 'askSparql',
      tag: 'Linked data',
      title: 'SPARQL',
      help: 'SPARQL 1.1 Protocol: queries over the graph.',
      body: {
        resource: ['select', 'ask', 'triples', 'endpoint'],
        schema: { json: 'SparqlResults', results: 'SparqlResults', jsonld: 'JsonLd' },
      },
      onHomePage: true,
      problems: ['invalid-query', 'invalid-parameter', 'query-refused', 'query-too-costly', 'busy'],
    },
  },
  // Only says that an id is missing.
  {
    path: '/id',
    name: 'id',
    runs: 'main',
    handler: () => import('./dereference.ts').then(({ dereference }) => dereference),
    parts: () => import('./dereference.ts').then(({ parts: own }) => own),
  },
]

/** Answers requests below the base of the graph, whatever its path is. */
export const ownIriRoute: Route = {
  path: '/{suffix}',
  name: 'id',
  runs: 'main',
  handler: () => import('./dereference.ts').then(({ dereferenceOwnIri }) => dereferenceOwnIri),
  parts: () => import('./dereference.ts').then(({ parts: own }) => own),
}
