/** The triples of an answer as a dataset in a fixed order: what all RDF forms are written from. */

import type { Document } from './document.ts'
import { hangingBy, labelledTree } from './canonical.ts'
import { isBlank, isIri, RDF_TYPE, type Node, type Nodes } from './triples.ts'

/** Graph → its triples. Graphs are `<…>`, the default graph is the empty text. */
export type Dataset = ReadonlyMap<string, Nodes>

const DEFAULT_GRAPH = ''

/** Adds triples to nodes; a node that is there already gets what it lacks. */
function unite(from: Nodes, to: Nodes): void {
  for (const [subject, node] of from) {
    const there = to.get(subject)
    if (!there) { to.set(subject, new Map(node)); continue }
    for (const [predicate, objects] of node) there.set(predicate, [...new Set([...there.get(predicate) ?? [], ...objects])])
  }
}

/**
 * The triples of documents, each in the graph in which it stands: that of its subject, or of the subject that its blank node hangs on.
 * The documents come first and in their order, then what they name.
 * @param reverse predicates by which blank nodes name what they hang on
 * @param said what is said about the answer itself; it stands in no graph of the store, so it is in the default graph
 */
export function datasetOf(documents: readonly Document[], reverse: ReadonlySet<string>, said: Nodes = new Map()): Dataset {
  const all: Nodes = new Map()
  for (const { nodes } of documents) unite(nodes, all)
  const hanging = hangingBy(reverse, all)
  const own = documents.map(({ iri }) => `<${iri}>`).filter((subject) => all.has(subject))
  const dataset = new Map<string, Nodes>(said.size > 0 ? [[DEFAULT_GRAPH, treesOf([...said.keys()], said)]] : [])
  for (const subject of new Set([...own, ...[...all.keys()].sort()])) if (isIri(subject)) dataset.set(subject, labelledTree(subject, all, hanging))
  return dataset
}

function treesOf(subjects: readonly string[], nodes: Nodes): Nodes {
  const trees: Nodes = new Map()
  for (const subject of subjects) if (isIri(subject)) unite(labelledTree(subject, nodes), trees)
  return trees
}

/** All triples of a dataset, in whichever graph. */
export function mergeOf(dataset: Dataset): Nodes {
  const merged: Nodes = new Map()
  for (const nodes of dataset.values()) unite(nodes, merged)
  return merged
}

/** How deep blank nodes are written inside each other; what lies deeper (a list in RDF is as deep as it is long) gets a label. */
const DEEPEST = 8

/** How nodes are written: one after the other, with those inside that can be written where they are named. */
export interface Arranged {
  readonly nodes: Nodes
  /** Subjects to be written one after the other. */
  readonly outer: readonly string[]
  /** Blank nodes to be written in the place where they are named. */
  readonly inner: ReadonlySet<string>
}

/** Arranges nodes: a blank node that is named once stands inside, unless it is a class. */
export function arrange(nodes: Nodes): Arranged {
  const named = new Map<string, number>()
  for (const node of nodes.values()) {
    for (const [predicate, objects] of node) for (const object of objects) {
      if (isBlank(object)) named.set(object, (named.get(object) ?? 0) + (predicate === RDF_TYPE ? 2 : 1))
    }
  }
  const inner = new Set<string>()
  const outer = new Set([...nodes.keys()].filter((subject) => !isBlank(subject) || !named.has(subject)))
  const place = (node: Node, depth: number): void => {
    for (const objects of node.values()) {
      for (const object of objects) {
        const next = isBlank(object) && !inner.has(object) && !outer.has(object) ? nodes.get(object) : undefined
        if (!next) continue
        if (depth === DEEPEST || named.get(object) !== 1) { outer.add(object); continue }
        inner.add(object)
        place(next, depth + 1)
      }
    }
  }
  const placeOuter = (): void => { for (const subject of outer) place(nodes.get(subject) as Node, 0) }
  placeOuter()
  // Blank nodes that nothing but themselves leads to.
  for (const subject of nodes.keys()) if (!inner.has(subject) && !outer.has(subject)) { outer.add(subject); placeOuter() }
  return { nodes, outer: [...outer], inner }
}
