/** Canonical labels of blank nodes, by the path to them and by their content. */

import { sortCodePoints } from '../../model/values/sorting.ts'
import { digest } from './stored.ts'
import {
  conciseBoundedDescription,
  eachBlank,
  namesBlank,
  NOTHING,
  type ReverseLinked,
  unreferencedBlankNodes,
} from './owned-blank-nodes.ts'
import { isBlank, isIri, RDF_TYPE, tripleLines, type PredicateMap, type TripleIndex } from './triples.ts'

/**
 * Digests of blank nodes with their content, whatever their labels: from the leaves up, each node once, since
 * lists are long and nodes may be shared. A node that leads back to itself counts as any such.
 */
export function digestsOf(tree: TripleIndex): Map<string, string> {
  const digests = new Map<string, string>()
  const visited = new Set<string>()
  function subjectText(subject: string): string {
    const lines: string[] = []
    for (const [predicate, objects] of tree.get(subject) ?? [])
      for (const object of objects)
        lines.push(`${predicate} ${isBlank(object) ? (digests.get(object) ?? '_:') : object}`)
    return sortCodePoints(lines).join('\n')
  }
  for (const start of tree.keys()) {
    const stack = [start]
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const depth = stack.length
      if (!visited.has(top))
        eachBlank(tree.get(top), (blank) => {
          if (!visited.has(blank)) stack.push(blank)
        })
      visited.add(top)
      if (stack.length > depth) continue
      stack.pop()
      if (isBlank(top) && !digests.has(top)) digests.set(top, digest(subjectText(top)))
    }
  }
  return digests
}

/**
 * Deterministic labels of blank nodes: a node that is referenced once is hashed from the label of its parent, the
 * predicate and its content, a shared one from the root subject and its content, an empty one from the predicates that
 * point at it. The subject stands among them, as itself.
 */
function canonicalBlankNodeLabels(
  subject: string,
  tree: TripleIndex,
  reverseLinked: ReverseLinked,
): ReadonlyMap<string, string> {
  const referencingPredicates = new Map<string, string[]>()
  for (const node of tree.values())
    eachBlank(node, (blank, predicate) => {
      const others = referencingPredicates.get(blank)
      if (others) others.push(predicate)
      else referencingPredicates.set(blank, [predicate])
    })
  const digests = digestsOf(tree)
  // Nothing else that stands beside a place begins so.
  const contentOf = (blank: string): string =>
    tree.has(blank)
      ? (digests.get(blank) as string)
      : `^ ${sortCodePoints([...(referencingPredicates.get(blank) ?? [])]).join(' ')}`
  const labels = new Map([[subject, subject]])
  const waiting = [subject]
  for (const blank of reverseLinked.get(subject) ?? []) {
    labels.set(blank, `_:b${digest(`${subject} ^ ${contentOf(blank)}`)}`)
    waiting.push(blank)
  }
  for (const owner of waiting)
    eachBlank(tree.get(owner), (blank, predicate) => {
      if (labels.has(blank)) return
      const place =
        referencingPredicates.get(blank)?.length === 1 ? `${labels.get(owner)} ${predicate}` : subject
      labels.set(blank, `_:b${digest(`${place} ${contentOf(blank)}`)}`)
      waiting.push(blank)
    })
  return labels
}

/** Objects as they are labelled, each once, in order. */
function labelledObjects(objects: string[], labels: ReadonlyMap<string, string> | undefined): string[] {
  const labelled = labels ? objects.map((object) => labels.get(object) ?? object) : objects
  return labelled.length === 1 ? labelled : [...new Set(labelled)].sort()
}

/** A node with its properties, its classes first, and their objects in order. */
function inOrder(node: PredicateMap, labels?: ReadonlyMap<string, string>): PredicateMap {
  const ordered: PredicateMap = new Map()
  const classes = node.get(RDF_TYPE)
  if (classes) ordered.set(RDF_TYPE, labelledObjects(classes, labels))
  for (const predicate of [...node.keys()].sort())
    if (predicate !== RDF_TYPE)
      ordered.set(predicate, labelledObjects(node.get(predicate) as string[], labels))
  return ordered
}

/**
 * The tree of one subject with its blank nodes labelled; nodes, properties and objects in order: the same
 * whatever they were called, and in whichever order the store has them.
 */
export function canonicalDescription(
  subject: string,
  nodes: TripleIndex,
  reverseLinked: ReverseLinked = NOTHING,
): TripleIndex {
  const own = nodes.get(subject)
  // Most of what a document names.
  if (own && !namesBlank(own) && !reverseLinked.has(subject)) return new Map([[subject, inOrder(own)]])
  const tree = conciseBoundedDescription(subject, nodes, reverseLinked)
  const labels = canonicalBlankNodeLabels(subject, tree, reverseLinked)
  const named: TripleIndex = new Map()
  for (const [owner, node] of tree) named.set(labels.get(owner) ?? owner, node)
  const ordered: TripleIndex = new Map([[subject, new Map()]])
  for (const owner of [...named.keys()].sort())
    ordered.set(owner, inOrder(named.get(owner) as PredicateMap, labels))
  return ordered
}

/**
 * The triples of the tree of one subject as N-Triples lines (without the final ` .`), blank nodes labelled.
 */
function descriptionLines(subject: string, nodes: TripleIndex, reverseLinked: ReverseLinked): string[] {
  const tree = conciseBoundedDescription(subject, nodes, reverseLinked)
  const labels = canonicalBlankNodeLabels(subject, tree, reverseLinked)
  const lines: string[] = []
  for (const [owner, node] of tree) {
    const start = labels.get(owner) ?? owner
    for (const [predicate, objects] of node)
      for (const object of objects)
        lines.push(`${start} <${predicate}> ${(isBlank(object) && labels.get(object)) || object}`)
  }
  return lines
}

/** Lines in order, each once. */
const sortedOnce = (lines: string[]): string[] => lines.sort().filter((line, i) => line !== lines[i - 1])

/**
 * The triples of one graph as sorted N-Triples lines (without the final ` .`), whatever its blank nodes were
 * called.
 */
export function canonicalLines(nodes: TripleIndex): string[] {
  const [[subject, node] = ['', new Map() as PredicateMap]] = nodes
  // Most of what is mentioned alone.
  if (nodes.size === 1 && isIri(subject) && !namesBlank(node)) return [...tripleLines(nodes)].sort()
  const reverseLinked = unreferencedBlankNodes(nodes)
  return sortedOnce(
    [...nodes.keys()].filter(isIri).flatMap((subject) => descriptionLines(subject, nodes, reverseLinked)),
  )
}

/**
 * The tree of one subject as N-Quads in its own graph, blank nodes labelled. @param reverseLinked absent where
 * nodes are those of the subject alone
 */
export const descriptionQuads = (
  subject: string,
  nodes: TripleIndex,
  reverseLinked: ReverseLinked = unreferencedBlankNodes(nodes),
): string[] =>
  sortedOnce(descriptionLines(subject, nodes, reverseLinked)).map((line) => `${line} ${subject} .\n`)
