/** The named graphs of N-Quads as a store would give them. */

import type { TripleIndex } from '../../record/rdf/triples.ts'

/** Named graphs of whole lines, of which those of a graph stand together. */
export function* graphsIn(
  nquads: string,
  asGiven: (literal: string) => string,
): Generator<readonly [iri: string, nodes: TripleIndex]> {
  let iri = ''
  let tail = ''
  let triples = new Set<string>()
  for (
    let start = 0, end = nquads.indexOf('\n');
    end !== -1;
    start = end + 1, end = nquads.indexOf('\n', start)
  ) {
    if (tail === '' || !nquads.endsWith(tail, end)) {
      if (triples.size > 0) yield [iri, nodesIn(triples)]
      triples = new Set()
      const name = nquads.lastIndexOf(' <', end)
      iri = nquads.slice(name + 2, nquads.lastIndexOf('>', end))
      tail = nquads.slice(name, end)
    }
    triples.add(given(nquads.slice(start, end - tail.length), asGiven))
  }
  if (triples.size > 0) yield [iri, nodesIn(triples)]
}

const NO_CHARACTER = /[\uFFFE\uFFFF]/

/** A triple with its literal as the store gives it. */
function given(triple: string, asGiven: (literal: string) => string): string {
  const differs = (triple.endsWith('>') && triple.includes('"^^<')) || NO_CHARACTER.test(triple)
  if (!differs) return triple
  const object = objectAt(triple)
  return triple.slice(0, object) + asGiven(triple.slice(object))
}

const objectAt = (triple: string): number => triple.indexOf(' ', triple.indexOf(' ') + 1) + 1

/** Triples that are different → nodes; looking for each whether it is there already would take long. */
function nodesIn(triples: Iterable<string>): TripleIndex {
  const nodes: TripleIndex = new Map()
  for (const triple of triples) {
    const [afterSubject, object] = [triple.indexOf(' '), objectAt(triple)]
    const subject = triple.slice(0, afterSubject)
    const predicate = triple.slice(afterSubject + 2, object - 2)
    let node = nodes.get(subject)
    if (!node) nodes.set(subject, (node = new Map()))
    const objects = node.get(predicate)
    if (objects) objects.push(triple.slice(object))
    else node.set(predicate, [triple.slice(object)])
  }
  return nodes
}
