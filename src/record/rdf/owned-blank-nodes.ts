/** Which blank nodes belong to a subject: those reachable from it, and those that only point at it. */

import { isBlank, isIri, type PredicateMap, type TripleIndex } from './triples.ts'

/** Calls `visit` with the blank nodes that a node names, once for each property that does. */
export function eachBlank(
  node: PredicateMap | undefined,
  visit: (blank: string, predicate: string) => void,
): void {
  if (!node) return
  for (const [predicate, objects] of node)
    for (const object of objects) if (isBlank(object)) visit(object, predicate)
}

/** Whether a node names a blank node. */
export function namesBlank(node: PredicateMap): boolean {
  for (const objects of node.values()) for (const object of objects) if (isBlank(object)) return true
  return false
}

/**
 * Blank nodes that are attached to a subject only through a reverse property (they point at the subject, nothing
 * points at them), by that subject.
 */
export type ReverseLinked = ReadonlyMap<string, readonly string[]>

export const NOTHING: ReverseLinked = new Map()

/** The blank nodes that point at a subject by one of the predicates, by that subject. */
export function blankNodesByReverseProperty(
  predicates: ReadonlySet<string>,
  nodes: TripleIndex,
): ReverseLinked {
  if (predicates.size === 0) return NOTHING
  const blanksBySubject = new Map<string, string[]>()
  for (const [blank, node] of nodes) {
    if (!isBlank(blank)) continue
    for (const predicate of predicates) {
      for (const subject of node.get(predicate) ?? []) {
        const blanks = blanksBySubject.get(subject)
        if (blanks) blanks.push(blank)
        else blanksBySubject.set(subject, [blank])
      }
    }
  }
  return blanksBySubject
}

/** In the graph of one subject: the blank nodes that nothing points at, by that subject. */
export function unreferencedBlankNodes(nodes: TripleIndex): ReverseLinked {
  const subjects = [...nodes.keys()].filter(isIri)
  const referenced = new Set<string>()
  for (const node of nodes.values()) eachBlank(node, (blank) => referenced.add(blank))
  const unreferenced = [...nodes.keys()].filter((subject) => isBlank(subject) && !referenced.has(subject))
  return subjects.length === 1 && unreferenced.length > 0
    ? new Map([[subjects[0] as string, unreferenced]])
    : NOTHING
}

/**
 * A subject and the blank nodes below it, in the order in which they are found (the concise bounded description of
 * the subject).
 */
export function conciseBoundedDescription(
  subject: string,
  nodes: TripleIndex,
  reverseLinked: ReverseLinked = NOTHING,
): TripleIndex {
  const tree: TripleIndex = new Map()
  const waiting = [...(reverseLinked.get(subject) ?? []), subject]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const node = nodes.get(next)
    if (!node || tree.has(next)) continue
    tree.set(next, node)
    eachBlank(node, (blank) => waiting.push(blank))
  }
  return tree
}
