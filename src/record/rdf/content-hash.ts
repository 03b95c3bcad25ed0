/**
 * The content hash of a graph: equal for equal data, whatever the order of graphs and lines and the labels of
 * blank nodes.
 */

import { hash } from 'node:crypto'
import { canonicalLines } from './blank-node-labels.ts'
import { parseNTriples } from './triples.ts'

/** Graph name → its triples without the final ` .`, some perhaps more than once. */
export type Graphs = ReadonlyMap<string, readonly string[]>

/**
 * The sum modulo 2^256 of one SHA-256 for each named graph: it does not depend on the order and can be computed from a
 * stream. It detects accidental changes; it does not resist an attacker who may choose very many graphs.
 */
export interface ContentHash {
  /** Adds named graphs, each as a whole. */
  add(graphs: Graphs): void
  /** Adds what another one has. */
  join(sum: Uint32Array): void
  /** Eight numbers of 32 bits, the lowest first. */
  readonly sum: Uint32Array
  /** 64 hexadecimal digits. */
  toString(): string
}

export function createContentHash(): ContentHash {
  const sum = new Uint32Array(8)
  const addend = new Uint32Array(8)
  function join(other: Uint32Array): void {
    let carry = 0
    for (let i = 0; i < 8; i++) {
      const total = (sum[i] as number) + (other[i] as number) + carry
      sum[i] = total
      carry = total > 0xffff_ffff ? 1 : 0
    }
  }
  return {
    sum,
    join,
    add(graphs) {
      for (const [name, lines] of graphs) {
        const bytes = hash('sha256', `${name}\n${canonicalText(lines)}`, 'buffer')
        for (let i = 0; i < 8; i++) addend[i] = bytes.readUInt32LE(i * 4)
        join(addend)
      }
    },
    toString: () =>
      [...sum]
        .reverse()
        .map((word) => word.toString(16).padStart(8, '0'))
        .join(''),
  }
}

/** The content hash of a whole graph as N-Quads text. */
export function contentHash(nquads: string): string {
  const content = createContentHash()
  content.add(graphsOf(nquads))
  return content.toString()
}

const UNDERSCORE = 95

/** The named graphs of N-Quads text, one quad a line as stores write it. */
export const graphsOf = (nquads: string): Graphs => onlyGraph(nquads) ?? allGraphs(nquads)

/** Text of one graph alone, as it usually comes, is cut in one go. */
function onlyGraph(nquads: string): Graphs | undefined {
  const end = nquads.indexOf('\n')
  if (end === -1) return undefined
  const name = nquads.slice(nquads.lastIndexOf(' ', end - 3) + 1, end - 2)
  const lines = nquads.split(` ${name} .\n`)
  return lines.pop() === '' && lines.every((line) => !line.includes('\n'))
    ? new Map([[name, lines]])
    : undefined
}

function allGraphs(nquads: string): Graphs {
  const graphs = new Map<string, string[]>()
  let [name, lines] = ['', [] as string[]]
  for (
    let start = 0, end = nquads.indexOf('\n');
    end !== -1;
    start = end + 1, end = nquads.indexOf('\n', start)
  ) {
    if (end === start) continue
    const beforeName = nquads.lastIndexOf(' ', end - 3)
    if (end - beforeName - 3 !== name.length || !nquads.startsWith(name, beforeName + 1)) {
      name = nquads.slice(beforeName + 1, end - 2)
      lines = graphs.get(name) ?? []
      graphs.set(name, lines)
    }
    lines.push(nquads.slice(start, beforeName))
  }
  return graphs
}

/** How deep blank nodes may stand in each other before they get labels. */
const MAX_DEPTH = 50

/** What a node says: triples that stand as they are, and those that lead to a blank node, up to it. */
interface NodeTriples {
  readonly plain: string[]
  readonly blankObjects: { readonly prefixText: string; readonly node: string }[]
}

const emptyNode = (): NodeTriples => ({ plain: [], blankObjects: [] })

/**
 * The triples of one graph in a text that is the same whatever its blank nodes are called: each stands where
 * it is named.
 */
function canonicalText(lines: readonly string[]): string {
  const namedTriples = emptyNode()
  const nodes = new Map<string, NodeTriples>()
  const named = new Set<string>()
  for (const line of lines) {
    const afterSubject = line.indexOf(' ')
    const object = line.indexOf(' ', afterSubject + 1) + 1
    let current = namedTriples
    let start = 0
    if (line.charCodeAt(0) === UNDERSCORE) {
      const node = line.slice(0, afterSubject)
      const known = nodes.get(node)
      current = known ?? emptyNode()
      if (!known) nodes.set(node, current)
      start = afterSubject + 1
    }
    if (line.charCodeAt(object) !== UNDERSCORE) {
      current.plain.push(start === 0 ? line : line.slice(start))
      continue
    }
    const node = line.slice(object)
    if (named.has(node)) return repeated(lines)
    named.add(node)
    current.blankObjects.push({ prefixText: line.slice(start, object), node })
  }
  // A blank node to which nothing leads.
  for (const node of nodes.keys()) if (!named.has(node)) return labelled(lines)

  /** Undefined where blank nodes stand too deep in each other. */
  function written({ plain, blankObjects }: NodeTriples, depth: number): string | undefined {
    if (depth > MAX_DEPTH) return undefined
    for (const { prefixText, node } of blankObjects) {
      const inner = written(nodes.get(node) ?? emptyNode(), depth + 1)
      if (inner === undefined) return undefined
      plain.push(`${prefixText}[\n${inner}\n]`)
    }
    return inOrder(plain)
  }
  return written(namedTriples, 0) ?? labelled(lines)
}

/** Texts in order, each once. */
const inOrder = (texts: string[]): string =>
  texts
    .sort()
    .filter((text, i) => text !== texts[i - 1])
    .join('\n')

/**
 * The text of triples that name a blank node again: because a triple stands there twice, or because several
 * name it.
 */
function repeated(lines: readonly string[]): string {
  const once = [...new Set(lines)]
  return once.length < lines.length ? canonicalText(once) : labelled(lines)
}

const labelled = (lines: readonly string[]): string =>
  canonicalLines(parseNTriples(lines.map((line) => `${line} .\n`).join(''))).join('\n')
