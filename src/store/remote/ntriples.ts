/** N-Triples of any engine → triples in the spelling of our own stores. */

import { quote, textOf } from '../../record/triples.ts'
import type { Engine } from './engines.ts'
import { RemoteFault } from './faults.ts'
import { labelOf, spelledAs } from './results.ts'

export interface Triple { readonly subject: string; readonly predicate: string; readonly object: string }

const LINE = /^(<[^<>]*>|_:\S+?)[ \t]+(<[^<>]*>)[ \t]+(?:(<[^<>]*>)|(_:\S+?)|("(?:[^"\\]|\\.)*")(?:@([\w-]+)|\^\^<([^<>]*)>)?)[ \t]*\.[ \t]*(?:#.*)?$/

const EMPTY = /^[ \t]*(?:#.*)?$/

/** Escapes in IRIs are letters; textOf reads them. */
const nodeText = (node: string): string => (node.startsWith('_:') ? `_:${labelOf(node.slice(2))}` : node.includes('\\') ? `<${textOf(`"${node.slice(1, -1)}"`)}>` : node)

function literalText(quoted: string, language: string | undefined, datatype: string | undefined, engine: Engine): string {
  const text = quoted.includes('\\') ? textOf(quoted) : quoted.slice(1, -1)
  if (language !== undefined) return `${quote(text)}@${language}`
  return spelledAs(text, datatype, engine)
}

/** @throws RemoteFault strange */
export function* readTriples(body: Buffer, engine: Engine): Generator<Triple> {
  const text = body.toString()
  for (let start = 0; start < text.length;) {
    const newline = text.indexOf('\n', start)
    const end = newline === -1 ? text.length : newline
    const line = text.slice(start, text.charCodeAt(end - 1) === 13 ? end - 1 : end)
    start = end + 1
    const [, subject, predicate, iri, blank, quoted, language, datatype] = LINE.exec(line) ?? []
    if (subject === undefined || predicate === undefined) {
      if (EMPTY.test(line)) continue
      throw new RemoteFault('strange', `It gave no N-Triples: ${line.slice(0, 100)}`)
    }
    const object = quoted === undefined ? nodeText((iri ?? blank) as string) : literalText(quoted, language, datatype, engine)
    yield { subject: nodeText(subject), predicate: nodeText(predicate), object }
  }
}
