/** N-Triples of engines, line by line: in our own spelling, or refused. */

import { expect } from 'chai'
import { tripleLines } from '../../../src/record/rdf/triples.ts'
import { engines, type Engine } from '../../../src/store/client/engines.ts'
import { createTripleReader, readTriples } from '../../../src/store/remote/ntriples.ts'

const virtuoso = engines.find(({ name }) => name === 'Virtuoso') as Engine
const XSD = 'http://www.w3.org/2001/XMLSchema#'

/** The triples of a text; undefined if it is refused as what it is. */
function read(text: string): string[] | undefined {
  try {
    return [...tripleLines(readTriples(Buffer.from(text), virtuoso).nodes)]
  } catch (error) {
    if (/It gave no N-Triples: /.test((error as Error).message)) return undefined
    throw error
  }
}

const lines: readonly [title: string, line: string, triple: string | undefined][] = [
  ['an IRI', '<urn:s> <urn:p> <urn:o> .', '<urn:s> <urn:p> <urn:o>'],
  ['a blank node', '_:b1 <urn:p> _:b2 .', '_:b1 <urn:p> _:b2'],
  ['a blank node as Virtuoso calls it', '_:nodeID://b10 <urn:p> _:nodeID://b11 .', '_:b10 <urn:p> _:b11'],
  ['a text', '<urn:s> <urn:p> "a, <b> and \u00e9 ." .', '<urn:s> <urn:p> "a, <b> and \u00e9 ."'],
  ['a text with a quote', '<urn:s> <urn:p> "say \\"a\\"" .', '<urn:s> <urn:p> "say \\"a\\""'],
  [
    'a text with a letter that needs no escape',
    '<urn:s> <urn:p> "caf\\u00E9" .',
    '<urn:s> <urn:p> "caf\u00e9"',
  ],
  ['a text with a language', '<urn:s> <urn:p> "a"@en-GB .', '<urn:s> <urn:p> "a"@en-GB'],
  ['a number', `<urn:s> <urn:p> "1"^^<${XSD}integer> .`, `<urn:s> <urn:p> "1"^^<${XSD}integer>`],
  ['a string that says so', `<urn:s> <urn:p> "1"^^<${XSD}string> .`, '<urn:s> <urn:p> "1"'],
  [
    'a boolean of Virtuoso',
    `<urn:s> <urn:p> "1"^^<${XSD}boolean> .`,
    `<urn:s> <urn:p> "true"^^<${XSD}boolean>`,
  ],
  [
    'a control character as it stands',
    '<urn:s> <urn:p> "a\u0007\u007f" .',
    '<urn:s> <urn:p> "a\\u0007\\u007F"',
  ],
  ['an escape of no character', '<urn:s> <urn:p> "\\UFFFFFFFF" .', undefined],
  ['tabs', '<urn:s>\t<urn:p>\t"a"\t.', '<urn:s> <urn:p> "a"'],
  ['a comment behind', '<urn:s> <urn:p> "a" . # so', '<urn:s> <urn:p> "a"'],
  ['a line end of other systems', '<urn:s> <urn:p> "a" .\r', '<urn:s> <urn:p> "a"'],
  ['no triple', '<urn:s> <urn:p> .', undefined],
  ['a label without letters', '<urn:s> <urn:p> _: .', undefined],
  ['a subject without letters', '_: <urn:p> "a" .', undefined],
  ['brackets in brackets', '<urn:<s>> <urn:p> "a" .', undefined],
  ['a bracket in a predicate', '<urn:s> <urn:<p> "a" .', undefined],
  ['terms without blanks', '<urn:s><urn:p><urn:o> .', undefined],
  ['a quote too many', '<urn:s> <urn:p> "a"b" .', undefined],
  ['text behind a text', '<urn:s> <urn:p> "a"b .', undefined],
  ['a datatype without its end', '<urn:s> <urn:p> "a"^^<urn:d .', undefined],
]

describe('N-Triples of engines', () => {
  for (const [title, line, triple] of lines) {
    it(triple === undefined ? `refuse ${title}` : `read ${title}`, () => {
      expect(read(`${line}\n`)).to.deep.equal(triple === undefined ? undefined : [triple])
    })
  }
  it('are the same in pieces, wherever they are cut', () => {
    const good = lines.flatMap(([, line, triple]) => (triple === undefined ? [] : [line]))
    const whole = Buffer.from(`${good.join('\n')}\n\n# the end`)
    const { nodes, count } = readTriples(whole, virtuoso)
    expect(count).to.equal(good.length)
    for (let at = 0; at <= whole.length; at++) {
      const reader = createTripleReader(virtuoso)
      for (const piece of [whole.subarray(0, at), whole.subarray(at, at + 1), whole.subarray(at + 1)])
        reader.add(piece)
      expect(reader.end(), `cut at ${at}`).to.deep.equal({ nodes, count })
    }
  })
})
