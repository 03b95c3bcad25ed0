// Literals have the text that Oxigraph would give them.

import { expect } from 'chai'
import fc from 'fast-check'
import oxigraph from 'oxigraph'
import { createLiterals } from '../../src/search-index/content/literals.ts'

const XSD = 'http://www.w3.org/2001/XMLSchema#'

function fromOxigraph(literal: string): string {
  const store = new oxigraph.Store()
  store.load(`<a:a> <a:a> ${literal} .`, { format: 'nt', lenient: true })
  const text = store.dump({ format: 'nt', from_graph_name: oxigraph.defaultGraph() })
  return text.trimEnd().slice('<a:a> <a:a> '.length, -' .'.length)
}

describe('a literal', () => {
  const asGiven = createLiterals()
  const digits = (length: number): fc.Arbitrary<string> =>
    fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length })
  const date = fc.tuple(digits(4), digits(2), digits(2)).map((parts) => parts.join('-'))
  const time = fc.tuple(digits(2), digits(2), digits(2)).map((parts) => parts.join(':'))
  const typed = (type: string, text: fc.Arbitrary<string>): fc.Arbitrary<string> =>
    text.map((one) => `"${one}"^^<${XSD}${type}>`)
  const rows: readonly (readonly [title: string, literals: fc.Arbitrary<string>])[] = [
    ['an integer', typed('integer', fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }).map(String))],
    ['a small integer', typed('integer', fc.stringMatching(/^-?[01]{1,3}$/))],
    ['a year', typed('gYear', digits(4))],
    [
      'a month',
      typed(
        'gYearMonth',
        date.map((text) => text.slice(0, 7)),
      ),
    ],
    ['a date', typed('date', date)],
    [
      'a time',
      typed(
        'dateTime',
        fc.tuple(date, time, fc.constantFrom('', 'Z')).map(([d, t, z]) => `${d}T${t}${z}`),
      ),
    ],
    ['midnight', typed('dateTime', fc.constantFrom('2020-01-01T24:00:00Z', '2020-12-31T24:00:00'))],
    ['a decimal', typed('decimal', fc.stringMatching(/^-?[01]{1,3}\.[01]{1,3}$/))],
  ]
  for (const [title, literals] of rows) {
    it(`that is ${title} has the text of Oxigraph`, () => {
      fc.assert(
        fc.property(literals, (literal) => {
          expect(asGiven(literal)).to.equal(fromOxigraph(literal))
        }),
        { numRuns: 60 },
      )
    })
  }

  it('has it where there are many', () => {
    for (let i = 0; i < 2500; i++) asGiven(`"${i}.50"^^<${XSD}decimal>`)
    expect(asGiven(`"1.50"^^<${XSD}decimal>`)).to.equal(`"1.5"^^<${XSD}decimal>`)
  })
})
