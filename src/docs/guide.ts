/**
 * The guide for extensions: what it says in tables, and the example that it shows, which is the very module
 * that runs.
 */

import { readFileSync } from 'node:fs'
import { membersOf } from '../model/check/extension.ts'
import { requirementOfKind } from '../model/check/term-definitions.ts'
import type { FilterRow } from '../model/rows/filter-row.ts'
import type { IdentifierScheme } from '../model/identifiers/row.ts'
import type { EntityType, Field, Kind } from '../model/rows/row.ts'

const folder = new URL('../../src/docs/instruments/', import.meta.url)

const read = (name: string): string => readFileSync(new URL(name, folder), 'utf8')

/** How the example is served. */
const COMMAND = 'skeg serve data src/docs/instruments/records.json --extension src/docs/instruments'

/** What the values of a field of each kind are, in JSON and as RDF. */
const kinds: { readonly [K in Kind]: string } = {
  string: 'Text; with many, a list. RDF: plain literals.',
  langString: 'An object of texts by language code, none where it is unknown. RDF: literals with a language.',
  number: 'A number. RDF: a literal of the datatype.',
  boolean: 'true or false.',
  date: 'A year, month, day or date-time as text. RDF: a literal of the datatype that the text has.',
  iri: 'An IRI that names no entity: a web page, a licence.',
  vocabTerm: 'A word of a vocabulary. RDF: the IRI that the contexts give the word, or that of a namespace.',
  rdfType: 'A word whose IRI is a class of the entity itself (rdf:type).',
  reference: 'Other entities, by id or embedded. RDF: their IRIs; what is embedded has a graph of its own.',
  object: 'An object with fields of its own and no identity. RDF: a blank node.',
  nest: 'An object whose fields belong to the object around it (JSON-LD nest); no node.',
  labelledClass:
    'A class with labels and a scheme: class, and its fields. RDF: the IRI, and the labels in its own graph.',
  typedIri: 'An IRI, bare or with a class of its own.',
}

/** What an extension may hold. */
const parts = {
  name: 'What it is called: small letters, digits, - and _.',
  version: 'Its version.',
  contexts:
    'JSON-LD contexts by name, as term tables: url (where the context is published), version, prefixes, terms. Prefixes of other contexts can be used; readTable(new URL("context.json", import.meta.url)) reads one from a file.',
  identifierSchemes:
    'Identifier schemes, by the word that names them in data: what their identifiers look like, and in which forms people write them.',
  entities:
    'Entity types of its own. The name is the value of entity_type and a term of the contexts, which gives the class; path is the segment under the API root.',
  sources:
    'Formats of metadata from elsewhere, each with name, label, recognises (whether a JSON object is one of its records), read (the records that it becomes) and perhaps containers (keys that lead to lists of records) and otherFiles (names of files without records). read gets the object and what takes notes: lose(what) counts what has no place, add(record) says something of another entity, refuse(message) leaves the record out.',
  extend:
    'What it adds to the types of others, by type: fields; filters; values, which are words for their vocabularies, by the keys that lead there.',
  corrections:
    'Terms that are read and stored otherwise than the published context says, each with the reason: ours is the line that holds, as for a published context whose term does not fit the kind of its field; values: "by rows" is said of values that no context can say as they are stored.',
} as const

/** All members that rows of any kind have. */
type Members<T> = T extends unknown ? keyof T : never

const ofFields: { readonly [M in Exclude<Members<Field>, 'kind'>]: string } = {
  doc: 'One sentence for readers of the documentation.',
  label: 'What pages call it; absent, the key with blanks.',
  aliases: 'Other keys under which records may have it; it comes back under its own.',
  inputPredicates: 'Predicates, as prefixed names, that RDF from elsewhere uses for it.',
  required: 'A record without it is kept, and warned of.',
  multiple: 'A list, even of one value.',
  viaNode: 'The text stands in a node, as this property of it.',
  scheme: 'Key beside it that names the identifier scheme, by which the text gets one form.',
  caseInsensitive: 'Upper and lower case mean the same.',
  codeList: 'The standard whose codes it holds: ISO 3166-1 or ISO 4217.',
  each: 'one text for each language, or a list.',
  datatype: 'integer, decimal or float.',
  minimum: 'Lower bound, included.',
  maximum: 'Upper bound, included.',
  unit: 'Key beside it that says what is counted.',
  terms:
    'The words of the vocabulary, each a term of the contexts; of plain text the texts that it should be.',
  localTerms: 'Words of the vocabulary that are no terms of the contexts.',
  extensible: 'Other words are as good.',
  termAliases: 'Words that stand for others on input.',
  namespaces: 'Prefixes or IRIs in which bare words are read; the first is written.',
  localNames: 'Names in the first of the namespaces; skeg check reports others.',
  serializeAs: 'How it is shown: of a word prefixed, bare or iri; of an entity id.',
  default: 'The word that a record without any of the classes gets.',
  range: 'Entity types that may be named, the likeliest first; the last is assumed where nothing is known.',
  inverseLabel: 'What the page of the other entity calls those that name it here.',
  fields: 'Fields of the object.',
  orderBy:
    'Key of the number by which the nodes are ordered; assigned, by position where none has one; ties, the key of the term that orders those of equal rank.',
  discriminator:
    'Where two keys share a predicate: keys of the node, and the values, or any, that tell it is of this one.',
  interval: 'Keys of the start and the end of one thing; of two dates the end is not before the start.',
  hints: 'Keys that it does not have, and where their values go: check says so.',
  hoistFrom: 'Keys that records misplace inside the named key.',
  selfClass: 'The node around it is the class itself (JSON-LD nest), and has no other values.',
}

const ofTypes: { readonly [M in keyof Required<EntityType>]: string } = {
  name: 'The value of entity_type; a term of the contexts, which gives the class.',
  path: 'Segment of its list under the API root.',
  label: 'What one is called.',
  plural: 'What several are called.',
  doc: 'One sentence.',
  aliases: 'Other values of entity_type that mean it.',
  hints:
    'What people write who know other formats: types (values of entity_type, and the values of fields that they imply), keys (that it does not have, and where their values go).',
  labelFields: 'Keys of text by which readers know a record, the first that it has.',
  referenceFields: 'Keys shown where another entity names it.',
  fields: 'Its fields.',
  filters: 'The filters of its list.',
  display: 'How pages show it: kind, byline, lead, brief (what stands beside the title), tags.',
  schemaOrg: 'Its class of schema.org, and the properties.',
  citation:
    'How it is cited (CSL): told (the type of item, by words), forms, variables; without told, how it is named where others are cited.',
  signposts: 'Links for FAIR Signposting.',
}

const ofFilters: { readonly [M in keyof Required<FilterRow>]: string } = {
  operator: 'equals, contains, from or to.',
  path: 'Keys that lead to the value, with dots between; absent, the key of the filter. a|b follows both, ^ in front the first reference backwards; after a reference local_identifier is the id, after a concept class is its IRI, after text by language @value and @language are its sides.',
  doc: 'English that follows the plural of the type, with {value} for the value.',
  example: 'A value that finds something.',
  aliases: 'Other keys of the same filter.',
  scheme: 'The value is an identifier of this scheme.',
  joins: 'A filter cf.… that speaks of the same item of a list as the others do.',
}

const ofSchemes: { readonly [M in keyof Required<IdentifierScheme>]: string } = {
  doc: 'What it identifies.',
  aliases: 'Other words that mean the scheme, in lower case.',
  pattern:
    'A regular expression, as text, for the identifier alone, without ^ and $; it is read in any case.',
  valid: 'A narrower one, for check, in the case that normalise gives.',
  prefixes:
    'What may stand in front of the identifier: nothing (empty), a word such as doi:, or the start of a URL with https://. URLs are also read with http, with or without www., and without their scheme; https://* is any host. Filters and paths find each form by each other.',
  stored:
    'The prefix with which it is stored and shown, whatever it came with; absent, the one with which it came.',
  normalise:
    'Changes that give the identifier alone its one spelling, each of what a regular expression finds: { lower }, { upper }, or { replace, by }.',
  resolver: 'The start of the URL to which pages link it.',
  ofEntities:
    'Entities may have the URL at the resolver, which is one of the prefixes, as their IRI; such an IRI is found as identifier.',
  checkDigit: 'How its last characters follow from the others: MOD 11-2, ISSN, ISBN or ROR.',
  distinct:
    'Identifiers of other schemes do not look so by chance: check may propose the scheme where another is given.',
  example: 'An identifier as it is stored.',
}

/** What a line of a term table may hold after the IRI. */
const marks = {
  '@vocab, @id, xsd:…': '@type',
  '@language, @set': '@container',
  '@reverse': 'a reverse property: the triple points from the node to what has the key',
  'vocab:…, base:…': '@vocab or @base for this term alone',
  'nest:…': '@nest; the last mark',
} as const

/**
 * The guide as data, for its page and for programs: the example is a module, and records that it makes
 * readable.
 */
export const guide = () =>
  ({
    command: COMMAND,
    example: { module: read('index.mjs'), records: read('records.json') },
    parts,
    marks,
    members: { fields: ofFields, entities: ofTypes, filters: ofFilters, identifierSchemes: ofSchemes },
    kinds: Object.entries(kinds).map(([kind, description]) => ({
      kind,
      description,
      term: requirementOfKind[kind as Kind],
      members: membersOf[kind as Kind],
    })),
  }) as const
