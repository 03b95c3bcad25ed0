// ROR records become organisations.

import { expect } from 'chai'
import { readBy, type Json } from './reading.ts'

const ID = 'https://ror.org/00x6h5n95'
const name = (value: string, ...types: string[]): Json => ({ value, types, lang: null })
const read = (record: Json): ReturnType<typeof readBy> =>
  readBy('ror', { id: ID, status: 'active', names: [name('U', 'ror_display')], ...record })

describe('a record of ROR', () => {
  it('becomes an organisation with all its names, identifiers and types', () => {
    const { record, lost } = read({
      names: [
        name('Universität', 'label'),
        name('U', 'label', 'ror_display'),
        name('UU', 'acronym'),
        name('UX', 'acronym'),
        name('Alias', 'alias'),
      ],
      external_ids: [
        { type: 'fundref', preferred: '100000001', all: ['100000001', '100000002'] },
        { type: 'isni', preferred: null, all: ['0000 0001 2103 2683'] },
        { type: 'wikidata', preferred: 'Q1', all: ['Q1', 'Q2'] },
      ],
      links: [{ type: 'website', value: 'https://u.example' }],
      locations: [{ geonames_details: { country_code: 'DE' } }],
      types: ['education', 'funder'],
    })
    expect(record).to.deep.equal({
      local_identifier: ID,
      entity_type: 'organisation',
      identifiers: [
        { scheme: 'ror', value: '00x6h5n95' },
        { scheme: 'doi', value: '10.13039/100000001' },
        { scheme: 'doi', value: '10.13039/100000002' },
        { scheme: 'isni', value: '0000000121032683' },
        { scheme: 'wikidata', value: 'Q1' },
      ],
      name: 'U',
      short_name: 'UU',
      other_names: ['Universität', 'Alias', 'UX'],
      website: 'https://u.example',
      country: 'DE',
      types: ['education', 'funder'],
    })
    expect(lost).to.deep.equal(['places of a location: all but its country'])
  })
  it('tells of what has no place', () => {
    const { lost } = read({
      status: 'inactive',
      established: 1900,
      relationships: [{ type: 'parent', id: ID, label: 'P' }],
      links: [{ type: 'wikipedia', value: 'https://w.example' }],
      types: ['other'],
    })
    expect([...lost].sort()).to.deep.equal([
      'links of the type wikipedia',
      'member established',
      'member relationships',
      'status inactive',
      'type other',
    ])
  })
  it('that is withdrawn is left out, which is counted', () => {
    const { records, lost } = read({ status: 'withdrawn' })
    expect(records).to.deep.equal([])
    expect(lost).to.deep.equal(['withdrawn records, which are errors or doubles of others'])
  })
  it('of schema 1 is refused with a word on schema 2', () =>
    expect(readBy('ror', { id: ID, name: 'U', acronyms: [] }).refused[0]).to.match(
      /schema 1.*records of schema 2 are expected/,
    ))
})
