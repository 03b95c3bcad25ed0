/** Which graphs a graph leads to. */

import { RDF_TYPE } from '../../model/context/rdf.ts'
import { iriOf, isBlank, isIri, type TripleIndex } from '../../record/rdf/triples.ts'

/** IRIs that the objects of predicates name, and the classes of blank nodes. */
export function* followedFrom(nodes: TripleIndex, follow: ReadonlySet<string>): Generator<string> {
  for (const [subject, node] of nodes) {
    for (const [predicate, objects] of node) {
      if (predicate === RDF_TYPE ? !isBlank(subject) : !follow.has(predicate)) continue
      for (const object of objects) if (isIri(object)) yield iriOf(object)
    }
  }
}
