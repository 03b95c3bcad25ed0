/** The documents of an answer as one graph, in a fixed order: what all RDF forms are written from. */

import { canonicalDescription } from './blank-node-labels.ts'
import { blankNodesByReverseProperty } from './owned-blank-nodes.ts'
import { isIri, type TripleIndex, type Document } from './triples.ts'

/** Moves the triples of one index to another; what is there already is not repeated. */
function mergeNodes(from: TripleIndex, to: TripleIndex): void {
  for (const [subject, node] of from) {
    const existing = to.get(subject)
    if (!existing) {
      to.set(subject, node)
      continue
    }
    for (const [predicate, objects] of node)
      existing.set(predicate, [...new Set([...(existing.get(predicate) ?? []), ...objects])])
  }
}

/** The triples of several documents together, which stay as they are. */
function mergeAll(documents: readonly Document[]): TripleIndex {
  const all: TripleIndex = new Map()
  for (const { nodes } of documents)
    mergeNodes(new Map(Array.from(nodes, ([subject, node]) => [subject, new Map(node)])), all)
  return all
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
  const [only] = documents
  const index = only && documents.length === 1 ? only.nodes : mergeAll(documents)
  const reverseLinked = blankNodesByReverseProperty(reverse, index)
  const own = documents.map(({ iri }) => `<${iri}>`).filter((subject) => index.has(subject))
  const triples: TripleIndex = new Map()
  for (const subject of responseMetadata.keys())
    if (isIri(subject)) mergeNodes(canonicalDescription(subject, responseMetadata), triples)
  for (const subject of new Set([...own, ...[...index.keys()].sort()]))
    if (isIri(subject)) mergeNodes(canonicalDescription(subject, index, reverseLinked), triples)
  return triples
}
