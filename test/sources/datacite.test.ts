// DataCite records, member by member: what becomes of each, and what is said to have no place.

import { expect } from 'chai'
import { readBy, valueAt, type Json } from './reading.ts'

const DOI = '10.5555/1'
const read = (attributes: Json, around: Json = {}): ReturnType<typeof readBy> =>
  readBy('datacite', {
    id: DOI,
    type: 'dois',
    attributes: { doi: DOI, types: { resourceTypeGeneral: 'Dataset' }, ...attributes },
    ...around,
  })
const ofType = (resourceTypeGeneral: string): Json => ({ types: { resourceTypeGeneral } })
const related = (relationType: string, relatedIdentifierType: string, relatedIdentifier: string): Json => ({
  relatedIdentifiers: [{ relationType, relatedIdentifierType, relatedIdentifier }],
})
const doiOf = (doi: string): Json => ({
  entity_type: 'product',
  local_identifier: `https://doi.org/${doi}`,
  identifiers: [{ scheme: 'doi', value: doi }],
})
const named = (...nameIdentifiers: [scheme: string, value: string][]): Json => ({
  name: 'A, B',
  nameIdentifiers: nameIdentifiers.map(([nameIdentifierScheme, nameIdentifier]) => ({
    nameIdentifier,
    nameIdentifierScheme,
  })),
})
const dated = (...dates: [dateType: string, date: unknown][]): Json => ({
  dates: dates.map(([dateType, date]) => ({ date, dateType })),
})
const rights = (...rightsList: Json[]): Json => ({ rightsList })
const CC = 'https://creativecommons.org/licenses/by/4.0/legalcode'

/** General types, and the product types that they are. */
const types: Readonly<Record<string, string>> = Object.fromEntries([
  ...`Book BookChapter ConferencePaper ConferenceProceeding DataPaper Dissertation Journal JournalArticle
  OutputManagementPlan PeerReview Poster Preprint Presentation Report StudyRegistration Text`
    .split(/\s+/)
    .map((type) => [type, 'literature']),
  ...['Collection', 'Dataset', 'Image'].map((type) => [type, 'research data']),
  ...['ComputationalNotebook', 'Software', 'Workflow'].map((type) => [type, 'research software']),
  ...`Audiovisual Event Instrument InteractiveResource Model Other PhysicalObject Project Service Sound Standard
  Hologram`
    .split(/\s+/)
    .map((type) => [type, 'other']),
])

type Row = [attributes: Json, at: string, value: unknown]

/** Attributes, where to look, what is there. */
const rows: Row[] = [
  ...Object.entries(types).map(([type, productType]): Row => [ofType(type), 'product_type', productType]),
  [ofType('Text'), 'manifestations.type.labels', { en: 'Text' }],
  [
    { identifiers: [{ identifierType: 'arXiv', identifier: '2311.1' }] },
    'identifiers.1',
    { scheme: 'arxiv', value: '2311.1' },
  ],
  [
    {
      titles: [
        { title: 'A', lang: 'fr-FR' },
        { title: 'B', lang: 'fr', titleType: 'Subtitle' },
      ],
    },
    'titles',
    { fr: ['A', 'B'] },
  ],
  [{ titles: [{ title: 'A' }], language: 'ger' }, 'titles', { de: ['A'] }],
  [{ titles: [{ title: 'A' }], language: 'German' }, 'titles', { de: ['A'] }],
  [{ titles: [{ title: 'A' }] }, 'titles', { none: ['A'] }],
  [
    {
      descriptions: [
        { description: 'A', descriptionType: 'Abstract', lang: 'en' },
        { description: 'M', descriptionType: 'Methods' },
      ],
    },
    'abstracts',
    { en: ['A'] },
  ],
  [{ subjects: [{ subject: 'S' }] }, 'topics.term.labels', { none: 'S' }],
  [
    { subjects: [{ subject: 'S', valueUri: 'http://s.example/1' }] },
    'topics.term.local_identifier',
    'http://s.example/1',
  ],
  [
    {
      contributors: [
        {
          name: 'Library, The British',
          nameType: 'Personal',
          givenName: 'The British',
          familyName: 'Library',
          contributorType: 'ProjectLeader',
          nameIdentifiers: [{ nameIdentifier: 'grid.36212.34', nameIdentifierScheme: 'GRID' }],
        },
      ],
    },
    'contributions.0.by.local_identifier',
    'otf___10-5555-1___organisation-the-british-library-b86ebf9deb',
  ],
  [{ creators: [{ name: 'Li, An', nameType: 'Personal' }] }, 'contributions.by.family_name', 'Li'],
  [
    { creators: [{ name: 'Calenda', nameType: 'Organizational' }] },
    'contributions.by.entity_type',
    'organisation',
  ],
  [
    { creators: [named(['orcid', '0000-0002-1825-0097'])] },
    'contributions.by.local_identifier',
    'https://orcid.org/0000-0002-1825-0097',
  ],
  [{ creators: [{ name: 'A', affiliation: ['U'] }] }, 'contributions.declared_affiliations.name', 'U'],
  [
    {
      creators: [
        {
          name: 'A',
          affiliation: [
            {
              name: 'U',
              affiliationIdentifier: 'https://ror.org/00x6h5n95',
              affiliationIdentifierScheme: 'ROR',
            },
          ],
        },
      ],
    },
    'contributions.declared_affiliations.local_identifier',
    'https://ror.org/00x6h5n95',
  ],
  [
    { creators: [{ name: 'A', affiliation: [{ name: null }] }] },
    'contributions.declared_affiliations',
    undefined,
  ],
  [{ contributors: [{ name: 'A, B', contributorType: 'Editor' }] }, 'contributions.role', 'editor'],
  [
    { contributors: [{ name: 'A, B', contributorType: 'DataCurator' }] },
    'contributions.contribution_types',
    ['data curation'],
  ],
  [
    { publisher: 'P', contributors: [{ name: 'H', contributorType: 'HostingInstitution' }] },
    'manifestations.biblio.hosting_data_source.name',
    'H',
  ],
  [{ publisher: { name: 'P' } }, 'manifestations.biblio.hosting_data_source.name', 'P'],
  [
    { contributors: [{ name: 'G', nameType: 'Organizational', contributorType: 'ResearchGroup' }] },
    'relevant_organisations.name',
    'G',
  ],
  [
    {
      publisher: {
        name: 'P',
        publisherIdentifier: 'https://ror.org/00x6h5n95',
        publisherIdentifierScheme: 'ROR',
      },
    },
    'contributions.by.local_identifier',
    'https://ror.org/00x6h5n95',
  ],
  [
    { ...dated(['Issued', '2020-01']), publicationYear: 2019 },
    'manifestations.dates.publication',
    ['2020-01'],
  ],
  [{ publicationYear: 2019 }, 'manifestations.dates.publication', ['2019']],
  [{ created: '2025-09-06T06:00:10.000Z' }, 'manifestations.dates.creation', ['2025-09-06T06:00:10.000Z']],
  [dated(['Withdrawn', '2020']), 'manifestations.dates.retraction', ['2020']],
  [dated(['Collected', '2009-10-01/2014-01-23']), 'manifestations.dates.collected', ['2009-10-01']],
  [dated(['Issued', '2020'], ['Available', '2021-05-01']), 'manifestations.dates.embargo', ['2021-05-01']],
  [
    dated(['Issued', '2020'], ['Available', '2019-05-01']),
    'manifestations.dates.publication',
    ['2020', '2019-05-01'],
  ],
  [
    rights({ rightsUri: 'info:eu-repo/semantics/openAccess' }, { rightsUri: CC }),
    'manifestations.licence',
    CC,
  ],
  [
    rights({ rightsUri: 'http://spdx.org/licenses/MIT.json' }),
    'manifestations.licence',
    'https://spdx.org/licenses/MIT',
  ],
  [
    rights({ rightsUri: 'https://opensource.org/licenses/MIT' }),
    'manifestations.licence',
    'https://spdx.org/licenses/MIT',
  ],
  [rights({ rightsIdentifier: 'CC-BY-4.0' }), 'manifestations.licence', CC],
  [
    rights({ rightsUri: 'info:eu-repo/semantics/restrictedAccess' }),
    'manifestations.access_rights',
    { status: 'restricted' },
  ],
  [rights({ rightsUri: CC }), 'manifestations.access_rights', { status: 'open' }],
  [
    { ...rights({ rightsUri: CC }), ...dated(['Available', '2999-01-01']) },
    'manifestations.access_rights',
    { status: 'embargoed' },
  ],
  [rights({ rights: 'Ask us.' }), 'manifestations.access_rights', { description: 'Ask us.' }],
  [{ version: '1.0' }, 'manifestations.version', '1.0'],
  [{ contentUrl: ['https://a/b'] }, 'manifestations.identifiers', [{ scheme: 'url', value: 'https://a/b' }]],
  [
    {
      container: {
        type: 'Journal',
        title: 'J',
        identifier: '08866236',
        identifierType: 'ISSN',
        volume: '29',
        firstPage: '994',
        lastPage: '1013',
      },
    },
    'manifestations.biblio.in.local_identifier',
    'https://portal.issn.org/resource/ISSN/0886-6236',
  ],
  [
    { container: { type: 'Journal', title: 'J', volume: '29', firstPage: '994', lastPage: '1013' } },
    'manifestations.biblio.pages',
    { first: '994', last: '1013' },
  ],
  [
    { container: { type: 'Series', title: 'J', firstPage: '2021' } },
    'manifestations.biblio.pages',
    undefined,
  ],
  [{ container: { type: 'Series', title: 'J', volume: 'Diss.' } }, 'manifestations.biblio.volume', undefined],
  [
    {
      container: { title: 'X' },
      relatedItems: [
        { relationType: 'IsPublishedIn', relatedItemType: 'Journal', titles: [{ title: 'J' }], volume: '7' },
      ],
    },
    'manifestations.biblio.in.name',
    'J',
  ],
  [
    related('IsPartOf', 'ISSN', '0886-6236'),
    'manifestations.biblio.in.identifiers',
    [{ scheme: 'issn', value: '0886-6236' }],
  ],
  [
    {
      fundingReferences: [
        { funderName: 'F', funderIdentifier: '10.13039/100000009', funderIdentifierType: 'Other' },
      ],
    },
    'funding.funding_agency.local_identifier',
    'https://doi.org/10.13039/100000009',
  ],
  [
    { fundingReferences: [{ funderName: 'F', awardNumber: '1', awardUri: 'https://doi.org/10.35802/1' }] },
    'funding.local_identifier',
    'https://doi.org/10.35802/1',
  ],
  [
    { fundingReferences: [{ funderName: 'F', awardNumber: '1', awardUri: 'https://a/1' }] },
    'funding.website',
    'https://a/1',
  ],
  [{ fundingReferences: [{ awardTitle: 'A\n  b' }] }, 'funding.titles', { none: 'A b' }],
  [related('References', 'DOI', '10.1002/A'), 'related_products.cites', [doiOf('10.1002/a')]],
  [
    related('IsSupplementedBy', 'URL', 'https://doi.org/10.1002/a'),
    'related_products.is_supplemented_by',
    [doiOf('10.1002/a')],
  ],
  [
    related('IsDocumentedBy', 'Handle', '11222/1'),
    'related_products.is_documented_by.identifiers',
    [{ scheme: 'handle', value: '11222/1' }],
  ],
  [
    {
      ...ofType('Award'),
      alternateIdentifiers: [{ alternateIdentifier: 'G-1', alternateIdentifierType: 'Award Number' }],
    },
    'grant_number',
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
    'contributions.by.identifiers',
    [
      { scheme: 'orcid', value: '0000-0002-1825-0097' },
      { scheme: 'isni', value: '0000000121034996' },
    ],
  ],
  [
    { fundingReferences: [{ funderIdentifier: 'grid.40263.33', funderIdentifierType: 'GRID' }] },
    'funding.funding_agency.identifiers',
    [{ scheme: 'grid', value: 'grid.40263.33' }],
  ],
  [dated(['Valid', '2015/..']), 'manifestations.dates.validity', ['2015']],
  [dated(['Copyrighted', '/2019']), 'manifestations.dates.copyright', ['2019']],
  [dated(['Created', 'ca. 1900']), 'manifestations.dates', undefined],
  [dated(['Accepted', null]), 'manifestations.dates', undefined],
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
    'manifestations.biblio.pages',
    { first: '3', last: '4' },
  ],
  [
    { relatedItems: [{ relatedItemType: 'Book', relationType: 'Cites', titles: [{ title: 'B' }] }] },
    'related_products.cites.titles',
    { none: ['B'] },
  ],
  [
    related('IsPublishedIn', 'DOI', '10.5555/2'),
    'related_products.is_part_of.local_identifier',
    'https://doi.org/10.5555/2',
  ],
  [
    related('IsPartOf', 'EISSN', '0028-0836'),
    'manifestations.biblio.in.local_identifier',
    'https://portal.issn.org/resource/ISSN/0028-0836',
  ],
  [related('Cites', 'DOI', DOI), 'related_products', undefined],
  [{ creators: [{ name: null }, { name: 'Solo' }] }, 'contributions.by.name', 'Solo'],
  ...['ContactPerson', 'DataCurator', 'Producer', 'RightsHolder', 'Supervisor', 'Translator'].map(
    (contributorType): Row => [
      { contributors: [{ name: 'A, B', contributorType }] },
      'contributions.role',
      undefined,
    ],
  ),
]

describe('a record of DataCite', () => {
  for (const [attributes, at, value] of rows)
    it(`has ${at} of ${JSON.stringify(attributes).slice(0, 80)}`, () => {
      const { record, refused } = read(attributes)
      expect(refused).to.deep.equal([])
      expect(valueAt(record, at)).to.deep.equal(value)
    })

  it('is read without the object around its attributes', () =>
    expect(
      readBy('datacite', { doi: DOI, creators: [], titles: [], ...ofType('Text') }).record[
        'local_identifier'
      ],
    ).to.equal('https://doi.org/10.5555/1'))
  it('says inverse relations of the other product', () =>
    expect(read(related('IsSupplementTo', 'DOI', '10.1002/a')).additions).to.deep.equal([
      { ...doiOf('10.1002/a'), related_products: { is_supplemented_by: [doiOf(DOI)] } },
    ]))
  it('has the publisher of its repository as one entity in all records', () => {
    const around = { relationships: { client: { data: { id: 'cern.zenodo', type: 'clients' } } } }
    const idOf = (doi: string): unknown =>
      valueAt(read({ doi, publisher: 'Zenodo' }, around).record, 'contributions.by.local_identifier')
    expect(idOf('10.5281/1')).to.equal(idOf('10.5281/2'))
  })
  it('has a contributor who is called as a creator once', () => {
    const { record } = read({
      creators: [{ name: 'Li, An', nameIdentifiers: [{ nameIdentifier: '0000-0002-1825-0097' }] }],
      contributors: [{ name: 'Li, An', contributorType: 'RightsHolder' }],
    })
    expect(record['contributions']).to.have.length(1)
  })
  const ORCID = '0000-0002-1825-0097'
  const creator = (given: string, family: string): Json => ({
    name: `${family}, ${given}`,
    givenName: given,
    familyName: family,
    nameType: 'Personal',
    nameIdentifiers: named(['ORCID', ORCID])['nameIdentifiers'],
  })
  it('has two creators with one ORCID as two persons, and says so', () => {
    const { record, lost } = read({
      creators: [creator('Níthomas', 'Feitosa'), creator('Ricardo', 'Ott'), creator('R.', 'Ott')],
    })
    const persons = (record['contributions'] as Json[]).map(({ by }) => by as Json)
    expect(persons.map(({ name }) => name)).to.include.members(['Feitosa, Níthomas', 'Ott, Ricardo'])
    expect(new Set(persons.map((one) => one['local_identifier'])).size).to.be.at.least(2)
    expect(persons.filter((one) => JSON.stringify(one).includes(ORCID))).to.deep.equal([])
    expect(lost).to.include(`the ORCID ${ORCID}, which stands beside «Feitosa, Níthomas» and «Ott, Ricardo»`)
  })
  it('has one person of one ORCID whose name is written in two ways', () => {
    const { record, lost } = read({ creators: [creator('Ricardo', 'Ott'), creator('R.', 'Ott')] })
    const persons = (record['contributions'] as Json[]).map(({ by }) => by as Json)
    expect(new Set(persons.map((one) => one['local_identifier']))).to.deep.equal(
      new Set([`https://orcid.org/${ORCID}`]),
    )
    expect(lost.filter((one) => one.includes('ORCID'))).to.deep.equal([])
  })
  it('tells of what has no place', () => {
    const { lost } = read({
      types: { resourceTypeGeneral: 'Hologram', resourceType: 'R' },
      contributors: [{ name: 'A, B', contributorType: 'RightsHolder' }],
      descriptions: [{ description: 'M', descriptionType: 'Methods' }],
      ...dated(['Issued', 'soon'], ['Coverage', '2020']),
      geoLocations: [{ geoLocationPlace: 'Here' }],
      identifiers: [{ identifierType: 'ZA-No.', identifier: '1' }],
      viewCount: 0,
      novelty: 1,
      ...related('IsDerivedFrom', 'DOI', '10.1002/a'),
    })
    expect([...lost].sort()).to.deep.equal([
      'alternate identifiers of the type za-no.',
      'contributors of the type RightsHolder, whose type',
      'dates of the type Coverage',
      'dates that are none, such as a month 13',
      'descriptions of the type Methods',
      'member geoLocations',
      'relation IsDerivedFrom',
      'resourceType',
      'unknown member novelty',
      'unknown resourceTypeGeneral Hologram',
    ])
  })
  it('without DOI is refused with what would be right', () =>
    expect(readBy('datacite', { type: 'dois', attributes: {} }).refused).to.deep.equal([
      'has no DOI; doi is expected to be a text such as 10.5555/12345678',
    ]))
})

describe('an award of DataCite', () => {
  const { record } = read({
    ...ofType('Award'),
    titles: [{ title: 'T' }],
    url: 'https://a/award',
    creators: [{ ...named(['ROR', 'https://ror.org/00x6h5n95']), name: 'F', nameType: 'Organizational' }],
    contributors: [
      { name: 'Li, An', contributorType: 'ProjectLeader', affiliation: ['U'] },
      { name: 'B', nameType: 'Organizational', contributorType: 'Other' },
    ],
    ...dated(['Valid', '2025-01-01/2027-01-01']),
  })
  const expected: [at: string, value: unknown][] = [
    ['entity_type', 'grant'],
    ['titles', { none: 'T' }],
    ['funding_agency.local_identifier', 'https://ror.org/00x6h5n95'],
    ['duration', { start: '2025-01-01', end: '2027-01-01' }],
    ['website', 'https://a/award'],
    ['contributions.0.roles', ['project leader']],
    ['contributions.0.declared_affiliations.name', 'U'],
    ['beneficiaries.name', 'B'],
  ]
  for (const [at, value] of expected) it(`has ${at}`, () => expect(valueAt(record, at)).to.deep.equal(value))
})
