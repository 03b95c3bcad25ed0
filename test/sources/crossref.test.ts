// Crossref records, member by member: what becomes of each, and what is said to have no place.

import { expect } from 'chai'
import { readBy, valueAt, type Json } from './reading.ts'

const DOI = '10.5555/1'
const PAGES = 'manifestations.biblio.pages'
const read = (record: Json): ReturnType<typeof readBy> =>
  readBy('crossref', { DOI, type: 'journal-article', member: '78', ...record })
const on = (...parts: (number | null)[]): Json => ({ 'date-parts': [parts] })
const doiOf = (doi: string): Json => ({
  entity_type: 'product',
  local_identifier: `https://doi.org/${doi}`,
  identifiers: [{ scheme: 'doi', value: doi }],
})

/** Members, where to look, what is there. */
const rows: [members: Json, at: string, value: unknown][] = [
  [{ DOI: 'https://doi.org/10.5555/ABC' }, 'local_identifier', 'https://doi.org/10.5555/abc'],
  [{ DOI: '10.1/a<b>#c' }, 'local_identifier', undefined],
  [{ DOI: '10.1000/a<b>#c' }, 'local_identifier', 'https://doi.org/10.1000/a%3Cb%3E%23c'],
  [{ DOI: '10.1000/a<b>' }, 'identifiers.value', '10.1000/a<b>'],
  [{}, 'product_type', 'literature'],
  [{ type: 'dataset' }, 'product_type', 'research data'],
  [{ type: 'hologram' }, 'product_type', 'other'],
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
  [
    {
      author: [
        {
          family: 'A',
          affiliation: [{ name: 'U', id: [{ id: 'https://ror.org/00x6h5n95', 'id-type': 'ROR' }] }],
        },
      ],
    },
    'contributions.declared_affiliations.local_identifier',
    'https://ror.org/00x6h5n95',
  ],
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
  [{ issued: on(null) }, 'manifestations.dates', undefined],
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
    { license: [{ URL: 'http://creativecommons.org/licenses/by/4.0/', start: on(2013) }] },
    'manifestations.access_rights',
    { status: 'open' },
  ],
  [
    { license: [{ URL: 'http://creativecommons.org/licenses/by/4.0/', start: on(2999, 1, 1) }] },
    'manifestations.access_rights',
    { status: 'embargoed' },
  ],
  [
    { license: [{ URL: 'http://creativecommons.org/licenses/by/4.0/', start: on(2999, 1, 1) }] },
    'manifestations.dates.embargo',
    ['2999-01-01'],
  ],
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
    { type: 'monograph', ISBN: ['9781108348843'] },
    'identifiers.1',
    { scheme: 'isbn', value: '9781108348843' },
  ],
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
]

describe('a work of Crossref', () => {
  for (const [members, at, value] of rows)
    it(`has ${at} of ${JSON.stringify(members).slice(0, 80)}`, () =>
      expect(valueAt(read(members).record, at)).to.deep.equal(value))

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
      relation: { 'has-preprint': [{ id: '10.1002/a' }] },
      'updated-by': [{ DOI: '10.1002/a', type: 'addendum', updated: on(2010) }],
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
      'member link',
      'references without DOI and title',
      'relation has-preprint',
      'subtype preprint',
      'unknown member new-member',
      'update addendum',
    ])
  })
  it('without DOI is refused with what would be right', () => {
    const { records, refused } = read({ DOI: 'none' })
    expect(records).to.deep.equal([])
    expect(refused).to.deep.equal(['has no DOI; DOI is expected to be a text such as 10.5555/12345678'])
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
