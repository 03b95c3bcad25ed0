/** N-Triples of any engine → triples in the spelling of our own stores. */

import { addTriple, iriOf, quote, textOf, type Nodes } from '../../record/triples.ts'
import type { Engine } from './engines.ts'
import { RemoteFault } from './faults.ts'
import { labelOf, spelledAs } from './results.ts'

const [NEWLINE, RETURN] = [10, 13]

const LINE = /^(<[^<>]*>|_:\S+?)[ \t]+(<[^<>]*>)[ \t]+(?:(<[^<>]*>)|(_:\S+?)|("[^"\\]*(?:\\.[^"\\]*)*")(?:@([\w-]+)|\^\^<([^<>]*)>)?)[ \t]*\.[ \t]*(?:#.*)?$/

const EMPTY = /^[ \t]*(?:#.*)?$/

/** Escapes in IRIs are letters; textOf reads them. */
const nodeText = (node: string): string => (node.startsWith('_:') ? `_:${labelOf(node.slice(2))}` : node.includes('\\') ? `<${textOf(`"${node.slice(1, -1)}"`)}>` : node)

function literalText(quoted: string, language: string | undefined, datatype: string | undefined, engine: Engine): string {
  const text = quoted.includes('\\') ? textOf(quoted) : quoted.slice(1, -1)
  if (language !== undefined) return `${quote(text)}@${language}`
  return spelledAs(text, datatype, engine)
}

/** What an answer holds: its triples by subject, and their number. */
export interface Triples { readonly nodes: Nodes; readonly count: number }

/**
 * Reads line by line: parts of one large text would hold all of it for as long as one of them is kept.
 * @throws RemoteFault strange
 */
export function readTriples(body: Buffer, engine: Engine): Triples {
  const nodes: Nodes = new Map()
  let count = 0
  for (let start = 0; start < body.length;) {
    const newline = body.indexOf(NEWLINE, start)
    const end = newline === -1 ? body.length : newline
    const line = body.toString('utf8', start, body[end - 1] === RETURN ? end - 1 : end)
    start = end + 1
    const [, subject, predicate, iri, blank, quoted, language, datatype] = LINE.exec(line) ?? []
    if (subject === undefined || predicate === undefined) {
      if (EMPTY.test(line)) continue
      throw new RemoteFault('strange', `It gave no N-Triples: ${line.slice(0, 100)}`)
    }
    const object = quoted === undefined ? nodeText((iri ?? blank) as string) : literalText(quoted, language, datatype, engine)
    addTriple(nodes, nodeText(subject), iriOf(nodeText(predicate)), object)
    count++
  }
  return { nodes, count }
}
