// --join: records of SKG-IF and of sources that have one ORCID, ROR, DOI or ISSN are one entity.

import { expect } from 'chai'
import { aliasByIdentifiers } from '../../src/load/linking/same-identifiers.ts'
import { BASE, jsonl, loadBy } from '../load/files.ts'
import type { Json } from './reading.ts'

const ORCID = '0000-0002-1825-0097'
const ROR = '00x6h5n95'
const orcid = [{ scheme: 'orcid', value: ORCID }]
const staff: Json = {
  local_identifier: 'staff/7',
  entity_type: 'person',
  name: 'Ana Example',
  identifiers: orcid,
  affiliations: [{ affiliation: 'units/1', role: 'affiliate' }],
}
const unit: Json = {
  local_identifier: 'units/1',
  entity_type: 'organisation',
  name: 'Example University',
  identifiers: [{ scheme: 'ror', value: ROR }],
}
const work: Json = {
  DOI: '10.5555/1',
  member: '1',
  type: 'journal-article',
  title: ['T'],
  author: [
    {
      given: 'Ana',
      family: 'Example',
      ORCID: `http://orcid.org/${ORCID}`,
      affiliation: [{ name: 'Example Univ.', id: [{ id: `https://ror.org/${ROR}`, 'id-type': 'ROR' }] }],
    },
  ],
}
describe('--join', () => {
  it('makes a person and an organisation of one ORCID and ROR one, with all that refers to them', async () => {
    const { quads, said } = await loadBy(
      { join: true },
      { 'staff.jsonl': jsonl(staff, unit), 'works.jsonl': jsonl(work) },
    )
    expect(quads).not.to.include('staff/7')
    expect(quads).not.to.include('units/1')
    expect(quads).to.include(`<https://orcid.org/${ORCID}>`)
    expect(quads).to.match(new RegExp(`<https://ror.org/${ROR}> <[^>]*name> "Example University"`))
    expect(said).to.include('2 entities of SKG-IF called by an ORCID, ROR, DOI or ISSN')
    expect(said).not.to.include('same-identifier')
  })
  it('gives the same graph in any order of the files', async () => {
    const one = await loadBy({ join: true }, { 'a.jsonl': jsonl(staff, unit), 'b.jsonl': jsonl(work) })
    const other = await loadBy({ join: true }, { 'a.jsonl': jsonl(work), 'b.jsonl': jsonl(unit, staff) })
    expect(one.hash).to.equal(other.hash)
  })
  it('is not done unless it is asked for: the two are reported', async () => {
    const { quads, said } = await loadBy(
      { join: false },
      { 'staff.jsonl': jsonl(staff, unit), 'works.jsonl': jsonl(work) },
    )
    expect(quads).to.include(`<${BASE}staff/7>`)
    expect(said).to.include('same-identifier')
  })
  it('leaves two persons of one record apart who have one ORCID', async () => {
    const grant: Json = {
      local_identifier: 'g1',
      entity_type: 'grant',
      grant_number: '1',
      contributions: [
        { by: { ...staff, affiliations: undefined } },
        { by: { ...staff, local_identifier: 'staff/8', name: 'Ben Other', affiliations: undefined } },
      ],
    }
    const { quads } = await loadBy({ join: true }, { 'a.jsonl': jsonl(grant) })
    expect(quads).to.include(`<${BASE}staff/7>`)
    expect(quads).to.include(`<${BASE}staff/8>`)
  })

  /** Title, entity, what it is taken for. */
  const rows: [title: string, entity: Json, iris: string[]][] = [
    [
      'a product by its DOI',
      { entity_type: 'product', identifiers: [{ scheme: 'doi', value: '10.5555/1' }] },
      ['https://doi.org/10.5555/1'],
    ],
    [
      'a venue by its ISSN',
      { entity_type: 'venue', identifiers: [{ scheme: 'issn', value: '1234-5679' }] },
      ['https://portal.issn.org/resource/ISSN/1234-5679'],
    ],
    [
      'no book by the ISSN of its series',
      {
        entity_type: 'venue',
        identifiers: [
          { scheme: 'issn', value: '1234-5679' },
          { scheme: 'isbn', value: '9781108348843' },
        ],
      },
      [],
    ],
    [
      'nothing by a wrong check digit',
      { entity_type: 'person', identifiers: [{ scheme: 'orcid', value: '0000-0002-1825-0098' }] },
      [],
    ],
    ['nothing by its name', { entity_type: 'person', name: 'Ana Example' }, []],
    ['no organisation by an ORCID', { entity_type: 'organisation', identifiers: orcid }, []],
  ]
  for (const [title, entity, iris] of rows)
    it(`joins ${title}`, () => {
      const found: string[] = []
      aliasByIdentifiers([{ local_identifier: `${BASE}x`, ...entity }], (_, id) => found.push(id))
      expect(found).to.deep.equal(iris)
    })
})
