// The identifier that the IRI of a record is, names that only copies have, and entities with one identifier.

import { expect } from 'chai'
import { checkFiles } from './checking.ts'
import { load, type Json, jsonl } from './files.ts'

const ORCID = '0000-0002-1825-0097'
const PERSON = `https://orcid.org/${ORCID}`
const person = (id: string, more: Json = {}): Json => ({
  local_identifier: id,
  entity_type: 'person',
  ...more,
})
const orcid = { identifiers: [{ scheme: 'orcid', value: ORCID }] }
const productBy = (by: Json): Json => ({
  local_identifier: 'p1',
  entity_type: 'product',
  product_type: 'literature',
  titles: { en: ['A'] },
  contributions: [{ by, role: 'author' }],
})

describe('a record under the IRI of an identifier', () => {
  const own: [title: string, record: Json, key: string, scheme: string, value: string][] = [
    ['ORCID', person(PERSON, { name: 'A' }), `person ${PERSON}`, 'orcid', ORCID],
    [
      'ROR',
      { local_identifier: 'https://ror.org/05gq02987', entity_type: 'organisation', name: 'B' },
      'organisation https://ror.org/05gq02987',
      'ror',
      'https://ror.org/05gq02987',
    ],
    [
      'DOI',
      { ...productBy(person('x', { name: 'A' })), local_identifier: 'https://doi.org/10.5555/A%3Cb' },
      'product https://doi.org/10.5555/A%3Cb',
      'doi',
      '10.5555/a<b',
    ],
  ]
  for (const [title, record, key, scheme, value] of own)
    it(`has that ${title} among its identifiers`, async () => {
      const { answers } = await load({ 'a.jsonl': jsonl(record) })
      expect(answers[key]?.['identifiers']).to.deep.equal([{ scheme, value }])
    })
  it('has it once, beside others', async () => {
    const isni = { scheme: 'isni', value: '000000012281955X' }
    const record = person(PERSON, { name: 'A', identifiers: [isni, { scheme: 'ORCID', value: PERSON }] })
    const { answers, hash } = await load({ 'a.jsonl': jsonl(record) })
    expect(answers[`person ${PERSON}`]?.['identifiers']).to.have.length(2)
    const own = person(PERSON, { name: 'A', identifiers: [isni] })
    expect((await load({ 'a.jsonl': jsonl(own) })).hash).to.equal(hash)
  })
  it('has it from RDF too, and loading its own triples again changes nothing', async () => {
    const turtle = `<${PERSON}> a <http://xmlns.com/foaf/0.1/Person> ; <http://xmlns.com/foaf/0.1/name> "A" .`
    const { answers, dump, hash } = await load({ 'a.ttl': turtle })
    expect(answers[`person ${PERSON}`]?.['identifiers']).to.deep.equal(orcid.identifiers)
    expect((await load({ 'a.nq': dump })).hash).to.equal(hash)
  })
  it('stays a mention where nothing more is said', async () => {
    const { answers } = await load({ 'a.jsonl': jsonl(productBy(person(PERSON))) })
    expect(Object.keys(answers)).to.deep.equal(['product p1'])
  })
  it('has the names of a copy that it lacks, and its own otherwise, in any order', async () => {
    const record = person(PERSON, { name: 'Ann Lee' })
    const copy = person(PERSON, { name: 'A. Lee', given_name: 'Ann', family_name: 'Lee', ...orcid })
    const { answers, hash } = await load({ 'a.jsonl': jsonl(record, productBy(copy)) })
    expect(answers[`person ${PERSON}`]).to.include({
      name: 'Ann Lee',
      given_name: 'Ann',
      family_name: 'Lee',
    })
    expect((await load({ 'a.jsonl': jsonl(productBy(copy), record) })).hash).to.equal(hash)
  })
})

describe('entities of different ids with one identifier', () => {
  const same = async (...records: Json[]): Promise<string[]> =>
    (await checkFiles({ 'a.jsonl': jsonl(...records) })).findings
      .filter(({ kind }) => kind === 'same-identifier')
      .map(({ line, id, message }) => `${line} ${id} ${message}`)
  it('are named in one finding', async () => {
    const found = await same(
      person('https://b.example/1', { name: 'A', ...orcid }),
      person('https://a.example/1', { name: 'B', identifiers: [{ scheme: 'orcid', value: PERSON }] }),
    )
    expect(found).to.deep.equal([
      `2 https://a.example/1 has the orcid ${ORCID}, which is also that of <https://b.example/1>`,
    ])
  })
  it('are found where the IRI of one is the identifier, even of a mention', async () => {
    const staff = person('https://staff.example/0', { name: 'A', ...orcid })
    const found = await same(staff, productBy(person(PERSON)))
    expect(found).to.deep.equal([
      `2 ${PERSON} has the orcid ${ORCID}, which is also that of <https://staff.example/0>`,
    ])
  })
  it('are found among organisations by ROR', async () => {
    const organisation = (id: string, value: string): Json => ({
      local_identifier: id,
      entity_type: 'organisation',
      name: id,
      identifiers: [{ scheme: 'ror', value }],
    })
    const found = await same(
      organisation('https://a.example/1', '05gq02987'),
      organisation('https://a.example/2', 'https://ror.org/05gq02987'),
    )
    expect(found).to.have.length(1)
  })
  it('are none where copies say it of one id', async () => {
    const record = person('https://a.example/1', { name: 'A', ...orcid })
    expect(await same(record, productBy(record))).to.deep.equal([])
  })
})
