/** The guide for extensions: what it says in tables, and the example that it shows, which is the very module that runs. */

import { readFileSync } from 'node:fs'
import { membersOf } from '../model/definition.ts'
import type { Kind } from '../model/row.ts'

const folder = new URL('../../examples/instruments/', import.meta.url)

const read = (name: string): string => readFileSync(new URL(name, folder), 'utf8')

/** How the example is served. */
const COMMAND = 'skeg serve data examples/instruments/records.json --extension examples/instruments'

/** What the values of a field of each kind are, in JSON and as RDF. */
const kinds: { readonly [K in Kind]: string } = {
  text: 'Text; with many, a list. RDF: plain literals.',
  languages: 'An object of texts by language code, none where it is unknown. RDF: literals with a language.',
  number: 'A number. RDF: a literal of the datatype.',
  boolean: 'true or false.',
  date: 'A year, month, day or date-time as text. RDF: a literal of the datatype that the text has.',
  link: 'An IRI that names no entity: a web page, a licence.',
  term: 'A word of a vocabulary. RDF: the IRI that the contexts give the word, or that of a namespace.',
  class: 'A word whose IRI is a class of the entity itself (rdf:type).',
  entity: 'Other entities, by id or embedded. RDF: their IRIs; what is embedded has a graph of its own.',
  node: 'An object with fields of its own and no identity. RDF: a blank node.',
  group: 'An object whose fields belong to the object around it (JSON-LD nest); no node.',
  concept: 'A class with labels and a scheme: class, and its fields. RDF: the IRI, and the labels in its own graph.',
  typed: 'An IRI, bare or with a class of its own.',
}

/** What an extension may hold. */
const parts = {
  name: 'What it is called: small letters, digits, - and _.',
  version: 'Its version.',
  contexts: 'JSON-LD contexts by name, as term tables: url (where the context is published), version, prefixes, terms. Prefixes of other contexts can be used.',
  entities: 'Entity types of its own. The name is the value of entity_type and a term of the contexts, which gives the class; path is the segment under the API root.',
  extend: 'What it adds to the types of others, by type: fields; filters; values, which are words for their vocabularies, by the keys that lead there.',
  corrections: 'Terms that are read and stored otherwise than the published context says, each with the reason.',
} as const

/** What a line of a term table may hold after the IRI. */
const marks = {
  '@vocab, @id, xsd:…': '@type',
  '@language, @set': '@container',
  '@reverse': 'a reverse property: the triple points from the node to what has the key',
  'vocab:…, base:…': '@vocab or @base for this term alone',
  'nest:…': '@nest; the last mark',
} as const

/** The guide as data, for its page and for programs: the example is a module, and records that it makes readable. */
export const guide = () => ({
  command: COMMAND, example: { module: read('index.mjs'), records: read('records.json') }, parts, marks,
  kinds: Object.entries(kinds).map(([kind, description]) => ({ kind, description, members: membersOf[kind as Kind] })),
}) as const
