/** Which graphs the text of a graph leads to. */

import { RDF_TYPE } from '../model/paths.ts'

/** IRIs that the objects of predicates name, and the classes of blank nodes, in N-Triples text. */
export function* followed(text: string, follow: ReadonlySet<string>): Generator<string> {
  for (let start = 0, end = text.indexOf('\n'); end !== -1; start = end + 1, end = text.indexOf('\n', start)) {
    if (text.charCodeAt(end - 3) !== 62) continue
    const afterSubject = text.indexOf(' ', start)
    const afterPredicate = text.indexOf(' ', afterSubject + 1)
    const predicate = text.slice(afterSubject + 2, afterPredicate - 1)
    const wanted = predicate === RDF_TYPE ? text.charCodeAt(start) === 95 : follow.has(predicate)
    if (wanted && text.charCodeAt(afterPredicate + 1) === 60) yield text.slice(afterPredicate + 2, end - 3)
  }
}
