// Reads the JSON tree of a document: every entity, top-level or embedded, as values by RDF property.

import { aliases, fieldsOf, knows, referenceFields, tables, type Field } from './oracle-fields.ts'
import { compactClass, dateText, iri, smallest, stable, word } from './oracle-values.ts'

/** The values of one node by RDF property. References are the IRI, nested nodes are properties again. */
export type Properties = Map<string, unknown[]>
type Members = Map<string, unknown[]>
type ReadValue = (reading: Reading, value: unknown, field: Field, owner: string) => unknown

interface Occurrence {
  type: string
  top: boolean
  properties: Properties
}
interface Untyped {
  id: string
  range: readonly string[]
  members: Members
}

export interface Reading {
  base?: string
  entities: Map<string, Occurrence[]>
  /** Types that only the key of a reference speaks for. */
  expected: Map<string, Set<string>>
  classes: Map<string, Properties>
  untyped: Untyped[]
  withoutId: Map<string, string>
}

export const ENTITY_TYPES = Object.keys(referenceFields)

export function readDocument(document: unknown, base?: string): Reading {
  const reading: Reading = {
    base: baseOf(isObject(document) ? document['@context'] : undefined) ?? base,
    entities: new Map(),
    expected: new Map(),
    classes: new Map(),
    untyped: [],
    withoutId: new Map(),
  }
  const records = isObject(document) && '@graph' in document ? document['@graph'] : document
  for (const record of [records].flat()) readRecord(reading, record)
  while (reading.untyped.length) readUntyped(reading)
  return reading
}

function baseOf(context: unknown): string | undefined {
  const bases = [context].flat().map((item) => (isObject(item) ? item['@base'] : undefined))
  return bases.findLast((found): found is string => typeof found === 'string')
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function readRecord(reading: Reading, record: unknown): void {
  const members = membersOf(record)
  const id = identifierOf(reading, members)
  const known = [...members]
    .filter(([key, values]) => values.length && ENTITY_TYPES.some((type) => knows(type, key)))
    .map(([key]) => key)
  const fitting = ENTITY_TYPES.filter((type) => known.every((key) => knows(type, key)))
  const type = statedType(members) ?? (fitting.length === 1 ? fitting[0] : undefined)
  if (id !== undefined && type !== undefined) readEntity(reading, id, type, members, true)
}

function readEntity(reading: Reading, id: string, type: string, members: Members, top: boolean): void {
  const properties = readNode(reading, members, type, id)
  if (type === 'product') rankByPosition(properties.get('contributions') as Properties[] | undefined)
  reading.entities.set(id, [...(reading.entities.get(id) ?? []), { type, top, properties }])
}

function rankByPosition(contributions: Properties[] = []): void {
  if (contributions.some((contribution) => contribution.has('rank'))) return
  for (const [position, contribution] of contributions.entries()) contribution.set('rank', [position + 1])
}

function identifierOf(reading: Reading, members: Members): string | undefined {
  const found = ['local_identifier', 'local_identifiers', '@id'].flatMap((key) => members.get(key) ?? [])
  return map(text(found[0]), (id) => iri(id, reading.base))
}

function statedType(members: Members): string | undefined {
  const stated = [
    ...(members.get('entity_type') ?? []),
    ...(members.get('@type') ?? []).map((type) => String(type).toLowerCase()),
  ]
  return stated
    .map((type) => String(type).replace(/^srv_service$/, 'service'))
    .find((type) => ENTITY_TYPES.includes(type))
}

function readReference(
  reading: Reading,
  value: unknown,
  range: readonly string[],
  owner: string,
): string | undefined {
  const members = membersOf(value)
  const data = [...members].filter(
    ([key, values]) => values.length && ENTITY_TYPES.some((type) => knows(type, key)),
  )
  const plain = isObject(value)
    ? identifierOf(reading, members)
    : map(text(value), (found) => iri(found, reading.base))
  const id =
    plain ?? (data.length ? idWithoutId(reading, `${owner} ${range.join()} ${stable(value)}`) : undefined)
  if (id === undefined) return undefined
  const type =
    statedType(members) ??
    typeByKeys(
      data.map(([key]) => key),
      range,
    )
  if (type !== undefined) readEntity(reading, id, type, members, false)
  else expect(reading, id, range, data.length ? members : undefined)
  return id
}

/** The mark `*` makes differences() take any on-the-fly id for it. */
function idWithoutId(reading: Reading, content: string): string {
  const known = reading.withoutId.get(content)
  const id = known ?? `${reading.base ?? ''}otf___*${reading.withoutId.size}`
  reading.withoutId.set(content, id)
  return id
}

function typeByKeys(keys: readonly string[], range: readonly string[]): string | undefined {
  const telling = keys.filter((key) => key !== 'name' && key !== 'identifiers')
  return telling.length ? range.find((type) => keys.every((key) => knows(type, key))) : undefined
}

function expect(reading: Reading, id: string, range: readonly string[], members?: Members): void {
  const types = range.length === 1 ? range : []
  reading.expected.set(id, new Set([...(reading.expected.get(id) ?? []), ...types]))
  if (members) reading.untyped.push({ id, range, members })
}

function readUntyped(reading: Reading): void {
  const typed = reading.untyped
    .splice(0)
    .map((found) => ({ ...found, type: typeOf(reading, found.id, found.range) }))
  for (const { id, type, members } of typed) readEntity(reading, id, type, members, false)
}

export function typeOf(reading: Reading, id: string, range: readonly string[]): string {
  const stated = (reading.entities.get(id) ?? []).map(({ type }) => type)
  const expected = reading.expected.get(id) ?? new Set()
  return (
    range.find((type) => stated.includes(type)) ??
    ENTITY_TYPES.find((type) => stated.includes(type)) ??
    range.find((type) => expected.has(type)) ??
    range.at(-1) ??
    ''
  )
}

// Nodes

/** Keys without the quote that a published example carries, to what stands under them as one flat list. */
function membersOf(value: unknown): Members {
  const members: Members = new Map()
  for (const [key, member] of Object.entries(isObject(value) ? value : {})) {
    const name = key.replace(/"$/, '')
    const values = [member].flat(Infinity).filter((item) => item !== null && item !== '')
    members.set(name, [...(members.get(name) ?? []), ...values])
  }
  return members
}

function readNode(
  reading: Reading,
  members: Members,
  table: string,
  owner: string,
  into: Properties = new Map(),
): Properties {
  for (const field of fieldsOf(table)) {
    const found = [field.key, ...(aliases[table]?.[field.key] ?? [])].flatMap((key) => members.get(key) ?? [])
    if (field.kind === 'nest')
      for (const value of found) readNode(reading, membersOf(value), field.rest[0] ?? '', owner, into)
    else
      add(
        into,
        field.property,
        found.map((value) => readers[field.kind]?.(reading, value, field, owner)).flat(),
      )
  }
  return into
}

export function add(properties: Properties, property: string, values: readonly unknown[]): void {
  const present = values.filter((value) => value !== undefined && value !== '')
  if (present.length) properties.set(property, [...(properties.get(property) ?? []), ...present])
}

const readers: Readonly<Record<string, ReadValue>> = {
  text: (_, value) => text(value),
  code: (_, value) =>
    map(text(value), (found) => (/^[a-z]{2,3}$/i.test(found) ? found.toUpperCase() : found)),
  iri: (reading, value) => map(text(value), (found) => iri(found, reading.base)),
  date: (_, value) => map(text(value), dateText),
  number: (_, value) =>
    /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text(value) ?? '') ? Number(value) : undefined,
  flag: (_, value) => (/^(true|false)$/.test(String(value)) ? String(value) === 'true' : undefined),
  word: (_, value, { rest }) => map(text(value), (found) => word(found, rest[0])),
  map: (_, value) => languagePairs(value),
  node: readNested,
  class: readClass,
  deployment: readDeployment,
  ref: (reading, value, { rest }, owner) => readReference(reading, value, rest, owner),
  id: (reading, value, { rest }, owner) => readReference(reading, value, rest, owner),
}

function text(value: unknown): string | undefined {
  return typeof value === 'object' || value === undefined ? undefined : String(value)
}

function map<T, U>(value: T | undefined, change: (value: T) => U): U | undefined {
  return value === undefined ? undefined : change(value)
}

/** One object of two members for every text, so that maps of several copies simply add up. */
function languagePairs(value: unknown): { language: string; text: string }[] {
  if (!isObject(value))
    return [text(value) ?? ''].filter(Boolean).map((plain) => ({ language: 'none', text: plain }))
  return [...membersOf(value)].flatMap(([key, texts]) =>
    texts
      .map(text)
      .filter((found) => found !== undefined)
      .map((found) => ({ language: key.toLowerCase().replace('@none', 'none'), text: found })),
  )
}

function readNested(
  reading: Reading,
  value: unknown,
  { rest: [table = ''] }: Field,
  owner: string,
): Properties | undefined {
  const members = membersOf(value)
  if (tables[table]?.by?.startsWith('ref')) liftFromBy(members)
  const node = readNode(reading, members, table, owner)
  return node.size ? node : undefined
}

/** A published example indents them one step too deep. */
function liftFromBy(members: Members): void {
  for (const inner of (members.get('by') ?? []).map(membersOf)) {
    for (const key of ['declared_affiliations', 'roles'])
      members.set(key, [...(members.get(key) ?? []), ...(inner.get(key) ?? [])])
  }
}

/** Labels and scheme are said about the class, not about the manifestation. */
function readClass(reading: Reading, value: unknown, _: Field, owner: string): Properties | undefined {
  const node = readNode(reading, membersOf(isObject(value) ? value : { class: value }), 'class', owner)
  const found = smallest(node.get('class') ?? [])
  if (found === undefined) return node.size ? node : undefined
  const shared = reading.classes.get(String(found)) ?? new Map()
  for (const property of ['labels', 'defined_in']) add(shared, property, node.get(property) ?? [])
  reading.classes.set(String(found), shared)
  return new Map([['class', [found]]])
}

function readDeployment(reading: Reading, value: unknown): Record<string, string> | string | undefined {
  if (!isObject(value)) return map(text(value), (found) => iri(found, reading.base))
  const members = membersOf(value)
  const id = identifierOf(reading, members)
  const type = smallest((members.get('@type') ?? []).map(String))
  return id === undefined || type === undefined ? id : { '@id': id, '@type': compactClass(type) }
}
