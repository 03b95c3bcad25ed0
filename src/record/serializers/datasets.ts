/** A default graph and named graphs as text in the forms of RDF; TriG stands beside Turtle. */

import { toExpanded } from './expanded.ts'
import { tripleLines, writeNTriples, type TripleIndex } from '../rdf/triples.ts'

/** Graphs by their IRIs; each is written before the next one is taken. */
export type NamedGraphs = Iterable<readonly [iri: string, TripleIndex]>

export function writeNQuads(nodes: TripleIndex, graphs: NamedGraphs): string {
  let text = writeNTriples(nodes)
  for (const [name, graph] of graphs) for (const line of tripleLines(graph)) text += `${line} <${name}> .\n`
  return text
}

/** Expanded JSON-LD. */
export const writeJsonLd = (nodes: TripleIndex, graphs: NamedGraphs): string =>
  JSON.stringify([
    ...toExpanded(nodes),
    ...Array.from(graphs, ([name, graph]) => ({ '@id': name, '@graph': toExpanded(graph) })),
  ])
