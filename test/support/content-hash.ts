// The content hash of N-Quads of any graphs, in any order: what a load computes chunk by chunk.

import type { Content } from '../../src/search-index/content/content.ts'
import { graphEntry } from '../../src/search-index/content/graphs.ts'
import type { Mask } from '../../src/search-index/query/entity-index.ts'
import { createContentHash, type Graphs } from '../../src/record/rdf/content-hash.ts'
import { graphEnd, graphOf, parseGraphQuads, writeTriples } from '../../src/record/rdf/triples.ts'

/** The named graphs of N-Quads text, one quad a line. */
function graphsOf(nquads: string): Graphs {
  const lines = new Map<string, string[]>()
  for (const line of nquads.split('\n').filter(Boolean)) {
    const { name } = graphOf(`${line}\n`)
    const own = lines.get(name)
    if (own) own.push(`${line}\n`)
    else lines.set(name, [`${line}\n`])
  }
  return new Map([...lines].map(([name, own]) => [name, parseGraphQuads(own.join(''))]))
}

export function contentHash(nquads: string): string {
  const content = createContentHash()
  for (const [name, nodes] of graphsOf(nquads)) content.add(name, nodes)
  return content.toString()
}

/** Adds the named graphs of N-Quads text to what is collected of a graph. @param mask types of their IRIs */
export function addGraphs(content: Pick<Content, 'add'>, nquads: string, mask: Mask = 0): void {
  for (const [name, nodes] of graphsOf(nquads)) {
    const graph = Buffer.from(writeTriples(nodes, graphEnd(name)))
    content.add(name, nodes, graphEntry(graph, createContentHash().add(name, nodes), mask))
  }
}
