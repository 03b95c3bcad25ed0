/** JSON as people write it → stored records: one reader per kind of field, dialects resolved by the rows. */

import type { EntityType, Field, FieldOf, Fields, Kind } from '../model/row.ts'
import type { Model } from '../model/model.ts'
import { parseDate } from '../model/dates.ts'
import { isAbsolute, resolveIri } from '../model/iri.ts'
import { nearest } from '../model/nearest.ts'
import { smallest } from '../model/order.ts'
import { normaliseIdentifier } from '../model/schemes.ts'
import { digest, unique, type Part, type StoredObject, type StoredValue } from './stored.ts'

type Json = Record<string, unknown>

/** What the reading of one record needs and gives. */
export interface Reading {
  /** Base against which ids of this document resolve. */
  readonly base: string
  /** What is not as the model says, with the JSON path. */
  warn(path: readonly string[], message: string): void
  /** A part of the graph beside the record itself: an embedded entity, the labels of a class. */
  part(part: Part): void
  /** A reference to an id of which this record tells no type. */
  refer(iri: string, of: readonly string[]): void
  /** Something that was done to the record and is neither wrong nor refused. */
  count(what: string): void
}

/** A record that cannot be represented; the message says what would have been right. */
export class Refused extends Error {}

interface Place extends Reading {
  readonly path: readonly string[]
  readonly owner: string
}

type Read = (value: unknown, place: Place) => StoredValue | undefined

interface Entry { readonly key: string; readonly group?: string; readonly read: Read }

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value.flat(3) : [value])
const inside = (place: Place, key: string | number): Place => ({ ...place, path: [...place.path, String(key)] })
const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '' ||
  (Array.isArray(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0)

/** Keys of JSON-LD and of the envelope that carry no data of their own. */
const SILENT = new Set(['@id', '@type', '@context', 'entity_type', 'local_identifier', 'meta'])
const LANGUAGE = /^[a-z]{2,8}(-[a-z0-9]{2,8})*$/
const cleanKey = (key: string): string => key.replace(/"$/, '').trim()

export interface Normaliser {
  /**
   * Reads one top-level record.
   * @param graphBase base of the graph, against which words that the contexts do not know resolve
   * @throws Refused if it has no id or no entity type
   */
  (input: unknown, reading: Reading): Part
}

/** Makes the reader of a model. */
export function createNormaliser(model: Model, graphBase: string): Normaliser {
  const { vocabulary } = model
  const namedLoosely = new Map(model.types.flatMap((type) => [type.name, ...(type.aliases ?? [])].map((name) => [name.replace(/[_\s-]/g, ''), type] as const)))

  function compile(fields: Fields): Map<string, Entry> {
    const entries = new Map<string, Entry>()
    const add = (name: string, entry: Entry): void => { if (!entries.has(name)) entries.set(name, entry) }
    for (const [key, field] of Object.entries(fields)) add(key, { key, read: readerOf(field) })
    for (const [key, field] of Object.entries(fields)) for (const alias of field.aliases ?? []) add(alias, { key, read: (entries.get(key) as Entry).read })
    for (const [group, field] of Object.entries(fields)) {
      if (field.kind === 'group') for (const [key, inner] of compile(field.fields)) add(key, { ...inner, group })
    }
    return entries
  }

  function readerOf(field: Field): Read {
    const read = readers[field.kind](field as never)
    if (!('many' in field && field.many)) return (value, place) => single(listOf(value), read, place)
    return (value, place) => {
      const values = listOf(value).flatMap((one, i) => (isEmpty(one) ? [] : read(one, Array.isArray(value) ? inside(place, i) : place) ?? []))
      return values.length > 0 ? unique(values) : undefined
    }
  }

  /** Of several values for a single field the smallest; language maps and groups take the list whole. */
  function single(values: readonly unknown[], read: Read, place: Place): StoredValue | undefined {
    if (values.length < 2) return isEmpty(values[0]) ? undefined : read(values[0], place)
    const found = unique(values.flatMap((value, i) => (isEmpty(value) ? [] : read(value, inside(place, i)) ?? [])))
    if (found.length > 1) place.warn(place.path, `has ${found.length} values where one is expected; the smallest is kept`)
    return found[0]
  }

  /** Reads the fields of an object, in the order of the rows. */
  function readFields(input: Json, fields: Fields, table: ReadonlyMap<string, Entry>, place: Place): StoredObject {
    const found: StoredObject = {}
    for (const [name, value] of Object.entries(input)) {
      if (SILENT.has(name) || isEmpty(value)) continue
      const entry = table.get(name) ?? table.get(cleanKey(name))
      if (!entry) { if (!SILENT.has(cleanKey(name))) warnUnknown(name, table, place); continue }
      const stored = entry.read(value, inside(place, name))
      if (stored === undefined) continue
      const target = entry.group ? (found[entry.group] ??= {}) as StoredObject : found
      if (target[entry.key] === undefined) target[entry.key] = stored
      else if (isObject(stored) && entry.group === undefined) target[entry.key] = { ...stored, ...(target[entry.key] as StoredObject) }
      else place.warn([...place.path, name], `says again what ${entry.key} says; ${entry.key} is kept`)
    }
    return ordered(found, fields)
  }

  function warnUnknown(name: string, table: ReadonlyMap<string, Entry>, place: Place): void {
    const guess = nearest(name, [...table.keys()])
    place.warn([...place.path, name], `is no key of the model${guess ? `; nearest is ${guess}` : ''}`)
  }

  const asText = (value: unknown, place: Place): string | undefined => {
    if (typeof value === 'string') return value.toWellFormed()
    if (typeof value === 'number' || typeof value === 'boolean') return String(value)
    if (isObject(value) && '@value' in value) return asText(value['@value'], place)
    if (isObject(value)) {
      const texts = Object.values(value).flat().filter((text): text is string => typeof text === 'string' && text !== '')
      place.warn(place.path, 'is an object where text is expected; the smallest of its texts is kept')
      return texts.length > 0 ? smallest(texts) : undefined
    }
    place.warn(place.path, `is ${value === null ? 'null' : typeof value} where text is expected`)
    return undefined
  }

  const asIri = (value: unknown, place: Place): string | undefined => {
    const text = isObject(value) ? value['@id'] ?? value['local_identifier'] : value
    if (typeof text !== 'string' || text.trim() === '') {
      place.warn(place.path, 'is no IRI')
      return undefined
    }
    const iri = resolveIri(text.trim().toWellFormed(), place.base)
    const usable = isAbsolute(iri) && /^(?!https?:)|^https?:\/\/[^/?#:@]*[^/?#]/i.test(iri)
    if (!usable) place.warn(place.path, `is no IRI: ${text}`)
    return usable ? iri : undefined
  }

  function languages(value: unknown, each: 'one' | 'list', place: Place): StoredObject | undefined {
    const texts = new Map<string, string[]>()
    const add = (language: string, text: unknown): void => {
      for (const one of listOf(text)) if (!isEmpty(one)) {
        const found = asText(one, place)
        if (found !== undefined && found !== '') texts.set(language, [...(texts.get(language) ?? []), found])
      }
    }
    for (const map of listOf(value)) {
      if (!isObject(map)) { add('none', map); continue }
      for (const [key, text] of Object.entries(map)) {
        const language = key === '@none' ? 'none' : key.toLowerCase().replaceAll('_', '-')
        if (!LANGUAGE.test(language)) place.warn([...place.path, key], 'is no language code; the text is kept under none')
        add(LANGUAGE.test(language) ? language : 'none', text)
      }
    }
    if (texts.size === 0) return undefined
    return Object.fromEntries(unique([...texts.keys()]).map((language) => {
      const list = unique(texts.get(language) as string[])
      if (each === 'one' && list.length > 1) place.warn([...place.path, language], `has ${list.length} texts where one is expected; the smallest is kept`)
      return [language, each === 'one' ? list[0] as string : list]
    }))
  }

  /** The namespaces of a term field as IRIs, the one that is written first. */
  const namespacesOf = (field: FieldOf<'term'>): string[] => (field.namespaces ?? []).map((name) => vocabulary.prefixes.get(name) ?? name)

  function readTerm(field: FieldOf<'term'>): Read {
    const namespaces = namespacesOf(field)
    const [first] = namespaces
    return (value, place) => {
      const given = isObject(value) ? value['@id'] ?? value['local_identifier'] : value
      const text = asText(given, place)?.trim()
      if (!text) return undefined
      const word = field.synonyms?.[text] ?? text
      if (first === undefined) return vocabulary.wordIri(word, graphBase)
      const named = (field.namespaces ?? []).find((name) => word.startsWith(`${name}/`))
      const iri = named !== undefined ? first + word.slice(named.length + 1)
        : vocabulary.iri(word) !== undefined || isAbsolute(word) ? vocabulary.wordIri(word, graphBase) : first + word
      const namespace = namespaces.find((candidate) => iri.startsWith(candidate))
      return resolveIri(namespace === undefined ? iri : first + iri.slice(namespace.length), graphBase)
    }
  }

  function typeOf(value: unknown): EntityType | undefined {
    for (const name of [value].flat()) {
      if (typeof name !== 'string') continue
      const type = model.typeNamed(name) ?? namedLoosely.get(name.toLowerCase().replace(/[_\s-]/g, '')) ?? model.typeOfClass(name)
      if (type) return type
    }
    return undefined
  }

  /** Whether the type has every key of the object that any type has. */
  const hasAllKeys = (type: EntityType, input: Json): boolean =>
    Object.keys(input).map(cleanKey).every((key) => SILENT.has(key) || tables.get(type.name)?.has(key) || !knownKeys().has(key))
  let allKeys: Set<string> | undefined
  const knownKeys = (): Set<string> => (allKeys ??= new Set([...tables.values()].flatMap((table) => [...table.keys()])))

  function readEntity(field: FieldOf<'entity'>): Read {
    const types = field.of.flatMap((name) => model.typeNamed(name) ?? [])
    const fallback = types.at(-1) as EntityType
    return (value, place) => {
      if (!isObject(value)) {
        const iri = asIri(value, place)
        if (iri !== undefined) place.refer(iri, field.of)
        return iri
      }
      const named = value['entity_type'] ?? value['@type']
      const stated = typeOf(named)
      if (named !== undefined && !stated) place.warn(place.path, `has the unknown entity_type ${JSON.stringify(named)}; one of ${field.of.join(', ')} is expected`)
      const type = stated ?? (hasAllKeys(fallback, value) ? fallback : types.find((candidate) => hasAllKeys(candidate, value)) ?? fallback)
      const given = idOf(value)
      const iri = given === undefined ? undefined : asIri(given, place)
      const own: Place = { ...place, owner: iri ?? place.owner }
      const fields = readFields(value, type.fields, tables.get(type.name) as Map<string, Entry>, own)
      if (iri === undefined && Object.keys(fields).length === 0) return undefined
      const found = iri ?? `${graphBase}otf___${digest(`${place.owner} ${type.name} ${JSON.stringify(fields)}`)}`
      const empty = Object.keys(fields).length === 0
      if (!stated && empty) place.refer(found, field.of)
      else place.part({ iri: found, of: type, fields, ...(!stated && type === fallback && types.length > 1 && { tentative: true }) })
      return found
    }
  }

  function readNode(field: FieldOf<'node'>): Read {
    const table = compile(field.fields)
    const keys = Object.entries(field.fields)
    const [shorthand] = keys.find(([, inner]) => inner.kind === 'entity') ?? (keys.length === 1 ? keys[0] as [string, Field] : [undefined])
    const scheme = keys.find(([, inner]) => inner.kind === 'text' && inner.scheme) as [string, FieldOf<'text'>] | undefined
    return (value, place) => {
      if (!isObject(value) && shorthand === undefined) {
        place.warn(place.path, `is no object; one with ${keys.map(([key]) => key).join(', ')} is expected`)
        return undefined
      }
      const input = isObject(value) && !('local_identifier' in value && shorthand !== undefined && !Object.keys(value).some((key) => table.has(key)))
        ? value : { [shorthand as string]: value }
      const node = readFields(liftMisplaced(input, field.misplaced), field.fields, table, place)
      if (scheme) normaliseScheme(node, scheme)
      return Object.keys(node).length > 0 ? node : undefined
    }
  }

  function normaliseScheme(node: StoredObject, [key, field]: [string, FieldOf<'text'>]): void {
    const iri = node[field.scheme as string]
    const value = node[key]
    if (typeof iri === 'string' && typeof value === 'string') node[key] = normaliseIdentifier(vocabulary.word(iri, graphBase), value)
  }

  const readers: { [K in Kind]: (field: FieldOf<K>) => Read } = {
    text: () => (value, place) => asText(value, place) || undefined,
    languages: ({ each }) => (value, place) => languages(value, each, place),
    number: ({ datatype }) => (value, place) => {
      const number = typeof value === 'number' ? value : typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN
      const fits = datatype === 'integer' ? Number.isSafeInteger(number) : Number.isFinite(number)
      if (!fits) place.warn(place.path, `is no ${datatype === 'integer' ? 'integer' : 'number'}: ${JSON.stringify(value)}`)
      return fits ? (datatype === 'float' ? toFloat(number) : number) : undefined
    },
    boolean: () => (value, place) => {
      const text = String(value).toLowerCase()
      if (text !== 'true' && text !== 'false') place.warn(place.path, `is neither true nor false: ${JSON.stringify(value)}`)
      return text === 'true' ? true : text === 'false' ? false : undefined
    },
    date: () => (value, place) => {
      const text = asText(value, place)?.trim()
      if (!text) return undefined
      const date = parseDate(text)
      if (!date) place.warn(place.path, `is no date: ${text}; a year, month, day or date-time of ISO 8601 is expected`)
      return date?.text ?? text
    },
    link: () => asIri,
    term: readTerm,
    class: ({ values, synonyms, otherwise }) => (value, place) => {
      const text = asText(value, place)?.trim()
      const word = text === undefined ? undefined : synonyms?.[text] ?? text
      if (!word || word === otherwise) return undefined
      if (values.includes(word)) return vocabulary.iri(word) as string
      const iri = vocabulary.wordIri(word, graphBase)
      if (model.typeOfClass(iri)) return undefined
      if (!values.some((known) => vocabulary.iri(known) === iri)) place.warn(place.path, `has the value ${word}, which is not one of ${values.join(', ')}`)
      return iri
    },
    entity: readEntity,
    node: readNode,
    group: (field) => {
      const table = compile(field.fields)
      return (value, place) => {
        if (!isObject(value)) { place.warn(place.path, 'is no object'); return undefined }
        const group = readFields(value, field.fields, table, place)
        return Object.keys(group).length > 0 ? group : undefined
      }
    },
    concept: (field) => {
      const table = compile(field.fields)
      return (value, place) => {
        if (!isObject(value)) return typeof value === 'string' ? vocabulary.wordIri(value, graphBase) : undefined
        const { class: given, ...rest } = value
        const iri = isEmpty(given) ? undefined : asIri(given, inside(place, 'class'))
        const fields = readFields(rest, field.fields, table, place)
        if (iri !== undefined && Object.keys(fields).length > 0) place.part({ iri, of: field, fields })
        return iri ?? (Object.keys(fields).length > 0 ? fields : undefined)
      }
    },
    typed: () => (value, place) => {
      const iri = asIri(value, place)
      const type = isObject(value) ? value['@type'] ?? value['entity_type'] : undefined
      const classes = listOf(type).flatMap((name) => (typeof name === 'string' && name !== '' ? vocabulary.wordIri(name, graphBase) : []))
      if (iri !== undefined && classes.length > 0) place.part({ iri, of: { kind: 'typed' }, fields: { class: unique(classes) } })
      return iri
    },
  }

  // Compiled last: the readers must be there.
  const tables = new Map(model.types.map((type) => [type.name, compile(type.fields)]))

  function assignRanks(record: Json, type: EntityType, count: Reading['count']): Json {
    const assigned = Object.entries(type.fields).filter(([, field]) => field.kind === 'node' && field.rank?.assigned)
    const changes = assigned.flatMap(([key, field]) => [key, ...(field.aliases ?? [])].flatMap((name) => {
      const list = record[name]
      const rank = (field as FieldOf<'node'>).rank?.key as string
      if (!Array.isArray(list) || list.length === 0 || list.some((node) => isObject(node) && !isEmpty(node[rank]))) return []
      count(`lists of ${key} without any ${rank} got positions as ${rank}`)
      return [[name, list.map((node, i) => (isObject(node) ? { ...node, [rank]: i + 1 } : node))] as const]
    }))
    return changes.length > 0 ? { ...record, ...Object.fromEntries(changes) } : record
  }

  return (input, reading) => {
    if (!isObject(input)) throw new Refused('is no JSON object')
    const given = idOf(input)
    const start: Place = { ...reading, path: [], owner: '' }
    if (given === undefined) throw new Refused('has no local_identifier')
    if (!isAbsolute(given) && reading.base === '') throw new Refused(`has the relative local_identifier ${given} and no @base`)
    const iri = asIri(given, start)
    if (iri === undefined) throw new Refused(`has a local_identifier that is no IRI: ${given}`)
    const type = topLevelType(input)
    const place = { ...start, owner: iri }
    return { iri, of: type, fields: readFields(assignRanks(input, type, place.count), type.fields, tables.get(type.name) as Map<string, Entry>, place) }
  }

  function topLevelType(input: Json): EntityType {
    const named = input['entity_type'] ?? input['entity_type"'] ?? input['@type']
    const stated = typeOf(named)
    if (stated) return stated
    const known = model.types.map(({ name }) => name).join(', ')
    if (named !== undefined) throw new Refused(`has the unknown entity_type ${JSON.stringify(named)}; known are ${known}`)
    const possible = model.types.filter((type) => hasAllKeys(type, input))
    if (possible.length !== 1 || !possible[0]) throw new Refused(`has no entity_type; known are ${known}`)
    return possible[0]
  }
}

/** Puts keys that stand inside a sub-object by mistake where they belong. */
function liftMisplaced(input: Json, misplaced: Readonly<Record<string, readonly string[]>> = {}): Json {
  let output = input
  for (const [key, names] of Object.entries(misplaced)) {
    const inner = input[key]
    if (!isObject(inner) || !names.some((name) => name in inner)) continue
    const rest = Object.fromEntries(Object.entries(inner).filter(([name]) => !names.includes(name)))
    const lifted = Object.fromEntries(names.filter((name) => name in inner).map((name) => [name, [output[name] ?? [], inner[name]].flat()]))
    output = { ...output, ...lifted, [key]: rest }
  }
  return output
}

function idOf(input: Json): string | undefined {
  const id = [input['local_identifier'], input['local_identifier"'], input['local_identifiers'], input['@id']].flat()
    .find((candidate) => typeof candidate === 'string' && candidate.trim() !== '' && !candidate.startsWith('_:'))
  return typeof id === 'string' ? id.trim() : undefined
}

/** The value that a 32-bit float keeps, with the fewest digits. */
function toFloat(value: number): number {
  const float = Math.fround(value)
  for (let digits = 1; digits < 10; digits++) {
    const short = Number(value.toPrecision(digits))
    if (Math.fround(short) === float) return short
  }
  return float
}

function ordered(found: StoredObject, fields: Fields): StoredObject {
  const output: StoredObject = {}
  for (const [key, field] of Object.entries(fields)) {
    const value = found[key]
    if (value === undefined) continue
    output[key] = field.kind === 'group' ? ordered(value as StoredObject, field.fields) : value
  }
  return output
}
