/**
 * JSON as people write it → stored records: one reader per kind of field, dialects resolved by the rows.
 */

import { orList, withArticle } from '../../model/values/text.ts'
import { GENERATED_PREFIX } from '../../model/identifiers/generated-ids.ts'
import { isObject, type Json } from '../../model/values/json.ts'
import { isArray } from '../../model/rows/walk.ts'
import type { EntityType, Field, FieldOf, Fields, Kind } from '../../model/rows/row.ts'
import type { Model } from '../../model/model.ts'
import { isAbsolute } from '../../model/context/iri.ts'
import { assignRanks, cleanKey, localIdentifierOf, hoistMisplacedKeys, IGNORED_KEYS } from './dialects.ts'
import { checkIdentifier, checkInterval } from './validation.ts'
import {
  childLocation,
  isWithinEntity,
  isEmpty,
  listOf,
  classAlone,
  RecordRejected,
  single,
  warn,
  warnBlank,
  type JsonLocation,
  type ValueReader,
  type ReadContext,
} from './read-context.ts'
import { compileTable, readFields, type FieldTable } from './field-table.ts'
import { memoizeEmbedded } from './embedded-cache.ts'
import { createTypeFinder, entityTypeOf } from './read-entity-type.ts'
import {
  digest,
  selfClassKey,
  unique,
  type SubjectFragment,
  type StoredObject,
  type StoredValue,
} from '../rdf/stored.ts'
import {
  readBoolean,
  readDate,
  readField,
  readIri,
  readLanguages,
  readLink,
  readNumber,
} from './value-readers.ts'
import { readClass, readTerm } from './vocabulary-readers.ts'

/**
 * Reads one top-level record.
 * @throws RecordRejected if it has no id or no entity type
 */
export type Normaliser = (input: unknown, reading: ReadContext) => SubjectFragment

/** Whether a text that should be an id looks like a name. */
const looksLikeName = (id: string): boolean => /\S\s+\S/.test(id) && !/^[a-z][a-z0-9+.-]*:/i.test(id)

/** A record without id that has the name, as it can stand where a record is expected. */
function nameOnly(type: EntityType, name: string): string {
  const [key] = type.labelFields
  const field = key === undefined ? undefined : type.fields[key]
  const value = field?.kind === 'langString' ? { none: field.multiple ? [name] : name } : name
  return JSON.stringify({ [key as string]: value })
}

/** Reads the records of one model: a table for each type, with a reader for each of its fields. */
class RecordReader {
  readonly #model: Model
  readonly #graphBase: string
  readonly #typeOf: ReturnType<typeof createTypeFinder>
  readonly #tables: ReadonlyMap<string, FieldTable>
  readonly #allKeys: ReadonlySet<string>
  readonly #withRanks: ReadonlyMap<EntityType, ReturnType<typeof assignRanks>>

  constructor(model: Model, graphBase: string) {
    this.#model = model
    this.#graphBase = graphBase
    this.#typeOf = createTypeFinder(model)
    this.#tables = new Map(model.types.map((type) => [type.name, this.#compile(type.fields, type.hints)]))
    this.#allKeys = new Set([...this.#tables.values()].flatMap(({ entries }) => [...entries.keys()]))
    this.#withRanks = new Map(model.types.map((type) => [type, assignRanks(type)]))
  }

  #compile(fields: Fields, hints?: Readonly<Record<string, string>>): FieldTable {
    return compileTable(fields, (field) => this.#readerOf(field), hints)
  }

  #readerOf(field: Field): ValueReader {
    const read = this.#readers[field.kind](field as never)
    if (!isArray(field))
      return (value, place) =>
        Array.isArray(value) && field.kind !== 'langString'
          ? single(listOf(value), read, place)
          : read(value, place)
    return (value, place) => {
      const storedValues: StoredValue[] = []
      listOf(value).forEach((one, i) => {
        const stored = isEmpty(one)
          ? undefined
          : read(one, Array.isArray(value) ? childLocation(place, i) : place)
        if (stored !== undefined) storedValues.push(stored)
      })
      return storedValues.length > 0 ? unique(storedValues) : undefined
    }
  }

  #tableOf(type: EntityType): FieldTable {
    return this.#tables.get(type.name) as FieldTable
  }

  /** Whether the type has every key of the object that any type has. */
  #hasAllKeys(type: EntityType, input: Json): boolean {
    const { entries } = this.#tableOf(type)
    return Object.keys(input)
      .map(cleanKey)
      .every((key) => IGNORED_KEYS.has(key) || entries.has(key) || !this.#allKeys.has(key))
  }

  /** The type that alone has all keys of the object that any type has. */
  readonly #typeByKeys = (input: Json): EntityType | undefined => {
    const possible = this.#model.types.filter((type) => this.#hasAllKeys(type, input))
    return possible.length === 1 ? possible[0] : undefined
  }

  #readEntity(field: FieldOf<'reference'>): ValueReader {
    const types = field.range.flatMap((name) => this.#model.typeNamed(name) ?? [])
    const fallback = types.at(-1) as EntityType
    const remember = memoizeEmbedded()
    return (value, place) => {
      let iri: string | undefined
      if (isObject(value)) {
        const id = localIdentifierOf(value)
        const read = (at: JsonLocation): string | undefined => this.#readEmbedded(value, field, types, at)
        iri = id === undefined ? read(place) : remember(id, value, place, read)
      } else iri = this.#readId(value, field, fallback, place)
      if (iri !== undefined && isWithinEntity(iri, place))
        warn(place, 'self-reference', `names ${iri}, of which it is a part itself`)
      return iri
    }
  }

  /** A reference by id alone. @returns its IRI */
  #readId(
    value: unknown,
    { range }: FieldOf<'reference'>,
    fallback: EntityType,
    place: JsonLocation,
  ): string | undefined {
    const iri = readIri(value, place)
    if (iri === undefined) return undefined
    if (looksLikeName(String(value)))
      warn(place, 'blank-in-id', `looks like a name, and is read as the id ${iri}`, {
        expected: `${nameOnly(fallback, String(value).trim())}, or the id of a record.`,
      })
    else warnBlank(String(value), iri, place)
    place.context.onReference(iri, range, place)
    return iri
  }

  #warnOfSpelling(name: unknown, type: EntityType, place: JsonLocation): void {
    const isRight = name === type.name || typeof name !== 'string' || this.#model.typeNamed(name) === type
    if (isRight || this.#model.typeOfClass(name) === type) return
    const right = JSON.stringify(type.name)
    warn(place, 'alias-used', `${JSON.stringify(name)} is read as ${right}`, {
      keyBelow: 'entity_type',
      expected: right,
    })
  }

  /** The type of an embedded record, as far as its entity_type names one. */
  #statedType(
    name: unknown,
    { range }: FieldOf<'reference'>,
    types: readonly EntityType[],
    place: JsonLocation,
  ): EntityType | undefined {
    const type = this.#typeOf(name)
    const expected = `One of ${range.join(', ')}.`
    if (name !== undefined && !type)
      warn(
        place,
        'unknown-type',
        `has the unknown entity_type ${JSON.stringify(name)}; one of ${range.join(', ')} is expected`,
        { expected },
      )
    if (type) this.#warnOfSpelling(name, type, place)
    if (type && !types.includes(type))
      warn(place, 'wrong-type', `is ${withArticle(type.name)}, where ${orList(range)} is expected`, {
        expected,
      })
    return type
  }

  /** A record inside of another one. @returns its IRI */
  #readEmbedded(
    value: Json,
    field: FieldOf<'reference'>,
    types: readonly EntityType[],
    place: JsonLocation,
  ): string | undefined {
    const fallback = types.at(-1) as EntityType
    const statedType = this.#statedType(value['entity_type'] ?? value['@type'], field, types, place)
    const type =
      statedType ??
      (this.#hasAllKeys(fallback, value)
        ? fallback
        : (types.find((candidate) => this.#hasAllKeys(candidate, value)) ?? fallback))
    const id = localIdentifierOf(value)
    const iri = id === undefined ? undefined : readIri(id, place)
    if (id !== undefined && iri !== undefined) warnBlank(id, iri, place)
    const fields = readFields(value, this.#tableOf(type), { ...place, owner: iri ?? place.owner })
    const empty = Object.keys(fields).length === 0
    if (iri === undefined && empty) return undefined
    const entityIri =
      iri ??
      this.#graphBase + GENERATED_PREFIX + digest(`${place.owner} ${type.name} ${JSON.stringify(fields)}`)
    if (!statedType && empty) place.context.onReference(entityIri, field.range, place)
    else
      place.context.onFragment(
        {
          iri: entityIri,
          subjectType: type,
          fields,
          ...(!statedType && type === fallback && types.length > 1 && { typeIsGuessed: true }),
        },
        place,
      )
    return entityIri
  }

  #readNode(field: FieldOf<'object'>): ValueReader {
    const table = this.#compile(field.fields, field.hints)
    const keys = Object.entries(field.fields)
    const [shorthand] =
      keys.find(([, inner]) => inner.kind === 'reference') ??
      (keys.length === 1 ? (keys[0] as [string, Field]) : [undefined])
    const itself = selfClassKey(field.fields)
    const lift = field.hoistFrom && hoistMisplacedKeys(field.hoistFrom)
    const identifier = keys.find(([, inner]) => inner.kind === 'string' && inner.scheme) as
      [string, FieldOf<'string'>] | undefined
    const isNode = (value: unknown): value is Json =>
      isObject(value) &&
      (shorthand === undefined ||
        !('local_identifier' in value) ||
        Object.keys(value).some((key) => table.entries.has(key)))

    return (value, place) => {
      if (!isNode(value) && shorthand === undefined) {
        warn(place, 'wrong-value', 'is not an object; it is left out', {
          expected: `An object with ${table.keys.join(', ')}.`,
        })
        return undefined
      }
      const input = isNode(value) ? value : { [shorthand as string]: value }
      const node = readFields(lift ? lift(input) : input, table, place)
      if (identifier) this.#normaliseIn(node, identifier, place)
      if (field.interval && field.fields[field.interval[0]]?.kind === 'date' && place.context.validate)
        checkInterval(place, node, field.interval)
      if (itself !== undefined && typeof node[itself] === 'string') return classAlone(node, itself, place)
      return isEmpty(node) ? undefined : node
    }
  }

  #normaliseIn(
    node: StoredObject,
    [key, { scheme }]: [string, FieldOf<'string'>],
    place: JsonLocation,
  ): void {
    const [iri, value] = [node[scheme as string], node[key]]
    if (typeof iri !== 'string' || typeof value !== 'string') return
    const name = this.#model.vocabulary.compactIri(iri, this.#graphBase)
    node[key] = this.#model.identifiers.normalise(name, value)
    if (place.context.validate)
      checkIdentifier(childLocation(place, key), this.#model.identifiers.faultOf(name, value))
  }

  #readConcept(field: FieldOf<'labelledClass'>): ValueReader {
    const table = this.#compile(field.fields)
    return (value, place) => {
      if (typeof value === 'string') return this.#model.vocabulary.expandTerm(value, this.#graphBase)
      if (!isObject(value)) {
        warn(place, 'wrong-value', 'is neither a string nor an object; it is left out', {
          expected: `An object with class, ${table.keys.join(', ')}.`,
        })
        return undefined
      }
      const { class: given, ...rest } = value
      const iri = isEmpty(given) ? undefined : readIri(given, childLocation(place, 'class'))
      const fields = readFields(rest, table, place)
      if (iri !== undefined && !isEmpty(fields))
        place.context.onFragment({ iri, subjectType: field, fields }, place)
      return iri ?? (isEmpty(fields) ? undefined : fields)
    }
  }

  readonly #readTyped: ValueReader = (value, place) => {
    const iri = readIri(value, place)
    const type = isObject(value) ? (value['@type'] ?? value['entity_type']) : undefined
    const classes = listOf(type).flatMap((name) =>
      typeof name === 'string' && name !== '' ? this.#model.vocabulary.expandTerm(name, this.#graphBase) : [],
    )
    if (iri !== undefined && classes.length > 0)
      place.context.onFragment(
        { iri, subjectType: { kind: 'typedIri' }, fields: { class: unique(classes) } },
        place,
      )
    return iri
  }

  readonly #readers: { [K in Kind]: (field: FieldOf<K>) => ValueReader } = {
    string: readField,
    langString:
      ({ multiple }) =>
      (value, place) =>
        readLanguages(value, multiple, place),
    number: readNumber,
    boolean: () => readBoolean,
    date: readDate,
    iri: () => readLink,
    vocabTerm: (field) => readTerm(this.#model, this.#graphBase, field),
    rdfType: (field) => readClass(this.#model, this.#graphBase, field),
    reference: (field) => this.#readEntity(field),
    object: (field) => this.#readNode(field),
    nest: (field) => {
      const table = this.#compile(field.fields)
      return (value, place) => {
        if (!isObject(value)) {
          warn(place, 'wrong-value', 'is not an object; it is left out', {
            expected: `An object with ${table.keys.join(', ')}.`,
          })
          return undefined
        }
        const group = readFields(value, table, place)
        return isEmpty(group) ? undefined : group
      }
    },
    labelledClass: (field) => this.#readConcept(field),
    typedIri: () => this.#readTyped,
  }

  /** @throws RecordRejected if it has no id or no entity type */
  read(input: unknown, reading: ReadContext): SubjectFragment {
    if (!isObject(input)) throw new RecordRejected('no-record', 'is no JSON object')
    const id = localIdentifierOf(input)
    if (id === undefined) throw new RecordRejected('no-id', 'has no local_identifier')
    if (!isAbsolute(id) && reading.base === '')
      throw new RecordRejected('bad-id', `has the relative local_identifier ${id} and no @base`)
    const iri = readIri(id, { context: { ...reading, warn: () => {} }, key: '', owner: '' })
    if (iri === undefined)
      throw new RecordRejected('bad-id', `has a local_identifier that is not an IRI: ${id}`)
    warnBlank(id, iri, { context: reading, key: '', owner: iri }, 'local_identifier')
    const type = entityTypeOf(input, this.#model, this.#typeOf, this.#typeByKeys)
    this.#warnOfSpelling(input['entity_type'], type, { context: reading, key: '', owner: iri })
    const ranked = reading.isUnordered ? input : (this.#withRanks.get(type)?.(input, reading.count) ?? input)
    return {
      iri,
      subjectType: type,
      fields: readFields(ranked, this.#tableOf(type), { context: reading, key: '', owner: iri }),
    }
  }
}

/**
 * Makes the reader of a model.
 * @param graphBase base of the graph, against which words that the contexts do not know resolve
 */
export function createNormaliser(model: Model, graphBase: string): Normaliser {
  const reader = new RecordReader(model, graphBase)
  return (input, reading) => reader.read(input, reading)
}
