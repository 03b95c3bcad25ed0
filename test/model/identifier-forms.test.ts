// Identifiers: what each scheme's look like, and that a slip of the pen is found by the check digit.

import { expect } from 'chai'
import fc from 'fast-check'
import { codeLists } from '../../src/model/values/codes.ts'
import { model } from '../support/model.ts'
import { runs } from '../support/effort.ts'

const { rows, has, normalise, faultOf } = model.identifiers

const right: [scheme: string, text: string][] = [
  ['orcid', '0000-0002-1825-0097'],
  ['orcid', '0000-0002-1694-233X'],
  ['orcid', 'https://orcid.org/0000-0001-5109-3700'],
  ['ORCID', '0000-0002-1694-233x'],
  ['isni', '0000 0001 2281 955X'],
  ['isni', '000000012281955X'],
  ['isni', 'https://isni.org/isni/000000012281955X'],
  ['issn', '0378-5955'],
  ['issn', '2434-561X'],
  ['issn', '2434561x'],
  ['eissn', '1476-4687'],
  ['isbn', '978-3-16-148410-0'],
  ['isbn', '9780306406157'],
  ['isbn', '0-306-40615-2'],
  ['isbn', '080442957X'],
  ['isbn', 'urn:isbn:9780306406157'],
  ['isbn', 'ISBN 0-8044-2957-X'],
  ['ror', 'https://ror.org/05gq02987'],
  ['ror', '02wg9xc72'],
  ['ror', '03wp25384'],
  ['doi', 'https://doi.org/10.1002/(SICI)1097-0258(19980815)17:15<1661::AID>3.0.CO;2-2'],
  ['pmcid', 'https://www.ncbi.nlm.nih.gov/pmc/articles/PMC4792175/'],
  ['arxiv', '1602.03837v2'],
  ['arxiv', 'math.GT/0309136'],
  ['arxiv', 'hep-th/9901001'],
  ['handle', 'https://hdl.handle.net/11234/1-1451'],
  ['wikidata', 'http://www.wikidata.org/entity/Q42'],
  ['bibcode', '2016PhRvL.116f1102A'],
  ['bibcode', '1992ApJ...400L...1W'],
  ['gnd', '118540238'],
  ['gnd', '4113937-9'],
  ['gnd', 'https://d-nb.info/gnd/10079034X'],
  ['gnd', '(DE-588)118540238'],
  ['FSD', 'anything'],
  ['constructor', 'x'],
  ['', ''],
]

const wrong: [scheme: string, text: string, right: string][] = [
  ['issn', '0378-5956', '0378-5955'],
  ['isbn', '0-306-40615-X', '0306406152'],
  ['isbn', '9780306406150', '9780306406157'],
  ['ror', '05gq02978', 'https://ror.org/05gq029'],
  ['pmid', 'PMID', '26978244'],
  ['pmid', '0', '26978244'],
  ['doi', '10.1/x', '10.5555'],
  ['wikidata', 'Q0', 'Q515701'],
  ['arxiv', '1300.00001', '2401'],
  ['ror', '10.1038/sdata.2016.18', 'scheme doi'],
  ['doi', '2049-3630', 'scheme issn'],
]

const checked = Object.entries(rows).flatMap(([scheme, form]) =>
  form.checkDigit ? [{ scheme, example: form.example }] : [],
)

describe('forms of identifiers', () => {
  for (const [scheme, text] of right)
    it(`find nothing wrong with ${scheme} ${text}`, () => expect(faultOf(scheme, text)).to.equal(undefined))
  for (const [scheme, text, hint] of wrong)
    it(`say of ${scheme} ${text} what would be right`, () =>
      expect(faultOf(scheme, text)?.expected).to.include(hint))
  for (const [scheme, { example }] of Object.entries(rows)) {
    it(`of ${scheme} have a right example`, () => {
      expect(faultOf(scheme, example)).to.equal(undefined)
      expect(normalise(scheme, example)).to.equal(example)
    })
  }
  for (const { scheme, example } of checked) {
    it(`of ${scheme} find every single wrong digit`, () =>
      fc.assert(
        fc.property(fc.nat({ max: example.length - 1 }), fc.constantFrom(...'0123456789'), (place, digit) => {
          fc.pre(
            /\d/.test(example[place] as string) &&
              example[place] !== digit &&
              !(scheme === 'ror' && place < 17) &&
              !(scheme === 'isbn' && place < 3),
          )
          expect(faultOf(scheme, example.slice(0, place) + digit + example.slice(place + 1))?.kind).to.equal(
            'bad-check-digit',
          )
        }),
        { numRuns: runs(200) },
      ))
    it(`of ${scheme} offer what passes`, () =>
      fc.assert(
        fc.property(fc.constantFrom(...'0123456789'), (digit) => {
          const fault = faultOf(scheme, example.slice(0, -1) + digit)
          const offered = fault?.expected.match(/wrong, (.*)\.$/)?.[1]
          if (fault) expect(faultOf(scheme, offered as string), offered).to.equal(undefined)
        }),
      ))
  }
  it('are there for every scheme that the model names', () => {
    const schemes = model.types
      .flatMap(({ fields }) => Object.values(fields))
      .flatMap((field) => (field.kind === 'object' ? Object.values(field.fields) : []))
      .flatMap((field) => (field.kind === 'vocabTerm' && field.extensible ? (field.terms ?? []) : []))
    expect(schemes.length).to.be.greaterThan(20)
    expect(schemes.filter((scheme) => !has(scheme))).to.deep.equal([])
  })
  // Were the time not linear in the length, the limit of mocha would be over.
  it('are told of the wildest text', () => {
    for (const scheme of Object.keys(rows))
      for (const text of [
        '1'.repeat(500_000),
        '1 '.repeat(250_000),
        '10.1'.repeat(120_000),
        'a.'.repeat(250_000),
        `10.1234${'.1'.repeat(250_000)}`,
        'ark:'.repeat(100_000),
        `http://${'a'.repeat(500_000)} `,
      ])
        faultOf(scheme, text)
  })
})

describe('codes', () => {
  const rows: [list: keyof typeof codeLists, good: string[], bad: string[]][] = [
    [
      'ISO 3166-1',
      ['NL', 'GB', 'US', 'XK', 'TW', 'EU'],
      ['UK', 'EL', 'XX', 'ZZ', 'AN', 'N', 'NLD', 'n1', ''],
    ],
    ['ISO 4217', ['EUR', 'USD', 'DEM', 'XAU'], ['EURO', '€', 'BTC', 'EU', '']],
  ]
  for (const [list, good, bad] of rows) {
    it(`of ${list} are told from what is none`, () => {
      expect(good.filter((code) => !codeLists[list].has(code))).to.deep.equal([])
      expect(bad.filter((code) => codeLists[list].has(code))).to.deep.equal([])
    })
  }
})
