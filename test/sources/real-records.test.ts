// What real records of Crossref and DataCite hold beside the usual: each kind of record and each odd value, with what
// becomes of it.

import { expect } from 'chai'
import { readBy, valueAt, type Json } from './reading.ts'

const DOI = '10.5555/1'
const on = (...parts: unknown[]): Json => ({ 'date-parts': [parts] })

/** Title, source, members of the record, where to look (of all records, by position), what is there. */
type Row = [title: string, members: Json, at: string, value: unknown]

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
  ...Object.entries(types).map(([type, productType]): Row => [type, { type }, '0.product_type', productType]),
  ['a grant', { type: 'grant', award: '1' }, '0.entity_type', 'grant'],
  [
    'a series of reports is a venue',
    { type: 'report-series', title: ['R'], ISSN: ['1234-5679'] },
    '1.name',
    'R',
  ],
  [
    'a report has its number',
    { type: 'report', 'report-number': ['R-1'] },
    '0.manifestations.biblio.number',
    'R-1',
  ],
  [
    'a thesis is accepted when it is approved',
    { type: 'dissertation', approved: on(2019, 3) },
    '0.manifestations.dates.acceptance',
    ['2019-03'],
  ],
  [
    'a thesis is hosted by the institution',
    { type: 'dissertation', institution: [{ name: 'U', id: [ror] }] },
    '0.manifestations.biblio.hosting_data_source.identifiers',
    [{ scheme: 'ror', value: '05gq02987' }],
  ],
  [
    'a component is a part',
    { type: 'component', relation: { 'is-component-of': [{ 'id-type': 'doi', id: '10.5555/P' }] } },
    '0.related_products.is_part_of.local_identifier',
    'https://doi.org/10.5555/p',
  ],
  [
    'an issue is in its journal',
    { type: 'journal-issue', 'container-title': ['J'], 'journal-issue': { issue: '3' } },
    '0.manifestations.biblio.issue',
    '3',
  ],
  [
    'a paper is in the proceedings of its ISBN',
    {
      type: 'proceedings-article',
      'container-title': ['P'],
      ISBN: ['9781108348843'],
      'isbn-type': [{ value: '9781108348843', type: 'print' }],
    },
    '0.manifestations.biblio.in.identifiers',
    [{ scheme: 'isbn', value: '9781108348843' }],
  ],
  [
    'an ISBN as a URL',
    { type: 'book', ISBN: ['http://id.crossref.org/isbn/9781108348843'] },
    '0.identifiers.1',
    { scheme: 'isbn', value: '9781108348843' },
  ],
  [
    'a landing page is an identifier of the manifestation',
    { resource: { primary: { URL: 'https://example.org/articles/1' } }, URL: `https://doi.org/${DOI}` },
    '0.manifestations.identifiers',
    [{ scheme: 'url', value: 'https://example.org/articles/1' }],
  ],
  [
    'the address of the DOI is no landing page',
    { URL: `https://doi.org/${DOI}` },
    '0.manifestations.identifiers',
    undefined,
  ],
  [
    'a group is an organisation',
    {
      author: [
        { name: 'The C Collaboration', sequence: 'additional', affiliation: [{ name: 'CERN', id: [ror] }] },
      ],
    },
    '0.contributions.by.entity_type',
    'organisation',
  ],
  [
    'a group has affiliations',
    { author: [{ name: 'The C Collaboration', affiliation: [{ name: 'B', id: [ror] }] }] },
    '0.contributions.declared_affiliations.local_identifier',
    'https://ror.org/05gq02987',
  ],
  [
    'additional authors have their rank',
    {
      author: [
        { family: 'A', sequence: 'first' },
        { family: 'B', sequence: 'additional' },
      ],
    },
    '0.contributions.1.rank',
    2,
  ],
  [
    'authors who are null are none',
    { author: [null, 'text', { family: 'A' }] },
    '0.contributions.by.name',
    'A',
  ],
  [
    'an affiliation without name',
    { author: [{ family: 'A', affiliation: [{ id: [ror] }] }] },
    '0.contributions.declared_affiliations.identifiers',
    [{ scheme: 'ror', value: '05gq02987' }],
  ],
  ['a given name alone', { author: [{ given: 'Sukarno' }] }, '0.contributions.by.name', 'Sukarno'],
  [
    'a funder DOI without award',
    { funder: [{ DOI: '10.13039/501100000780', name: 'EC' }] },
    '0.funding.funding_agency.identifiers',
    [
      { scheme: 'ror', value: '00k4n6c32' },
      { scheme: 'doi', value: '10.13039/501100000780' },
    ],
  ],
  [
    'awards in a list',
    { funder: [{ name: 'A', award: ['1'], 'award-info': [{ 'award-number': ['1'] }] }] },
    '0.funding.1',
    undefined,
  ],
  [
    'all awards of a list',
    { funder: [{ name: 'A', 'award-info': [{ 'award-number': ['1', '2'] }] }] },
    '0.funding.1.grant_number',
    '2',
  ],
  [
    'the funder of two records is one',
    { funder: [{ name: 'A', award: ['1'] }] },
    '0.funding.funding_agency.local_identifier',
    readBy('crossref', { DOI: '10.5555/2', type: 'book', funder: [{ name: 'A', award: ['2'] }] }).record[
      'funding'
    ][0].funding_agency.local_identifier,
  ],
  [
    'a licence without start holds after its delay',
    { issued: on(2020, 1, 1), license: [{ URL: CC, 'delay-in-days': 365_000 }] },
    '0.manifestations.access_rights',
    { status: 'embargoed' },
  ],
  [
    'a licence whose delay is over is open',
    { issued: on(2020, 1, 1), license: [{ URL: CC, 'delay-in-days': 365 }] },
    '0.manifestations.access_rights',
    { status: 'open' },
  ],
  [
    'a delay beyond all dates says nothing of who may read',
    { issued: on(2020, 1, 1), license: [{ URL: CC, 'delay-in-days': 1e300 }] },
    '0.manifestations.access_rights',
    undefined,
  ],
  [
    'a delay after an unknown day says nothing of who may read',
    { license: [{ URL: CC, 'delay-in-days': 365 }] },
    '0.manifestations.access_rights',
    undefined,
  ],
  [
    'a licence that holds counts beside one with a delay',
    { issued: on(2020, 1, 1), license: [{ URL: CC, 'delay-in-days': 365_000 }, { URL: CC }] },
    '0.manifestations.access_rights',
    { status: 'open' },
  ],
  [
    'a start counts, whatever the delay',
    { license: [{ URL: CC, start: on(2013, 1, 1), 'delay-in-days': 365_000 }] },
    '0.manifestations.access_rights',
    { status: 'open' },
  ],
  [
    'dates without parts',
    { issued: { 'date-parts': [[]] }, created: null, deposited: {}, accepted: on(null) },
    '0.manifestations.dates',
    undefined,
  ],
  ['parts that are texts', { issued: on('2013', '8') }, '0.manifestations.dates.publication', ['2013-08']],
  [
    'parts without the outer list',
    { issued: { 'date-parts': [2013, 7, 1] } },
    '0.manifestations.dates.publication',
    ['2013-07-01'],
  ],
  [
    'the erratum of another kind of case',
    { 'updated-by': [{ DOI: '10.5555/e', type: 'Erratum', updated: on(2021, 2) }] },
    '0.manifestations.dates.correction',
    ['2021-02'],
  ],
  ['titles that are empty', { title: ['', null, '  '] }, '0.titles', undefined],
  [
    'mathematics in a title',
    { title: ['On <mml:math><mml:mi>x</mml:mi></mml:math> &amp; <i>y</i>'] },
    '0.titles.none',
    ['On x & y'],
  ],
  [
    'a formula in TeX and MathML',
    {
      abstract:
        '<jats:p>Let <jats:inline-formula><jats:alternatives><jats:tex-math>$$x^2$$</jats:tex-math>' +
        '<mml:math><mml:mi>x</mml:mi><mml:mn>2</mml:mn></mml:math></jats:alternatives>' +
        '</jats:inline-formula> be.</jats:p>',
    },
    '0.abstracts.none',
    ['Let x2 be.'],
  ],
  [
    'sections of an abstract',
    {
      abstract:
        '<jats:title>Abstract</jats:title><jats:sec><jats:title>Aim</jats:title>' +
        '<jats:p>p &lt; 0.05</jats:p></jats:sec>',
    },
    '0.abstracts.none',
    ['Aim\np < 0.05'],
  ],
  [
    'entities of HTML in an abstract',
    { abstract: 'CO&lt;sub&gt;2&lt;/sub&gt; &amp;amp; &eacute;&#169;&nosuch;' },
    '0.abstracts.none',
    ['CO2 & é©&nosuch;'],
  ],
  [
    'references of one journal are told apart',
    {
      reference: [
        { key: 'a', 'journal-title': 'Nature', volume: '1', 'first-page': '3' },
        { key: 'b', 'journal-title': 'Nature', volume: '1', 'first-page': '9' },
      ],
    },
    '0.related_products.cites.1.titles',
    { none: ['Nature. 1: 9'] },
  ],
  [
    'a DOI with blanks around',
    { DOI: ` ${DOI.toUpperCase()} ` },
    '0.local_identifier',
    `https://doi.org/${DOI}`,
  ],
  [
    'an ISNI of an affiliation',
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
  ['a title that is no list', { title: 'T', author: { family: 'Q' } }, '0.titles.none', ['T']],
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
  [
    'a landing page is an identifier of the manifestation',
    { url: 'https://example.org/data/1', contentUrl: ['https://example.org/data/1.zip'] },
    '0.manifestations.identifiers',
    [
      { scheme: 'url', value: 'https://example.org/data/1' },
      { scheme: 'url', value: 'https://example.org/data/1.zip' },
    ],
  ],
  ...Object.entries(resourceTypes).map(([type, productType]): Row => [
    type,
    typed(type),
    '0.product_type',
    productType,
  ]),
  ['an award is a grant', typed('Award'), '0.entity_type', 'grant'],
  [
    'an award has the number of the funder',
    {
      ...typed('Award'),
      alternateIdentifiers: [{ alternateIdentifier: 'G-1', alternateIdentifierType: 'Award Number' }],
    },
    '0.grant_number',
    'G-1',
  ],
  [
    'identifiers of several schemes',
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
    'a funder by GRID alone',
    { fundingReferences: [{ funderIdentifier: 'grid.40263.33', funderIdentifierType: 'GRID' }] },
    '0.funding.funding_agency.identifiers',
    [{ scheme: 'grid', value: 'grid.40263.33' }],
  ],
  [
    'an award title with line breaks',
    { fundingReferences: [{ funderName: 'F', awardTitle: 'T\n  U' }] },
    '0.funding.titles',
    { none: 'T U' },
  ],
  [
    'a range has its start',
    dated('Collected', '2009-10-01/2014-01-23'),
    '0.manifestations.dates.collected',
    ['2009-10-01'],
  ],
  ['a range without end', dated('Valid', '2015/..'), '0.manifestations.dates.validity', ['2015']],
  ['a range without start', dated('Copyrighted', '/2019'), '0.manifestations.dates.copyright', ['2019']],
  ['dates that are none', dated('Created', 'ca. 1900'), '0.manifestations.dates', undefined],
  ['dates that are null', dated('Accepted', null), '0.manifestations.dates', undefined],
  [
    'rights in words',
    { rightsList: [{ rights: 'All rights reserved' }] },
    '0.manifestations.access_rights',
    { description: 'All rights reserved' },
  ],
  [
    'rights by access word',
    { rightsList: [{ rightsUri: 'info:eu-repo/semantics/restrictedAccess' }, { rightsUri: CC }] },
    '0.manifestations.licence',
    CC,
  ],
  [
    'an item around it is the venue',
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
    'an item that it cites',
    { relatedItems: [{ relatedItemType: 'Book', relationType: 'Cites', titles: [{ title: 'B' }] }] },
    '0.related_products.cites.titles',
    { none: ['B'] },
  ],
  [
    'what it is published in by DOI',
    relatedTo('IsPublishedIn', 'DOI', '10.5555/2'),
    '0.related_products.is_part_of.local_identifier',
    'https://doi.org/10.5555/2',
  ],
  [
    'an electronic ISSN of which it is part',
    relatedTo('IsPartOf', 'EISSN', '0028-0836'),
    '0.manifestations.biblio.in.local_identifier',
    'https://portal.issn.org/resource/ISSN/0028-0836',
  ],
  [
    'a URL that is a DOI',
    relatedTo('Cites', 'URL', 'https://doi.org/10.5555/Y'),
    '0.related_products.cites.local_identifier',
    'https://doi.org/10.5555/y',
  ],
  ['a relation to itself', relatedTo('Cites', 'DOI', DOI), '0.related_products', undefined],
  [
    'an ARK',
    relatedTo('IsSupplementedBy', 'ARK', 'ark:/1/2'),
    '0.related_products.is_supplemented_by.identifiers',
    [{ scheme: 'ark', value: 'ark:/1/2' }],
  ],
  [
    'entities that are escaped twice',
    { titles: [{ title: '&amp;lt;i&amp;gt;A&amp;lt;/i&amp;gt; &amp;amp; B', lang: 'eng' }] },
    '0.titles',
    { en: ['A & B'] },
  ],
  [
    'lists of HTML in an abstract',
    {
      descriptions: [{ descriptionType: 'Abstract', description: '<p>One</p><ul><li>a</li><li>b</li></ul>' }],
    },
    '0.abstracts.none',
    ['One\na\nb'],
  ],
  [
    'a language by its English name',
    { language: 'German', titles: [{ title: 'T' }] },
    '0.titles',
    { de: ['T'] },
  ],
  [
    'creators without name',
    { creators: [{ name: null }, { name: 'Solo' }] },
    '0.contributions.by.name',
    'Solo',
  ],
  [
    'affiliations that are null, objects and texts',
    { creators: [{ name: 'A, B', affiliation: [{ name: null }, 'V'] }] },
    '0.contributions.declared_affiliations.name',
    'V',
  ],
  ...['ContactPerson', 'DataCurator', 'Producer', 'RightsHolder', 'Supervisor', 'Translator'].map(
    (contributorType): Row => [
      `a ${contributorType} is no author`,
      { contributors: [{ name: 'A, B', contributorType }] },
      '0.contributions.role',
      undefined,
    ],
  ),
  [
    'a HostingInstitution is the host',
    { contributors: [{ name: 'H', contributorType: 'HostingInstitution' }] },
    '0.manifestations.biblio.hosting_data_source.name',
    'H',
  ],
]

for (const [source, rows, whole] of [
  ['crossref', works, { DOI, type: 'journal-article', member: '78' }],
  ['datacite', dois, { doi: DOI, creators: [], titles: [], types: { resourceTypeGeneral: 'Dataset' } }],
] as const)
  describe(`a real record of ${source}`, () => {
    for (const [title, members, at, value] of rows)
      it(`is read: ${title}`, () => {
        const { records, refused } = readBy(source, { ...whole, ...members })
        expect(refused).to.deep.equal([])
        expect(valueAt(records, at)).to.deep.equal(value)
      })
  })

describe('what a record holds beyond SKG-IF', () => {
  const lost: [title: string, source: string, members: Json, lost: string[]][] = [
    [
      'a review',
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
      'a preprint',
      'crossref',
      { DOI, type: 'posted-content', subtype: 'preprint', 'group-title': 'Neuro' },
      ['member group-title', 'subtype preprint'],
    ],
    ['a conference', 'crossref', { DOI, type: 'proceedings', event: { name: 'C' } }, ['member event']],
    [
      'a standard',
      'crossref',
      { DOI, type: 'standard', 'standards-body': [{ name: 'ISO' }] },
      ['member standards-body'],
    ],
    [
      'an update that is no correction',
      'crossref',
      {
        DOI,
        type: 'book',
        'updated-by': [{ DOI: '10.5555/2', type: 'expression_of_concern', updated: on(2021) }],
      },
      ['update expression_of_concern'],
    ],
    [
      'places',
      'datacite',
      { doi: DOI, ...typed('Image'), geoLocations: [{ geoLocationPlace: 'X' }] },
      ['member geoLocations'],
    ],
    [
      'versions',
      'datacite',
      { doi: DOI, ...typed('Image'), ...relatedTo('HasVersion', 'DOI', '10.5555/2') },
      ['relation HasVersion'],
    ],
    [
      'the end of a range',
      'datacite',
      { doi: DOI, ...typed('Image'), ...dated('Collected', '2009/2014') },
      ['end of a range of dates'],
    ],
  ]
  for (const [title, source, members, expected] of lost)
    it(`is reported: ${title}`, () => expect(readBy(source, members).lost).to.have.members(expected))
})
