// What real records of Crossref and DataCite hold beside the usual: each kind of record and each odd value, with what
// becomes of it.

import { expect } from 'chai'
import { readBy, valueAt, type Json } from './reading.ts'

const DOI = '10.5555/1'
const on = (...parts: unknown[]): Json => ({ 'date-parts': [parts] })

/** Members of the record, where to look (of all records, by position), what is there. */
type Row = [members: Json, at: string, value: unknown]

const ror = { id: 'https://ror.org/05gq02987', 'id-type': 'ROR', 'asserted-by': 'publisher' }
const CC = 'https://creativecommons.org/licenses/by/4.0/'

/** Types of Crossref, and the product types that they are. */
const types: Readonly<Record<string, string>> = Object.fromEntries([
  ...`journal-article book book-chapter book-section book-part book-series book-set book-track monograph edited-book
  reference-book reference-entry proceedings proceedings-article proceedings-series report report-series
  report-component dissertation peer-review posted-content journal journal-issue journal-volume component`
    .split(/\s+/)
    .map((type) => [type, 'literature']),
  ['dataset', 'research data'],
  ...['other', 'database', 'standard'].map((type) => [type, 'other']),
])

const works: Row[] = [
  ...Object.entries(types).map(([type, productType]): Row => [{ type }, '0.product_type', productType]),
  [{ type: 'grant', award: '1' }, '0.entity_type', 'grant'],
  [{ type: 'report-series', title: ['R'], ISSN: ['1234-5679'] }, '1.name', 'R'],
  [{ type: 'report', 'report-number': ['R-1'] }, '0.manifestations.biblio.number', 'R-1'],
  [
    { type: 'dissertation', institution: [{ name: 'U', id: [ror] }] },
    '0.manifestations.biblio.hosting_data_source.identifiers',
    [{ scheme: 'ror', value: '05gq02987' }],
  ],
  [
    { type: 'component', relation: { 'is-component-of': [{ 'id-type': 'doi', id: '10.5555/P' }] } },
    '0.related_products.is_part_of.local_identifier',
    'https://doi.org/10.5555/p',
  ],
  [
    { type: 'journal-issue', 'container-title': ['J'], 'journal-issue': { issue: '3' } },
    '0.manifestations.biblio.issue',
    '3',
  ],
  [
    { type: 'book', ISBN: ['http://id.crossref.org/isbn/9781108348843'] },
    '0.identifiers.1',
    { scheme: 'isbn', value: '9781108348843' },
  ],
  [
    { resource: { primary: { URL: 'https://example.org/articles/1' } }, URL: `https://doi.org/${DOI}` },
    '0.manifestations.identifiers',
    [{ scheme: 'url', value: 'https://example.org/articles/1' }],
  ],
  [{ URL: `https://doi.org/${DOI}` }, '0.manifestations.identifiers', undefined],
  [
    { author: [{ name: 'The C Collaboration', affiliation: [{ name: 'B', id: [ror] }] }] },
    '0.contributions.declared_affiliations.local_identifier',
    'https://ror.org/05gq02987',
  ],
  [{ author: [null, 'text', { family: 'A' }] }, '0.contributions.by.name', 'A'],
  [
    { author: [{ family: 'A', affiliation: [{ id: [ror] }] }] },
    '0.contributions.declared_affiliations.identifiers',
    [{ scheme: 'ror', value: '05gq02987' }],
  ],
  [{ author: [{ given: 'Sukarno' }] }, '0.contributions.by.name', 'Sukarno'],
  [
    { funder: [{ DOI: '10.13039/501100000780', name: 'EC' }] },
    '0.funding.funding_agency.identifiers',
    [
      { scheme: 'ror', value: '00k4n6c32' },
      { scheme: 'doi', value: '10.13039/501100000780' },
    ],
  ],
  [
    { funder: [{ name: 'A', 'award-info': [{ 'award-number': ['1', '2'] }] }] },
    '0.funding.1.grant_number',
    '2',
  ],
  [
    { funder: [{ name: 'A', award: ['1'] }] },
    '0.funding.funding_agency.local_identifier',
    readBy('crossref', { DOI: '10.5555/2', type: 'book', funder: [{ name: 'A', award: ['2'] }] }).record[
      'funding'
    ][0].funding_agency.local_identifier,
  ],
  [
    { issued: on(2020, 1, 1), license: [{ URL: CC, 'delay-in-days': 365_000 }] },
    '0.manifestations.access_rights',
    { status: 'embargoed' },
  ],
  [
    { issued: on(2020, 1, 1), license: [{ URL: CC, 'delay-in-days': 365 }] },
    '0.manifestations.access_rights',
    { status: 'open' },
  ],
  [
    { issued: on(2020, 1, 1), license: [{ URL: CC, 'delay-in-days': 1e300 }] },
    '0.manifestations.access_rights',
    undefined,
  ],
  [{ license: [{ URL: CC, 'delay-in-days': 365 }] }, '0.manifestations.access_rights', undefined],
  [
    { issued: on(2020, 1, 1), license: [{ URL: CC, 'delay-in-days': 365_000 }, { URL: CC }] },
    '0.manifestations.access_rights',
    { status: 'open' },
  ],
  [
    { license: [{ URL: CC, start: on(2013, 1, 1), 'delay-in-days': 365_000 }] },
    '0.manifestations.access_rights',
    { status: 'open' },
  ],
  [
    { issued: { 'date-parts': [[]] }, created: null, deposited: {}, accepted: on(null) },
    '0.manifestations.dates',
    undefined,
  ],
  [{ issued: on('2013', '8') }, '0.manifestations.dates.publication', ['2013-08']],
  [{ issued: { 'date-parts': [2013, 7, 1] } }, '0.manifestations.dates.publication', ['2013-07-01']],
  [
    { 'updated-by': [{ DOI: '10.5555/e', type: 'Erratum', updated: on(2021, 2) }] },
    '0.manifestations.dates.correction',
    ['2021-02'],
  ],
  [
    {
      reference: [
        { key: 'a', 'journal-title': 'Nature', volume: '1', 'first-page': '3' },
        { key: 'b', 'journal-title': 'Nature', volume: '1', 'first-page': '9' },
      ],
    },
    '0.related_products.cites.1.titles',
    { none: ['Nature. 1: 9'] },
  ],
  [{ DOI: ` ${DOI.toUpperCase()} ` }, '0.local_identifier', `https://doi.org/${DOI}`],
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
    '0.contributions.declared_affiliations.identifiers',
    [{ scheme: 'isni', value: '0000000121034996' }],
  ],
  [{ title: 'T', author: { family: 'Q' } }, '0.titles.none', ['T']],
]

/** Types of DataCite, and the product types that they are. */
const resourceTypes: Readonly<Record<string, string>> = Object.fromEntries([
  ...`Book BookChapter ConferencePaper ConferenceProceeding DataPaper Dissertation Journal JournalArticle
  OutputManagementPlan PeerReview Poster Preprint Presentation Report StudyRegistration Text`
    .split(/\s+/)
    .map((type) => [type, 'literature']),
  ...['Collection', 'Dataset', 'Image'].map((type) => [type, 'research data']),
  ...['ComputationalNotebook', 'Software', 'Workflow'].map((type) => [type, 'research software']),
  ...`Audiovisual Event Instrument InteractiveResource Model Other PhysicalObject Project Service Sound Standard`
    .split(/\s+/)
    .map((type) => [type, 'other']),
])
const typed = (resourceTypeGeneral: string): Json => ({ types: { resourceTypeGeneral } })
const named = (...nameIdentifiers: [scheme: string, value: string][]): Json => ({
  name: 'A, B',
  nameIdentifiers: nameIdentifiers.map(([nameIdentifierScheme, nameIdentifier]) => ({
    nameIdentifier,
    nameIdentifierScheme,
  })),
})
const dated = (dateType: string, date: unknown): Json => ({ dates: [{ dateType, date }] })
const relatedTo = (relationType: string, relatedIdentifierType: string, relatedIdentifier: string): Json => ({
  relatedIdentifiers: [{ relationType, relatedIdentifierType, relatedIdentifier }],
})

const dois: Row[] = [
  ...Object.entries(resourceTypes).map(([type, productType]): Row => [
    typed(type),
    '0.product_type',
    productType,
  ]),
  [
    {
      ...typed('Award'),
      alternateIdentifiers: [{ alternateIdentifier: 'G-1', alternateIdentifierType: 'Award Number' }],
    },
    '0.grant_number',
    'G-1',
  ],
  [
    {
      creators: [
        named(
          ['ORCID', '0000-0002-1825-0097'],
          ['ISNI', '0000 0001 2103 4996'],
          ['ISNI', 'https://isni.org/isni/0000000121034996'],
        ),
      ],
    },
    '0.contributions.by.identifiers',
    [
      { scheme: 'orcid', value: '0000-0002-1825-0097' },
      { scheme: 'isni', value: '0000000121034996' },
    ],
  ],
  [
    { fundingReferences: [{ funderIdentifier: 'grid.40263.33', funderIdentifierType: 'GRID' }] },
    '0.funding.funding_agency.identifiers',
    [{ scheme: 'grid', value: 'grid.40263.33' }],
  ],
  [dated('Valid', '2015/..'), '0.manifestations.dates.validity', ['2015']],
  [dated('Copyrighted', '/2019'), '0.manifestations.dates.copyright', ['2019']],
  [dated('Created', 'ca. 1900'), '0.manifestations.dates', undefined],
  [dated('Accepted', null), '0.manifestations.dates', undefined],
  [
    { rightsList: [{ rights: 'All rights reserved' }] },
    '0.manifestations.access_rights',
    { description: 'All rights reserved' },
  ],
  [
    {
      relatedItems: [
        {
          relatedItemType: 'Journal',
          relationType: 'IsPublishedIn',
          titles: [{ title: 'J' }],
          volume: '1',
          firstPage: '3',
          lastPage: '4',
        },
      ],
    },
    '0.manifestations.biblio.pages',
    { first: '3', last: '4' },
  ],
  [
    { relatedItems: [{ relatedItemType: 'Book', relationType: 'Cites', titles: [{ title: 'B' }] }] },
    '0.related_products.cites.titles',
    { none: ['B'] },
  ],
  [
    relatedTo('IsPublishedIn', 'DOI', '10.5555/2'),
    '0.related_products.is_part_of.local_identifier',
    'https://doi.org/10.5555/2',
  ],
  [
    relatedTo('IsPartOf', 'EISSN', '0028-0836'),
    '0.manifestations.biblio.in.local_identifier',
    'https://portal.issn.org/resource/ISSN/0028-0836',
  ],
  [relatedTo('Cites', 'DOI', DOI), '0.related_products', undefined],
  [
    relatedTo('IsSupplementedBy', 'ARK', 'ark:/1/2'),
    '0.related_products.is_supplemented_by.identifiers',
    [{ scheme: 'ark', value: 'ark:/1/2' }],
  ],
  [{ language: 'German', titles: [{ title: 'T' }] }, '0.titles', { de: ['T'] }],
  [{ creators: [{ name: null }, { name: 'Solo' }] }, '0.contributions.by.name', 'Solo'],
  ...['ContactPerson', 'DataCurator', 'Producer', 'RightsHolder', 'Supervisor', 'Translator'].map(
    (contributorType): Row => [
      { contributors: [{ name: 'A, B', contributorType }] },
      '0.contributions.role',
      undefined,
    ],
  ),
]

for (const [source, rows, whole] of [
  ['crossref', works, { DOI, type: 'journal-article', member: '78' }],
  ['datacite', dois, { doi: DOI, creators: [], titles: [], types: { resourceTypeGeneral: 'Dataset' } }],
] as const)
  describe(`a real record of ${source}`, () => {
    for (const [members, at, value] of rows)
      it(`has ${at} of ${JSON.stringify(members).slice(0, 80)}`, () => {
        const { records, refused } = readBy(source, { ...whole, ...members })
        expect(refused).to.deep.equal([])
        expect(valueAt(records, at)).to.deep.equal(value)
      })
  })

describe('what a record holds beyond SKG-IF', () => {
  const lost: [source: string, members: Json, lost: string[]][] = [
    [
      'crossref',
      {
        DOI,
        type: 'peer-review',
        review: { stage: 'pre-publication' },
        relation: { 'is-review-of': [{ id: '10.5555/2' }] },
      },
      ['relation is-review-of', 'member review'],
    ],
    [
      'crossref',
      { DOI, type: 'posted-content', subtype: 'preprint', 'group-title': 'Neuro' },
      ['member group-title', 'subtype preprint'],
    ],
    ['crossref', { DOI, type: 'proceedings', event: { name: 'C' } }, ['member event']],
    ['crossref', { DOI, type: 'standard', 'standards-body': [{ name: 'ISO' }] }, ['member standards-body']],
    [
      'crossref',
      {
        DOI,
        type: 'book',
        'updated-by': [{ DOI: '10.5555/2', type: 'expression_of_concern', updated: on(2021) }],
      },
      ['update expression_of_concern'],
    ],
    [
      'datacite',
      { doi: DOI, ...typed('Image'), geoLocations: [{ geoLocationPlace: 'X' }] },
      ['member geoLocations'],
    ],
    [
      'datacite',
      { doi: DOI, ...typed('Image'), ...relatedTo('HasVersion', 'DOI', '10.5555/2') },
      ['relation HasVersion'],
    ],
    [
      'datacite',
      { doi: DOI, ...typed('Image'), ...dated('Collected', '2009/2014') },
      ['end of a range of dates'],
    ],
  ]
  for (const [source, members, expected] of lost)
    it(`is reported: ${expected.join()}`, () =>
      expect(readBy(source, members).lost).to.have.members(expected))
})
