/** The parameters of paths and queries: one table, from which requests are read, and OpenAPI and /docs made. */

/** What the names of those begin with that skeg adds to the specification. */
export const OWN_PREFIX = 'skeg_'

export const LANGUAGE = 'skeg_lang'

/** The order of a list: the name of an order, perhaps with DESCENDING behind it. */
export const SORT = 'skeg_sort'
export const DESCENDING = ':desc'

/** Fields that records have, with commas between them. */
export const FIELDS = 'skeg_fields'

/** The number of records of a random sample, and the seed that gives the same one again. */
export const SAMPLE = 'skeg_sample'
export const SEED = 'skeg_seed'

/** Facets whose values are counted, and how many values of each. */
export const FACETS = 'skeg_facets'
export const FACET_SIZE = 'skeg_facet_size'
export const MAX_FACETS = 20
export const DEFAULT_FACET_SIZE = 20
export const MAX_FACET_SIZE = 1000

/** The name in a form for which one of several records was taken. */
export const NAMED = 'skeg_named'

/** Numbers of at most 15 digits, which all readers of JSON hold exactly. */
export const MAX_NUMBER = 10 ** 15 - 1

/** What a path or a query may hold. */
export interface Parameter {
  /** Its name; absent: that of the row. */
  readonly name?: string
  readonly in: 'path' | 'query'
  readonly required?: true
  /** In a path: the rest of it, with the slashes in it. */
  readonly isRest?: true
  readonly type: 'string' | 'integer'
  readonly format?: 'iri'
  /** It may stand there several times. */
  readonly repeatable?: true
  /** Bounds of a number, and what it is unless said. */
  readonly minimum?: number
  readonly maximum?: number
  readonly default?: number
  /** Of a text: characters, and what it looks like. */
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly enum?: readonly string[]
  readonly help: string
  readonly isAddition?: true
}

/** A moment, to the second. */
export const MOMENT = String.raw`^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$`

/** An id in a path, or an IRI: no control characters, and no more than resolving takes. */
const ID = { minLength: 1, maxLength: 2000, pattern: '^[^\\u0000-\\u001f\\u007f]+$' } as const

/** An absolute IRI, as far as a pattern can say. */
const IRI = { pattern: '^[A-Za-z][A-Za-z0-9+.-]*:[^\\u0000-\\u0020<>"{}|\\\\^`]+$' } as const

export const parameters = {
  local_identifier: {
    in: 'path',
    required: true,
    isRest: true,
    type: 'string',
    ...ID,
    help:
      'Id of the entity: what follows the base, the whole IRI (percent-encoded, or as it is), or an ' +
      'external identifier that one record alone has.',
  },
  suffix: {
    in: 'path',
    required: true,
    isRest: true,
    type: 'string',
    ...ID,
    help: 'What follows the base in an IRI, percent-encoded.',
  },
  api_version: {
    in: 'path',
    required: true,
    type: 'string',
    help: 'Version of the SKG-IF API: that of this document.',
  },
  file: {
    in: 'path',
    required: true,
    type: 'string',
    help: 'Name without its ending, as the index lists it.',
  },
  iri: {
    in: 'query',
    required: true,
    type: 'string',
    ...ID,
    help:
      'IRI of an entity, on whatever host, or an external identifier (DOI, ORCID, ROR …) in any ' +
      'spelling; percent-encoded.',
  },
  collection: { in: 'path', required: true, type: 'string', help: 'Path of a collection.' },
  filter: {
    in: 'query',
    type: 'string',
    help:
      'Conditions `key:value` with commas between them, all of which must be met. A comma in a value is ' +
      'written %2C.',
  },
  page: {
    in: 'query',
    type: 'integer',
    minimum: 1,
    maximum: MAX_NUMBER,
    default: 1,
    help: 'Number of the page.',
  },
  page_size: {
    in: 'query',
    type: 'integer',
    minimum: 1,
    maximum: 100,
    default: 10,
    help: 'Records on a page.',
  },
  [SORT]: {
    in: 'query',
    type: 'string',
    isAddition: true,
    help:
      `What the list is sorted by, \`${DESCENDING}\` behind it for the other direction; what has no such value ` +
      'comes last.',
  },
  [FIELDS]: {
    in: 'query',
    type: 'string',
    isAddition: true,
    help:
      'Fields of the records, with commas between them; a part of a field stands behind a dot. The other fields ' +
      'are left out, but for `local_identifier` and `entity_type`. For JSON, JSON-LD, CSV, JSON Lines and Parquet.',
  },
  [SAMPLE]: {
    in: 'query',
    type: 'integer',
    minimum: 1,
    maximum: 10_000,
    isAddition: true,
    help:
      'Records of a random sample of the list, in the order of the list. Facets count the list from which it ' +
      'is drawn.',
  },
  [SEED]: {
    in: 'query',
    type: 'integer',
    minimum: 0,
    maximum: MAX_NUMBER,
    isAddition: true,
    help:
      'The same seed gives the same sample of a version of the graph, and a larger sample has the ' +
      'records of a smaller one. Without it one is chosen, which the URLs of `meta` name. Of no ' +
      `account without \`${SAMPLE}\`.`,
  },
  [FACETS]: {
    in: 'query',
    type: 'string',
    isAddition: true,
    help: 'Facets, with commas between them, whose most frequent values `meta.skeg_facets` counts.',
  },
  [FACET_SIZE]: {
    in: 'query',
    type: 'integer',
    minimum: 1,
    maximum: MAX_FACET_SIZE,
    default: DEFAULT_FACET_SIZE,
    isAddition: true,
    help: `Values of each facet; of no account without \`${FACETS}\`.`,
  },
  [NAMED]: {
    in: 'query',
    type: 'string',
    repeatable: true,
    isAddition: true,
    help:
      'A name for which a form of a page has taken one of several records: the page says which, and how many ' +
      'others fit. Of no account for other forms.',
  },
  format: {
    in: 'query',
    type: 'string',
    help: 'Short name of a media type; outweighs Accept.',
  },
  verb: {
    in: 'query',
    required: true,
    type: 'string',
    enum: ['Identify', 'ListMetadataFormats', 'ListSets', 'ListIdentifiers', 'ListRecords', 'GetRecord'],
    help: 'What is asked for.',
  },
  metadataPrefix: { in: 'query', type: 'string', help: 'Name of a format, as ListMetadataFormats has it.' },
  identifier: {
    in: 'query',
    type: 'string',
    help: 'Identifier of a record: `oai:`, domain, `:` and its id.',
  },
  from: { in: 'query', type: 'string', help: 'Only what changed from this day or second on.' },
  until: { in: 'query', type: 'string', help: 'Only what changed up to this day or second.' },
  set: { in: 'query', type: 'string', help: 'Name of a set, as ListSets has it.' },
  resumptionToken: {
    in: 'query',
    type: 'string',
    help: 'Where the list goes on, as the answer before says.',
  },
  time: {
    in: 'path',
    required: true,
    type: 'string',
    pattern: MOMENT,
    help: 'Moment at which something changed, as the stream has it.',
  },
  before: {
    in: 'query',
    type: 'string',
    pattern: MOMENT,
    help: 'Only moments before this one, as the stream leads there.',
  },
  after: {
    in: 'query',
    type: 'string',
    pattern: String.raw`^\w+ .+$`,
    help: 'What the page before ended with: name of a type, or gone, a blank, and an IRI.',
  },
  q: {
    in: 'query',
    required: true,
    type: 'string',
    minLength: 1,
    maxLength: 4096,
    pattern: '\\S',
    help:
      'Words to look for, in any order and without regard to case and accents; a phrase in quotes; ' +
      'or an identifier.',
  },
  types: {
    in: 'query',
    type: 'string',
    help: 'Entity types to search, with commas between them: names or paths of lists. Without it, all.',
  },
  limit: {
    in: 'query',
    type: 'integer',
    minimum: 1,
    maximum: 50,
    default: 10,
    help: 'How many at most.',
  },
  properties_limit: {
    name: 'limit',
    in: 'query',
    type: 'integer',
    minimum: 0,
    maximum: 500,
    help: 'How many at most; without it, all.',
  },
  queries: {
    in: 'query',
    type: 'string',
    pattern: String.raw`^\s*\{`,
    help:
      'JSON object of queries: `{"q0": {"query": "…", "type": "…", "limit": 5, "properties": ' +
      '[{"pid": "…", "v": "…"}]}}`. Without it and extend, the service describes itself.',
  },
  extend: {
    in: 'query',
    type: 'string',
    pattern: String.raw`^\s*\{`,
    help:
      'JSON object of ids of records and of the properties whose values are wanted: `{"ids": ["…"], ' +
      '"properties": [{"id": "…"}]}`.',
  },
  what: {
    in: 'path',
    required: true,
    type: 'string',
    enum: ['entity', 'property', 'type'],
    help: 'What is completed: entity, property or type.',
  },
  prefix: { in: 'query', type: 'string', maxLength: 4096, help: 'The text that is being typed.' },
  cursor: {
    in: 'query',
    type: 'integer',
    minimum: 0,
    maximum: 500,
    default: 0,
    help: 'Suggestions to leave out: those that came before.',
  },
  type: { in: 'query', type: 'string', help: 'The entity type; without it, all.' },
  id: { in: 'query', required: true, type: 'string', ...ID, help: 'IRI of a record.' },
  query: {
    in: 'query',
    type: 'string',
    minLength: 1,
    help: 'SPARQL query: SELECT, ASK, CONSTRUCT or DESCRIBE. Without it, the endpoint describes itself.',
  },
  'default-graph-uri': {
    in: 'query',
    type: 'string',
    ...IRI,
    repeatable: true,
    help:
      'IRI of a graph of which the default graph consists; may stand there several times. Without ' +
      'it, all graphs.',
  },
  'named-graph-uri': {
    in: 'query',
    type: 'string',
    ...IRI,
    repeatable: true,
    help: 'IRI of a graph that GRAPH may name; may stand there several times. Without it, any.',
  },
} as const satisfies Record<string, Parameter>

export type ParameterName = keyof typeof parameters

/** The parameters whose values are whole numbers. */
export type NumberName = {
  [N in ParameterName]: (typeof parameters)[N]['type'] extends 'integer' ? N : never
}[ParameterName]

export const listParameters = [
  'filter',
  'page',
  'page_size',
  SORT,
  SAMPLE,
  SEED,
  FIELDS,
  FACETS,
  FACET_SIZE,
  NAMED,
] as const satisfies readonly ParameterName[]
