/** Triples as expanded JSON-LD, which has no context. Literals stay text, so that numbers lose nothing. */

import { planNesting } from './nested-blank-nodes.ts'
import {
  datatypeOf,
  iriOf,
  isIri,
  isLiteral,
  languageOf,
  RDF_TYPE,
  lexicalForm,
  type PredicateMap,
  type TripleIndex,
} from '../rdf/triples.ts'

type NodeObject = Record<string, unknown>

const idOf = (term: string): string => (isIri(term) ? iriOf(term) : term)

function valueObject(term: string): NodeObject {
  const [language, datatype] = [languageOf(term), datatypeOf(term)]
  return {
    ...(language !== undefined && { '@language': language }),
    ...(datatype !== undefined && { '@type': datatype }),
    '@value': lexicalForm(term),
  }
}

function nodeObject(node: PredicateMap, object: (term: string) => NodeObject): NodeObject {
  const written: NodeObject = {}
  for (const [predicate, objects] of node) {
    const types = predicate === RDF_TYPE ? objects.filter((term) => !isLiteral(term)) : []
    if (types.length > 0) written['@type'] = types.map(idOf)
    const others = types.length > 0 ? objects.filter(isLiteral) : objects
    if (others.length > 0) written[predicate] = others.map(object)
  }
  return written
}

const reference = (term: string): NodeObject => (isLiteral(term) ? valueObject(term) : { '@id': idOf(term) })

/** Expanded JSON-LD: nodes without identity stand where they are named. */
export function toExpanded(nodes: TripleIndex): NodeObject[] {
  const { topLevel, inlined } = planNesting(nodes)
  const object = (term: string): NodeObject =>
    inlined.has(term) ? nodeObject(nodes.get(term) as PredicateMap, object) : reference(term)
  return topLevel.map((subject) => ({
    '@id': idOf(subject),
    ...nodeObject(nodes.get(subject) as PredicateMap, object),
  }))
}
