/** Triples of a named graph, as lines → its nodes as a store would give them. */

import type { TripleIndex } from '../../record/rdf/triples.ts'

/** @param triples N-Triples lines without their ends, some perhaps more than once */
export function nodesOf(triples: readonly string[], asGiven: (literal: string) => string): TripleIndex {
  const nodes: TripleIndex = new Map()
  // Looking for each object whether it is there already would take long.
  for (const triple of new Set(triples.map((one) => asStored(one, asGiven)))) {
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

const NO_CHARACTER = /[\uFFFE\uFFFF]/

/** A triple with its literal as the store gives it. */
function asStored(triple: string, asGiven: (literal: string) => string): string {
  const differs = (triple.endsWith('>') && triple.includes('"^^<')) || NO_CHARACTER.test(triple)
  if (!differs) return triple
  const object = objectAt(triple)
  return triple.slice(0, object) + asGiven(triple.slice(object))
}

const objectAt = (triple: string): number => triple.indexOf(' ', triple.indexOf(' ') + 1) + 1
