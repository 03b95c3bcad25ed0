/** Triples as N-Triples, which are N-Quads of the default graph. */

import { tripleLines, type Nodes } from './triples.ts'

/** N-Triples text. */
export function writeTriples(nodes: Nodes): string {
  let text = ''
  for (const line of tripleLines(nodes)) text += `${line} .\n`
  return text
}
