// OpenAlex records, member by member: what becomes of each, and what is said to have no place.

import { expect } from 'chai'
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { checkFiles } from '../load/checking.ts'
import { load } from '../load/files.ts'
import { readBy, valueAt, type Json } from './reading.ts'

const O = 'https://openalex.org/'
const records = new Map(
  readFileSync(new URL('data/openalex.jsonl', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Json)
    .map((record) => [String(record['id']).slice(O.length), record]),
)
const recordOf = (id: string, members: Json = {}): Json => ({ ...records.get(id), ...members })

/** Id of the record, members that are other, where to look, what is there. */
type Row = [id: string, members: Json, at: string, value: unknown]

const scheme = (name: string, value: string): Json => ({ scheme: name, value })
const UNIVERSITY = 'https://ror.org/00x6h5n95'

const works: Row[] = [
  ['W1', {}, 'local_identifier', 'https://doi.org/10.5555/openalex.1'],
  ['W3', {}, 'local_identifier', `${O}W3`],
  [
    'W1',
    {},
    'identifiers',
    [
      scheme('doi', '10.5555/openalex.1'),
      scheme('openalex', 'W1'),
      scheme('pmid', '123'),
      scheme('pmcid', 'PMC456'),
    ],
  ],
  ['W1', {}, 'titles', { en: ['A title of works'] }],
  ['W3', {}, 'titles', undefined],
  ['W1', {}, 'abstracts', { en: ['Works cite works. Works'] }],
  ['W3', {}, 'abstracts', { none: ['Old words'] }],
  [
    'W1',
    { abstract_inverted_index: { Abstract: [0], Since: [1], then: [2] } },
    'abstracts.en',
    ['Since then'],
  ],
  [
    'W1',
    { abstract_inverted_index: { Abstract: [0], algebra: [1], grows: [2] } },
    'abstracts.en',
    ['Abstract algebra grows'],
  ],
  ['W1', { abstract_inverted_index: {} }, 'abstracts', undefined],
  ['W1', { abstract_inverted_index: { a: [0], b: [4e9], c: [-1], d: ['x'] } }, 'abstracts.en', ['a']],
  ['W1', { language: 'eng' }, 'titles', { en: ['A title of works'] }],
  [
    'W1',
    { is_retracted: true, locations: [] },
    'manifestations.1',
    {
      type: {
        class: 'http://purl.org/spar/pso/retracted-from-publication',
        labels: { en: 'Retracted' },
        defined_in: 'http://purl.org/spar/pso',
      },
    },
  ],
  ['W1', { is_retracted: false, locations: [] }, 'manifestations.1', undefined],
  [
    'W1',
    { type: 'article', type_crossref: 'proceedings-article' },
    'manifestations.0.type.labels.en',
    'proceedings-article',
  ],
  [
    'W1',
    { type: 'article', locations: [], primary_location: { source: { type: 'conference' } } },
    'manifestations.0.type.labels.en',
    'proceedings-article',
  ],
  [
    'W1',
    { type: 'article', type_crossref: undefined, primary_location: { raw_type: 'proceedings-article' } },
    'manifestations.0.type.labels.en',
    'proceedings-article',
  ],
  ['W1', { type: 'article', type_crossref: 'journal-article' }, 'manifestations.0.type.labels.en', 'article'],
  ['W1', { type: 'hologram' }, 'product_type', 'other'],
  ['W1', { type: 'software' }, 'product_type', 'research software'],
  ['W1', { type: 'grant' }, 'entity_type', 'grant'],
  ['W1', {}, 'topics.0.provenance.0.trust', 0.98],
  [
    'W1',
    {},
    'topics',
    [
      'T10001',
      'subfields/3309',
      'fields/33',
      'domains/2',
      'keywords/citation',
      'https://metadata.un.org/sdg/4',
      'http://id.nlm.nih.gov/mesh/D000001',
    ],
  ],
  ['W3', {}, 'topics', ['C1']],
  ['W1', {}, 'contributions.2.rank', 3],
  [
    'W1',
    {},
    'contributions.0.by',
    {
      entity_type: 'person',
      local_identifier: 'https://orcid.org/0000-0002-1825-0097',
      identifiers: [scheme('orcid', '0000-0002-1825-0097'), scheme('openalex', 'A1')],
      name: 'Ana Example',
    },
  ],
  ['W1', {}, 'contributions.1.by.name', 'Ben Nobody'],
  ['W1', {}, 'contributions.1.by.identifiers', undefined],
  ['W1', {}, 'contributions.2.by.entity_type', 'agent'],
  [
    'W1',
    {},
    'contributions.0.declared_affiliations',
    [
      {
        entity_type: 'organisation',
        local_identifier: UNIVERSITY,
        identifiers: [scheme('ror', '00x6h5n95'), scheme('openalex', 'I1')],
        name: 'Example University',
        country: 'AT',
        types: ['education'],
      },
    ],
  ],
  ['W1', {}, 'contributions.1.declared_affiliations.0.name', 'Institute without id'],
  ['W1', {}, 'contributions.3.by.local_identifier', `${O}P1`],
  [
    'W1',
    { primary_location: { source: { type: 'repository', host_organization: `${O}P1` } } },
    'contributions.3',
    undefined,
  ],
  ['W1', {}, 'manifestations.2.version', undefined],
  [
    'W1',
    {},
    'manifestations.0.identifiers',
    [scheme('doi', '10.5555/openalex.1'), scheme('url', 'https://example.org/1.pdf')],
  ],
  ['W1', {}, 'manifestations.2.identifiers', [scheme('pmid', '123')]],
  ['W1', {}, 'manifestations.0.dates', { publication: ['2024-03-01'] }],
  ['W1', {}, 'manifestations.1.dates', undefined],
  [
    'W3',
    { topics: [], concepts: [], mesh: [], keywords: [{ keyword: 'open access', score: 0.6 }] },
    'topics.0.term.labels',
    { en: 'open access' },
  ],
  ['W1', {}, 'manifestations.0.licence', 'https://creativecommons.org/licenses/by/4.0/'],
  ['W1', {}, 'manifestations.1.licence', undefined],
  ['W1', {}, 'manifestations.0.biblio.pages', { first: 'e01567', last: 'e01567' }],
  [
    'W1',
    {},
    'manifestations.0.biblio.in.local_identifier',
    'https://portal.issn.org/resource/ISSN/1234-5679',
  ],
  ['W1', {}, 'manifestations.1.biblio.hosting_data_source.local_identifier', `${O}S2`],
  [
    'W1',
    { locations: [{ id: 'doi:10.5555/x', raw_type: 'book-chapter', raw_source_name: 'A book' }] },
    'manifestations.0.biblio.in.name',
    'A book',
  ],
  [
    'W1',
    { locations: [{ id: 'pmh:1', raw_type: 'book-chapter', raw_source_name: 'A press' }] },
    'manifestations.0.biblio.in',
    undefined,
  ],
  ['W1', {}, 'funding.0.grant_number', 'P 1'],
  ['W1', {}, 'funding.0.funding_agency.local_identifier', 'https://ror.org/013tf3c58'],
  ['W1', {}, 'funding.1.funding_agency.local_identifier', `${O}F2`],
  ['W3', {}, 'funding.0.grant_number', 'P 1'],
  ['W1', {}, 'related_products.cites', ['W2', 'W3']],
]

const others: Row[] = [
  ['A1', {}, 'local_identifier', 'https://orcid.org/0000-0002-1825-0097'],
  ['A1', {}, 'identifiers.2', scheme('scopus', '77')],
  ['A1', {}, 'affiliations.0.period', { start: '2020' }],
  ['A1', {}, 'affiliations.1.period', { start: '2016', end: '2018' }],
  ['A1', { orcid: null }, 'local_identifier', `${O}A1`],
  ['I1', {}, 'local_identifier', UNIVERSITY],
  ['I1', {}, 'short_name', 'EU'],
  ['I1', {}, 'other_names', ['Universität Example', 'ExU']],
  [
    'I1',
    { international: { display_name: { fr: "Université d'Exemple", de: 'Universität Example' } } },
    'other_names',
    ['Universität Example', 'ExU', "Université d'Exemple"],
  ],
  ['I1', { ror: `https://ror.org/${UNIVERSITY}`, ids: {} }, 'local_identifier', UNIVERSITY],
  ['I1', {}, 'identifiers.3', scheme('wikidata', 'Q2')],
  ['P1', {}, 'local_identifier', 'https://ror.org/05gq02987'],
  ['P1', { country_codes: ['AT', 'DE'] }, 'country', undefined],
  ['F1', {}, 'local_identifier', 'https://ror.org/013tf3c58'],
  ['F1', {}, 'types', ['funder']],
  ['S1', {}, 'entity_type', 'venue'],
  ['S1', {}, 'contributions.0.by.local_identifier', `${O}P1`],
  ['S1', {}, 'access_rights.status', 'open'],
  ['S1', { is_oa: false }, 'access_rights', undefined],
  ['S2', {}, 'data_source_classification', 'repository'],
  ['T10001', {}, 'labels', { en: 'Citation analysis' }],
  ['T10001', { id: `${O}sdgs/3` }, 'local_identifier', 'https://metadata.un.org/sdg/3'],
  ['G1', {}, 'funded_amount', 1000.5],
  ['G1', {}, 'contributions.0.roles', ['lead applicant']],
  ['G1', { doi: 'http://dx.doi.org/10.3030/633053' }, 'local_identifier', 'https://doi.org/10.3030/633053'],
]

/** Ids of topics and of what is cited are shown without the part that they share. */
function shown(value: unknown): unknown {
  if (!Array.isArray(value)) return value
  return value.map((one: Json) => {
    const id =
      (one['term'] as Json | undefined)?.['local_identifier'] ??
      (one['entity_type'] === 'product' && one['local_identifier'])
    return typeof id === 'string' ? id.replace(O, '') : one
  })
}

describe('records of OpenAlex', () => {
  for (const [id, members, at, value] of [...works, ...others])
    it(`have ${at} of ${id}${Object.keys(members).length > 0 ? ` with ${JSON.stringify(members).slice(0, 80)}` : ''}`, () => {
      expect(shown(valueAt(readBy('openalex', recordOf(id, members)).record, at))).to.deep.equal(value)
    })

  it('say what is lost, a retraction by the id of the work', () => {
    const { lost } = readBy('openalex', recordOf('W1'))
    expect(lost).to.include.members([
      'the date of the retraction of https://doi.org/10.5555/openalex.1, which is not known',
      'indicators, such as cited_by_count and fwci',
      'member related_works',
      'concepts beside topics, which have taken their place',
      'raw affiliations beside institutions',
    ])
    expect(lost.filter((what) => what.startsWith('unknown'))).to.deep.equal([])
  })
  it('name ids of OpenAlex beside those that others know', () => {
    const { aliases } = readBy('openalex', recordOf('W1'))
    expect(aliases).to.deep.include.members([
      [`${O}W1`, 'https://doi.org/10.5555/openalex.1'],
      [`${O}A1`, 'https://orcid.org/0000-0002-1825-0097'],
      [`${O}I1`, UNIVERSITY],
      [`${O}S1`, 'https://portal.issn.org/resource/ISSN/1234-5679'],
      [`${O}F1`, 'https://ror.org/013tf3c58'],
    ])
    expect(readBy('openalex', recordOf('I1')).aliases).to.deep.include([`${O}F9`, UNIVERSITY])
  })
  it('are none of an author who stands for deleted ones', () => {
    expect(
      readBy('openalex', { id: `${O}A5317838346`, display_name: 'Deleted Author' }).records,
    ).to.deep.equal([])
  })
  it('are found by any address of them, and by no id alone', () => {
    const checks = (id: string) => readBy('openalex', { id }).refused.length === 0
    expect([`${O}W5`, 'https://api.openalex.org/works/W5', `${O}works/w5`].every(checks)).to.equal(true)
    expect(readBy('openalex', { id: 'x' }).refused[0]).to.match(/^has no id of OpenAlex; id is expected/)
  })

  it('unite: a citation leads to the work of the DOI, an author and an institution to one entity', async () => {
    const { answers, findings } = await load({
      'a.jsonl': [...records.values()].map((one) => JSON.stringify(one)).join('\n'),
      'b.jsonl': JSON.stringify(recordOf('W3', { id: `${O}W7`, referenced_works: [`${O}W1`] })),
    })
    expect(findings.filter((text) => text.startsWith('refused'))).to.deep.equal([])
    const ids = Object.keys(answers)
    expect(ids.filter((id) => /\/[WAISPF]1$/.test(id))).to.deep.equal([])
    const citing = answers[`product ${O}W7`] as Json
    expect(
      valueAt(citing, 'related_products.cites.0.local_identifier') ??
        valueAt(citing, 'related_products.cites.0'),
    ).to.equal('https://doi.org/10.5555/openalex.1')
  })
  it('of which there is a later copy are left out', async () => {
    const copy = (title: string, time: string): string =>
      JSON.stringify(recordOf('W3', { title, updated_date: time }))
    const { answers } = await load({
      'a.jsonl': copy('New', '2026-02-01T00:00:00'),
      'b.jsonl': copy('Old', '2025-02-01T00:00:00'),
      'c.jsonl': copy('Older', '2024-02-01'),
    })
    expect(valueAt(answers[`product ${O}W3`], 'titles.none')).to.deep.equal(['New'])
  })

  const lines = [...records.values()].map((one) => JSON.stringify(one)).join('\n')
  const manifest = JSON.stringify({
    date: '2026-06-25',
    format: 'jsonl',
    entity: 'works',
    record_count: 1,
    files: [],
  })
  for (const [layout, files] of [
    [
      'of 2026',
      {
        'data/jsonl/works/updated_date=2026-01-01/part_0000.gz': gzipSync(lines),
        'data/jsonl/works/manifest.json': manifest,
        'RELEASE_NOTES.txt': 'Notes',
        'data/parquet/works/updated_date=2026-01-01/part_0000.parquet': 'PAR1',
      },
    ],
    [
      'of before',
      {
        'data/works/updated_date=2023-01-01/part_000.gz': gzipSync(lines),
        'data/works/manifest': '{"entries": []}',
        'data/merged_ids/authors/2022-06-07.csv.gz': gzipSync('merge_date,id,merge_into_id\n'),
      },
    ],
    ['of answers as clients keep them', { 'a.json': JSON.stringify({ data: [...records.values()] }) }],
    ['of answers of the API', { 'a.json': JSON.stringify({ meta: {}, results: [...records.values()] }) }],
  ] as const)
    it(`are read from a folder ${layout}, and nothing beside them is refused`, async () => {
      const { records: read, refused } = await checkFiles(files)
      expect(refused).to.equal(0)
      expect(read).to.equal(records.size)
    })
  it('in an answer that has none are passed over', async () => {
    const { refused, lines: said } = await checkFiles({
      'a.json': JSON.stringify({ meta: { count: 0 }, results: [], group_by: [{ key: 'x' }] }),
      'b.jsonl': lines,
    })
    expect(refused).to.equal(0)
    expect(said.join('\n')).to.include('file with answers or manifests of OpenAlex, without records')
  })
  it('that are cut off do not spoil those before', async () => {
    const packed = gzipSync(Array.from({ length: 5 }, () => lines).join('\n'))
    const { records: read, findings } = await checkFiles({
      'part_0.gz': packed.subarray(0, packed.length - 40),
    })
    expect(read).to.be.greaterThan(0)
    expect(findings.filter(({ severity }) => severity === 'refused')[0]?.file).to.equal('part_0.gz')
  })
  it('of odd kinds are read, and those beside them', async () => {
    const words = Object.fromEntries(Array.from({ length: 15_000 }, (_, i) => [`word${i}`, [i]]))
    const author = (i: number): Json => ({
      author: { id: `${O}A${1000 + i}`, display_name: `Author ${i}` },
      institutions: [],
    })
    const works: Json[] = [
      { id: `${O}W90` },
      {
        id: `${O}W91`,
        title: 'Later',
        publication_date: '3000-01-01',
        publication_year: 3000,
        type: 'article',
      },
      { id: `${O}W92`, title: 'Long', type: 'article', abstract_inverted_index: words },
      {
        id: `${O}W93`,
        title: 'Many',
        type: 'article',
        authorships: Array.from({ length: 200 }, (_, i) => author(i)),
      },
    ]
    const topic = { id: `${O}T1`, display_name: 'A', siblings: [{ id: `${O}T1`, display_name: 'A' }] }
    const { answers, findings } = await load({
      'works/part_0000.gz': gzipSync(works.map((one) => JSON.stringify(one)).join('\n')),
      'works/manifest.json': manifest.slice(0, 40),
      'topics/part_0000.gz': gzipSync(JSON.stringify({ ...topic, subfield: topic })),
    })
    const refused = findings.filter((text) => text.startsWith('refused'))
    expect(refused.map((text) => text.split(':', 2).join(':').slice(0, 48))).to.deep.equal([
      'refused works/manifest.json:1 is not valid JSON',
    ])
    expect(answers[`product ${O}W90`]).to.include({ product_type: 'other' })
    expect(answers[`product ${O}W93`]?.['contributions']).to.have.length(200)
    expect(String(valueAt(answers[`product ${O}W92`], 'abstracts.none') ?? '')).to.have.length.greaterThan(
      100_000,
    )
    expect(answers[`product ${O}W91`]).to.include.keys('titles')
  })
})
