/** The readers of classes: those that have labels of their own, and those that an IRI is given. */

import type { Json } from '../../../model/values/json.ts'
import { minByCodePoint, sortCodePoints } from '../../../model/values/sorting.ts'
import type { Model } from '../../../model/model.ts'
import { iriOf, isBlank, RDF_TYPE, type PredicateMap } from '../../rdf/triples.ts'
import { byCardinality, irisOf, isNonEmpty } from './lists.ts'
import {
  EMPTY_NODE,
  withProperties,
  type CompileFields,
  type Readers,
  type TypedDocument,
} from './read-node.ts'

export function classReader(model: Model, compile: CompileFields): Readers<'labelledClass'>['labelledClass'] {
  const isEntity = (node: PredicateMap): boolean =>
    node.get(RDF_TYPE)?.some((object) => model.typeOfClass(iriOf(object)) !== undefined) === true

  return (field, predicate) => {
    const read = compile(field.fields)
    // An entity has its class wherever it is named, so that what has none is none.
    if (field.selfClass)
      return (node, document, nested, subject) =>
        isEntity(node)
          ? undefined
          : labelledClass(subject, document, (labels) => read(labels, document, nested, subject))
    return (node, document, nested) => {
      const objects = node.get(predicate)
      if (!objects) return undefined
      const object = minByCodePoint(objects)
      return labelledClass(object, document, (labels) => read(labels, document, nested, object))
    }
  }
}

/** A class and its labels; of a blank node the labels alone. */
function labelledClass(
  term: string,
  document: TypedDocument,
  readLabels: (node: PredicateMap) => Json,
): Json | undefined {
  if (!isBlank(term)) return withProperties({ class: iriOf(term) }, term, document, readLabels)
  const labels = readLabels(document.nodes.get(term) ?? EMPTY_NODE)
  return isNonEmpty(labels) ? labels : undefined
}

export const typedIriReader =
  ({ vocabulary, typeOfClass }: Model): Readers<'typedIri'>['typedIri'] =>
  ({ multiple }, predicate) =>
  (node, { nodes }) =>
    byCardinality(
      multiple,
      sortCodePoints(irisOf(node, predicate)).map((iri) => {
        const classes = irisOf(nodes.get(`<${iri}>`) ?? EMPTY_NODE, RDF_TYPE)
        const [first] = sortCodePoints(classes.filter((name) => !typeOfClass(name)))
        return first === undefined ? iri : { '@id': iri, '@type': vocabulary.toPrefixedName(first) }
      }),
    )
