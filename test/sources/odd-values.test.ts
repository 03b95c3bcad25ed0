// Values as no documentation has them, and as dumps do: read as far as they go, and what is not is said.

import { expect } from 'chai'
import { checkFiles } from '../load/checking.ts'
import { readBy, valueAt, type Json, minimal } from './reading.ts'

const NO_DATE = 'dates that are none, such as a month 13'
const NO_URL = 'web addresses that are none'

/** The source, members, where to look, what is there, what is said to be left out. */
type Row = [source: string, given: Json, at: string, value: unknown, lost?: string]

const on = (...parts: unknown[]): Json => ({ 'date-parts': [parts] })
const published = 'manifestations.dates.publication'

const status = 'manifestations.access_rights.status'
const embargo = 'manifestations.dates.embargo'
const accessRows: Row[] = [
  ['crossref', { 'free-to-read': {} }, status, 'open'],
  ['crossref', { 'free-to-read': { 'start-date': on(2019) } }, status, 'open'],
  ['crossref', { 'free-to-read': { 'start-date': on(2099, 1) } }, status, 'embargoed'],
  ['crossref', { 'free-to-read': { 'start-date': on(2099, 1) } }, embargo, ['2099-01']],
  [
    'crossref',
    { 'free-to-read': { 'end-date': on(2019) } },
    'manifestations.access_rights',
    undefined,
    'the end of free-to-read',
  ],
  ['crossref', { license: [{ URL: 'HTTPS://CreativeCommons.org/licenses/by/4.0' }] }, status, 'open'],
  [
    'openaire',
    {
      bestAccessRight: { code: 'c_abf2', label: 'OPEN' },
      instances: [
        { type: 'Article', accessRight: { code: 'c_abf2' } },
        { type: 'Preprint', accessRight: null },
      ],
    },
    'manifestations.1.access_rights',
    undefined,
  ],
]

const standIns = ['(:unav)', ':unav', '(:tba)'].flatMap((name): Row[] => [
  ['datacite', { creators: [{ name }], publisher: name }, 'contributions', undefined],
  ['datacite', { publisher: { name } }, 'manifestations.biblio', undefined],
  ['datacite', { titles: [{ title: name }] }, 'titles', undefined],
])

const ORCID_IRI = 'https://orcid.org/0000-0002-1825-0097'
const orcids = [
  'orcid.org/0000-0002-1825-0097',
  'https://orcid.org/0000000218250097',
  'www.orcid.org/0000-0002-1825-0097/',
].flatMap((ORCID): Row[] => [
  ['crossref', { author: [{ family: 'A', ORCID }] }, 'contributions.by.local_identifier', ORCID_IRI],
  [
    'datacite',
    {
      creators: [
        { name: 'A, B', nameIdentifiers: [{ nameIdentifier: ORCID, nameIdentifierScheme: 'ORCID' }] },
      ],
    },
    'contributions.by.local_identifier',
    ORCID_IRI,
  ],
])

const CC_BY = 'https://creativecommons.org/licenses/by/4.0/'
const licences = [
  ['creativecommons.org/licenses/by/4.0', CC_BY],
  ['http://creativecommons.org/licenses/by/4.0/', CC_BY],
  ['https://www.creativecommons.org/licenses/by/4.0', CC_BY],
  ['https://creativecommons.org/licences/BY/4.0/deed.en', CC_BY],
  ['https://creativecommons.org/licenses/by-nc/4.0/legalcode.de'],
  [
    'http://creativecommons.org/licenses/by/3.0/us/legalcode',
    'https://creativecommons.org/licenses/by/3.0/us/legalcode',
  ],
  ['https://creativecommons.org/publicdomain/zero/1.0/legalcode'],
].map(([rightsUri, shown = rightsUri]): Row => [
  'datacite',
  { rightsList: [{ rightsUri }] },
  'manifestations.licence',
  shown,
])

const rows: Row[] = [
  ['crossref', { issued: on(2020, 0, 0) }, published, ['2020']],
  ['crossref', { issued: on(2020, 13) }, published, ['2020'], NO_DATE],
  ['crossref', { issued: on(2020, 2, 31) }, published, ['2020-02'], NO_DATE],
  ['crossref', { issued: on('2013', '8', '5') }, published, ['2013-08-05']],
  ['crossref', { issued: '2013-08-05' }, published, ['2013-08-05']],
  ['crossref', { issued: on(0) }, published, undefined, NO_DATE],
  [
    'crossref',
    { created: { 'date-time': '2019-05-06T07:08:09Z' } },
    'manifestations.dates.creation',
    ['2019-05-06T07:08:09Z'],
  ],
  ['crossref', { page: 'n/a-n/a' }, 'manifestations.biblio', undefined],
  ['crossref', { page: 'no-no', volume: 'N/A' }, 'manifestations.biblio', undefined],
  [
    'crossref',
    { author: [{ family: 'A', affiliation: ['MIT', null] }] },
    'contributions.declared_affiliations.name',
    'MIT',
  ],
  ['crossref', { author: ['A B'] }, 'contributions', undefined, 'author, a text where an object is expected'],
  ['crossref', { license: [{ URL: CC_BY.slice('https://'.length) }] }, 'manifestations.licence', CC_BY],
  ['crossref', { license: [{ URL: 'N/A' }] }, 'manifestations.licence', undefined, NO_URL],
  ['datacite', { dates: [{ date: '2020-1-5', dateType: 'Issued' }] }, published, ['2020-01-05']],
  ['datacite', { dates: [{ date: '2020/01/05', dateType: 'Issued' }] }, published, ['2020-01-05']],
  [
    'datacite',
    { dates: [{ date: '2020/2021', dateType: 'Issued' }] },
    published,
    ['2020'],
    'end of a range of dates',
  ],
  [
    'datacite',
    {
      descriptions: [
        { description: ['A', 'B'], descriptionType: 'Abstract' },
        { description: { __content__: 'C' }, descriptionType: 'Abstract' },
      ],
    },
    'abstracts',
    { none: ['A', 'B', 'C'] },
  ],
  ['datacite', { titles: ['A'] }, 'titles', { none: ['A'] }],
  ['datacite', { subjects: ['A', null] }, 'topics.term.labels', { none: 'A' }],
  ['datacite', { creators: [{ creatorName: 'Doe, Jane' }] }, 'contributions.by.family_name', 'Doe'],
  ['datacite', { creators: ['Doe, Jane'] }, 'contributions.by.family_name', 'Doe'],
  [
    'datacite',
    {
      fundingReferences: [
        { funderName: 'EC', funderIdentifier: '501100000780', funderIdentifierType: 'Crossref Funder ID' },
      ],
    },
    'funding.funding_agency.local_identifier',
    'https://ror.org/00k4n6c32',
  ],
  ...licences,
  [
    'datacite',
    { rightsList: [{ rightsUri: 'Free to all' }] },
    'manifestations.access_rights',
    { description: 'Free to all' },
  ],
  ['ror', { links: [{ type: 'website', value: 'www.u.example' }] }, 'website', 'https://www.u.example'],
  ['ror', { links: [{ type: 'website', value: 'a b' }] }, 'website', undefined, NO_URL],
  [
    'ror',
    { external_ids: [{ type: 'FundRef', preferred: null, all: ['1'] }] },
    'identifiers.1.value',
    '10.13039/1',
  ],
  [
    'openaire',
    { id: 'a\ud800::1' },
    'local_identifier',
    'https://explore.openaire.eu/search/result?id=a%EF%BF%BD%3A%3A1',
  ],
  [
    'openaire',
    { organizations: [{ id: 'o::1', legalName: 'O', websiteUrl: 'www.o.example/x' }] },
    'relevant_organisations.website',
    'https://www.o.example/x',
  ],
  ...accessRows,
  ...standIns,
  ...orcids,
  [
    'datacite',
    {
      relatedItems: [
        {
          relationType: 'IsPublishedIn',
          relatedItemType: 'Journal',
          relatedItemIdentifier: { relatedItemIdentifier: '0028-0836', relatedItemIdentifierType: 'ISSN' },
          titles: [{ title: 'Nature' }],
        },
      ],
      relatedIdentifiers: [
        { relatedIdentifier: '2049-3630', relatedIdentifierType: 'EISSN', relationType: 'IsPartOf' },
      ],
    },
    'manifestations.biblio.in.identifiers',
    [{ scheme: 'issn', value: '0028-0836' }],
    'ISSNs beside the item in which it is published',
  ],
  ['openaire', { publicationDate: '2020-00-00' }, published, ['2020']],
  ['opencitations', { pub_date: '2020-13' }, published, ['2020'], NO_DATE],
  ['csl', { author: [{ family: 'others' }] }, 'contributions', undefined, '«and others»'],
]

describe('an odd value', () => {
  for (const [source, given, at, value, lost] of rows)
    it(`of ${source}: ${at} of ${JSON.stringify(given).slice(0, 80)}`, () => {
      const found = readBy(source, (minimal[source] as (one: Json) => Json)(given))
      expect(found.refused).to.deep.equal([])
      expect(valueAt(found.record, at)).to.deep.equal(value)
      if (lost === undefined)
        expect(found.lost.filter((one) => [NO_DATE, NO_URL].includes(one))).to.deep.equal([])
      else expect(found.lost).to.include(lost)
    })
})

describe('an odd file', () => {
  it('whose first record is null has others', async () => {
    const work = { DOI: '10.5555/1', type: 'book', member: '78', title: ['A'] }
    const { findings, records } = await checkFiles({ 'a.json': JSON.stringify({ items: [null, work] }) })
    expect(records).to.equal(1)
    expect(findings.map(({ kind }) => kind)).to.deep.equal(['no-record'])
  })
  it('that says that DataCite has found nothing is one of DataCite', async () => {
    const { findings } = await checkFiles({ 'a.json': '{"errors":[{"status":"404","title":"Not there"}]}' })
    expect(findings.map(({ message }) => message)).to.deep.equal([
      'is DataCite JSON that holds no records, not SKG-IF; its record is left out',
    ])
  })
  it('of RIS may have small letters, and one blank before the hyphen', async () => {
    const text = 'Provider: X\n\nTY - JOUR\nTI - A\nER - \nty  - JOUR\nti  - B\ner  -\n'
    const { findings, records } = await checkFiles({ 'a.ris': text })
    expect([findings, records]).to.deep.equal([[], 2])
  })
})
