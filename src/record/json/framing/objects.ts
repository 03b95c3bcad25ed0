/** The reader of inner objects: the nodes of a predicate, those of this field alone, in their order. */

import type { Json } from '../../../model/values/json.ts'
import type { Vocabulary } from '../../../model/context/vocabulary.ts'
import type { FieldOf } from '../../../model/rows/row.ts'
import { isBlank, isLiteral, type PredicateMap, type TripleIndex } from '../../rdf/triples.ts'
import { selfClassKey } from '../../rdf/stored.ts'
import { byCardinality, isNonEmpty, sortKeysOf, sortNodes } from './lists.ts'
import { EMPTY_NODE, type CompileFields, type FieldPlace, type ReadNode, type Readers } from './read-node.ts'

type ObjectField = FieldOf<'object'>

/** Whether a node, as a key reads it, is of that key. */
type Discriminator = (value: Json, ...at: Parameters<ReadNode>) => boolean

/** The object terms of a property. */
type ReadObjects = (node: PredicateMap, nodes: TripleIndex, subject: string) => readonly string[] | undefined

export const objectReader =
  (vocabulary: Vocabulary, compile: CompileFields): Readers<'object'>['object'] =>
  (field, predicate, place) => {
    const read = compile(field.fields)
    const objectsOf = readObjects(predicate, vocabulary.terms.get(place.key)?.reverse === true)
    const belongs = discriminatorOf(field, place, vocabulary, compile)
    const sortKeys = sortKeysOf(field)
    const missing = selfClassKey(field.fields) === undefined ? undefined : EMPTY_NODE
    return (node, document, nested, subject) => {
      const { nodes } = document
      const objects = objectsOf(node, nodes, subject)
      if (!objects) return undefined
      const values: Json[] = []
      for (const object of objects) {
        const inner = isLiteral(object) ? undefined : (nodes.get(object) ?? missing)
        const value = inner && read(inner, document, nested, object)
        if (value && isNonEmpty(value) && (!belongs || belongs(value, inner, document, nested, object)))
          values.push(value)
      }
      return byCardinality(field.multiple, sortNodes(values, sortKeys))
    }
  }

const readObjects = (predicate: string, reverse: boolean): ReadObjects =>
  reverse
    ? (_node, nodes, subject) =>
        [...nodes].flatMap(([term, node]) =>
          isBlank(term) && node.get(predicate)?.includes(subject) ? [term] : [],
        )
    : (node) => node.get(predicate)

/** Whether a node has one of the values of the discriminator. */
const matchesDiscriminator = ({ discriminator = {} }: ObjectField, value: Json): boolean =>
  Object.entries(discriminator).some(
    ([key, values]) =>
      value[key] !== undefined && (values === 'any' || values.includes(value[key] as string)),
  )

/**
 * Whether a node belongs to this field, where another field of the same object has the same predicate;
 * undefined where none has.
 */
function discriminatorOf(
  field: ObjectField,
  { key, siblings }: FieldPlace,
  vocabulary: Vocabulary,
  compile: CompileFields,
): Discriminator | undefined {
  if (field.discriminator) return (value) => matchesDiscriminator(field, value)
  const rivals = Object.entries(siblings).flatMap(([name, rival]) => {
    if (name === key || rival.kind !== 'object' || !rival.discriminator) return []
    if (vocabulary.iri(name) !== vocabulary.iri(key)) return []
    // What tells it may be a key that this field has as well; else the node is read as the rival reads it.
    const isShared = Object.keys(rival.discriminator).every((discriminatorKey) =>
      Object.hasOwn(field.fields, discriminatorKey),
    )
    return [{ rival, read: isShared ? undefined : compile(rival.fields) }]
  })
  return rivals.length > 0
    ? (value, ...at) =>
        !rivals.some(({ rival, read }) => matchesDiscriminator(rival, read ? read(...at) : value))
    : undefined
}
