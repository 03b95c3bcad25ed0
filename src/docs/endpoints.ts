/**
 * The paths of the server beside the collections: one table, from which OpenAPI, the first page and tests are
 * made.
 */

import { SORT } from '../parameters.ts'
import type { ProblemCode } from '../errors.ts'
import type { MediaName, Resource } from '../media.ts'

import type { parameters } from './endpoint-parameters.ts'

type Tag = 'API' | 'Linked data' | 'Descriptions' | 'Server'

/** Name of the schema of all JSON forms of an answer, or of each. */
export type SchemaOf = string | { readonly [N in MediaName]?: string }

/** What a successful answer is: a schema for its JSON forms, and what is offered. */
interface Body {
  readonly resource: Resource | readonly Resource[]
  readonly schema?: SchemaOf
}

interface Post {
  /** The body may be one of the parameters alone, as text. */
  readonly text?: { readonly type: string; readonly help: string }
  /** Or all of them as a form, which must have these. */
  readonly form: { readonly required: readonly string[] }
  /** What may stand in the URL all the same. */
  readonly parameters: readonly (keyof typeof parameters)[]
  /** Problems that GET does not have. */
  readonly problems: readonly ProblemCode[]
}

interface Row {
  readonly id: string
  readonly tag: Tag
  readonly title: string
  readonly help: string
  readonly parameters?: readonly (keyof typeof parameters)[]
  /** Answers of status 200. */
  readonly body?: Body
  /** Answers of other statuses that are no problems: a redirect holds the URL as text. */
  readonly otherStatuses?: Readonly<Record<number, { readonly help: string; readonly body?: Body }>>
  /** Problems that others do not have. */
  readonly problems?: readonly ProblemCode[]
  /** POST takes the same in a body. */
  readonly post?: Post
  /** The form is negotiated, and `format` chooses it too. */
  readonly negotiated?: true
  /** It has pages, as lists have. */
  readonly paged?: true
  /** Caches may not keep it. */
  readonly noStore?: true
  /** Listed on the first page. */
  readonly onHomePage?: true
}

const DEREFERENCED = {
  303: {
    help: 'The document of the entity is at the URL of Location, where its form is negotiated.',
    body: { resource: 'text' },
  },
} as const

/** By path under the public URL. Those without a route are not there. */
const endpoints = {
  '/': {
    id: 'getHome',
    tag: 'Server',
    title: 'First page',
    help: 'What the graph is, and the ways into it.',
    body: { resource: 'overview', schema: 'Home' },
    negotiated: true,
  },
  '/skg-if/api': {
    id: 'getCollections',
    tag: 'API',
    title: 'API',
    help: 'SKG-IF API: every record by id, and lists of records.',
    body: { resource: 'overview', schema: 'Collections' },
    negotiated: true,
    onHomePage: true,
  },
  '/id/{suffix}': {
    id: 'dereference',
    tag: 'Linked data',
    title: 'Dereferencing',
    help: 'From the IRI of an entity below the base to its document.',
    parameters: ['suffix'],
    otherStatuses: DEREFERENCED,
    problems: ['invalid-identifier', 'no-record'],
  },
  '/resolve': {
    id: 'resolve',
    tag: 'Linked data',
    title: 'Resolving',
    help: 'From any IRI or external identifier to the document of the entity that has it.',
    parameters: ['iri'],
    otherStatuses: {
      ...DEREFERENCED,
      300: {
        help: 'Several records have the identifier.',
        body: { resource: 'overview', schema: 'Choices' },
      },
    },
    problems: ['invalid-parameter', 'invalid-identifier', 'no-record'],
  },
  '/sparql': {
    id: 'askSparql',
    tag: 'Linked data',
    title: 'SPARQL',
    help: 'SPARQL 1.1 Protocol: queries over the graph.',
    parameters: ['query', 'default-graph-uri', 'named-graph-uri'],
    body: {
      resource: ['select', 'ask', 'triples', 'endpoint'],
      schema: { json: 'SparqlResults', results: 'SparqlResults', jsonld: 'JsonLd' },
    },
    negotiated: true,
    onHomePage: true,
    problems: ['invalid-query', 'invalid-parameter', 'query-refused', 'query-too-costly', 'busy'],
    post: {
      text: { type: 'application/sparql-query', help: 'The query.' },
      form: { required: ['query'] },
      parameters: ['default-graph-uri', 'named-graph-uri'],
      problems: ['content-too-large', 'unsupported-media-type'],
    },
  },
  '/dump': {
    id: 'getDump',
    tag: 'Linked data',
    title: 'Dump',
    help:
      'The whole graph as N-Quads: as text, compressed on the way for whoever accepts that, or as a ' +
      'file .nq.gz (format=gzip), of which ranges of bytes can be had.',
    body: { resource: 'dump' },
    otherStatuses: { 206: { help: 'The range of the file that was asked for.', body: { resource: 'dump' } } },
    problems: ['range-not-satisfiable'],
    negotiated: true,
    onHomePage: true,
  },
  '/.well-known/void': {
    id: 'getVoid',
    tag: 'Descriptions',
    title: 'Description of the graph',
    help: 'What is in the graph and how to get at it, as VoID and DCAT.',
    body: { resource: 'dataset', schema: 'JsonLd' },
    negotiated: true,
    onHomePage: true,
  },
  '/openapi.json': {
    id: 'getOpenApi',
    tag: 'Descriptions',
    title: 'OpenAPI',
    help: 'The description of the interface for programs.',
    body: { resource: 'openapi', schema: 'OpenApi' },
    onHomePage: true,
  },
  '/skg-if-openapi.yaml': {
    id: 'getOpenApiYaml',
    tag: 'Descriptions',
    title: 'OpenAPI as YAML',
    help: 'The same in YAML.',
    body: { resource: 'openapi-yaml', schema: 'OpenApi' },
  },
  '/{api_version}/skg-if-openapi.yaml': {
    id: 'getOpenApiOfVersion',
    tag: 'Descriptions',
    title: 'OpenAPI of a version',
    help: 'The same, by the version of the API; no other version is there.',
    parameters: ['api_version'],
    body: { resource: 'openapi-yaml', schema: 'OpenApi' },
    problems: ['not-found'],
  },
  '/contexts': {
    id: 'getContexts',
    tag: 'Descriptions',
    title: 'Contexts',
    help: 'The JSON-LD contexts that the graph follows.',
    body: { resource: 'facts', schema: 'Contexts' },
    onHomePage: true,
  },
  '/contexts/{file}.json': {
    id: 'getContext',
    tag: 'Descriptions',
    title: 'Context',
    help: 'One of the contexts: the published one with the corrections of skeg.',
    parameters: ['file'],
    body: { resource: 'context', schema: 'JsonLd' },
    negotiated: true,
    problems: ['not-found'],
  },
  '/sitemap.xml': {
    id: 'getSitemap',
    tag: 'Descriptions',
    title: 'Sitemap',
    help: 'Index of the parts of the sitemap.',
    body: { resource: 'sitemap' },
  },
  '/sitemaps/{file}.xml': {
    id: 'getSitemapPart',
    tag: 'Descriptions',
    title: 'Part of the sitemap',
    help: 'URLs of documents.',
    parameters: ['file'],
    body: { resource: 'sitemap' },
    problems: ['not-found'],
  },
  '/robots.txt': {
    id: 'getRobots',
    tag: 'Descriptions',
    title: 'Robots',
    help: 'What crawlers should leave alone.',
    body: { resource: 'text' },
  },
  '/docs': {
    id: 'getDocs',
    tag: 'Descriptions',
    title: 'Documentation',
    help: 'What can be asked of the API: collections, filters, formats, with examples.',
    body: { resource: 'overview', schema: 'Docs' },
    negotiated: true,
    onHomePage: true,
  },
  '/search': {
    id: 'search',
    tag: 'API',
    title: 'Search',
    help:
      'Records that have all words in their titles, names, acronyms or labels, the best first, then ' +
      'those that have some in the names of contributors: the first of each list, or the pages of one. ' +
      'An addition to the specification.',
    parameters: ['q', 'types'],
    paged: true,
    body: { resource: 'overview', schema: 'SearchResults' },
    negotiated: true,
    problems: ['invalid-parameter', 'busy'],
  },
  '/download/{collection}': {
    id: 'download',
    tag: 'API',
    title: 'Download',
    help: 'A whole list as one file, all pages of it. Citations only where records can be cited.',
    parameters: ['collection', 'filter', SORT],
    body: { resource: ['download', 'citation'] },
    negotiated: true,
    problems: ['not-found', 'invalid-parameter', 'invalid-filter', 'busy'],
  },
  '/suggest': {
    id: 'suggest',
    tag: 'API',
    title: 'Suggestions',
    help:
      'Records for a name that is being typed, the best first, or for an identifier. An addition to ' +
      'the specification.',
    parameters: ['q', 'types', 'limit'],
    body: { resource: 'facts', schema: 'Suggestions' },
    problems: ['invalid-parameter'],
  },
  '/reconcile': {
    id: 'reconcile',
    tag: 'API',
    title: 'Reconciliation',
    help:
      'Reconciliation Service API 0.2: candidates for names in tables, as OpenRefine asks for them. ' +
      'An addition to the specification.',
    parameters: ['queries', 'extend', 'callback'],
    body: { resource: 'facts', schema: 'Reconciliation' },
    problems: ['invalid-parameter', 'busy'],
    post: {
      form: { required: [] },
      parameters: ['callback'],
      problems: ['content-too-large', 'unsupported-media-type'],
    },
  },
  '/reconcile/suggest/{what}': {
    id: 'reconcileSuggest',
    tag: 'API',
    title: 'Completion for reconciliation',
    help: 'Records, properties or types for a text that is being typed. An addition to the specification.',
    parameters: ['what', 'prefix', 'cursor', 'callback'],
    body: { resource: 'facts', schema: 'Reconciliation' },
    problems: ['invalid-parameter', 'not-found'],
  },
  '/reconcile/properties': {
    id: 'reconcileProperties',
    tag: 'API',
    title: 'Properties for reconciliation',
    help: 'The properties of which extend gives the values. An addition to the specification.',
    parameters: ['type', 'properties_limit', 'callback'],
    body: { resource: 'facts', schema: 'Reconciliation' },
    problems: ['invalid-parameter'],
  },
  '/reconcile/preview': {
    id: 'reconcilePreview',
    tag: 'API',
    title: 'Preview for reconciliation',
    help: 'A record on a small page, which may stand in a frame. An addition to the specification.',
    parameters: ['id'],
    body: { resource: 'preview' },
    problems: ['invalid-parameter', 'no-record'],
  },
  '/docs/errors': {
    id: 'getProblems',
    tag: 'Server',
    title: 'Problems',
    help: 'What the problems mean that the server may answer with.',
    body: { resource: 'overview', schema: 'Problems' },
    negotiated: true,
    onHomePage: true,
  },
  '/metrics': {
    id: 'getMetrics',
    tag: 'Server',
    title: 'Metrics',
    help: 'Figures for monitoring in the format of Prometheus.',
    body: { resource: 'metrics' },
    noStore: true,
  },
  '/health': {
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
} as const satisfies Record<string, Row>

export type Endpoint = Row & { readonly path: string }

/** All endpoints, in order. */
export const allEndpoints: readonly Endpoint[] = Object.entries(endpoints).map(([path, row]) => ({
  path,
  ...row,
}))
