/** N-Triples of any engine → triples in the spelling of our own stores. */

import { addTriple, iriOf, textOf, type TripleIndex } from '../../record/rdf/triples.ts'
import { iriTerm, languageTerm } from '../../record/rdf/write-terms.ts'
import type { Engine } from '../client/engines.ts'
import { RemoteFault } from '../client/remote-faults.ts'
import { labelOf, spelledAs } from '../client/results.ts'

const [NEWLINE, RETURN] = [10, 13]

const SUBJECT_AND_PREDICATE = /(<[^<>]*>|_:\S+?)[ \t]+(<[^<>]*>)/
const LITERAL = /("[^"\\]*(?:\\.[^"\\]*)*")(?:@([\w-]+)|\^\^<([^<>]*)>)?/
const LINE = new RegExp(
  `^${SUBJECT_AND_PREDICATE.source}[ \\t]+(?:(<[^<>]*>)|(_:\\S+?)|${LITERAL.source})[ \\t]*\\.[ \\t]*(?:#.*)?$`,
  's',
)

const EMPTY = /^[ \t]*(?:#.*)?$/s

/** Escapes in IRIs are letters; textOf reads them. */
const nodeText = (node: string): string =>
  node.startsWith('_:')
    ? `_:${labelOf(node.slice(2))}`
    : node.includes('\\')
      ? iriTerm(textOf(`"${node.slice(1, -1)}"`))
      : node

function literalText(
  quoted: string,
  language: string | undefined,
  datatype: string | undefined,
  engine: Engine,
): string {
  const text = quoted.includes('\\') ? textOf(quoted) : quoted.slice(1, -1)
  if (language !== undefined) return languageTerm(text, language)
  return spelledAs(text, datatype, engine)
}

/** What an answer holds: its triples by subject, and their number. */
export interface Triples {
  readonly nodes: TripleIndex
  readonly count: number
}

/** Reads an answer piece by piece, as it comes. */
export interface TripleReader {
  /** @throws RemoteFault strange */
  add(piece: Buffer): void
  /** @throws RemoteFault strange */
  end(): Triples
}

/** Lines as engines mostly write them, which need no other spelling. */
const USUAL_LITERAL =
  /"[^"\\\u0000-\u001f\u007f]*"(?:@[\w-]+|\^\^<http:\/\/www\.w3\.org\/2001\/XMLSchema#(\w+)>)?/
const USUAL = new RegExp(
  `^(<[^<>\\\\]*>|_:\\w+)[ \\t](<[^<>\\\\]*>)[ \\t](<[^<>\\\\]*>|_:\\w+|${USUAL_LITERAL.source})[ \\t]\\.$`,
)

const unreadable = (line: string, cause?: unknown): RemoteFault =>
  new RemoteFault('unreadable', `It gave no N-Triples: ${line.slice(0, 100)}`, { cause })

/** Line by line: parts of one large text would hold all of it for as long as one of them is kept. */
export function createTripleReader(engine: Engine): TripleReader {
  const nodes: TripleIndex = new Map()
  const respelled = new Set(['string', ...Object.keys(engine.spelling ?? {})])
  let count = 0
  /** A line of which the end has not come. */
  let begun: Buffer[] = []

  function readLine(line: string): void {
    const [, node, property, term, datatype] = USUAL.exec(line) ?? []
    if (
      node !== undefined &&
      property !== undefined &&
      term !== undefined &&
      (datatype === undefined || !respelled.has(datatype))
    ) {
      addTriple(nodes, node, iriOf(property), term)
      count++
      return
    }
    const [, subject, predicate, iri, blank, quoted, language, otherType] = LINE.exec(line) ?? []
    if (subject === undefined || predicate === undefined) {
      if (EMPTY.test(line)) return
      throw unreadable(line)
    }
    try {
      const object =
        quoted === undefined
          ? nodeText((iri ?? blank) as string)
          : literalText(quoted, language, otherType, engine)
      addTriple(nodes, nodeText(subject), iriOf(nodeText(predicate)), object)
    } catch (error) {
      // An escape of what is no character, or stands for one that no IRI holds.
      throw unreadable(line, error)
    }
    count++
  }

  const readBytes = (bytes: Buffer, start: number, end: number): void =>
    readLine(bytes.toString('utf8', start, bytes[end - 1] === RETURN ? end - 1 : end))

  return {
    add(piece) {
      let start = 0
      for (let end = piece.indexOf(NEWLINE); end !== -1; end = piece.indexOf(NEWLINE, start)) {
        if (begun.length > 0) {
          const line = Buffer.concat([...begun, piece.subarray(start, end)])
          begun = []
          readBytes(line, 0, line.length)
        } else readBytes(piece, start, end)
        start = end + 1
      }
      if (start < piece.length) begun.push(piece.subarray(start))
    },
    end() {
      const line = Buffer.concat(begun)
      readBytes(line, 0, line.length)
      return { nodes, count }
    },
  }
}

/** Reads an answer that is there as a whole. @throws RemoteFault strange */
export function readTriples(body: Buffer, engine: Engine): Triples {
  const reader = createTripleReader(engine)
  reader.add(body)
  return reader.end()
}
