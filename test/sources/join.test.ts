// What several sources say of one work becomes one record: who is joined, who never is, and what the others add.

import { expect } from 'chai'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { merger } from '../../src/load/linking/merge-records.ts'
import { load } from '../load/files.ts'
import { recorded } from '../support/compare.ts'
import { readBy, type Json, minimal } from './reading.ts'

const DOI = '10.5555/1'
const [ONE, TWO] = ['0000-0002-1825-0097', '0000-0001-5109-3700']

/** Authors as «Given/Family ORCID». */
const persons = (text: string): Json[] =>
  text.split('; ').map((one) => {
    const [, given, family, ORCID] = /^(.*)\/(.*?)(?: (\d{4}-\S+))?$/.exec(one) ?? []
    return { given, family, ...(ORCID && { ORCID }) }
  })

const recordOf =
  (source: string, more: Json = {}) =>
  (members: Json): Json =>
    readBy(source, minimal[source]!({ ...more, ...members })).record
const crossref = recordOf('crossref')
const csl = recordOf('csl', { id: 'a', type: 'article-journal' })
const datacite = recordOf('datacite', { creators: [], titles: [], types: { resourceTypeGeneral: 'Text' } })
const openaire = recordOf('openaire', { pids: [{ scheme: 'doi', value: DOI }] })
const empty = { title: '', pub_date: '', volume: '', issue: '', page: '', publisher: '', editor: '' }
const meta = recordOf('opencitations', { ...empty, type: 'journal article' })

function joined(...records: Json[]): Json & { readonly lost: readonly string[] } {
  const lost: string[] = []
  return { ...merger.merge(records, (what) => lost.push(what)), lost }
}

/** The authors of a record as text: name, then ORCID. */
const authors = (record: Json): string[] =>
  (record['contributions'] ?? [])
    .filter((one: Json) => one['role'] === 'author')
    .map(({ by }: Json) => {
      const orcid = (by['identifiers'] ?? []).find((one: Json) => one['scheme'] === 'orcid')
      return `${by['name'] as string}${orcid ? ` ${orcid['value'] as string}` : ''}`
    })

/** Authors of the fuller record, authors of the other one, authors of both, how many are left out. */
const rows: [first: string, second: string, all: string[], lost: number][] = [
  [`Jane/Doe ${ONE}`, `J. M./Roe ${ONE}`, [`Jane Doe ${ONE}`], 0],
  ['Jane/Doe', `Jane/Doe ${ONE}`, [`Jane Doe ${ONE}`], 0],
  ['J./Doe', `Jane/Doe ${ONE}`, [`Jane Doe ${ONE}`], 0],
  [`JM/Doe ${ONE}`, 'Jane Mary/Doe', [`Jane Mary Doe ${ONE}`], 0],
  ['José/Núñez', `JOSE/NUNEZ ${ONE}`, [`José Núñez ${ONE}`], 0],
  ['Jan/van den Berg', `Jan/Berg ${ONE}`, [`Jan van den Berg ${ONE}`], 0],
  ['伟/王', `伟/王 ${ONE}`, [`伟 王 ${ONE}`], 0],
  ['Jane/Doe; Ann/Lee', `Ann/Lee ${TWO}; Jane/Doe ${ONE}`, [`Jane Doe ${ONE}`, `Ann Lee ${TWO}`], 0],
  ['Jane/Doe', 'Jane/Doe; Ann/Lee', ['Jane Doe', 'Ann Lee'], 0],
  [`Jane/Doe ${ONE}`, `Jane/Doe ${TWO}`, [`Jane Doe ${ONE}`], 1],
  ['Jane/Doe', `Jane/Roe ${ONE}`, ['Jane Doe'], 1],
  ['Jane/Doe', `Mary/Doe ${ONE}`, ['Jane Doe'], 1],
  ['Jane/Doe', `M./Doe ${ONE}`, ['Jane Doe'], 1],
  ['Wei/Li; W./Zhang', `W./Zhang ${ONE}`, ['Wei Li', 'W. Zhang'], 1],
  ['A/B; Wei/Li; Wei/Li', `Wei/Li ${ONE}`, ['A B', 'Wei Li', 'Wei Li'], 1],
  ['Wei/Li; Wei/Li', `Wei/Li ${ONE}; Wei/Li ${TWO}`, [`Wei Li ${ONE}`, `Wei Li ${TWO}`], 0],
]

describe('authors of one work in two sources', () => {
  for (const [first, second, all, lost] of rows)
    it(`are ${lost === 0 ? 'joined' : 'not joined'}: ${first} and ${second}`, () => {
      const found = joined(crossref({ author: persons(first) }), csl({ author: persons(second) }))
      expect(authors(found)).to.deep.equal(all)
      expect(found.lost).to.have.length(lost)
    })
  it('get the ORCID as id, and ranks in one row', () => {
    const found = joined(
      crossref({ author: persons('Jane/Doe'), publisher: 'P' }),
      csl({ author: persons(`Jane/Doe ${ONE}`) }),
    )
    expect(found['contributions'].map(({ by, rank }: Json) => [rank, by['entity_type']])).to.deep.equal([
      [1, 'person'],
      [2, 'organisation'],
    ])
    expect(found['contributions'][0].by.local_identifier).to.equal(`https://orcid.org/${ONE}`)
  })
  it('are joined in thousands, at places that differ by one', function () {
    const many = Array.from({ length: 1000 }, (_, i) => `Given${i}/Wang${i % 50}`)
    const found = joined(
      crossref({ author: persons(many.join('; ')) }),
      csl({ author: persons([`First/One ${ONE}`, ...many].join('; ')) }),
    )
    expect(authors(found)).to.have.length(1001)
  })
  it('that are groups are organisations, if one source knows it', () => {
    const found = joined(
      crossref({ author: [{ name: 'GTEx Consortium' }] }),
      csl({ author: [{ family: 'GTEx Consortium' }] }),
    )
    expect(found['contributions']).to.have.length(1)
    expect(found['contributions'][0].by.entity_type).to.equal('organisation')
  })
  it('keep their affiliations, each once', () => {
    const author = (...affiliation: Json[]): Json => ({ ...persons('Jane/Doe')[0], affiliation })
    const ror = { id: [{ id: 'https://ror.org/05gq02987', 'id-type': 'ROR' }], name: 'Brown University' }
    const found = joined(
      crossref({ author: [author(ror)] }),
      datacite({
        creators: [{ name: 'Doe, Jane', affiliation: ['Brown University', 'Wesleyan University'] }],
      }),
    )
    const names = found['contributions'][0].declared_affiliations.map((one: Json) => one['name'])
    expect(names).to.deep.equal(['Brown University', 'Wesleyan University'])
  })
})

const venue = (found: Json): Json => found['manifestations'][0].biblio.in
const publishers = (found: Json): Json[] =>
  found['contributions'].filter((one: Json) => one['role'] === 'publisher').map((one: Json) => one['by'])

/** Records with the fullest first, what is looked at, what is there. */
const others: [records: Json[], of: (found: Json) => unknown, expected: unknown][] = [
  [
    [
      crossref({ publisher: 'CERN' }),
      datacite({ publisher: { name: 'CERN', publisherIdentifier: 'https://ror.org/01ggx4157' } }),
    ],
    (found) => publishers(found).map((one) => one['local_identifier']),
    ['https://ror.org/01ggx4157'],
  ],
  [
    [
      crossref({ publisher: 'Springer Science and Business Media LLC' }),
      csl({ publisher: 'Nature Publishing Group' }),
    ],
    (found) => publishers(found).map((one) => one['name']),
    ['Springer Science and Business Media LLC'],
  ],
  [[crossref({}), csl({ publisher: 'P' })], (found) => publishers(found).map((one) => one['name']), ['P']],
  [
    [crossref({ 'container-title': ['Nature'] }), csl({ 'container-title': 'NATURE', ISSN: '0028-0836' })],
    (found) => [found['manifestations'].length, venue(found)['local_identifier'], venue(found)['name']],
    [1, 'https://portal.issn.org/resource/ISSN/0028-0836', 'Nature'],
  ],
  [
    [
      crossref({ 'container-title': ['Nature'], ISSN: ['0028-0836'] }),
      meta({ venue: 'Nature [issn:0028-0836 issn:1476-4687]' }),
    ],
    (found) => venue(found)['identifiers'].map((one: Json) => one['value']),
    ['0028-0836', '1476-4687'],
  ],
  [
    [
      crossref({ 'container-title': ['Nature'], ISSN: ['0028-0836'] }),
      csl({ 'container-title': 'Science', ISSN: '0036-8075' }),
    ],
    (found) => venue(found)['identifiers'].map((one: Json) => one['value']),
    ['0028-0836'],
  ],
  [
    [
      crossref({ title: ['The Title'], subtitle: ['And more'] }),
      csl({ title: 'The title: and more' }),
      meta({ title: 'THE TITLE' }),
    ],
    (found) => found['titles'],
    { none: ['The Title', 'And more'] },
  ],
  [
    [crossref({ title: ['The Title'] }), datacite({ titles: [{ title: 'Le titre', lang: 'fr' }] })],
    (found) => found['titles'],
    { none: ['The Title'], fr: ['Le titre'] },
  ],
  [
    [crossref({ abstract: '<jats:p>One.</jats:p>' }), csl({ abstract: 'Two.' })],
    (found) => found['abstracts'],
    { none: ['One.'] },
  ],
  [
    [
      crossref({ issued: { 'date-parts': [[2013]] } }),
      csl({ issued: { 'date-parts': [[2013, 8, 1]] } }),
      meta({ pub_date: '2013-08' }),
    ],
    (found) => found['manifestations'][0].dates.publication,
    ['2013-08-01'],
  ],
  [
    [
      crossref({ funder: [{ name: 'European Commission', award: ['GA 777523'] }] }),
      datacite({
        fundingReferences: [
          {
            funderName: 'European Commission',
            funderIdentifier: '10.13039/501100000780',
            awardNumber: 'ga-777523',
          },
        ],
      }),
    ],
    (found) => found['funding'].map((one: Json) => one['funding_agency'].local_identifier),
    ['https://ror.org/00k4n6c32'],
  ],
  [
    [
      crossref({ funder: [{ name: 'A', award: ['1'] }, { name: 'B' }] }),
      datacite({ fundingReferences: [{ funderName: 'A' }, { funderName: 'B', awardNumber: '2' }] }),
    ],
    (found) => found['funding'].map((one: Json) => one['grant_number']),
    ['1', '2'],
  ],
  [
    [
      crossref({ funder: [{ name: 'A', award: ['1'] }] }),
      datacite({ fundingReferences: [{ funderName: 'A', awardNumber: '2' }] }),
    ],
    (found) => found['funding'].map((one: Json) => one['grant_number']),
    ['1', '2'],
  ],
  [
    [
      crossref({ volume: '1' }),
      openaire({
        instances: [
          {
            type: 'Article',
            urls: [`https://doi.org/${DOI}`],
            license: 'https://creativecommons.org/licenses/by/4.0/',
          },
          {
            type: 'Article',
            urls: ['https://hal.science/1'],
            hostedBy: { key: 'opendoar____::1', value: 'HAL' },
          },
        ],
      }),
    ],
    (found) => found['manifestations'].map((one: Json) => [one['biblio'].volume, one['licence']]),
    [
      ['1', 'https://creativecommons.org/licenses/by/4.0/'],
      [undefined, undefined],
    ],
  ],
  [
    [
      crossref({ reference: [{ key: 'a', DOI: '10.5555/2' }] }),
      datacite({
        relatedIdentifiers: [
          { relatedIdentifier: '10.5555/2', relatedIdentifierType: 'DOI', relationType: 'Cites' },
        ],
      }),
    ],
    (found) => found['related_products'].cites.length,
    1,
  ],
  [
    [crossref({ type: 'other' }), csl({ type: 'dataset' })],
    (found) => found['product_type'],
    'research data',
  ],
]

describe('records of one work in several sources become one:', () => {
  for (const [records, of, expected] of others)
    it(`it has ${JSON.stringify(expected)}`, () => {
      const [first, ...rest] = records as [Json, ...Json[]]
      expect(of(joined(first, ...rest))).to.deep.equal(expected)
    })
})

describe('a load of several sources', () => {
  it('has one record of a work, whatever the order, and says how many it joined', async function () {
    if (!existsSync(recorded)) return this.skip()
    const path = join(recorded, 'pairs/crossref/crossref-journal-article-with-ror-affiliation.json')
    const work = (JSON.parse(readFileSync(path, 'utf8')) as Json)['message'] as Json
    const doi = work['DOI'] as string
    const authorsOf = (read: (author: Json) => unknown): unknown[] => work['author'].map(read)
    const authors = authorsOf(({ given, family }) => `${family}, ${given[0]}.`).join(' and ')
    const bib =
      `@article{a, doi = {${doi}}, title = {${work['title'][0]}}, author = {${authors}}, ` +
      `publisher = {${work['publisher']}}, journal = {${work['container-title'][0]}}}`
    const graph = {
      id: 'doi_________::1',
      type: 'publication',
      mainTitle: work['title'][0],
      pids: [{ scheme: 'doi', value: doi }],
      publisher: work['publisher'],
      authors: authorsOf(({ given, family }) => ({
        fullName: `${family}, ${given}`,
        name: given,
        surname: family,
      })),
      instances: [{ type: 'Article', urls: [`https://doi.org/${doi}`] }],
    }
    const orcid = work['author'].map((one: Json) => one['ORCID']).find(Boolean) as string
    const path16 = orcid.replace(/^.*\//, '')
    const profile = {
      'orcid-identifier': { path: path16 },
      person: { name: { 'credit-name': { value: 'Somebody' } } },
    }
    const files = {
      'a.bib': bib,
      'b.json': JSON.stringify(graph),
      'c.json': JSON.stringify(work),
      'd.json': JSON.stringify(profile),
    }
    const renamed = {
      'd.bib': bib,
      'c.json': files['b.json'],
      'b.json': files['c.json'],
      'a.json': files['d.json'],
    }
    const [one, other] = [await load(files), await load(renamed)]
    expect(one.hash).to.equal(other.hash)
    const record = one.answers[`product https://doi.org/${doi}`] as Json
    const roles = record['contributions'].map(({ role }: Json) => role as string)
    expect(roles).to.deep.equal([...work['author'].map(() => 'author'), 'publisher'])
    expect(record['manifestations']).to.have.length(1)
    expect(one.counts['records joined from what several sources say of one thing']).to.equal(1)
    expect(
      Object.keys(one.answers).filter((id) => id.startsWith('product ') && id.includes(doi)),
    ).to.have.length(1)
    const ofOrcids = work['author'].flatMap((author: Json) => author['ORCID'] ?? [])
    const persons = Object.keys(one.answers).filter((id) => id.startsWith('person '))
    expect(persons).to.have.length(work['author'].length)
    expect(persons.filter((id) => id.includes('orcid.org'))).to.have.length(ofOrcids.length)
  })
})
