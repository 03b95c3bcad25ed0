// Records of OpenAIRE in both spellings, member by member, and what their relations lead to.

import { expect } from 'chai'
import { readFileSync } from 'node:fs'
import { load, type Json as Answer } from '../load/files.ts'
import { readBy, valueAt, type Json } from './reading.ts'

const text = readFileSync(new URL('data/openaire.jsonl', import.meta.url), 'utf8')
const [product, dataset, organisation, datasource, project] = text
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Json) as [Json, Json, Json, Json, Json]
const read = (given: Json): ReturnType<typeof readBy> => readBy('openaire', given)

/** The record in the spelling of old dumps. */
const oldSpelling = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(oldSpelling)
  if (typeof value !== 'object' || value === null) return value
  const singular: Readonly<Record<string, string>> = { authors: 'author', instances: 'instance', pids: 'pid' }
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      singular[key] ?? key.toLowerCase(),
      key === 'id' && typeof inner === 'string' ? `50|${inner}` : oldSpelling(inner),
    ]),
  )
}

/** Record, where to look, what is there. */
const rows: [record: Json, at: string, value: unknown][] = [
  [product, 'local_identifier', 'https://doi.org/10.5555/abc'],
  [dataset, 'local_identifier', 'https://explore.openaire.eu/search/result?id=dedup_wf_001%3A%3A05'],
  [dataset, 'product_type', 'research data'],
  [product, 'identifiers.1', { scheme: 'pmcid', value: 'PMC1' }],
  [product, 'titles', { en: ['A study'] }],
  [product, 'abstracts', { en: ['One.'] }],
  [product, 'contributions.0.by.local_identifier', 'https://orcid.org/0000-0002-1825-0097'],
  [product, 'contributions.1.by.entity_type', 'agent'],
  [product, 'contributions.2.rank', 3],
  [product, 'topics.0.provenance.trust', 0.85],
  [product, 'topics.1.provenance', undefined],
  [product, 'manifestations.0.type.class', 'http://purl.org/coar/resource_type/c_6501'],
  [product, 'manifestations.0.dates.publication', ['2020-03-02']],
  [product, 'manifestations.1.dates.publication', ['2020-03-01']],
  [product, 'manifestations.0.access_rights', { status: 'open', description: 'CC BY' }],
  [product, 'manifestations.1.licence', 'https://creativecommons.org/licenses/by/4.0/'],
  [product, 'manifestations.0.peer_review', { status: 'peer reviewed' }],
  [product, 'manifestations.0.biblio.in.local_identifier', 'https://portal.issn.org/resource/ISSN/2049-3630'],
  [product, 'manifestations.1.biblio', undefined],
  [product, 'manifestations.0.biblio.hosting_data_source.name', 'A repository'],
  [product, 'funding.0.funding_agency.local_identifier', 'https://ror.org/00k4n6c32'],
  [organisation, 'local_identifier', 'https://ror.org/00x6h5n95'],
  [organisation, 'identifiers.1', { scheme: 'doi', value: '10.13039/100000001' }],
  [datasource, 'data_source_classification', 'repository'],
  [project, 'funded_amount', 5],
  [project, 'keywords', ['a', 'b']],
  [{ ...project, code: 'unidentified' }, 'grant_number', undefined],
]

describe('a record of OpenAIRE', () => {
  for (const [record, at, value] of rows)
    it(`has ${at} of ${JSON.stringify(record).slice(0, 80)}`, () =>
      expect(valueAt(read(record).record, at)).to.deep.equal(value))

  it('is the same in the spelling of old dumps', () => {
    expect(read(oldSpelling(product) as Json).records).to.deep.equal(read(product).records)
  })
  it('without id, pid and title is refused', () =>
    expect(read({ mainTitle: null, instances: [] }).refused[0]).to.match(/has neither id, pid nor title/))
  it('tells of what has no place, and of members that no table knows', () =>
    expect(read({ ...product, indicators: { a: 1 }, brandNew: 1 }).lost).to.include.members([
      'member indicators',
      'unknown member brandnew',
    ]))
})

describe('relations of OpenAIRE', () => {
  const lines = text.trim().split('\n')
  for (const [title, order] of [
    ['before', [...lines].reverse()],
    ['after', lines],
  ] as const)
    it(`are said of records that come ${title} them, whatever their ids`, async () => {
      const { answers, findings } = await load({ 'a.jsonl': order.join('\n') })
      const study = answers['product https://doi.org/10.5555/abc'] as Answer
      expect(valueAt(study, 'related_products.cites.local_identifier')).to.equal(
        read(dataset).record['local_identifier'],
      )
      expect(study['titles']).to.deep.equal({ en: ['A study'] })
      const grant = Object.entries(answers).find(([name]) => name.startsWith('grant '))?.[1]
      expect(valueAt(grant, 'beneficiaries.local_identifier')).to.equal('https://ror.org/00x6h5n95')
      expect(findings.filter((one) => !one.includes('left out'))).to.deep.equal([])
    })
  it('that have no place are counted', () =>
    expect(read({ source: 'a', target: 'b', relType: { name: 'IsChildOf' } }).lost).to.deep.equal([
      'relation IsChildOf',
    ]))
})
