// Slips of people who know other formats are understood where their meaning is sure, and always explained.

import { expect } from 'chai'
import { model } from '../support/model.ts'
import { checkFiles } from './checking.ts'
import { load, type Json } from './files.ts'

const line = JSON.stringify

/** Kind, path, and what would be right, of each finding for one record. */
async function findingsOf(...records: unknown[]): Promise<[string, string | undefined, string][]> {
  const { findings } = await checkFiles({ 'x.jsonl': records.map((record) => line(record)).join('\n') })
  return findings.map(({ kind, path, expected }) => [kind, path, expected])
}

const spelled = (path: string, right: string): [string, string, string] => ['alias-used', path, right]

describe('the name of a type', () => {
  const topic = { local_identifier: 'a', entity_type: 'Topic', labels: { en: 'x' } }
  it('with a capital letter is understood and explained', async () => {
    const product = {
      local_identifier: 'p',
      entity_type: 'product',
      product_type: 'literature',
      titles: { en: ['x'] },
      contributions: [{ by: { local_identifier: 'q', entity_type: 'Person', name: 'N' }, rank: 1 }],
    }
    expect(await findingsOf(topic, product)).to.deep.equal([
      spelled('entity_type', '"topic"'),
      spelled('contributions.0.by.entity_type', '"person"'),
    ])
    const { answers } = await load({ 'x.jsonl': line(topic) })
    expect(answers['topic a']).to.deep.include({ labels: { en: 'x' } })
  })

  it('of another format is refused with those that are known, or the one that is meant', async () => {
    for (const [word, meant] of [
      ['article', ''],
      ['organization', ' did you mean organisation?'],
      ['produkt', ' did you mean product?'],
    ]) {
      const { findings } = await checkFiles({ 'x.jsonl': line({ ...topic, entity_type: word }) })
      const known = model.types.map(({ name }) => name).join(', ')
      expect(findings.map(({ kind, message }) => [kind, message])).to.deep.equal([
        ['no-type', `has the unknown entity_type "${word}";${meant} known are ${known}`],
      ])
    }
  })

  it('is told by the keys where type stands in its place', async () => {
    const venue = { local_identifier: 'a', type: 'book', name: 'x', series: 'S' }
    expect(await findingsOf(venue)).to.deep.equal([
      ['missing-key', 'entity_type', 'entity_type with a value.'],
    ])
  })
})

/** A key that the type does not have, and how what is right for it begins. */
const keys: [type: string, key: string, right: string][] = [
  ['product', 'doi', 'identifiers: [{"scheme": "doi"'],
  ['product', 'DOI', 'identifiers: [{"scheme": "doi"'],
  ['product', 'orcid', 'contributions: [{"by": {"identifiers": [{"scheme": "orcid"'],
  ['product', 'authors', 'contributions: [{"by": {"name"'],
  ['product', 'publication_date', 'manifestations: [{"dates": {"publication"'],
  ['product', 'publicationDate', 'manifestations: [{"dates": {"publication"'],
  ['product', 'date', 'manifestations: [{"dates": {"publication"'],
  ['product', 'journal', 'manifestations: [{"biblio": {"in"'],
  ['product', 'url', 'identifiers: [{"scheme": "url"'],
  ['product', 'keywords', 'topics: [{"term"'],
  ['product', 'license', 'manifestations: [{"licence"'],
  ['person', 'orcid', 'identifiers: [{"scheme": "orcid"'],
  ['person', 'first_name', 'given_name: '],
  ['organisation', 'url', 'website: '],
  ['grant', 'amount', 'funded_amount: '],
  ['venue', 'publisher', 'contributions: [{"by"'],
  ['topic', 'label', 'labels: {"none"'],
  ['datasource', 'type', 'data_source_classification: '],
]

describe('a key of another format', () => {
  for (const [type, key, right] of keys) {
    it(`(${key} of a ${type}) is left out, which is said together with where its value goes`, async () => {
      const { findings } = await checkFiles({
        'x.jsonl': line({ local_identifier: 'a', entity_type: type, product_type: 'literature', [key]: 'x' }),
      })
      const found = findings.filter(({ path }) => path === key)
      expect(found.map(({ kind, message }) => [kind, message])).to.deep.equal([
        ['unknown-key', 'unknown key; its value is left out'],
      ])
      expect(found[0]?.expected.slice(0, right.length)).to.equal(right)
    })
  }

  it('of a contribution is explained too', async () => {
    const record = {
      local_identifier: 'a',
      entity_type: 'product',
      product_type: 'literature',
      contributions: [{ name: 'Smith', rank: 1 }],
    }
    expect((await findingsOf(record))[0]).to.deep.equal([
      'unknown-key',
      'contributions.0.name',
      'by: {"name": "…"}',
    ])
  })

  it('is explained by examples that are read without a finding', async () => {
    const records = model.types.flatMap((type) =>
      Object.values(type.hints ?? {}).map((hint, i) => {
        const [key = '', value = ''] = hint.split(/:(.*)/s)
        const record: Json = {
          local_identifier: `${type.name}-${i}`,
          entity_type: type.name,
          [key]: JSON.parse(value.replaceAll('https://…', 'https://x.example/')),
        }
        return type.fields['product_type'] ? { ...record, product_type: 'literature' } : record
      }),
    )
    expect(records.length).to.be.greaterThan(80)
    const { findings } = await checkFiles({ 'x.jsonl': records.map((record) => line(record)).join('\n') })
    // The dots of the examples are no identifiers, words and ids, and are the same in each.
    const expected = ['bad-identifier', 'dangling-reference', 'missing-key', 'same-identifier']
    expect(findings.filter(({ kind }) => !expected.includes(kind))).to.deep.equal([])
    expect(
      findings.filter(
        ({ kind, path }) => kind === 'missing-key' && !path?.endsWith('.start') && !path?.endsWith('.by'),
      ),
    ).to.deep.equal([])
  })
})

describe('a name where an id is expected', () => {
  const product = (contributions: unknown, more: Json = {}): Json => ({
    local_identifier: 'a',
    entity_type: 'product',
    product_type: 'literature',
    contributions,
    ...more,
  })

  it('is told from an id, and how a name is written is shown', async () => {
    const { findings } = await checkFiles({
      'x.jsonl': line(
        product([{ by: 'Smith, John', rank: 1 }], {
          topics: [{ term: 'machine learning' }],
          funding: ['my grant'],
        }),
      ),
    })
    expect(
      findings
        .filter(({ kind }) => kind === 'blank-in-id')
        .map(({ path, message, expected }) => [path, message, expected]),
    ).to.deep.equal([
      [
        'topics.0.term',
        'looks like a name, and is read as the id https://example.org/graph/machine%20learning',
        '{"labels":{"none":"machine learning"}}, or the id of a record.',
      ],
      [
        'contributions.0.by',
        'looks like a name, and is read as the id https://example.org/graph/Smith,%20John',
        '{"name":"Smith, John"}, or the id of a record.',
      ],
      [
        'funding.0',
        'looks like a name, and is read as the id https://example.org/graph/my%20grant',
        '{"titles":{"none":"my grant"}}, or the id of a record.',
      ],
    ])
  })

  it('is not suspected in ids without blanks and in IRIs', async () => {
    const { findings } = await checkFiles({
      'x.jsonl': line(
        product([{ by: ' https://orcid.org/0000-0002-1825-0097 ', rank: 1 }], { funding: ['grant-1'] }),
      ),
    })
    expect(findings.map(({ kind }) => kind)).to.not.include('blank-in-id')
  })

  it('is reported of the ids of records and of embedded ones, whose blanks are percent-encoded', async () => {
    const found = await findingsOf(
      { local_identifier: 'prod 13', entity_type: 'topic', labels: { en: 'x' } },
      product([{ by: { local_identifier: 'p 1', entity_type: 'person', name: 'N' }, rank: 1 }]),
    )
    expect(found.filter(([kind]) => kind === 'blank-in-id')).to.deep.equal([
      ['blank-in-id', 'local_identifier', 'An id without blanks.'],
      ['blank-in-id', 'contributions.0.by', 'An id without blanks.'],
    ])
  })
})

describe('what is left out of a record', () => {
  const lost: [key: string, value: unknown, type: string][] = [
    ['funded_amount', '1,000,000 EUR', 'grant'],
    ['funded_amount', true, 'grant'],
    ['website', 'http://', 'organisation'],
    ['website', 7, 'organisation'],
    ['name', { en: 7 }, 'person'],
    ['duration', '2024', 'grant'],
    ['manifestations', ['x'], 'product'],
    ['is_accessible_for_free', 'perhaps', 'service'],
    ['zzzzzzzzzz', 1, 'topic'],
  ]
  for (const [key, value, type] of lost) {
    it(`(${key}: ${line(value)}) is said to be left out`, async () => {
      const identifiers = [{ scheme: 'url', value: 'https://x.example/' }]
      const record = { local_identifier: 'a', entity_type: type, identifiers, [key]: value }
      const { findings } = await checkFiles({ 'x.jsonl': line(record) })
      const { answers } = await load({ 'x.jsonl': line(record) })
      expect(answers[`${type} a`]).to.be.an('object').and.not.have.property(key)
      const messages = findings.filter(({ path }) => path?.startsWith(key)).map(({ message }) => message)
      expect(messages.join('\n')).to.match(/left out/)
    })
  }
})
