/** Document → record: the framer of each entity type is compiled from its rows. */

import type { EntityType, Field, FieldOf, Fields, Kind } from '../model/row.ts'
import type { Model } from '../model/model.ts'
import { smallest, sortCodePoints } from '../model/order.ts'
import type { Document } from './document.ts'
import { compareInstants, inOrder, irisOf, isInstance, listOrFirst, textsOf } from './objects.ts'
import { itselfIn } from './stored.ts'
import { iriOf, isBlank, isLiteral, languageOf, RDF_TYPE, textOf, type Node, type Nodes } from './triples.ts'

export type Json = Record<string, unknown>

/** Frames the record of a document as one entity type: compact JSON with local_identifier as full IRI. */
export type Framer = (document: Document, type: EntityType) => Json

/** @param subject the term that the node stands for */
type ReadNode = (node: Node, nodes: Nodes, nested: boolean, subject: string) => Json
type Read = (...at: Parameters<ReadNode>) => unknown

const NOTHING: Node = new Map()

/** Whether a node, as a key reads it, is of that key. */
type Belongs = (value: Json, ...at: Parameters<ReadNode>) => boolean

/** Whether one of the keys that tell has one of its values, or any at all where any will do. */
function isTold({ toldBy = {} }: FieldOf<'node'>, value: Json): boolean {
  const [told, values] = Object.entries(toldBy).find(([name]) => value[name] !== undefined) ?? []
  return told !== undefined && values !== undefined && (values === 'any' || values.includes(value[told] as string))
}

interface FrameOptions {
  /** Whether an entity of which no class is there is shown as what it is assumed to be; without, its type is left out. */
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

  /** The properties of a node; `nested`: references are shown by id and type only. */
  function compile(fields: Fields): ReadNode {
    const steps = Object.entries(fields).map(([key, field]) => ({ key, predicate: predicateOf(key, field), read: readerOf(key, field, fields) }))
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

  /** The property that a field must have to be there at all; none for what is no property of the node, and for classes, which all entities have. */
  const predicateOf = (key: string, field: Field): string | undefined =>
    (field.kind === 'group' || field.kind === 'class' || (field.kind === 'concept' && field.itself) || isReverse(key) ? undefined : vocabulary.iri(key))
  const isReverse = (key: string): boolean => vocabulary.terms.get(key)?.reverse === true

  function readerOf(key: string, field: Field, siblings: Fields): Read {
    const predicate = vocabulary.iri(key) ?? ''
    if (field.kind === 'node') return readNodes(field, objectsOf(predicate, isReverse(key)), rivalsOf(key, predicate, siblings))
    return (readers[field.kind] as (field: Field, predicate: string) => Read)(field, predicate)
  }

  /** Whether a node belongs to this key, where another key of the same object has the same predicate. */
  function rivalsOf(key: string, predicate: string, siblings: Fields): Belongs | undefined {
    const own = siblings[key] as FieldOf<'node'>
    if (own.toldBy) return (value) => isTold(own, value)
    const rivals = Object.entries(siblings).flatMap(([name, field]) => {
      if (name === key || field.kind !== 'node' || !field.toldBy || vocabulary.iri(name) !== predicate) return []
      // What tells it may be a key that this field has as well; else the node is read as the rival reads it.
      const shared = Object.keys(field.toldBy).every((told) => Object.hasOwn(own.fields, told))
      return [{ field, read: shared ? undefined : compile(field.fields) }]
    })
    return rivals.length > 0 ? (value, ...at) => !rivals.some(({ field, read }) => isTold(field, read ? read(...at) : value)) : undefined
  }

  const objectsOf = (predicate: string, reverse: boolean) => (node: Node, nodes: Nodes, subject: string): readonly string[] | undefined =>
    (!reverse ? node.get(predicate) : [...nodes].flatMap(([other, about]) => (isBlank(other) && about.get(predicate)?.includes(subject) ? [other] : [])))

  function readNodes(field: FieldOf<'node'>, objectsIn: ReturnType<typeof objectsOf>, belongs: Belongs | undefined): Read {
    const read = compile(field.fields)
    const missing = itselfIn(field.fields) === undefined ? undefined : NOTHING
    return (node, nodes, nested, subject) => {
      const objects = objectsIn(node, nodes, subject)
      if (!objects) return undefined
      const found: Json[] = []
      for (const object of objects) {
        const inner = isLiteral(object) ? undefined : nodes.get(object) ?? missing
        const value = inner && read(inner, nodes, nested, object)
        if (value && isInstance(value) && (!belongs || belongs(value, inner, nodes, nested, object))) found.push(value)
      }
      return listOrFirst(field.many, inOrder(found, field.rank?.key))
    }
  }

  /** The type of an entity that is named; where its class is not there, the one that is assumed, or none. */
  function typeOfTarget(target: Node | undefined, of: readonly string[]): EntityType | undefined {
    const classes = target?.get(RDF_TYPE) ?? []
    const expected = of.find((name) => classes.includes(classTerms.get(name) as string))
    const any = expected ?? model.types.find(({ name }) => classes.includes(classTerms.get(name) as string))?.name
    return model.typeNamed(any ?? (assume ? of.at(-1) as string : ''))
  }

  const isEntity = (node: Node): boolean => node.get(RDF_TYPE)?.some((object) => model.typeOfClass(iriOf(object)) !== undefined) === true

  function reference(iri: string, of: readonly string[], nodes: Nodes, nested: boolean): Json {
    const target = nodes.get(`<${iri}>`)
    const type = typeOfTarget(target, of)
    if (!type) return { local_identifier: iri }
    const shown: Json = { local_identifier: iri, entity_type: type.name }
    if (nested || !target) return shown
    return Object.assign(shown, framerOf(referenceFramers, type, () => Object.fromEntries(type.reference.map((key) => [key, type.fields[key] as Field])))(target, nodes, true, `<${iri}>`))
  }

  function framerOf(cache: Map<string, ReadNode>, type: EntityType, fields: () => Fields): ReadNode {
    let framer = cache.get(type.name)
    if (!framer) cache.set(type.name, framer = compile(fields()))
    return framer
  }

  function languageMap(terms: readonly string[], each: 'one' | 'list'): Json | undefined {
    if (terms.length === 0) return undefined
    const texts = new Map<string, string[]>()
    for (const term of terms) {
      const language = languageOf(term) ?? 'none'
      const list = texts.get(language)
      if (list) list.push(textOf(term))
      else texts.set(language, [textOf(term)])
    }
    const map: Json = {}
    for (const language of sortCodePoints([...texts.keys()])) {
      const list = texts.get(language) as string[]
      map[language] = each === 'list' ? sortCodePoints(list) : smallest(list)
    }
    return map
  }

  /** The word of an IRI in a vocabulary: one of its own words first, since words of several share an IRI. */
  function wordReader(field: FieldOf<'term'>): (iri: string) => string {
    const own = new Map((field.values ?? []).map((word) => [vocabulary.iri(word), word] as const))
    const [first] = (field.namespaces ?? []).map((name) => vocabulary.prefixes.get(name) ?? name)
    return (iri) => {
      const word = own.get(iri)
      if (word !== undefined) return word
      if (first === undefined || field.written === undefined) return vocabulary.word(iri, base)
      if (field.written === 'iri') return iri.startsWith(first) ? iri : vocabulary.word(iri, base)
      if (field.written === 'bare' && iri.startsWith(first)) return iri.slice(first.length)
      const known = vocabulary.word(iri, base)
      return known === iri ? vocabulary.prefixed(iri) : known
    }
  }

  const readers: { [K in Exclude<Kind, 'node'>]: (field: FieldOf<K>, predicate: string) => Read } = {
    text: ({ many, wrapped }, predicate) => {
      const inner = wrapped === undefined ? undefined : vocabulary.iri(wrapped) as string
      return (node, nodes) => {
        const texts = inner === undefined ? textsOf(node, predicate)
          : (node.get(predicate) ?? []).flatMap((object) => textsOf(nodes.get(object) ?? NOTHING, inner))
        return listOrFirst(many, sortCodePoints(texts))
      }
    },
    languages: ({ each }, predicate) => (node) => languageMap((node.get(predicate) ?? []).filter(isLiteral), each),
    number: (_field, predicate) => (node) => {
      const texts = textsOf(node, predicate)
      return texts.length === 0 ? undefined : Number(smallest(texts))
    },
    boolean: (_field, predicate) => (node) => {
      const texts = textsOf(node, predicate)
      return texts.length === 0 ? undefined : ['true', '1'].includes(smallest(texts))
    },
    date: ({ many }, predicate) => (node) => {
      const texts = textsOf(node, predicate)
      return listOrFirst(many, texts.length > 1 ? texts.sort(compareInstants) : texts)
    },
    link: ({ many }, predicate) => (node) => listOrFirst(many, sortCodePoints(irisOf(node, predicate))),
    term: (field, predicate) => {
      const wordOf = wordReader(field)
      return (node) => listOrFirst(field.many, sortCodePoints(irisOf(node, predicate).map(wordOf)))
    },
    class: ({ many, values, otherwise }) => {
      const words = new Map(values.map((word) => [vocabulary.iri(word) as string, word] as const))
      return (node, _nodes, nested) => {
        const found = irisOf(node, RDF_TYPE).flatMap((iri) => words.get(iri) ?? (iri.startsWith(base) ? vocabulary.word(iri, base) : []))
        return listOrFirst(many, sortCodePoints(found)) ?? (nested ? undefined : otherwise)
      }
    },
    entity: ({ many, of, written }, predicate) => (node, nodes, nested) => {
      const targets = sortCodePoints(irisOf(node, predicate))
      const shown = many ? targets : targets.slice(0, 1)
      return listOrFirst(many, shown.map((iri): unknown => (written === 'id' ? iri : reference(iri, of, nodes, nested))))
    },
    group: (field) => {
      const read = compile(field.fields)
      return (node, nodes, nested, subject) => {
        const group = read(node, nodes, nested, subject)
        return isInstance(group) ? group : undefined
      }
    },
    concept: (field, predicate) => {
      const read = compile(field.fields)
      const shown = (term: string, told: Json): Json | undefined => (isBlank(term) ? (isInstance(told) ? told : undefined) : { class: iriOf(term), ...told })
      // An entity has its class wherever it is named, so that what has none is none.
      if (field.itself) return (node, nodes, nested, subject) => (isEntity(node) ? undefined : shown(subject, read(node, nodes, nested, subject)))
      return (node, nodes, nested) => {
        const objects = node.get(predicate)
        if (!objects) return undefined
        const object = smallest(objects)
        return shown(object, read(nodes.get(object) ?? NOTHING, nodes, nested, object))
      }
    },
    typed: ({ many }, predicate) => (node, nodes) => listOrFirst(many, sortCodePoints(irisOf(node, predicate)).map((iri) => {
      const classes = sortCodePoints(irisOf(nodes.get(`<${iri}>`) ?? NOTHING, RDF_TYPE).filter((found) => !model.typeOfClass(found)))
      return classes[0] === undefined ? iri : { '@id': iri, '@type': vocabulary.prefixed(classes[0]) }
    })),
  }

  return ({ iri, nodes }, type) => {
    const record = framerOf(framers, type, () => type.fields)(nodes.get(`<${iri}>`) ?? NOTHING, nodes, false, `<${iri}>`)
    return Object.assign({ local_identifier: iri, entity_type: type.name }, record)
  }
}
