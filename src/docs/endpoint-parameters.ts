/** The parameters of the paths of the server, in paths and queries: one table, and its rows in an OpenAPI document. */

import type { Schema } from './json-schema.ts'
import { DEFAULT_SUGGESTIONS, MAX_RECONCILE_ITEMS, MAX_SUGGESTIONS, SORT } from '../parameters.ts'

/** What a path or a query may hold. */
export interface Parameter {
  /** Its name; absent: that of the row. */
  readonly name?: string
  readonly in: 'path' | 'query'
  readonly required?: true
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
}

/** An id in a path, or an IRI: no control characters, and no more than resolving takes. */
const ID = { minLength: 1, maxLength: 2000, pattern: '^[^\\u0000-\\u001f\\u007f]+$' } as const

export const parameters = {
  local_identifier: {
    in: 'path',
    required: true,
    type: 'string',
    ...ID,
    help:
      'Id of the entity: what follows the base, the whole IRI (percent-encoded, or as it is), or an ' +
      'external identifier that one record alone has.',
  },
  suffix: {
    in: 'path',
    required: true,
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
  filter: { in: 'query', type: 'string', help: 'Conditions, as the list of the collection has them.' },
  [SORT]: { in: 'query', type: 'string', help: 'Order, as the list of the collection has it.' },
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
    maximum: MAX_SUGGESTIONS,
    default: DEFAULT_SUGGESTIONS,
    help: 'How many at most.',
  },
  properties_limit: {
    name: 'limit',
    in: 'query',
    type: 'integer',
    minimum: 0,
    maximum: MAX_RECONCILE_ITEMS,
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
    maximum: MAX_RECONCILE_ITEMS,
    default: 0,
    help: 'Suggestions to leave out: those that came before.',
  },
  type: { in: 'query', type: 'string', help: 'The entity type; without it, all.' },
  id: { in: 'query', required: true, type: 'string', ...ID, help: 'IRI of a record.' },
  callback: {
    in: 'query',
    type: 'string',
    pattern: String.raw`^[A-Za-z_$][\w$]{0,63}(?:\.[A-Za-z_$][\w$]{0,63}){0,3}$`,
    help: 'Name of a function that is called with the JSON (JSONP).',
  },
  query: {
    in: 'query',
    type: 'string',
    minLength: 1,
    help: 'SPARQL query: SELECT, ASK, CONSTRUCT or DESCRIBE. Without it, the endpoint describes itself.',
  },
  'default-graph-uri': {
    in: 'query',
    type: 'string',
    format: 'iri',
    repeatable: true,
    help:
      'IRI of a graph of which the default graph consists; may stand there several times. Without ' +
      'it, all graphs.',
  },
  'named-graph-uri': {
    in: 'query',
    type: 'string',
    format: 'iri',
    repeatable: true,
    help: 'IRI of a graph that GRAPH may name; may stand there several times. Without it, any.',
  },
} as const satisfies Record<string, Parameter>

/** A parameter as an OpenAPI document declares it. */
export const parameter = (name: string, row: Parameter, more: Schema = {}): Schema => ({
  name: row.name ?? name,
  in: row.in,
  ...(row.required && { required: true }),
  description: row.help,
  schema: { ...valueSchema(row), ...more },
})

export function valueSchema({ type, repeatable, ...row }: Parameter): Schema {
  const { name: _name, in: _in, required: _required, help: _help, ...bounds } = row
  const one = { type, ...bounds }
  return repeatable ? { type: 'array', items: one } : one
}
