/** Datasets as N-Triples and N-Quads. */

import type { Dataset } from './dataset.ts'
import { tripleLines, type Nodes } from './triples.ts'

/** N-Triples text. */
export function writeTriples(nodes: Nodes): string {
  let text = ''
  for (const line of tripleLines(nodes)) text += `${line} .\n`
  return text
}

/** N-Quads text. */
export function writeQuads(dataset: Dataset): string {
  let text = ''
  for (const [graph, nodes] of dataset) for (const line of tripleLines(nodes)) text += graph ? `${line} ${graph} .\n` : `${line} .\n`
  return text
}
