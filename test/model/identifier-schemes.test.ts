// Identifiers: unusual spellings of a scheme become the one that is stored; usual ones stand in
// test/http/identifier-forms.test.ts.

import { expect } from 'chai'
import { toNfc } from '../../src/model/values/fold.ts'
import fc from 'fast-check'
import { runs } from '../support/effort.ts'
import { model } from '../support/model.ts'

const { identifiers } = model

const rows: [scheme: string, given: string, normalised: string][] = [
  ['doi', ' 10.1234/AbC.(1) ', '10.1234/abc.(1)'],
  ['doi', 'DOI: 10.1234/abc.(1)', '10.1234/abc.(1)'],
  ['DOI', '10.5555/X', '10.5555/x'],
  [
    'doi',
    '10.1002/(SICI)1097-0258(19980815)17:15<1661::AID>3.0.CO;2-2',
    '10.1002/(sici)1097-0258(19980815)17:15<1661::aid>3.0.co;2-2',
  ],
  ['doi', '10.1000.10/x', '10.1000.10/x'],
  ['doi', 'doi 10.1', 'doi 10.1'],
  ['doi', '10.1234/', '10.1234/'],
  ['doi', 'https://example.org/10.1/x', 'https://example.org/10.1/x'],
  ['orcid', 'http://www.orcid.org/0000-0002-1825-009x/', '0000-0002-1825-009X'],
  ['orcid', '0000000218250097', '0000000218250097'],
  ['orcid', '0000-0002-1825-00977', '0000-0002-1825-00977'],
  ['ror', 'http://www.ror.org/0abcdef12/', 'https://ror.org/0abcdef12'],
  ['ror', 'grid.1.2', 'grid.1.2'],
  ['issn', '2049-36', '2049-36'],
  ['handle', 'http://other.example/1/2', 'http://other.example/1/2'],
  ['pmid', 'PMID: 7', '7'],
  ['pmid', 'PMC7', 'PMC7'],
  ['arxiv', 'https://arxiv.org/abs/math.GT/0309136', 'math.GT/0309136'],
  ['arxiv', 'hep-th/9901001', 'hep-th/9901001'],
  ['arxiv', '2401.1', '2401.1'],
  ['isbn', 'ISBN 0-8044-2957-x', '080442957X'],
  ['isni', 'https://isni.org/isni/0000 0001 2281 955x', '000000012281955X'],
  ['arxiv', 'Math.gt/0309136', 'math.GT/0309136'],
  ['doi', 'https://doi.org/10.1002/%28SICI%29A%3C1%3E', '10.1002/(sici)a<1>'],
  ['handle', '11/%28a%29', '11/%28a%29'],
  ['doi', 'doi:doi:10.1/x', 'doi:doi:10.1/x'],
  ['handle', 'hdl:hdl.handle.net/1/2', 'hdl:hdl.handle.net/1/2'],
  ['wikidata', 'q42', 'Q42'],
  ['wikidata', 'HTTP://www.Wikidata.org/Entity/q42', 'http://www.wikidata.org/entity/Q42'],
  ['wikidata', 'wikidata.org/wiki/Q42/', 'https://wikidata.org/wiki/Q42'],
  ['openalex', 'https://openalex.org/w1', 'https://openalex.org/W1'],
  ['OMID', 'OMID: BR/061', 'omid:br/061'],
  ['ark', 'https://gallica.bnf.fr/ark:12148/bX', 'ark:/12148/bX'],
  ['urn', 'https://urn.fi/URN:NBN:fi:fsd:T-FSD3400', 'urn:nbn:fi:fsd:T-FSD3400'],
  ['ivoid', 'IVO://CDS.VizieR/J/A+A/1#Row', 'ivo://cds.vizier/j/a+a/1#Row'],
  ['crossref funder id', 'https://doi.org/10.13039/501100000780', 'https://doi.org/10.13039/501100000780'],
  ['url', 'HTTPS://Example.org/Path', 'https://example.org/Path'],
  ['constructor', 'x', 'x'],
  ['__proto__', 'x', 'x'],
  ['', 'x', 'x'],
  ['https://doi.org/', 'https://doi.org/10.1/X', 'https://doi.org/10.1/X'],
]
const scheme = fc.constantFrom(...Object.keys(identifiers.rows))
const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(...rows.map(([, spelling]) => spelling)),
  fc.stringMatching(/^(https:\/\/doi\.org\/|hdl:|arXiv:)?(10\.1\/)?[a-zA-Z0-9/.:-]{0,9}$/),
)

describe('identifiers', () => {
  for (const [name, spelling, normalised] of rows)
    it(`${name} ${JSON.stringify(spelling)} is ${JSON.stringify(normalised)}`, () =>
      expect(identifiers.normalise(name, spelling)).to.equal(normalised))

  it('are in their form the second time', () =>
    fc.assert(
      fc.property(scheme, text, (name, spelling) => {
        const normalised = identifiers.normalise(name, spelling)
        expect(identifiers.normalise(name, normalised)).to.equal(normalised)
      }),
      { numRuns: runs(1000) },
    ))
  it('are found by every spelling: the stored form is among the forms', () => {
    for (const [name, spelling, normalised] of rows)
      if (identifiers.has(name)) expect(identifiers.spellings(spelling), spelling).to.include(normalised)
    fc.assert(
      fc.property(scheme, text, (name, spelling) => {
        expect(identifiers.spellings(spelling)).to.include(identifiers.normalise(name, toNfc(spelling)))
      }),
    )
  })
  it('are read by rows that are plain data, as they are sent to other processes', () =>
    expect(JSON.parse(JSON.stringify(identifiers.rows))).to.deep.equal(identifiers.rows))
  const addresses: readonly [scheme: string, value: string, address: string | undefined][] = [
    ['doi', '10.1162/qss_a_00023', 'https://doi.org/10.1162/qss_a_00023'],
    ['orcid', '0000-0002-1825-0097', 'https://orcid.org/0000-0002-1825-0097'],
    ['ror', '05gq02987', 'https://ror.org/05gq02987'],
    ['isni', '0000 0001 2281 955X', 'https://isni.org/isni/000000012281955X'],
    ['issn', '20493630', 'https://portal.issn.org/resource/ISSN/2049-3630'],
    ['isbn', '9783161484100', undefined],
    ['gnd', '118540238', 'https://d-nb.info/gnd/118540238'],
    ['handle', 'hdl:11234/1-1451', 'https://hdl.handle.net/11234/1-1451'],
    ['pmid', '26978244', 'https://pubmed.ncbi.nlm.nih.gov/26978244'],
    ['pmcid', 'pmc4792175', 'https://pmc.ncbi.nlm.nih.gov/articles/PMC4792175'],
    ['arxiv', 'arXiv:2401.00001', 'https://arxiv.org/abs/2401.00001'],
    ['openalex', 'w3134956838', 'https://openalex.org/W3134956838'],
    ['omid', 'br/062501777134', 'https://w3id.org/oc/meta/br/062501777134'],
    ['wikidata', 'Q515701', 'https://www.wikidata.org/wiki/Q515701'],
    ['viaf', '102333412', 'https://viaf.org/viaf/102333412'],
    ['crossref', '297', 'https://api.crossref.org/members/297'],
    ['fundref', '501100000780', 'https://doi.org/10.13039/501100000780'],
    ['grid', 'grid.5132.5', 'https://www.grid.ac/institutes/grid.5132.5'],
    ['re3data', 'r3d100010468', 'https://www.re3data.org/repository/r3d100010468'],
    [
      'swhid',
      'swh:1:rev:309cf2674ee7a0749978cf8265ab91a60aea0f7d',
      'https://archive.softwareheritage.org/swh:1:rev:309cf2674ee7a0749978cf8265ab91a60aea0f7d',
    ],
    ['url', 'https://example.org/page', 'https://example.org/page'],
  ]
  for (const [scheme, value, address] of addresses)
    it(`${scheme} ${address === undefined ? 'has no page' : 'leads to its page'}`, () =>
      expect(identifiers.pageOf(scheme, value)).to.equal(address))
  it('that resolve are read back from their address', () => {
    for (const [name, { resolver, ofEntities }] of Object.entries(identifiers.rows)) {
      for (const [of, , normalised] of rows.filter(([one, given, form]) => one === name && given !== form)) {
        if (ofEntities && resolver)
          expect(identifiers.normalise(of, resolver + normalised.replace(resolver, ''))).to.equal(normalised)
      }
    }
  })
  // Were the time not linear in the length, the limit of mocha would be over.
  it('of the wildest length are read', () => {
    for (const name of Object.keys(identifiers.rows))
      for (const spelling of [
        '1'.repeat(500_000),
        'a/'.repeat(250_000),
        '10.1'.repeat(120_000),
        ` ${' '.repeat(500_000)}x`,
        `doi:${' '.repeat(500_000)}`,
      ])
        identifiers.normalise(name, spelling)
  })
})
