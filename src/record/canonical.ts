/** Graphs in one canonical text: blank nodes labelled by what leads to them and what hangs on them. */

import { sortCodePoints } from '../model/order.ts'
import { digest } from './stored.ts'
import { isBlank, isIri, RDF_TYPE, type Node, type Nodes } from './triples.ts'

/** The blank nodes that a node names, once for each property that does. */
function* blanksOf(node: Node | undefined): Generator<readonly [predicate: string, blank: string]> {
  for (const [predicate, objects] of node ?? [])
    for (const object of objects) if (isBlank(object)) yield [predicate, object]
}

/** Blank nodes to which nothing leads, by the subject on which they hang all the same. */
export type Hanging = ReadonlyMap<string, readonly string[]>

const NOTHING: Hanging = new Map()

/** The blank nodes that name what they hang on, by one of the predicates. */
export function hangingBy(predicates: ReadonlySet<string>, nodes: Nodes): Hanging {
  if (predicates.size === 0) return NOTHING
  const found = new Map<string, string[]>()
  for (const [blank, node] of nodes) {
    if (!isBlank(blank)) continue
    for (const predicate of predicates) {
      for (const subject of node.get(predicate) ?? []) {
        const others = found.get(subject)
        if (others) others.push(blank)
        else found.set(subject, [blank])
      }
    }
  }
  return found
}

/** In the graph of one subject, every blank node to which nothing leads hangs on the subject. */
function hangingIn(nodes: Nodes): Hanging {
  const subjects = [...nodes.keys()].filter(isIri)
  const led = new Set([...nodes.values()].flatMap((node) => [...blanksOf(node)].map(([, blank]) => blank)))
  const loose = [...nodes.keys()].filter((subject) => isBlank(subject) && !led.has(subject))
  return subjects.length === 1 && loose.length > 0 ? new Map([[subjects[0] as string, loose]]) : NOTHING
}

/** A subject and the blank nodes that hang on it, in the order in which they are found. */
export function treeOf(subject: string, nodes: Nodes, hanging: Hanging = NOTHING): Nodes {
  const tree: Nodes = new Map()
  const waiting = [...(hanging.get(subject) ?? []), subject]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const node = nodes.get(next)
    if (!node || tree.has(next)) continue
    tree.set(next, node)
    for (const [, blank] of blanksOf(node)) waiting.push(blank)
  }
  return tree
}

/**
 * Digests of blank nodes and all that hangs on them, whatever they are called: from the leaves up, each node
 * once, since
 * lists are long and nodes may be shared. A node that leads back to itself counts as any such.
 */
export function digestsOf(tree: Nodes): Map<string, string> {
  const digests = new Map<string, string>()
  const begun = new Set<string>()
  const text = (subject: string): string =>
    sortCodePoints(
      [...(tree.get(subject) ?? [])].flatMap(([predicate, objects]) =>
        objects.map((object) => `${predicate} ${isBlank(object) ? (digests.get(object) ?? '_:') : object}`),
      ),
    ).join('\n')
  for (const start of tree.keys()) {
    const stack = [start]
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const open = begun.has(top)
        ? []
        : [...blanksOf(tree.get(top))].map(([, blank]) => blank).filter((blank) => !begun.has(blank))
      begun.add(top)
      if (open.length > 0) {
        stack.push(...open)
        continue
      }
      stack.pop()
      if (!digests.has(top)) digests.set(top, digest(text(top)))
    }
  }
  return digests
}

/**
 * Labels for the blank nodes of a tree: of a node with one place its place and content, of a shared one owner
 * and content;
 * where it has no content, the properties that name it stand for it. Undefined where there are no blank
 * nodes.
 */
function labelsOf(subject: string, tree: Nodes, hanging: Hanging): ReadonlyMap<string, string> | undefined {
  const naming = new Map<string, string[]>()
  for (const node of tree.values()) {
    for (const [predicate, blank] of blanksOf(node)) {
      const others = naming.get(blank)
      if (others) others.push(predicate)
      else naming.set(blank, [predicate])
    }
  }
  if (tree.size === 1 && naming.size === 0) return undefined
  const digests = digestsOf(tree)
  // Nothing else that stands beside a place begins so.
  const contentOf = (blank: string): string =>
    tree.has(blank)
      ? (digests.get(blank) as string)
      : `^ ${sortCodePoints([...(naming.get(blank) ?? [])]).join(' ')}`
  const labels = new Map([[subject, subject]])
  const waiting = [subject]
  for (const blank of hanging.get(subject) ?? []) {
    labels.set(blank, `_:b${digest(`${subject} ^ ${contentOf(blank)}`)}`)
    waiting.push(blank)
  }
  for (const owner of waiting) {
    for (const [predicate, blank] of blanksOf(tree.get(owner))) {
      if (labels.has(blank)) continue
      const place = naming.get(blank)?.length === 1 ? `${labels.get(owner)} ${predicate}` : subject
      labels.set(blank, `_:b${digest(`${place} ${contentOf(blank)}`)}`)
      waiting.push(blank)
    }
  }
  return labels
}

/**
 * The tree of one subject with its blank nodes labelled; nodes, properties and objects in order: the same
 * whatever they were called, and in whichever order the store has them.
 */
export function labelledTree(subject: string, nodes: Nodes, hanging: Hanging = NOTHING): Nodes {
  const tree = treeOf(subject, nodes, hanging)
  const labels = labelsOf(subject, tree, hanging)
  const labelled: Nodes = new Map([[subject, new Map()]])
  const named = [...tree]
    .map(([owner, node]) => [labels?.get(owner) ?? owner, node] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  for (const [owner, node] of named) {
    const properties = [...node].sort(
      ([a], [b]) => Number(b === RDF_TYPE) - Number(a === RDF_TYPE) || (a < b ? -1 : 1),
    )
    labelled.set(
      owner,
      new Map(
        properties.map(([predicate, objects]) => [
          predicate,
          [...new Set(labels ? objects.map((object) => labels.get(object) ?? object) : objects)].sort(),
        ]),
      ),
    )
  }
  return labelled
}

/**
 * The triples of the tree of one subject as N-Triples lines (without the final ` .`), blank nodes labelled.
 */
function treeLines(subject: string, nodes: Nodes, hanging: Hanging): string[] {
  const tree = treeOf(subject, nodes, hanging)
  const labels = labelsOf(subject, tree, hanging)
  return [...tree].flatMap(([owner, node]) =>
    [...node].flatMap(([predicate, objects]) =>
      objects.map(
        (object) => `${labels?.get(owner) ?? owner} <${predicate}> ${labels?.get(object) ?? object}`,
      ),
    ),
  )
}

/**
 * The triples of one graph as sorted N-Triples lines (without the final ` .`), whatever its blank nodes were
 * called.
 */
export function canonicalLines(nodes: Nodes): string[] {
  const hanging = hangingIn(nodes)
  return [
    ...new Set([...nodes.keys()].filter(isIri).flatMap((subject) => treeLines(subject, nodes, hanging))),
  ].sort()
}

/**
 * The tree of one subject as N-Quads in its own graph, blank nodes labelled. @param hanging absent where
 * nodes are those of the subject alone
 */
export const treeQuads = (subject: string, nodes: Nodes, hanging: Hanging = hangingIn(nodes)): string[] =>
  [...new Set(treeLines(subject, nodes, hanging))].sort().map((line) => `${line} ${subject} .\n`)
