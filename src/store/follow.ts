/** Which graphs a graph leads to, be it text or read. */

import { RDF_TYPE } from '../model/rdf.ts'
import { iriOf, isBlank, isIri, type Nodes } from '../record/triples.ts'

/** IRIs that the objects of predicates name, and the classes of blank nodes, in N-Triples text. */
export function* followed(text: string, follow: ReadonlySet<string>): Generator<string> {
  for (
    let start = 0, end = text.indexOf('\n');
    end !== -1;
    start = end + 1, end = text.indexOf('\n', start)
  ) {
    if (text.charCodeAt(end - 3) !== 62) continue
    const afterSubject = text.indexOf(' ', start)
    const afterPredicate = text.indexOf(' ', afterSubject + 1)
    const predicate = text.slice(afterSubject + 2, afterPredicate - 1)
    const wanted = predicate === RDF_TYPE ? text.charCodeAt(start) === 95 : follow.has(predicate)
    if (wanted && text.charCodeAt(afterPredicate + 1) === 60) yield text.slice(afterPredicate + 2, end - 3)
  }
}

/** The same of nodes that are read. */
export function* followedFrom(nodes: Nodes, follow: ReadonlySet<string>): Generator<string> {
  for (const [subject, node] of nodes) {
    for (const [predicate, objects] of node) {
      if (predicate === RDF_TYPE ? !isBlank(subject) : !follow.has(predicate)) continue
      for (const object of objects) if (isIri(object)) yield iriOf(object)
    }
  }
}
