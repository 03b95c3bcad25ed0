/** Document → record: the framer of each entity type is compiled from its rows. */

import type { EntityType, Field, FieldOf, Fields, Kind } from '../../model/rows/row.ts'
import type { Model } from '../../model/model.ts'
import { minByCodePoint, sortCodePoints } from '../../model/values/code-points.ts'
import type { Document } from '../document.ts'
import { valueReaders, type Json, type NodeValueReader, type Readers, type ReadNode } from './frame-values.ts'
import { sortNodes, irisOf, isNonEmpty, byCardinality, sortKeysOf } from './objects.ts'
import { selfClassKey } from '../stored.ts'
import { iriOf, isBlank, isLiteral, RDF_TYPE, type PredicateMap, type TripleIndex } from '../rdf/triples.ts'

export type { Json }

/** Frames the record of a document as one entity type: compact JSON with local_identifier as full IRI. */
export type Framer = (document: Document, type: EntityType) => Json

const NOTHING: PredicateMap = new Map()

/** Whether a node, as a key reads it, is of that key. */
type Discriminator = (value: Json, ...at: Parameters<ReadNode>) => boolean

/** Whether a node has one of the values of the discriminator. */
const matchesDiscriminator = ({ discriminator = {} }: FieldOf<'object'>, value: Json): boolean =>
  Object.entries(discriminator).some(
    ([key, values]) =>
      value[key] !== undefined && (values === 'any' || values.includes(value[key] as string)),
  )

interface FrameOptions {
  /**
   * Whether an entity of which no class is there is shown as what it is assumed to be; without, its type is
   * left out.
   */
  readonly assume?: boolean
}

/**
 * Compiles the rows of a model into framers.
 * @param base base of the graph: words that the contexts do not know come back without it
 */
export function createFramer(model: Model, base: string, { assume = true }: FrameOptions = {}): Framer {
  const { vocabulary } = model
  const classTerms = new Map(model.types.map((type) => [type.name, `<${model.classOf(type)}>`] as const))
  const framers = new Map<string, ReadNode>()
  const referenceFramers = new Map<string, ReadNode>()
  /** The record that is being framed, and as what. */
  let framed: { readonly iri: string; readonly type: EntityType } | undefined

  /** The properties of a node; `nested`: references are shown by id and type only. */
  function compile(fields: Fields): ReadNode {
    const steps = Object.entries(fields).map(([key, field]) => ({
      key,
      predicate: predicateOf(key, field),
      read: readerOf(key, field, fields),
    }))
    return (node, nodes, nested, subject) => {
      const record: Json = {}
      for (const { key, predicate, read } of steps) {
        if (predicate !== undefined && !node.has(predicate)) continue
        const value = read(node, nodes, nested, subject)
        if (value !== undefined) record[key] = value
      }
      return record
    }
  }

  /**
   * The predicate for the cheap test of presence; undefined for nested objects, for a class that is the node itself and
   * for reverse properties (this node has no predicate of them), and for rdf:type, which all entities have.
   */
  const predicateOf = (key: string, field: Field): string | undefined =>
    field.kind === 'nest' ||
    field.kind === 'rdfType' ||
    (field.kind === 'labelledClass' && field.selfClass) ||
    isReverse(key)
      ? undefined
      : vocabulary.iri(key)
  const isReverse = (key: string): boolean => vocabulary.terms.get(key)?.reverse === true

  function readerOf(key: string, field: Field, siblings: Fields): NodeValueReader {
    const predicate = vocabulary.iri(key) ?? ''
    if (field.kind === 'object')
      return readNodes(
        field,
        objectsOf(predicate, isReverse(key)),
        discriminatorFor(key, predicate, siblings),
      )
    return (readers[field.kind] as (field: Field, predicate: string) => NodeValueReader)(field, predicate)
  }

  /**
   * Whether a node belongs to this field, where another field of the same object has the same predicate;
   * undefined where none has.
   */
  function discriminatorFor(key: string, predicate: string, siblings: Fields): Discriminator | undefined {
    const own = siblings[key] as FieldOf<'object'>
    if (own.discriminator) return (value) => matchesDiscriminator(own, value)
    const rivals = Object.entries(siblings).flatMap(([name, field]) => {
      if (
        name === key ||
        field.kind !== 'object' ||
        !field.discriminator ||
        vocabulary.iri(name) !== predicate
      )
        return []
      // What tells it may be a key that this field has as well; else the node is read as the rival reads it.
      const shared = Object.keys(field.discriminator).every((discriminatorKey) =>
        Object.hasOwn(own.fields, discriminatorKey),
      )
      return [{ field, read: shared ? undefined : compile(field.fields) }]
    })
    return rivals.length > 0
      ? (value, ...at) =>
          !rivals.some(({ field, read }) => matchesDiscriminator(field, read ? read(...at) : value))
      : undefined
  }

  const objectsOf =
    (predicate: string, reverse: boolean) =>
    (node: PredicateMap, nodes: TripleIndex, subject: string): readonly string[] | undefined => {
      if (!reverse) return node.get(predicate)
      return [...nodes].flatMap(([other, about]) =>
        isBlank(other) && about.get(predicate)?.includes(subject) ? [other] : [],
      )
    }

  function readNodes(
    field: FieldOf<'object'>,
    objectsIn: ReturnType<typeof objectsOf>,
    belongs: Discriminator | undefined,
  ): NodeValueReader {
    const read = compile(field.fields)
    const sortKeys = sortKeysOf(field)
    const missing = selfClassKey(field.fields) === undefined ? undefined : NOTHING
    return (node, nodes, nested, subject) => {
      const objects = objectsIn(node, nodes, subject)
      if (!objects) return undefined
      const found: Json[] = []
      for (const object of objects) {
        const inner = isLiteral(object) ? undefined : (nodes.get(object) ?? missing)
        const value = inner && read(inner, nodes, nested, object)
        if (value && isNonEmpty(value) && (!belongs || belongs(value, inner, nodes, nested, object)))
          found.push(value)
      }
      return byCardinality(field.multiple, sortNodes(found, sortKeys))
    }
  }

  /** The type of an entity that is named; where its class is not there, the one that is assumed, or none. */
  function typeOfTarget(
    iri: string,
    target: PredicateMap | undefined,
    range: readonly string[],
  ): EntityType | undefined {
    const classes = target?.get(RDF_TYPE) ?? []
    const expected = range.find((name) => classes.includes(classTerms.get(name) as string))
    // One of its classes may be a word of its own vocabulary, which another type has as its class.
    if (!expected && iri === framed?.iri) return framed.type
    const any =
      expected ?? model.types.find(({ name }) => classes.includes(classTerms.get(name) as string))?.name
    return model.typeNamed(any ?? (assume ? (range.at(-1) as string) : ''))
  }

  const isEntity = (node: PredicateMap): boolean =>
    node.get(RDF_TYPE)?.some((object) => model.typeOfClass(iriOf(object)) !== undefined) === true

  function reference(iri: string, range: readonly string[], nodes: TripleIndex, nested: boolean): Json {
    const target = nodes.get(`<${iri}>`)
    const type = typeOfTarget(iri, target, range)
    if (!type) return { local_identifier: iri }
    const json: Json = { local_identifier: iri, entity_type: type.name }
    if (nested) return json
    const frame = framerOf(referenceFramers, type, () =>
      Object.fromEntries(type.referenceFields.map((key) => [key, type.fields[key] as Field])),
    )
    return withProperties(json, `<${iri}>`, nodes, (node) => frame(node, nodes, true, `<${iri}>`))
  }

  /**
   * Adds the properties from the own graph of the entity or class. May run after sorting: nodes sort by their JSON,
   * which begins with local_identifier, so that properties added later cannot change the order.
   */
  function withProperties(
    json: Json,
    term: string,
    nodes: TripleIndex,
    more: (node: PredicateMap) => Json,
  ): Json {
    const node = nodes.get(term)
    return node ? Object.assign(json, more(node)) : json
  }

  function framerOf(cache: Map<string, ReadNode>, type: EntityType, fields: () => Fields): ReadNode {
    let framer = cache.get(type.name)
    if (!framer) cache.set(type.name, (framer = compile(fields())))
    return framer
  }

  const readers: Readers<Exclude<Kind, 'object'>> = {
    ...valueReaders(vocabulary, base),
    reference:
      ({ multiple, range, serializeAs }, predicate) =>
      (node, nodes, nested) => {
        const targets = sortCodePoints(irisOf(node, predicate))
        const shown = multiple ? targets : targets.slice(0, 1)
        return byCardinality(
          multiple,
          shown.map((iri): unknown => (serializeAs === 'id' ? iri : reference(iri, range, nodes, nested))),
        )
      },
    nest: (field) => {
      const read = compile(field.fields)
      return (node, nodes, nested, subject) => {
        const group = read(node, nodes, nested, subject)
        return isNonEmpty(group) ? group : undefined
      }
    },
    labelledClass: (field, predicate) => {
      const read = compile(field.fields)
      const shown = (
        term: string,
        nodes: TripleIndex,
        read: (node: PredicateMap) => Json,
      ): Json | undefined => {
        if (!isBlank(term)) return withProperties({ class: iriOf(term) }, term, nodes, read)
        const own = read(nodes.get(term) ?? NOTHING)
        return isNonEmpty(own) ? own : undefined
      }
      // An entity has its class wherever it is named, so that what has none is none.
      if (field.selfClass)
        return (node, nodes, nested, subject) =>
          isEntity(node) ? undefined : shown(subject, nodes, (own) => read(own, nodes, nested, subject))
      return (node, nodes, nested) => {
        const objects = node.get(predicate)
        if (!objects) return undefined
        const object = minByCodePoint(objects)
        return shown(object, nodes, (own) => read(own, nodes, nested, object))
      }
    },
    typedIri:
      ({ multiple }, predicate) =>
      (node, nodes) =>
        byCardinality(
          multiple,
          sortCodePoints(irisOf(node, predicate)).map((iri) => {
            const classes = sortCodePoints(
              irisOf(nodes.get(`<${iri}>`) ?? NOTHING, RDF_TYPE).filter((found) => !model.typeOfClass(found)),
            )
            return classes[0] === undefined
              ? iri
              : { '@id': iri, '@type': vocabulary.toPrefixedName(classes[0]) }
          }),
        ),
  }

  return ({ iri, nodes }, type) => {
    framed = { iri, type }
    const record = framerOf(framers, type, () => type.fields)(
      nodes.get(`<${iri}>`) ?? NOTHING,
      nodes,
      false,
      `<${iri}>`,
    )
    return Object.assign({ local_identifier: iri, entity_type: type.name }, record)
  }
}
