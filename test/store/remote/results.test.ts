/** SPARQL results in JSON of engines: rows in our own spelling, or refused. */

import { expect } from 'chai'
import { engines, type Engine } from '../../../src/store/client/engines.ts'
import { iriInQuery, readResults } from '../../../src/store/client/results.ts'

const virtuoso = engines.find(({ name }) => name === 'Virtuoso') as Engine
const XSD = 'http://www.w3.org/2001/XMLSchema#'

/** The value of ?s in the one row, or REFUSED if the results are refused as what they are. */
function read(document: unknown): string | undefined {
  try {
    return readResults(Buffer.from(JSON.stringify(document)), virtuoso).rows[0]?.['s']
  } catch (error) {
    if (/It gave no SPARQL results in JSON\./.test((error as Error).message)) return REFUSED
    throw error
  }
}

const REFUSED = 'refused'
const row = (binding: unknown): unknown => ({ head: { vars: ['s'] }, results: { bindings: [binding] } })

const documents: readonly [title: string, document: unknown, term: string][] = [
  ['an IRI', row({ s: { type: 'uri', value: 'urn:s' } }), '<urn:s>'],
  ['a blank node', row({ s: { type: 'bnode', value: 'nodeID://b1' } }), '_:b1'],
  ['a text', row({ s: { type: 'literal', value: 'a "b"' } }), '"a \\"b\\""'],
  ['a text with a language', row({ s: { type: 'literal', value: 'a', 'xml:lang': 'en' } }), '"a"@en'],
  [
    'a boolean of Virtuoso',
    row({ s: { type: 'typed-literal', value: '1', datatype: `${XSD}boolean` } }),
    `"true"^^<${XSD}boolean>`,
  ],
  ['no term', row({ s: null }), REFUSED],
  ['a term without a value', row({ s: { type: 'literal' } }), REFUSED],
  ['a blank node without a value', row({ s: { type: 'bnode' } }), REFUSED],
  ['a value that is no text', row({ s: { type: 'bnode', value: 5 } }), REFUSED],
  ['a datatype that is no text', row({ s: { type: 'literal', value: 'a', datatype: 7 } }), REFUSED],
  ['a language that is no text', row({ s: { type: 'literal', value: 'a', 'xml:lang': {} } }), REFUSED],
  ['a row that is none', row(null), REFUSED],
  ['rows that are none', { head: { vars: ['s'] }, results: { bindings: {} } }, REFUSED],
  ['no variables', { results: { bindings: [] } }, REFUSED],
  ['an error', { error: 'not now' }, REFUSED],
  ['nothing', null, REFUSED],
]

describe('results of engines', () => {
  for (const [title, document, term] of documents) {
    it(`${term === REFUSED ? 'are refused with' : 'may have'} ${title}`, () => {
      expect(read(document)).to.equal(term)
    })
  }
})

describe('an IRI of an answer in a query', () => {
  it('is the IRI', () => expect(iriInQuery('<https://example.org/a>')).to.equal('<https://example.org/a>'))
  for (const term of ['<urn:a> ?p ?o } #>', '<urn:a b>', '<a>', '"urn:a"', '_:b'])
    it(`is refused where it is ${term}`, () => expect(() => iriInQuery(term)).to.throw(/where an IRI stands/))
})
