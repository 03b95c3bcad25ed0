/** JSON Schemas of what surrounds records in answers, and of the server's own pages. */

import type { Model } from '../model/model.ts'
import { problems } from '../errors.ts'
import { closed, refTo, schemaName, type Schema } from './schemas.ts'

const TEXT = { type: 'string' } as const
const URI = { type: 'string', format: 'uri' } as const
const COUNT = { type: 'integer', minimum: 0 } as const
const OBJECT = { type: 'object' } as const

const listOf = (items: Schema): Schema => ({ type: 'array', items })

/** A member of `meta` that the specification does not have. */
const addition = (description: string, schema: Schema): Schema => ({
  ...schema,
  description,
  'x-addition': true,
})
const open = (properties: Readonly<Record<string, Schema>>): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
})

/** A schema with members that need not be there. */
const withOptional = (schema: Schema, properties: Readonly<Record<string, Schema>>): Schema => ({
  ...schema,
  properties: { ...(schema.properties as object), ...properties },
})

/** The contexts that all answers name, the base, and those of extensions. */
function contextSchema({ contexts }: Model, base: string): Schema {
  const [first] = contexts
  const [core, extra] = [true, false].map((isCore) =>
    contexts.filter(({ extension }) => (extension === first?.extension) === isCore).map(({ url }) => url),
  ) as [string[], string[]]
  const named = closed({ '@base': { const: base } }, ['@base'])
  return {
    description:
      'JSON-LD contexts: data model, API, the base against which ids resolve, and the contexts of ' +
      'extensions that the records use.',
    type: 'array',
    uniqueItems: true,
    minItems: core.length + 1,
    maxItems: contexts.length + 1,
    prefixItems: [...core.map((url) => ({ const: url })), named],
    // Validators that do not know prefixItems hold this against every item. For the others it leaves the
    // contexts of extensions, since no item may stand there twice.
    items: { anyOf: [{ enum: [...core, ...extra] }, named] },
  }
}

const reference = (entity_type: string): Schema =>
  closed({ local_identifier: URI, entity_type: { const: entity_type } }, ['local_identifier', 'entity_type'])

const meta = {
  Link: closed(
    {
      entity_type: { const: 'link' },
      rel: { enum: ['self', 'service'] },
      href: { ...TEXT, description: 'A URL; links to other services may have any scheme.' },
      media_type: TEXT,
    },
    ['entity_type', 'rel', 'href'],
  ),
  ApiItem: closed({ local_identifier: { type: 'string', format: 'iri' }, urls: listOf(refTo('Link')) }, [
    'local_identifier',
    'urls',
  ]),
  ReferrerList: {
    description:
      'The list of the records that name the entity in a field (an addition to the specification).',
    ...closed(
      {
        local_identifier: URI,
        entity_type: { const: 'search_result' },
        total_items: COUNT,
        collection: TEXT,
        field: TEXT,
        label: TEXT,
      },
      ['local_identifier', 'entity_type', 'collection', 'field', 'label'],
    ),
  },
  MetaSingleEntity: closed(
    {
      local_identifier: URI,
      entity_type: { const: 'single_entity' },
      api_items: listOf(refTo('ApiItem')),
      skeg_referrers: addition('The lists of what refers to the entity.', listOf(refTo('ReferrerList'))),
    },
    ['local_identifier', 'entity_type', 'api_items'],
  ),
  SearchResultPage: reference('search_result_page'),
  SearchResult: closed(
    {
      local_identifier: URI,
      entity_type: { const: 'search_result' },
      total_items: COUNT,
      first_page: refTo('SearchResultPage'),
      last_page: refTo('SearchResultPage'),
    },
    ['local_identifier', 'entity_type', 'total_items'],
  ),
  Facet: closed(
    {
      key: TEXT,
      label: TEXT,
      values: listOf(
        closed({ value: TEXT, label: TEXT, count: COUNT, local_identifier: URI }, [
          'value',
          'label',
          'count',
          'local_identifier',
        ]),
      ),
    },
    ['key', 'label', 'values'],
  ),
  MetaSearch: closed(
    {
      local_identifier: URI,
      entity_type: { const: 'search_result_page' },
      prev_page: refTo('SearchResultPage'),
      next_page: refTo('SearchResultPage'),
      part_of: refTo('SearchResult'),
      api_items: listOf(refTo('ApiItem')),
      skeg_missing: addition(
        'Ids and identifiers of records of the list that a filter names and none has.',
        listOf(TEXT),
      ),
      skeg_hints: addition('Words of filters that a closed vocabulary does not have.', listOf(TEXT)),
      skeg_facets: addition('Counts of the values of the list.', listOf(refTo('Facet'))),
    },
    ['local_identifier', 'entity_type', 'part_of', 'api_items'],
  ),
} as const satisfies Record<string, Schema>

const envelope = (about: string, items: Schema, graph: Schema, required: readonly string[] = []): Schema =>
  closed({ '@context': refTo('Context'), meta: refTo(about), '@graph': { type: 'array', items, ...graph } }, [
    '@context',
    '@graph',
    ...required,
  ])

/** One problem for each row of the table. @param docs URL of the page that explains them */
function problemSchema(docs: string): Schema {
  const types = Object.entries(problems).map(([code, row]) => ({
    const: 'type' in row ? row.type : `${docs}#${code}`,
    title: row.title,
    description: row.help,
    'x-status': row.status,
  }))
  const members = ['title', 'status', 'detail', 'instance']
  return {
    description: 'A problem (RFC 9457). All members are strings.',
    type: 'object',
    required: ['type', ...members],
    properties: {
      type: { ...TEXT, oneOf: types },
      ...Object.fromEntries(members.map((member) => [member, TEXT])),
      occurence: TEXT,
    },
  }
}

const linkedRecord = closed({ local_identifier: TEXT, entity_type: TEXT, url: URI, by: listOf(TEXT) }, [
  'local_identifier',
  'entity_type',
  'url',
])

/** A term of SPARQL results in JSON. */
const sparqlTerm = closed(
  {
    type: { enum: ['uri', 'literal', 'bnode', 'triple'] },
    value: { anyOf: [TEXT, OBJECT] },
    datatype: { type: 'string', format: 'iri' },
    'xml:lang': TEXT,
  },
  ['type', 'value'],
)

/** Results of queries and triples, in the forms that others have defined. */
const standardForms: Record<string, Schema> = {
  SparqlResults: {
    description: 'SPARQL 1.1 Query Results JSON: results of a SELECT, boolean of an ASK.',
    ...open({ head: OBJECT }),
    oneOf: [
      open({ results: open({ bindings: listOf({ type: 'object', additionalProperties: sparqlTerm }) }) }),
      open({ boolean: { type: 'boolean' } }),
    ],
  },
  CslItem: {
    description: 'An item of CSL JSON.',
    ...open({ id: TEXT, type: TEXT, 'citation-key': TEXT }),
  },
  CslItems: listOf(refTo('CslItem')),
  JsonLd: {
    description: 'JSON-LD: a node or a graph, or a list of nodes.',
    anyOf: [OBJECT, refTo('JsonLdNodes')],
  },
  JsonLdNodes: { description: 'Expanded or flattened JSON-LD.', ...listOf(OBJECT) },
  OpenApi: { description: 'This document.', type: 'object' },
}

const envelopes = (model: Model): Record<string, Schema> => ({
  ...meta,
  ...Object.fromEntries(
    model.types.map((type) => [
      `${schemaName(type)}Envelope`,
      envelope('MetaSingleEntity', refTo(schemaName(type)), { minItems: 1, maxItems: 1 }),
    ]),
  ),
  ...Object.fromEntries(
    model.types.map((type) => [
      `${schemaName(type)}List`,
      envelope('MetaSearch', refTo(schemaName(type)), { minItems: 1 }, ['meta']),
    ]),
  ),
  AbsentEntity: envelope('MetaSingleEntity', {}, { maxItems: 0 }),
  EmptyList: envelope('MetaSearch', {}, { maxItems: 0 }, ['meta']),
})

/** Answers about identifiers without a record of their own. */
const unresolved: Record<string, Schema> = {
  UnknownEntity: {
    allOf: [
      refTo('Problem'),
      {
        type: 'object',
        properties: {
          iri: TEXT,
          named_by: closed({ total_items: COUNT, items: listOf(linkedRecord) }, ['total_items', 'items']),
        },
      },
    ],
  },
  Choices: open({ identifier: TEXT, choices: listOf(linkedRecord) }),
}

const searches: Record<string, Schema> = {
  SearchResults: withOptional(
    open({
      query: TEXT,
      results: listOf(
        open({ entity_type: TEXT, total_items: COUNT, url: URI, items: listOf(refTo('FoundRecord')) }),
      ),
    }),
    {
      identified: {
        description: 'Records that have the text as identifier.',
        ...listOf(refTo('FoundRecord')),
      },
      best: {
        description: 'Those of all lists that fit best; absent where one list has all.',
        ...listOf(refTo('FoundRecord')),
      },
      did_you_mean: { description: 'A similar text that something is found for.', ...TEXT },
    },
  ),
  Reconciliation: {
    description:
      'The manifest of the service, candidates by the keys of queries, rows of values, or what is completed.',
    ...OBJECT,
  },
  Suggestions: open({ query: TEXT, suggestions: listOf(refTo('FoundRecord')) }),
  FoundRecord: open({
    local_identifier: { type: 'string', format: 'iri' },
    entity_type: TEXT,
    label: TEXT,
    description: TEXT,
    url: URI,
  }),
}

/** What the server says of itself. */
const overviews: Record<string, Schema> = {
  Home: open({ title: TEXT, ways: listOf(open({ title: TEXT, url: URI })), software: OBJECT }),
  Collections: open({
    title: TEXT,
    url: URI,
    base: TEXT,
    collections: listOf(open({ name: TEXT, entity_type: TEXT, total_items: COUNT, url: URI })),
  }),
  Docs: open({
    collections: listOf(
      open({ name: TEXT, url: URI, filters: listOf(open({ key: TEXT, description: TEXT, example: TEXT })) }),
    ),
  }),
  Guide: open({
    command: TEXT,
    example: closed({ module: TEXT, records: TEXT }, ['module', 'records']),
    kinds: listOf(
      open({
        kind: TEXT,
        description: TEXT,
        term: TEXT,
        members: listOf(open({ name: TEXT, needed: { type: 'boolean' } })),
      }),
    ),
  }),
  Problems: open({ problems: listOf(open({ code: TEXT, status: { type: 'integer' }, title: TEXT })) }),
  Health: open({
    status: { enum: ['ok', 'busy', 'damaged'] },
    version: TEXT,
    loaded: { type: 'string', format: 'date-time' },
  }),
  Contexts: open({ contexts: listOf(open({ name: TEXT, url: URI, published: TEXT, version: TEXT })) }),
}

/**
 * Schemas of envelopes, problems and overviews by name.
 * @param docs URL of the page that explains the problems
 */
export const serverSchemas = (model: Model, base: string, docs: string): Record<string, Schema> => ({
  Context: contextSchema(model, base),
  ...envelopes(model),
  ...standardForms,
  Problem: problemSchema(docs),
  ...unresolved,
  ...searches,
  ...overviews,
})
