/** The reader of references: the entities that a record names, as its document knows them. */

import type { Json } from '../../../model/values/json.ts'
import { sortCodePoints } from '../../../model/values/sorting.ts'
import type { EntityType, Field } from '../../../model/rows/row.ts'
import { RDF_TYPE, type PredicateMap, type Document } from '../../rdf/triples.ts'
import { byCardinality, irisOf } from './lists.ts'
import {
  withProperties,
  type CompileFields,
  type FramingContext,
  type Readers,
  type ReadNode,
  type TypedDocument,
} from './read-node.ts'

type TypeOfTarget = (
  iri: string,
  target: PredicateMap | undefined,
  range: readonly string[],
  document: TypedDocument,
) => EntityType | undefined

export function referenceReader(
  context: FramingContext,
  compile: CompileFields,
): Readers<'reference'>['reference'] {
  const typeOfTarget = targetTypes(context)
  const { referenceTo } = context
  const frame = referenceFramer(compile)

  function reference(iri: string, range: readonly string[], document: TypedDocument, nested: boolean): Json {
    const term = `<${iri}>`
    const type = typeOfTarget(iri, document.nodes.get(term), range, document)
    if (!type) return { local_identifier: iri }
    if (nested) return identityOf(iri, type)
    return referenceTo?.(iri, type) ?? frame({ iri, nodes: document.nodes }, type)
  }

  return ({ multiple, range, serializeAs }, predicate) =>
    (node, document, nested) => {
      const targets = sortCodePoints(irisOf(node, predicate))
      const shown = multiple ? targets : targets.slice(0, 1)
      return byCardinality(
        multiple,
        shown.map((iri): unknown => (serializeAs === 'id' ? iri : reference(iri, range, document, nested))),
      )
    }
}

const identityOf = (iri: string, { name }: EntityType): Json => ({ local_identifier: iri, entity_type: name })

/** What frames references to entities, from documents that have what they show. */
export function referenceFramer(compile: CompileFields): (document: Document, type: EntityType) => Json {
  const framerOf = framerPerType((type) =>
    compile(Object.fromEntries(type.referenceFields.map((key) => [key, type.fields[key] as Field]))),
  )
  return ({ iri, nodes }, type) => {
    const term = `<${iri}>`
    const frame = framerOf(type)
    return withProperties(identityOf(iri, type), term, { iri, nodes }, (node) =>
      frame(node, { iri, nodes, type }, true, term),
    )
  }
}

/** The type of an entity that is named; where its class is not there, the one that is assumed, or none. */
function targetTypes({ model, inferTypes }: FramingContext): TypeOfTarget {
  const classTerms = new Map(model.types.map((type) => [type.name, `<${model.classOf(type)}>`] as const))
  return (iri, target, range, document) => {
    const classes = target?.get(RDF_TYPE) ?? []
    const hasClassOf = (name: string): boolean => classes.includes(classTerms.get(name) as string)
    const expected = range.find(hasClassOf)
    // One of its classes may be a word of its own vocabulary, which another type has as its class.
    if (!expected && iri === document.iri) return document.type
    const name = expected ?? model.types.find((type) => hasClassOf(type.name))?.name
    return model.typeNamed(name ?? (inferTypes ? (range.at(-1) as string) : ''))
  }
}

/** The framers of types, each compiled when it is first needed. */
export function framerPerType(compileType: (type: EntityType) => ReadNode): (type: EntityType) => ReadNode {
  const framers = new Map<string, ReadNode>()
  return (type) => {
    let framer = framers.get(type.name)
    if (!framer) framers.set(type.name, (framer = compileType(type)))
    return framer
  }
}
