// Crossref records, member by member: what becomes of each, and what is said to have no place.

import { expect } from 'chai'
import { readBy, valueAt, type Json } from './reading.ts'

const DOI = '10.5555/1'
const PAGES = 'manifestations.biblio.pages'
const read = (record: Json): ReturnType<typeof readBy> =>
  readBy('crossref', { DOI, type: 'journal-article', member: '78', ...record })
const on = (...parts: unknown[]): Json => ({ 'date-parts': [parts] })
const doiOf = (doi: string): Json => ({
  entity_type: 'product',
  local_identifier: `https://doi.org/${doi}`,
  identifiers: [{ scheme: 'doi', value: doi }],
})

const ror = { id: 'https://ror.org/05gq02987', 'id-type': 'ROR', 'asserted-by': 'publisher' }
const CC = 'https://creativecommons.org/licenses/by/4.0/'

/** Types, and the product types that they are. */
const types: Readonly<Record<string, string>> = Object.fromEntries([
  ...`journal-article book book-chapter book-section book-part book-series book-set book-track monograph edited-book
  reference-book reference-entry proceedings proceedings-article proceedings-series report report-series
  report-component dissertation peer-review posted-content journal journal-issue journal-volume component`
    .split(/\s+/)
    .map((type) => [type, 'literature']),
  ['dataset', 'research data'],
  ...['other', 'database', 'standard', 'hologram'].map((type) => [type, 'other']),
])

type Row = [members: Json, at: string, value: unknown]

/** Members, where to look, what is there. */
const rows: Row[] = [
  ...Object.entries(types).map(([type, productType]): Row => [{ type }, 'product_type', productType]),
  [{ DOI: 'https://doi.org/10.5555/ABC' }, 'local_identifier', 'https://doi.org/10.5555/abc'],
  [{ DOI: '10.1000/a<b>#c' }, 'local_identifier', 'https://doi.org/10.1000/a%3Cb%3E%23c'],
  [{ DOI: '10.1000/a<b>' }, 'identifiers.value', '10.1000/a<b>'],
  [{ title: ['T'], language: 'eng' }, 'titles', { en: ['T'] }],
  [{ title: ['T', 'U'], subtitle: ['S'], language: 'de' }, 'titles', { de: ['T'], none: ['U', 'S'] }],
  [{ title: ['', ' '] }, 'titles', undefined],
  [{ title: ['1(2<i>H</i>)-one'] }, 'titles.none', ['1(2H)-one']],
  [{ author: [{ name: 'GTEx Consortium' }] }, 'contributions.by.entity_type', 'organisation'],
  [
    { author: [{ family: 'A', ORCID: 'http://orcid.org/0000-0002-1825-0097' }] },
    'contributions.by.local_identifier',
    'https://orcid.org/0000-0002-1825-0097',
  ],
  [{ author: [{ given: 'A', family: 'B', suffix: 'Jr.' }] }, 'contributions.by.name', 'A B Jr.'],
  [{ author: [{ family: 'A' }], publisher: 'P' }, 'contributions.1.rank', 2],
  [
    { issued: on(2017), 'published-online': on(2017, 3) },
    'manifestations.dates.publication',
    ['2017-03', '2017'],
  ],
  [
    { issued: on(2017, 3, 4), 'published-print': on(2017, 3, 4) },
    'manifestations.dates.publication',
    ['2017-03-04'],
  ],
  [{ type: 'posted-content', posted: on(2016, 12, 26) }, 'manifestations.dates.publication', ['2016-12-26']],
  [{ approved: on(2020) }, 'manifestations.dates.acceptance', ['2020']],
  [{ created: on(2024, 1, 2), 'content-created': on(1984) }, 'manifestations.dates.creation', ['1984']],
  [
    {
      license: [
        { URL: 'http://a/tdm', 'content-version': 'tdm' },
        { URL: 'http://a/vor', 'content-version': 'vor' },
      ],
    },
    'manifestations.licence',
    'http://a/vor',
  ],
  [
    { license: [{ URL: CC, start: on(2999, 1, 1) }] },
    'manifestations.access_rights',
    { status: 'embargoed' },
  ],
  [{ license: [{ URL: CC, start: on(2999, 1, 1) }] }, 'manifestations.dates.embargo', ['2999-01-01']],
  [{ license: [{ URL: 'http://a/tdm' }] }, 'manifestations.access_rights', undefined],
  [{ page: '54–58' }, PAGES, { first: '54', last: '58' }],
  [{ page: 'S-12-S-19' }, PAGES, { first: 'S-12', last: 'S-19' }],
  [{ page: 'S-12' }, PAGES, { first: 'S-12', last: 'S-12' }],
  [{ page: 'i-xii' }, PAGES, { first: 'i', last: 'xii' }],
  [{ page: '54-' }, PAGES, { first: '54', last: '54' }],
  [{ page: '54-58, 60' }, PAGES, { first: '54', last: '58' }],
  [{ page: '54' }, PAGES, { first: '54', last: '54' }],
  [{ 'article-number': '174515' }, 'manifestations.biblio.number', '174515'],
  [{ 'edition-number': '1' }, 'manifestations.biblio.edition', '1'],
  [
    { 'container-title': ['J'], ISSN: ['1476-4687', '0028-0836'] },
    'manifestations.biblio.in.local_identifier',
    'https://portal.issn.org/resource/ISSN/0028-0836',
  ],
  [
    { ISSN: ['1476-4687'], 'issn-type': [{ type: 'electronic', value: '1476-4687' }] },
    'manifestations.biblio.in.identifiers',
    [{ scheme: 'eissn', value: '1476-4687' }],
  ],
  [{ type: 'book-chapter', 'container-title': ['S', 'B'] }, 'manifestations.biblio.in.name', 'B'],
  [{ type: 'book-chapter', 'container-title': ['S', 'B'] }, 'manifestations.biblio.in.series', 'S'],
  [
    { type: 'book-chapter', ISBN: ['978-1-108-34884-3'] },
    'manifestations.biblio.in.local_identifier',
    'urn:isbn:9781108348843',
  ],
  [
    { type: 'posted-content', publisher: 'CSHL', institution: [{ name: 'bioRxiv' }] },
    'manifestations.biblio.hosting_data_source.name',
    'bioRxiv',
  ],
  [{ funder: [{ name: 'ERC' }] }, 'funding.funding_agency.name', 'ERC'],
  [
    { funder: [{ DOI: '10.13039/501100000781', name: 'ERC', award: ['1'] }] },
    'funding.funding_agency.local_identifier',
    'https://doi.org/10.13039/501100000781',
  ],
  [
    { funder: [{ id: [{ id: '00k4n6c32', 'id-type': 'ROR' }], award: ['777523'] }] },
    'funding.funding_agency.identifiers',
    [{ scheme: 'ror', value: '00k4n6c32' }],
  ],
  [{ funder: [{ name: 'A', award: ['1', '2'] }] }, 'funding.1.grant_number', '2'],
  [
    {
      funder: [
        { name: 'A', award: ['1'], 'award-info': [{ 'award-number': '1', 'award-doi': '10.35802/1' }] },
      ],
    },
    'funding.local_identifier',
    'https://doi.org/10.35802/1',
  ],
  [
    {
      reference: [
        {
          key: 'a',
          DOI: '10.1002/X',
          author: 'Li',
          year: '1997a',
          'article-title': 'On <i>E. coli</i>',
          'journal-title': 'Nature',
        },
      ],
    },
    'related_products.cites',
    [
      {
        entity_type: 'product',
        local_identifier: 'https://doi.org/10.1002/x',
        identifiers: [{ scheme: 'doi', value: '10.1002/x' }],
        titles: { none: ['Li. 1997a. On E. coli. Nature'] },
        manifestations: [{ dates: { publication: ['1997'] } }],
      },
    ],
  ],
  [
    {
      reference: [
        { key: 'a', DOI: '10.1002/A' },
        { key: 'b', DOI: '10.1002/a' },
        { key: 'c', DOI },
      ],
    },
    'related_products.cites',
    [doiOf('10.1002/a')],
  ],
  [
    { reference: [{ key: 'a', author: 'Li', year: '1997', 'article-title': 'T' }] },
    'related_products.cites.titles',
    { none: ['Li. 1997. T'] },
  ],
  [
    { relation: { 'is-supplemented-by': [{ 'id-type': 'doi', id: '10.1002/S' }] } },
    'related_products.is_supplemented_by',
    [doiOf('10.1002/s')],
  ],
  [
    { relation: { 'is-part-of': { 'id-type': 'issn', id: '2749-9952' } } },
    'manifestations.biblio.in.identifiers',
    [{ scheme: 'issn', value: '2749-9952' }],
  ],
  [
    { 'updated-by': [{ DOI: '10.1002/n', type: 'retraction', updated: on(2010, 2, 6) }] },
    'manifestations.dates.retraction',
    ['2010-02-06'],
  ],
  [
    { 'update-to': [{ DOI, type: 'erratum', updated: on(2018) }] },
    'manifestations.dates.correction',
    ['2018'],
  ],
  [
    { 'update-to': [{ DOI: '10.1002/x', type: 'retraction', updated: on(2010) }] },
    'manifestations.dates',
    undefined,
  ],
  [{ type: 'grant', award: '1' }, 'entity_type', 'grant'],
  [{ type: 'report', 'report-number': ['R-1'] }, 'manifestations.biblio.number', 'R-1'],
  [
    { type: 'dissertation', institution: [{ name: 'U', id: [ror] }] },
    'manifestations.biblio.hosting_data_source.identifiers',
    [{ scheme: 'ror', value: '05gq02987' }],
  ],
  [
    { type: 'component', relation: { 'is-component-of': [{ 'id-type': 'doi', id: '10.5555/P' }] } },
    'related_products.is_part_of.local_identifier',
    'https://doi.org/10.5555/p',
  ],
  [
    { type: 'journal-issue', 'container-title': ['J'], 'journal-issue': { issue: '3' } },
    'manifestations.biblio.issue',
    '3',
  ],
  [
    { type: 'book', ISBN: ['http://id.crossref.org/isbn/9781108348843'] },
    'identifiers.1',
    { scheme: 'isbn', value: '9781108348843' },
  ],
  [
    { resource: { primary: { URL: 'https://example.org/articles/1' } }, URL: `https://doi.org/${DOI}` },
    'manifestations.identifiers',
    [{ scheme: 'url', value: 'https://example.org/articles/1' }],
  ],
  [{ URL: `https://doi.org/${DOI}` }, 'manifestations.identifiers', undefined],
  [
    { author: [{ name: 'The C Collaboration', affiliation: [{ name: 'B', id: [ror] }] }] },
    'contributions.declared_affiliations.local_identifier',
    'https://ror.org/05gq02987',
  ],
  [{ author: [null, 'text', { family: 'A' }] }, 'contributions.by.name', 'A'],
  [
    { author: [{ family: 'A', affiliation: [{ id: [ror] }] }] },
    'contributions.declared_affiliations.identifiers',
    [{ scheme: 'ror', value: '05gq02987' }],
  ],
  [{ author: [{ given: 'Sukarno' }] }, 'contributions.by.name', 'Sukarno'],
  [
    { funder: [{ DOI: '10.13039/501100000780', name: 'EC' }] },
    'funding.funding_agency.identifiers',
    [
      { scheme: 'ror', value: '00k4n6c32' },
      { scheme: 'doi', value: '10.13039/501100000780' },
    ],
  ],
  [
    { funder: [{ name: 'A', 'award-info': [{ 'award-number': ['1', '2'] }] }] },
    'funding.1.grant_number',
    '2',
  ],
  [
    { funder: [{ name: 'A', award: ['1'] }] },
    'funding.funding_agency.local_identifier',
    readBy('crossref', { DOI: '10.5555/2', type: 'book', funder: [{ name: 'A', award: ['2'] }] }).record[
      'funding'
    ][0].funding_agency.local_identifier,
  ],
  [
    { issued: on(2020, 1, 1), license: [{ URL: CC, 'delay-in-days': 365_000 }] },
    'manifestations.access_rights',
    { status: 'embargoed' },
  ],
  [
    { issued: on(2020, 1, 1), license: [{ URL: CC, 'delay-in-days': 365 }] },
    'manifestations.access_rights',
    { status: 'open' },
  ],
  [
    { issued: on(2020, 1, 1), license: [{ URL: CC, 'delay-in-days': 1e300 }] },
    'manifestations.access_rights',
    undefined,
  ],
  [{ license: [{ URL: CC, 'delay-in-days': 365 }] }, 'manifestations.access_rights', undefined],
  [
    { issued: on(2020, 1, 1), license: [{ URL: CC, 'delay-in-days': 365_000 }, { URL: CC }] },
    'manifestations.access_rights',
    { status: 'open' },
  ],
  [
    { license: [{ URL: CC, start: on(2013, 1, 1), 'delay-in-days': 365_000 }] },
    'manifestations.access_rights',
    { status: 'open' },
  ],
  [
    { issued: { 'date-parts': [[]] }, created: null, deposited: {}, accepted: on(null) },
    'manifestations.dates',
    undefined,
  ],
  [{ issued: { 'date-parts': [2013, 7, 1] } }, 'manifestations.dates.publication', ['2013-07-01']],
  [
    { 'updated-by': [{ DOI: '10.5555/e', type: 'Erratum', updated: on(2021, 2) }] },
    'manifestations.dates.correction',
    ['2021-02'],
  ],
  [
    {
      reference: [
        { key: 'a', 'journal-title': 'Nature', volume: '1', 'first-page': '3' },
        { key: 'b', 'journal-title': 'Nature', volume: '1', 'first-page': '9' },
      ],
    },
    'related_products.cites.1.titles',
    { none: ['Nature. 1: 9'] },
  ],
  [{ DOI: ` ${DOI.toUpperCase()} ` }, 'local_identifier', `https://doi.org/${DOI}`],
  [
    {
      author: [
        {
          family: 'A',
          affiliation: [
            { name: 'U', id: [{ id: 'https://isni.org/isni/0000000121034996', 'id-type': 'ISNI' }] },
          ],
        },
      ],
    },
    'contributions.declared_affiliations.identifiers',
    [{ scheme: 'isni', value: '0000000121034996' }],
  ],
  [{ title: 'T', author: { family: 'Q' } }, 'titles.none', ['T']],
]

describe('a work of Crossref', () => {
  for (const [members, at, value] of rows)
    it(`has ${at} of ${JSON.stringify(members).slice(0, 80)}`, () => {
      const { record, refused } = read(members)
      expect(refused).to.deep.equal([])
      expect(valueAt(record, at)).to.deep.equal(value)
    })

  it('that is a notice dates the work that it is about', () =>
    expect(
      read({ 'update-to': [{ DOI: '10.1002/X', type: 'retraction', updated: on(2010, 2) }] }).additions,
    ).to.deep.equal([
      {
        ...doiOf('10.1002/x'),
        manifestations: [
          {
            type: {
              class: 'http://purl.org/spar/pso/retracted-from-publication',
              labels: { en: 'Retracted' },
              defined_in: 'http://purl.org/spar/pso',
            },
            dates: { retraction: ['2010-02'] },
          },
        ],
      },
    ]))
  it('cites what it retracts, and is cited by its own notices', () => {
    const update = (DOI: string, type = 'retraction') => [{ DOI, type, updated: on(2010, 2) }]
    expect(read({ 'update-to': update('10.1002/x', 'concern') }).record['related_products']).to.deep.equal({
      cites: [doiOf('10.1002/x')],
    })
    expect(read({ 'updated-by': update('10.1002/n') }).additions).to.deep.equal([
      { ...doiOf('10.1002/n'), related_products: { cites: [doiOf(DOI)] } },
    ])
    expect(read({ 'update-to': update(DOI) }).record['related_products']).to.equal(undefined)
  })
  it('says inverse relations of the other work', () =>
    expect(
      read({ relation: { 'has-part': [{ 'id-type': 'doi', id: '10.1002/p' }] } }).additions,
    ).to.deep.equal([{ ...doiOf('10.1002/p'), related_products: { is_part_of: [doiOf(DOI)] } }]))
  it('that is a series of reports is a venue too', () =>
    expect(read({ type: 'report-series', title: ['R'], ISSN: ['1234-5679'] }).records[1]?.['name']).to.equal(
      'R',
    ))
  it('that is a journal is a venue too, with the id that its articles name', () => {
    const { records } = read({ type: 'journal', title: ['Nature'], ISSN: ['0028-0836'], publisher: 'P' })
    expect(records[1]).to.deep.equal({
      entity_type: 'venue',
      local_identifier: 'https://portal.issn.org/resource/ISSN/0028-0836',
      identifiers: [
        { scheme: 'doi', value: DOI },
        { scheme: 'issn', value: '0028-0836' },
      ],
      name: 'Nature',
      type: 'journal',
    })
  })
  it('tells of what has no place', () => {
    const { lost } = read({
      type: 'posted-content',
      subtype: 'preprint',
      translator: [{ family: 'A' }],
      relation: { 'has-preprint': [{ id: '10.1002/a' }], 'is-review-of': [{ id: '10.5555/2' }] },
      'updated-by': [
        { DOI: '10.1002/a', type: 'addendum', updated: on(2010) },
        { DOI: '10.5555/2', type: 'expression_of_concern', updated: on(2021) },
      ],
      review: { stage: 'pre-publication' },
      'group-title': 'Neuro',
      event: { name: 'C' },
      'standards-body': [{ name: 'ISO' }],
      reference: [{ key: 'a' }],
      link: [{ URL: 'http://a' }],
      'new-member': 1,
      'is-referenced-by-count': 0,
      language: 'Klingonese',
      issued: on(2020, 2, 31),
    })
    expect([...lost].sort()).to.deep.equal([
      'contributors with the role translator',
      'dates that are none, such as a month 13',
      'language Klingonese, which has no code of two letters',
      'member event',
      'member group-title',
      'member link',
      'member review',
      'member standards-body',
      'references without DOI and title',
      'relation has-preprint',
      'relation is-review-of',
      'subtype preprint',
      'unknown member new-member',
      'update addendum',
      'update expression_of_concern',
    ])
  })
  it('without DOI is refused with what would be right', () => {
    for (const DOI of ['none', '10.1/a<b>#c']) {
      const { records, refused } = read({ DOI })
      expect(records).to.deep.equal([])
      expect(refused).to.deep.equal(['has no DOI; DOI is expected to be a text such as 10.5555/12345678'])
    }
  })
  it('gives persons of one name two ids, and one affiliation of both one', () => {
    const author = { family: 'Li', affiliation: [{ name: 'Université' }] }
    const [first, second] = read({ author: [author, author] }).record['contributions']
    expect(first.by.local_identifier).to.not.equal(second.by.local_identifier)
    expect(first.declared_affiliations).to.deep.equal(second.declared_affiliations)
  })
  it('gives no two things of one name one id', () => {
    const { record } = read({ publisher: '東京大学', subject: ['東京大学', '京都大学'] })
    const ids = JSON.stringify(record).match(/otf___[^"]+/g) ?? []
    expect(new Set(ids).size).to.equal(4)
  })
})

const project = {
  'project-title': [{ title: 'One', language: 'en' }],
  'project-description': [{ description: 'First.' }, { description: 'Second.' }],
  'award-start': [on(2020, 1, 1)],
  'award-end': [on(2022, 12, 31)],
  'lead-investigator': [{ family: 'A', affiliation: [{ name: 'U' }] }],
  investigator: [{ family: 'B', affiliation: [{ name: 'U' }] }],
  funding: [
    {
      type: 'grant',
      scheme: 'S',
      'award-amount': { amount: 12.5, currency: 'EUR' },
      funder: { name: 'F', id: [{ id: '10.13039/501100005416', 'id-type': 'DOI' }] },
    },
  ],
}

describe('a grant of Crossref', () => {
  const { record, lost } = read({
    type: 'grant',
    award: '218300',
    project: [project],
    resource: { primary: { URL: 'https://a/b' } },
  })
  const expected: [at: string, value: unknown][] = [
    ['entity_type', 'grant'],
    ['grant_number', '218300'],
    ['titles', { en: 'One' }],
    ['abstracts', { none: 'First.\n\nSecond.' }],
    ['funding_agency.local_identifier', 'https://doi.org/10.13039/501100005416'],
    ['funding_stream', 'S'],
    ['funded_amount', 12.5],
    ['currency', 'EUR'],
    ['duration', { start: '2020-01-01', end: '2022-12-31' }],
    ['website', 'https://a/b'],
    ['contributions.0.roles', ['lead applicant']],
    ['contributions.1.roles', ['co-applicant']],
    ['beneficiaries.name', 'U'],
  ]
  for (const [at, value] of expected) it(`has ${at}`, () => expect(valueAt(record, at)).to.deep.equal(value))
  it('has each beneficiary once', () => expect(record['beneficiaries']).to.have.length(1))
  it('tells of the type of the funding', () => expect(lost).to.deep.equal(['funding type grant']))
})
