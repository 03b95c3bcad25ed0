/** Triples as N-Triples, which are N-Quads of the default graph. */

import { tripleLines, type TripleIndex } from './triples.ts'

/** N-Triples text. */
export function writeNTriples(nodes: TripleIndex): string {
  let text = ''
  for (const line of tripleLines(nodes)) text += `${line} .\n`
  return text
}
