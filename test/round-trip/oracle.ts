// The second opinion on the round trip: the record that GET by id must answer, worked out from the JSON tree
// alone.

import { fieldsOf, referenceFields, type Field } from './oracle-fields.ts'
import {
  ENTITY_TYPES,
  add,
  isObject,
  readDocument,
  typeOf,
  type Properties,
  type Reading,
} from './oracle-read.ts'
import { distinct, identifierOfIri, identifierValue, smallest } from './oracle-values.ts'

export { differences } from './oracle-differences.ts'

export interface CanonicalRecord {
  type: string
  id: string
  record: Record<string, unknown>
}

type WriteValue = (reading: Reading, value: unknown, field: Field, nested: boolean) => unknown

const REVIEW_STATUSES = ['peer reviewed', 'under review']
const REVIEWS = ['single-blind peer review', 'double-blind peer review', 'open peer review']

/**
 * The canonical records that GET by id must answer for the top-level records of one document, by the rules
 * (no RDF involved).
 */
export function canonicalRecords(document: unknown, base?: string): CanonicalRecord[] {
  const reading = readDocument(document, base)
  return [...reading.entities].flatMap(([id, occurrences]) =>
    distinct(occurrences.filter(({ top }) => top).map(({ type }) => type)).flatMap((type) =>
      writeRecord(reading, id, type),
    ),
  )
}

function writeRecord(reading: Reading, id: string, type: string): CanonicalRecord[] {
  const fields = writeNode(reading, propertiesOf(reading, id), type)
  if (Object.keys(fields).length === 0) return []
  const stated = type === 'product' ? { product_type: 'other' } : {}
  return [{ type, id, record: { local_identifier: id, entity_type: type, ...stated, ...fields } }]
}

/**
 * Per type the top-level records or else all copies; over the types everything, for it is one RDF graph. An IRI that
 * is an identifier is one of the entity.
 */
function propertiesOf(reading: Reading, id: string): Properties {
  const occurrences = reading.entities.get(id) ?? []
  const merged: Properties = new Map()
  for (const type of ENTITY_TYPES) {
    const copies = occurrences.filter((occurrence) => occurrence.type === type)
    const records = copies.filter(({ top, properties }) => top && properties.size)
    for (const properties of withOneName(records.length ? records : copies)) {
      for (const [property, values] of properties) add(merged, property, values)
    }
  }
  const identifier = merged.size > 0 ? identifierOfIri(id) : undefined
  if (identifier)
    add(merged, 'identifiers', [new Map(Object.entries(identifier).map(([key, text]) => [key, [text]]))])
  return merged
}

/** Of several names, that which most copies say; of these the longest, then the smallest. */
function withOneName(copies: readonly { readonly properties: Properties }[]): Properties[] {
  const names = copies.flatMap(({ properties }) => (properties.get('name') ?? []) as string[])
  const weightOf = (name: string): number => names.filter((one) => one === name).length * 1e6 + name.length
  const most = Math.max(...names.map(weightOf))
  const chosen = smallest(names.filter((name) => weightOf(name) === most))
  return copies.map(
    ({ properties }) =>
      new Map([...properties].filter(([key, [value]]) => key !== 'name' || value === chosen)) as Properties,
  )
}

function writeNode(
  reading: Reading,
  properties: Properties,
  table: string,
  keys?: readonly string[],
  nested = false,
): Record<string, unknown> {
  const fields = fieldsOf(table).filter(({ key }) => keys?.includes(key) ?? true)
  const written = fields.map((field) => [field.key, writeField(reading, properties, field, nested)] as const)
  const node = Object.fromEntries(written.filter(([, value]) => value !== undefined))
  return table === 'identifier' && node.value
    ? { ...node, value: identifierValue(node.scheme, String(node.value)) }
    : node
}

function writeField(reading: Reading, properties: Properties, field: Field, nested: boolean): unknown {
  if (field.kind === 'nest')
    return filled(writeNode(reading, properties, field.rest[0] ?? '', undefined, nested))
  const all = properties.get(field.property) ?? []
  const values =
    field.property === 'holds_status'
      ? all.filter((node) => isReview(node as Properties) === (field.key === 'peer_review'))
      : all
  if (field.kind === 'map')
    return filled(writeMap(values as { language: string; text: string }[], field.list))
  const write: WriteValue = writers[field.kind] ?? ((_, value) => value)
  const single =
    field.kind === 'ref' && !field.list ? [smallest(values)].filter((id) => id !== undefined) : values
  const written = distinct(
    single.map((value) => write(reading, value, field, nested)).filter((value) => value !== undefined),
  )
  if (field.kind === 'deployment') return filled(withoutUntypedTwins(written))
  return field.list ? filled(written) : smallest(written)
}

function filled<T extends object>(value: T): T | undefined {
  return Object.keys(value).length ? value : undefined
}

const writers: Readonly<Record<string, WriteValue>> = {
  node: (reading, value, { rest }, nested) =>
    filled(writeNode(reading, value as Properties, rest[0] ?? '', undefined, nested)),
  class: writeClass,
  ref: (reading, value, { rest }, nested) => writeReference(reading, String(value), rest, nested),
}

function writeReference(
  reading: Reading,
  id: string,
  range: readonly string[],
  nested: boolean,
): Record<string, unknown> {
  const type = typeOf(reading, id, range)
  const fields = nested
    ? {}
    : writeNode(reading, propertiesOf(reading, id), type, referenceFields[type], true)
  return { local_identifier: id, entity_type: type, ...fields }
}

function writeClass(reading: Reading, value: unknown): Record<string, unknown> {
  const node = value as Properties
  const shared = reading.classes.get(String(node.get('class')?.[0]))
  return writeNode(reading, new Map([...(shared ?? []), ...node]), 'class')
}

function writeMap(
  pairs: readonly { language: string; text: string }[],
  list: boolean,
): Record<string, unknown> {
  const languages = distinct(pairs.map(({ language }) => language))
  return Object.fromEntries(
    languages.map((language) => {
      const texts = distinct(pairs.filter((pair) => pair.language === language).map((pair) => pair.text))
      return [language, list ? texts : smallest(texts)]
    }),
  )
}

function isReview(node: Properties): boolean {
  const status = smallest(node.get('status') ?? [])
  return status === undefined
    ? REVIEWS.includes(String(smallest(node.get('description') ?? [])))
    : REVIEW_STATUSES.includes(String(status))
}

function withoutUntypedTwins(deployments: readonly unknown[]): unknown[] {
  const typed = deployments.map((deployment) => (isObject(deployment) ? deployment['@id'] : undefined))
  return deployments.filter((deployment) => isObject(deployment) || !typed.includes(deployment))
}
