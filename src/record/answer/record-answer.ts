/**
 * A record as answers hold it: its JSON as text, and what envelopes and headers say of it. It is made at load;
 * nothing in it depends on settings, on URLs of the server, or on what else the graph holds, but for the types.
 */

import { type Json, isObject } from '../../model/values/json.ts'
import type { EntityType, ReferenceField, Field, Fields } from '../../model/rows/row.ts'
import { signpostsOf, type TypedLink } from './signposts.ts'
import { selectFields, type FieldSelection } from '../json/select-fields.ts'
import type { PublishedGraph } from '../urls.ts'
import { resolveIri } from '../../model/context/iri.ts'
import type { Model } from '../../model/model.ts'

/** A record that another one names, and the type as which it is best followed. */
export type NamedRecord = readonly [iri: string, type: string]

/** What envelopes and headers say of a record beside it. */
export interface RecordNotes {
  /** The records that it names, each once for each type. */
  readonly named: readonly NamedRecord[]
  readonly signposts: readonly TypedLink[]
}

export interface RecordAnswer {
  readonly iri: string
  /** Its JSON in UTF-8, in one line. */
  readonly text: Buffer
  /** URLs of the contexts of extensions that it needs beyond those of the core. */
  readonly contexts: readonly string[]
  readonly notes: RecordNotes
  readonly json: Json
}

type Graph = Pick<PublishedGraph, 'model' | 'base' | 'typesOf'>

/** The type under which a reference is best followed; undefined for a mention. */
function typeOf({ iri, types: range }: Reference, { typesOf }: Graph): EntityType | undefined {
  const types = typesOf(iri)
  return range.map((name) => types.find((type) => type.name === name)).find(Boolean) ?? types[0]
}

function namedRecords(record: Json, type: EntityType, graph: Graph): NamedRecord[] {
  const named = new Map<string, NamedRecord>()
  for (const reference of referencesIn(record, type, graph.model, graph.base)) {
    const target = typeOf(reference, graph)
    if (target) named.set(`${target.name} ${reference.iri}`, [reference.iri, target.name])
  }
  return [...named.values()]
}

const notesOf = (record: Json, type: EntityType, graph: Graph): RecordNotes => ({
  named: namedRecords(record, type, graph),
  signposts: signpostsOf(record, type, graph.model),
})

const END = '\n'
const END_BYTE = 0x0a

/** A record as it is stored: three lines. */
export const storedText = (record: Json, type: EntityType, graph: Graph): string =>
  [
    JSON.stringify(record),
    graph.model.extraContexts(type, record).join(' '),
    JSON.stringify(notesOf(record, type, graph)),
  ].join(END)

/** An answer as `storedText` wrote it. */
export function readAnswer(iri: string, stored: Buffer): RecordAnswer {
  const first = stored.indexOf(END_BYTE)
  const second = stored.indexOf(END_BYTE, first + 1)
  const text = stored.subarray(0, first)
  let notes: RecordNotes | undefined
  return {
    iri,
    text,
    contexts: first + 1 === second ? [] : stored.toString('utf8', first + 1, second).split(' '),
    get notes() {
      return (notes ??= JSON.parse(stored.toString('utf8', second + 1)) as RecordNotes)
    },
    get json() {
      return JSON.parse(text.toString()) as Json
    },
  }
}

/** The answer of a record that is framed on request. */
export const answerOf = (record: Json, type: EntityType, graph: Graph): RecordAnswer => ({
  iri: record.local_identifier as string,
  contexts: graph.model.extraContexts(type, record),
  json: record,
  get text() {
    return Buffer.from(JSON.stringify(record))
  },
  get notes() {
    return notesOf(record, type, graph)
  },
})

/** The same with some fields alone; what needs the whole record is said as before. */
export function selectAnswer(
  answer: RecordAnswer,
  type: EntityType,
  selection: FieldSelection,
  graph: Graph,
): RecordAnswer {
  const { iri, contexts } = answer
  const shown = selectFields(answer.json, selection)
  return {
    iri,
    contexts,
    json: shown,
    get text() {
      return Buffer.from(JSON.stringify(shown))
    },
    get notes() {
      return { ...answer.notes, named: namedRecords(shown, type, graph) }
    },
  }
}

/** A named entity, and the types that the place where it is named lets expect, the likeliest first. */
interface Reference {
  readonly iri: string
  readonly types: readonly string[]
}

/**
 * Every entity that a record names, in the order of the rows; one named twice comes twice.
 * @param record a record as answers show it
 * @param base base of the graph, against which bare ids are read
 */
function referencesIn(record: Json, type: EntityType, model: Model, base: string): Reference[] {
  const found: Reference[] = []
  addWithin(record, type.fields, { model, base, found })
  return found
}

interface Search {
  readonly model: Model
  readonly base: string
  readonly found: Reference[]
}

function addWithin(record: Json, fields: Fields, search: Search): void {
  for (const [key, field] of namingFields(fields)) {
    const value = record[key]
    if (Array.isArray(value)) for (const item of value) addNamed(item, field, search)
    else if (value !== undefined) addNamed(value, field, search)
  }
}

type Entries = readonly (readonly [key: string, field: Field])[]

const namingFieldsOf = new WeakMap<Fields, Entries>()

/** The fields in which entities may be named: most values of a record are in others. */
function namingFields(fields: Fields): Entries {
  let naming = namingFieldsOf.get(fields)
  if (!naming)
    namingFieldsOf.set(fields, (naming = Object.entries(fields).filter(([, field]) => mayName(field))))
  return naming
}

const mayName = (field: Field): boolean =>
  field.kind === 'reference' ||
  field.kind === 'typedIri' ||
  ('fields' in field && namingFields(field.fields).length > 0)

function addNamed(value: unknown, field: Field, search: Search): void {
  if (field.kind === 'reference') addReference(value, field, search)
  else if (field.kind === 'typedIri') addTyped(value, search)
  else if ('fields' in field && isObject(value)) addWithin(value, field.fields, search)
}

/** What has an IRI and a class may be an entity of any type. */
function addTyped(value: unknown, { base, found }: Search): void {
  const iri = isObject(value) ? value['@id'] : value
  if (typeof iri === 'string') found.push({ iri: resolveIri(iri, base), types: [] })
}

function addReference(value: unknown, { range }: ReferenceField, search: Search): void {
  const { model, base, found } = search
  if (typeof value === 'string') found.push({ iri: resolveIri(value, base), types: range })
  if (!isObject(value) || typeof value.local_identifier !== 'string') return
  const type = typeof value.entity_type === 'string' ? model.typeNamed(value.entity_type) : undefined
  const types = type && type.name !== range[0] ? [type.name, ...range] : range
  found.push({ iri: resolveIri(value.local_identifier, base), types })
  if (type) addWithin(value, type.fields, search)
}
