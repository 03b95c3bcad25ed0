/**
 * JSON as people write it → stored records: one reader per kind of field, dialects resolved by the rows.
 */

import { isObject, type Json } from '../model/json.ts'
import type { EntityType, Field, FieldOf, Fields, Kind } from '../model/row.ts'
import type { Model } from '../model/model.ts'
import { isAbsolute } from '../model/iri.ts'
import { assignRanks, cleanKey, idOf, liftMisplaced, SILENT } from './dialects.ts'
import { examineIdentifier, examineOrder } from './examine.ts'
import {
  inside,
  isAround,
  isEmpty,
  listOf,
  Refused,
  warn,
  warnUnknown,
  type Place,
  type Read,
  type Reading,
} from './reading.ts'
import { rememberEmbedded } from './seen.ts'
import { createSlipReader, looksLikeName, nameOnly } from './slips.ts'
import { createTypeFinder, looseName, topLevelType } from './types.ts'
import { digest, itselfIn, unique, type Part, type StoredObject, type StoredValue } from './stored.ts'
import { readBoolean, readDate, readField, readIri, readLanguages, readLink, readNumber } from './values.ts'
import { readClass, readTerm } from './words.ts'

/** How a key of the input is read, and to which field it belongs. */
interface Entry {
  readonly key: string
  readonly group?: string
  readonly read: Read
}

/** A table of fields made ready: the keys in the order of the rows, and every spelling of them. */
interface Table {
  readonly keys: readonly string[]
  readonly own: readonly Read[]
  readonly entries: ReadonlyMap<string, Entry>
  /** Loose names of keys that it does not have → where their values go. */
  readonly hints: ReadonlyMap<string, string>
}

/**
 * Reads one top-level record.
 * @throws Refused if it has no id or no entity type
 */
export type Normaliser = (input: unknown, reading: Reading) => Part

/** Warns of blanks in an id. @param below key of the id, where the place is that of the record */
function warnBlank(id: string, iri: string, place: Place, below?: string): void {
  if (/\s/.test(id.trim())) warn(place, 'blank-in-id', `has a blank, and is read as the id ${iri}`, { below })
}

/**
 * Makes the reader of a model.
 * @param graphBase base of the graph, against which words that the contexts do not know resolve
 */
export function createNormaliser(model: Model, graphBase: string): Normaliser {
  const typeOf = createTypeFinder(model)

  function compile(fields: Fields, hints: Readonly<Record<string, string>> = {}): Table {
    const entries = new Map<string, Entry>()
    const add = (name: string, entry: Entry): void => {
      if (!entries.has(name)) entries.set(name, entry)
    }
    for (const [key, field] of Object.entries(fields)) add(key, { key, read: readerOf(field) })
    const keys = [...entries.keys()]
    const own = [...entries.values()].map(({ read }) => read)
    for (const [key, field] of Object.entries(fields))
      for (const alias of field.aliases ?? []) add(alias, { key, read: (entries.get(key) as Entry).read })
    for (const [group, field] of Object.entries(fields)) {
      if (field.kind === 'group')
        for (const [key, inner] of compile(field.fields).entries) add(key, { ...inner, group })
    }
    return {
      keys,
      own,
      entries,
      hints: new Map(Object.entries(hints).map(([key, hint]) => [looseName(key), hint])),
    }
  }

  function readerOf(field: Field): Read {
    const read = readers[field.kind](field as never)
    if (!('many' in field && field.many))
      return (value, place) =>
        Array.isArray(value) && field.kind !== 'languages'
          ? single(listOf(value), read, place)
          : read(value, place)
    return (value, place) => {
      const found: StoredValue[] = []
      listOf(value).forEach((one, i) => {
        const stored = isEmpty(one) ? undefined : read(one, Array.isArray(value) ? inside(place, i) : place)
        if (stored !== undefined) found.push(stored)
      })
      return found.length > 0 ? unique(found) : undefined
    }
  }

  /** Of several values for a single field the smallest. */
  function single(values: readonly unknown[], read: Read, place: Place): StoredValue | undefined {
    const found = unique(
      values.flatMap((value, i) => (isEmpty(value) ? [] : (read(value, inside(place, i)) ?? []))),
    )
    if (found.length > 1)
      warn(place, 'several-values', `has ${found.length} values where one is expected; the smallest is kept`)
    return found[0]
  }

  /** Reads the fields of an object, in the order of the rows. */
  function readFields(input: Json, table: Table, place: Place): StoredObject {
    const found: StoredObject = {}
    let used = 0
    for (let i = 0; i < table.keys.length; i++) {
      const key = table.keys[i] as string
      const value = input[key]
      if (value === undefined) continue
      used++
      const stored = isEmpty(value) ? undefined : (table.own[i] as Read)(value, inside(place, key))
      if (stored !== undefined) found[key] = stored
    }
    const names = Object.keys(input)
    const others =
      used === names.length ? [] : names.filter((name) => !SILENT.has(name) && !table.keys.includes(name))
    return others.length === 0 ? found : readOthers(others, input, table, found, place)
  }

  /** Reads keys that are no rows: other spellings, fields of groups outside their group, unknown ones. */
  function readOthers(
    names: readonly string[],
    input: Json,
    table: Table,
    found: StoredObject,
    place: Place,
  ): StoredObject {
    let added = false
    for (const name of names) {
      const value = input[name]
      if (SILENT.has(cleanKey(name)) || isEmpty(value)) continue
      const entry = table.entries.get(name) ?? table.entries.get(cleanKey(name))
      if (!entry) {
        const others = [...table.entries.keys()]
        warnUnknown(name, { keys: table.keys, others }, place, table.hints.get(looseName(name)))
        continue
      }
      const stored = entry.read(value, inside(place, name))
      if (stored === undefined) continue
      added = true
      const target = entry.group ? ((found[entry.group] ??= {}) as StoredObject) : found
      if (target[entry.key] === undefined) target[entry.key] = stored
      else
        warn(place, 'said-twice', `says again what ${entry.key} says; ${entry.key} is kept`, { below: name })
    }
    return added
      ? (Object.fromEntries(
          table.keys.flatMap((key) => (found[key] === undefined ? [] : [[key, found[key]]])),
        ) as StoredObject)
      : found
  }

  const tableOf = (type: EntityType): Table => tables.get(type.name) as Table

  /** Whether the type has every key of the object that any type has. */
  const hasAllKeys = (type: EntityType, input: Json): boolean =>
    Object.keys(input)
      .map(cleanKey)
      .every((key) => SILENT.has(key) || tableOf(type).entries.has(key) || !allKeys.has(key))

  /** The type that alone has all keys of the object that any type has. */
  function typeByKeys(input: Json): EntityType | undefined {
    const possible = model.types.filter((type) => hasAllKeys(type, input))
    return possible.length === 1 ? possible[0] : undefined
  }
  const slips = createSlipReader(model, typeByKeys)

  function readEntity(field: FieldOf<'entity'>): Read {
    const types = field.of.flatMap((name) => model.typeNamed(name) ?? [])
    const fallback = types.at(-1) as EntityType
    const remember = rememberEmbedded()

    function embedded(given: Json, place: Place): string | undefined {
      const value = slips.embedded(given, types, place)
      const named = value['entity_type'] ?? value['@type']
      const stated = typeOf(named)
      if (named !== undefined && !stated)
        warn(
          place,
          'unknown-type',
          `has the unknown entity_type ${JSON.stringify(named)}; one of ${field.of.join(', ')} is expected`,
          { right: `One of ${field.of.join(', ')}.` },
        )
      if (stated && !types.includes(stated))
        warn(place, 'wrong-type', `is a ${stated.name}, where ${field.of.join(', ')} is expected`, {
          right: `One of ${field.of.join(', ')}.`,
        })
      const type =
        stated ??
        (hasAllKeys(fallback, value)
          ? fallback
          : (types.find((candidate) => hasAllKeys(candidate, value)) ?? fallback))
      const id = idOf(value)
      const iri = id === undefined ? undefined : readIri(id, place)
      if (id !== undefined && iri !== undefined) warnBlank(id, iri, place)
      const fields = readFields(value, tableOf(type), { ...place, owner: iri ?? place.owner })
      const empty = Object.keys(fields).length === 0
      if (iri === undefined && empty) return undefined
      const found =
        iri ?? `${graphBase}otf___${digest(`${place.owner} ${type.name} ${JSON.stringify(fields)}`)}`
      if (!stated && empty) place.reading.refer(found, field.of, place)
      else
        place.reading.part(
          {
            iri: found,
            of: type,
            fields,
            ...(!stated && type === fallback && types.length > 1 && { tentative: true }),
          },
          place,
        )
      return found
    }

    return (value, place) => {
      const iri = readEither(value, place)
      if (iri !== undefined && isAround(iri, place))
        warn(place, 'names-itself', `names ${iri}, of which it is a part itself`)
      return iri
    }

    function readEither(value: unknown, place: Place): string | undefined {
      if (!isObject(value)) {
        const iri = readIri(value, place)
        if (iri === undefined) return undefined
        if (looksLikeName(String(value)))
          warn(place, 'blank-in-id', `looks like a name, and is read as the id ${iri}`, {
            right: `${nameOnly(fallback, String(value).trim())}, or the id of a record.`,
          })
        else warnBlank(String(value), iri, place)
        place.reading.refer(iri, field.of, place)
        return iri
      }
      const id = idOf(value)
      if (id === undefined) return embedded(value, place)
      return remember(id, value, place.reading.base, () => embedded(value, place))
    }
  }

  function readNode(field: FieldOf<'node'>): Read {
    const table = compile(field.fields, field.hints)
    const keys = Object.entries(field.fields)
    const [shorthand] =
      keys.find(([, inner]) => inner.kind === 'entity') ??
      (keys.length === 1 ? (keys[0] as [string, Field]) : [undefined])
    const itself = itselfIn(field.fields)
    const lift = field.misplaced && liftMisplaced(field.misplaced)
    const identifier = keys.find(([, inner]) => inner.kind === 'text' && inner.scheme) as
      [string, FieldOf<'text'>] | undefined
    const isNode = (value: unknown): value is Json =>
      isObject(value) &&
      (shorthand === undefined ||
        !('local_identifier' in value) ||
        Object.keys(value).some((key) => table.entries.has(key)))

    return (value, place) => {
      if (!isNode(value) && shorthand === undefined) {
        warn(place, 'wrong-value', 'is not an object; it is left out', {
          right: `An object with ${table.keys.join(', ')}.`,
        })
        return undefined
      }
      const input = isNode(value) ? value : { [shorthand as string]: value }
      const node = readFields(lift ? lift(input) : input, table, place)
      if (identifier) normaliseIn(node, identifier, place)
      if (field.ordered && place.reading.thorough) examineOrder(place, node, field.ordered)
      if (itself !== undefined && typeof node[itself] === 'string') return alone(node, itself, place)
      return isEmpty(node) ? undefined : node
    }
  }

  /** A node that is a class has no values of its own. */
  function alone(node: StoredObject, itself: string, place: Place): StoredObject {
    for (const key of Object.keys(node))
      if (key !== itself)
        warn(place, 'wrong-value', `stands beside ${itself}, which is the whole of it; it is left out`, {
          below: key,
          right: `${itself} or ${key}, not both.`,
        })
    return { [itself]: node[itself] as StoredValue }
  }

  function normaliseIn(node: StoredObject, [key, { scheme }]: [string, FieldOf<'text'>], place: Place): void {
    const [iri, value] = [node[scheme as string], node[key]]
    if (typeof iri !== 'string' || typeof value !== 'string') return
    const name = model.vocabulary.word(iri, graphBase)
    node[key] = model.identifiers.normalise(name, value)
    if (place.reading.thorough) examineIdentifier(inside(place, key), model.identifiers.faultOf(name, value))
  }

  function readConcept(field: FieldOf<'concept'>): Read {
    const table = compile(field.fields)
    return (value, place) => {
      if (typeof value === 'string') return model.vocabulary.wordIri(value, graphBase)
      if (!isObject(value)) {
        warn(place, 'wrong-value', 'is neither a string nor an object; it is left out', {
          right: `An object with class, ${table.keys.join(', ')}.`,
        })
        return undefined
      }
      const { class: given, ...rest } = value
      const iri = isEmpty(given) ? undefined : readIri(given, inside(place, 'class'))
      const fields = readFields(rest, table, place)
      if (iri !== undefined && !isEmpty(fields)) place.reading.part({ iri, of: field, fields }, place)
      return iri ?? (isEmpty(fields) ? undefined : fields)
    }
  }

  const readTyped: Read = (value, place) => {
    const iri = readIri(value, place)
    const type = isObject(value) ? (value['@type'] ?? value['entity_type']) : undefined
    const classes = listOf(type).flatMap((name) =>
      typeof name === 'string' && name !== '' ? model.vocabulary.wordIri(name, graphBase) : [],
    )
    if (iri !== undefined && classes.length > 0)
      place.reading.part({ iri, of: { kind: 'typed' }, fields: { class: unique(classes) } }, place)
    return iri
  }

  const readers: { [K in Kind]: (field: FieldOf<K>) => Read } = {
    text: readField,
    languages:
      ({ each }) =>
      (value, place) =>
        readLanguages(value, each, place),
    number: readNumber,
    boolean: () => readBoolean,
    date: () => readDate,
    link: () => readLink,
    term: (field) => readTerm(model, graphBase, field),
    class: (field) => readClass(model, graphBase, field),
    entity: readEntity,
    node: readNode,
    group: (field) => {
      const table = compile(field.fields)
      return (value, place) => {
        if (!isObject(value)) {
          warn(place, 'wrong-value', 'is not an object; it is left out', {
            right: `An object with ${table.keys.join(', ')}.`,
          })
          return undefined
        }
        const group = readFields(value, table, place)
        return isEmpty(group) ? undefined : group
      }
    },
    concept: readConcept,
    typed: () => readTyped,
  }

  // Compiled last: the readers must be there.
  const tables = new Map(model.types.map((type) => [type.name, compile(type.fields, type.hints?.keys)]))
  const withRanks = new Map(model.types.map((type) => [type, assignRanks(type)]))
  const allKeys = new Set([...tables.values()].flatMap(({ entries }) => [...entries.keys()]))

  return (written, reading) => {
    if (!isObject(written)) throw new Refused('no-record', 'is no JSON object')
    const input = slips.record(written, { reading, key: '', owner: '' })
    if (input !== written) reading.understood?.(input)
    const given = idOf(input)
    if (given === undefined) throw new Refused('no-id', 'has no local_identifier')
    if (!isAbsolute(given) && reading.base === '')
      throw new Refused('bad-id', `has the relative local_identifier ${given} and no @base`)
    const iri = readIri(given, { reading: { ...reading, warn: () => {} }, key: '', owner: '' })
    if (iri === undefined) throw new Refused('bad-id', `has a local_identifier that is not an IRI: ${given}`)
    warnBlank(given, iri, { reading, key: '', owner: iri }, 'local_identifier')
    const type = topLevelType(input, model, typeOf, typeByKeys)
    const ranked = reading.unordered ? input : (withRanks.get(type)?.(input, reading.count) ?? input)
    return { iri, of: type, fields: readFields(ranked, tableOf(type), { reading, key: '', owner: iri }) }
  }
}
