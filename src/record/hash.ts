/** The content hash of a graph: equal for equal data, whatever the order of graphs and lines and the labels of blank nodes. */

import { hash } from 'node:crypto'
import { canonicalLines, nodesOf } from './canonical.ts'

/**
 * The sum modulo 2^256 of a SHA-256 of each named graph, so that nothing needs to be held or sorted as a whole. Data that
 * differs by accident, loss or damage gives another sum. It is no seal against an adversary: who may choose very many
 * graphs can find others with the same sum.
 */
export interface ContentHash {
  /** Adds named graphs as N-Quads text, one quad a line as stores write it; all quads of a graph in one call. */
  add(nquads: string): void
  /** Adds what another one has. */
  join(sum: Uint32Array): void
  /** Eight numbers of 32 bits, the lowest first. */
  readonly sum: Uint32Array
  /** 64 hexadecimal digits. */
  toString(): string
}

export function createContentHash(): ContentHash {
  const sum = new Uint32Array(8)
  function join(other: Uint32Array): void {
    let carry = 0
    for (let i = 0; i < 8; i++) {
      const total = (sum[i] as number) + (other[i] as number) + carry
      sum[i] = total
      carry = total > 0xffff_ffff ? 1 : 0
    }
  }
  return {
    sum, join,
    add(nquads) {
      for (const [name, lines] of graphsOf(nquads)) {
        const bytes = hash('sha256', `${name}\n${canonicalText(lines)}`, 'buffer')
        join(Uint32Array.from({ length: 8 }, (_, i) => bytes.readUInt32LE(i * 4)))
      }
    },
    toString: () => [...sum].reverse().map((word) => word.toString(16).padStart(8, '0')).join(''),
  }
}

/** The content hash of a whole graph as N-Quads text. */
export function contentHash(nquads: string): string {
  const content = createContentHash()
  content.add(nquads)
  return content.toString()
}

/** Graph name → its triples, each once, without the final ` .` */
function graphsOf(nquads: string): Map<string, Set<string>> {
  const graphs = new Map<string, Set<string>>()
  let [name, lines] = ['', new Set<string>()]
  for (let start = 0, end = nquads.indexOf('\n'); end !== -1; start = end + 1, end = nquads.indexOf('\n', start)) {
    if (end === start) continue
    const beforeName = nquads.lastIndexOf(' ', end - 3)
    const graph = nquads.slice(beforeName + 1, end - 2)
    if (graph !== name) {
      name = graph
      lines = graphs.get(graph) ?? new Set()
      graphs.set(graph, lines)
    }
    lines.add(nquads.slice(start, beforeName))
  }
  return graphs
}

const BLANK = 95

/** How deep blank nodes may stand in each other before they get labels. */
const DEEPEST = 50

/** The triples of one graph in a text that is the same whatever its blank nodes are called: each stands where it is named. */
function canonicalText(lines: ReadonlySet<string>): string {
  const own: string[] = []
  const nodes = new Map<string, string[]>()
  const named = new Set<string>()
  for (const line of lines) {
    const afterSubject = line.indexOf(' ')
    const object = line.indexOf(' ', afterSubject + 1) + 1
    if (line.charCodeAt(object) === BLANK) {
      if (named.has(line.slice(object))) return labelled(lines)
      named.add(line.slice(object))
    }
    if (line.charCodeAt(0) !== BLANK) { own.push(line); continue }
    const node = nodes.get(line.slice(0, afterSubject))
    if (node) node.push(line.slice(afterSubject + 1))
    else nodes.set(line.slice(0, afterSubject), [line.slice(afterSubject + 1)])
  }
  // A blank node to which nothing leads.
  for (const node of nodes.keys()) if (!named.has(node)) return labelled(lines)
  if (named.size === 0) return own.sort().join('\n')

  /** Undefined where blank nodes stand too deep in each other. */
  function written(triples: readonly string[], depth: number): string | undefined {
    if (depth > DEEPEST) return undefined
    const texts = new Set<string>()
    for (const triple of triples) {
      const object = triple.lastIndexOf(' _:') + 1
      const isBlank = object > 0 && named.has(triple.slice(object))
      const inner = isBlank ? written(nodes.get(triple.slice(object)) ?? [], depth + 1) : ''
      if (inner === undefined) return undefined
      texts.add(isBlank ? `${triple.slice(0, object)}[\n${inner}\n]` : triple)
    }
    return [...texts].sort().join('\n')
  }
  return written(own, 0) ?? labelled(lines)
}

const labelled = (lines: ReadonlySet<string>): string => canonicalLines(nodesOf([...lines].map((line) => `${line} .\n`).join(''))).join('\n')
