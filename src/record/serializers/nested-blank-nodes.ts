/** Which blank nodes are written inside the node that references them, in Turtle and RDF/XML. */

import { type TripleIndex, isBlank, RDF_TYPE, type PredicateMap } from '../rdf/triples.ts'

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
