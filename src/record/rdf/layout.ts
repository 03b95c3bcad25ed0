/** The triples of an answer in a fixed order: what all RDF forms are written from. */

import type { Document } from '../document.ts'
import { blankNodesByReverseProperty, canonicalDescription } from './canonical.ts'
import { isBlank, isIri, RDF_TYPE, type PredicateMap, type TripleIndex } from './triples.ts'

/** Adds the triples of one index to another; what is there already is not repeated. */
function mergeNodes(from: TripleIndex, to: TripleIndex): void {
  for (const [subject, node] of from) {
    const existing = to.get(subject)
    if (!existing) {
      to.set(subject, new Map(node))
      continue
    }
    for (const [predicate, objects] of node)
      existing.set(predicate, [...new Set([...(existing.get(predicate) ?? []), ...objects])])
  }
}

/**
 * Merges the documents of a response into the default graph: first the metadata of the response, then the requested
 * entities in the order of the list, then the entities that they reference. There are no named graphs, because clients
 * that dereference an IRI read the default graph.
 * @param reverse predicates by which blank nodes point at their subject
 * @param responseMetadata triples about the response itself
 */
export function mergeDocuments(
  documents: readonly Document[],
  reverse: ReadonlySet<string>,
  responseMetadata: TripleIndex = new Map(),
): TripleIndex {
  const all: TripleIndex = new Map()
  for (const { nodes } of documents) mergeNodes(nodes, all)
  const reverseLinked = blankNodesByReverseProperty(reverse, all)
  const own = documents.map(({ iri }) => `<${iri}>`).filter((subject) => all.has(subject))
  const triples: TripleIndex = new Map()
  for (const subject of responseMetadata.keys())
    if (isIri(subject)) mergeNodes(canonicalDescription(subject, responseMetadata), triples)
  for (const subject of new Set([...own, ...[...all.keys()].sort()]))
    if (isIri(subject)) mergeNodes(canonicalDescription(subject, all, reverseLinked), triples)
  return triples
}

/**
 * How deep blank nodes are written inside each other; what lies deeper (a list in RDF is as deep as it is
 * long) gets a label.
 */
const MAX_DEPTH = 8

/** How nodes are nested: those at the top level, and the blank nodes inside them. */
export interface Nesting {
  readonly nodes: TripleIndex
  /** Subjects to be written one after the other. */
  readonly topLevel: readonly string[]
  /** Blank nodes that are written inside the node that references them. */
  readonly inlined: ReadonlySet<string>
}

/** Plans the nesting: a blank node that is referenced once is inlined, unless it is a class. */
export function planNesting(nodes: TripleIndex): Nesting {
  const named = new Map<string, number>()
  for (const node of nodes.values()) {
    for (const [predicate, objects] of node)
      for (const object of objects) {
        if (isBlank(object)) named.set(object, (named.get(object) ?? 0) + (predicate === RDF_TYPE ? 2 : 1))
      }
  }
  const inner = new Set<string>()
  const outer = new Set([...nodes.keys()].filter((subject) => !isBlank(subject) || !named.has(subject)))
  const place = (node: PredicateMap, depth: number): void => {
    for (const objects of node.values()) {
      for (const object of objects) {
        const next =
          isBlank(object) && !inner.has(object) && !outer.has(object) ? nodes.get(object) : undefined
        if (!next) continue
        if (depth === MAX_DEPTH || named.get(object) !== 1) {
          outer.add(object)
          continue
        }
        inner.add(object)
        place(next, depth + 1)
      }
    }
  }
  const placeOuter = (): void => {
    for (const subject of outer) place(nodes.get(subject) as PredicateMap, 0)
  }
  placeOuter()
  // Blank nodes that nothing but themselves leads to.
  for (const subject of nodes.keys())
    if (!inner.has(subject) && !outer.has(subject)) {
      outer.add(subject)
      placeOuter()
    }
  return { nodes, topLevel: [...outer], inlined: inner }
}
