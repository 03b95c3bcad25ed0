/** JSON Schemas of answers that are the same whatever the model: links, searches, the server's own pages. */

import { closed, COUNT, IRI, listOf, OBJECT, open, refTo, TEXT, URI, type Schema } from './json-schema.ts'

/** A member of `meta` that the specification does not have. */
const addition = (description: string, schema: Schema): Schema => ({
  ...schema,
  description,
  'x-addition': true,
})

/** Something that has a URL in the API. */
const located = (
  entity_type: string,
): { readonly local_identifier: Schema; readonly entity_type: Schema } => ({
  local_identifier: URI,
  entity_type: { const: entity_type },
})

const meta: Readonly<Record<string, Schema>> = {
  Link: closed(
    {
      entity_type: { const: 'link' },
      rel: { enum: ['self', 'service'] },
      href: { ...TEXT, description: 'A URL; links to other services may have any scheme.' },
    },
    { media_type: TEXT },
  ),
  ApiItem: closed({ local_identifier: IRI, urls: listOf(refTo('Link')) }),
  ReferrerList: {
    description:
      'The list of the records that name the entity in a field (an addition to the specification).',
    ...closed(
      { ...located('search_result'), collection: TEXT, field: TEXT, label: TEXT },
      { total_items: COUNT },
    ),
  },
  MetaSingleEntity: closed(
    { ...located('single_entity'), api_items: listOf(refTo('ApiItem')) },
    { skeg_referrers: addition('The lists of what refers to the entity.', listOf(refTo('ReferrerList'))) },
  ),
  SearchResultPage: closed(located('search_result_page')),
  SearchResult: closed(
    { ...located('search_result'), total_items: COUNT },
    { first_page: refTo('SearchResultPage'), last_page: refTo('SearchResultPage') },
  ),
  Facet: closed({
    key: TEXT,
    label: TEXT,
    values: listOf(closed({ value: TEXT, label: TEXT, count: COUNT, local_identifier: URI })),
  }),
  MetaSearch: closed(
    {
      ...located('search_result_page'),
      part_of: refTo('SearchResult'),
      api_items: listOf(refTo('ApiItem')),
    },
    {
      prev_page: refTo('SearchResultPage'),
      next_page: refTo('SearchResultPage'),
      skeg_missing: addition(
        'Ids and identifiers of records of the list that a filter names and none has.',
        listOf(TEXT),
      ),
      skeg_hints: addition('Words of filters that a closed vocabulary does not have.', listOf(TEXT)),
      skeg_facets: addition('Counts of the values of the list.', listOf(refTo('Facet'))),
    },
  ),
}

const linkedRecord = closed({ local_identifier: TEXT, entity_type: TEXT, url: URI }, { by: listOf(TEXT) })

/** Results of queries and triples, in the forms that others have defined. */
const standardForms: Record<string, Schema> = {
  SparqlResults: {
    description: 'SPARQL 1.1 Query Results JSON: results of a SELECT, boolean of an ASK.',
    oneOf: [refTo('SparqlBindings'), refTo('SparqlBoolean')],
  },
  SparqlBindings: open({
    head: OBJECT,
    results: open({ bindings: listOf({ type: 'object', additionalProperties: refTo('SparqlTerm') }) }),
  }),
  SparqlBoolean: open({ head: OBJECT, boolean: { type: 'boolean' } }),
  SparqlTerm: closed(
    { type: { enum: ['uri', 'literal', 'bnode', 'triple'] }, value: { anyOf: [TEXT, OBJECT] } },
    { datatype: IRI, 'xml:lang': TEXT },
  ),
  CslItem: {
    description: 'An item of CSL JSON.',
    ...open({ id: TEXT, type: TEXT, 'citation-key': TEXT }),
  },
  CslItems: listOf(refTo('CslItem')),
  JsonLd: {
    description: 'JSON-LD: a node or a graph, or a list of nodes.',
    anyOf: [OBJECT, refTo('JsonLdNodes')],
  },
  Linkset: {
    description: 'Links of a page (RFC 9264), with a member for each relation.',
    ...closed({ linkset: listOf(open({ anchor: URI })) }),
  },
  JsonLdNodes: { description: 'Expanded JSON-LD.', ...listOf(OBJECT) },
  OpenApi: { description: 'This document.', type: 'object' },
}

/** Answers about identifiers without a record of their own. */
const unresolved: Record<string, Schema> = {
  UnknownEntity: {
    allOf: [
      refTo('Problem'),
      {
        type: 'object',
        properties: {
          iri: TEXT,
          named_by: closed({ total_items: COUNT, items: listOf(linkedRecord) }),
        },
      },
    ],
  },
  Choices: open({ identifier: TEXT, choices: listOf(linkedRecord) }),
}

const searches: Record<string, Schema> = {
  SearchResults: open(
    {
      query: TEXT,
      results: listOf(
        open({ entity_type: TEXT, total_items: COUNT, url: URI, items: listOf(refTo('FoundRecord')) }),
      ),
    },
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
    local_identifier: IRI,
    entity_type: TEXT,
    label: TEXT,
    description: TEXT,
    url: URI,
  }),
}

/** What the server says of itself. */
const overviews: Record<string, Schema> = {
  Home: open({ title: TEXT, endpoints: listOf(open({ title: TEXT, url: URI })), software: OBJECT }),
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
  Problems: open({ problems: listOf(open({ code: TEXT, status: { type: 'integer' }, title: TEXT })) }),
  Health: open(
    {
      status: { enum: ['ok', 'busy', 'different', 'damaged'] },
      version: TEXT,
      loaded: { type: 'string', format: 'date-time' },
    },
    {
      reason: { ...TEXT, description: 'How the graph of the store differs from the index.' },
      late_since: {
        type: 'string',
        format: 'date-time',
        description: 'Since when a newer graph counts, which is being opened.',
      },
    },
  ),
  Contexts: open({ contexts: listOf(open({ name: TEXT, url: URI, published: TEXT, version: TEXT })) }),
}

/** By name. */
export const staticSchemas = {
  ...meta,
  ...standardForms,
  ...unresolved,
  ...searches,
  ...overviews,
}
