/** Graphs in one canonical text: blank nodes labelled by what leads to them and what hangs on them. */

import { createHash } from 'node:crypto'
import { digest } from './stored.ts'
import { addTriple, addTriples, isBlank, isIri, type Nodes } from './triples.ts'

/** All that hangs on a node, as text that does not depend on the labels of blank nodes. */
export function contentOf(subject: string, nodes: Nodes, above: ReadonlySet<string>): string {
  const path = new Set([...above, subject])
  return [...(nodes.get(subject) ?? [])].flatMap(([predicate, objects]) => objects.map((object) =>
    `${predicate} ${!isBlank(object) ? object : path.has(object) ? '_:' : `[${contentOf(object, nodes, path)}]`}`)).sort().join('\n')
}

/** A triple and all that hangs on its object, blank nodes labelled by owner, predicate and content. */
export function treeLines(subject: string, predicate: string, object: string, nodes: Nodes, above: ReadonlyMap<string, string> = new Map()): string[] {
  const named = isBlank(object) ? above.get(object) : object
  if (named !== undefined) return [`${subject} <${predicate}> ${named}`]
  const label = `_:b${digest(`${subject} ${predicate} ${contentOf(object, nodes, new Set())}`)}`
  const inner = [...(nodes.get(object) ?? [])].flatMap(([p, objects]) => objects.flatMap((o) => treeLines(label, p, o, nodes, new Map([...above, [object, label]]))))
  return [`${subject} <${predicate}> ${label}`, ...inner]
}

/** The triples of one graph as sorted N-Triples lines (without the final ` .`), whatever its blank nodes were called. */
export function canonicalLines(nodes: Nodes): string[] {
  const lines: string[] = []
  for (const [subject, node] of nodes) {
    if (!isIri(subject)) continue
    for (const [predicate, objects] of node) for (const object of objects) lines.push(...treeLines(subject, predicate, object, nodes))
  }
  return [...new Set(lines)].sort()
}

/** The tree of one subject as N-Quads in its own graph, blank nodes labelled. */
export function treeQuads(subject: string, nodes: Nodes): string[] {
  return canonicalLines(new Map([...nodes].filter(([other]) => other === subject || isBlank(other)))).map((line) => `${line} ${subject} .\n`)
}

/**
 * Hash of a dataset: the same for equal data, whatever the order and the labels of blank nodes.
 * @param nquads N-Quads text as a store writes it, one quad a line
 */
export function datasetHash(nquads: string): string {
  const graphs = new Map<string, Nodes>()
  for (let start = 0, end = nquads.indexOf('\n'); end !== -1; start = end + 1, end = nquads.indexOf('\n', start)) {
    if (end === start) continue
    const afterSubject = nquads.indexOf(' ', start)
    const afterPredicate = nquads.indexOf(' ', afterSubject + 1)
    const beforeGraph = nquads.lastIndexOf(' ', end - 3)
    const graph = nquads.slice(beforeGraph + 1, end - 2)
    let nodes = graphs.get(graph)
    if (!nodes) graphs.set(graph, nodes = new Map())
    addTriple(nodes, nquads.slice(start, afterSubject), nquads.slice(afterSubject + 2, afterPredicate - 1), nquads.slice(afterPredicate + 1, beforeGraph))
  }
  const hash = createHash('sha256')
  for (const graph of [...graphs.keys()].sort()) for (const line of canonicalLines(graphs.get(graph) as Nodes)) hash.update(`${line} ${graph}\n`)
  return hash.digest('hex')
}

/** N-Triples of one graph, or N-Quads of it, as nodes. */
export function nodesOf(text: string): Nodes {
  const nodes: Nodes = new Map()
  addTriples(text.replace(/^(\S+ \S+ .*) <[^>]*> \.$/gm, '$1 .'), nodes)
  return nodes
}
