// Copies of one record of a source, as a file of today has it and one of last week: the last holds.

import { expect } from 'chai'
import { load } from '../load/files.ts'
import { valueAt, type Json } from './reading.ts'

const work = (title: string, indexed: string): Json => ({
  DOI: '10.5555/1',
  type: 'journal-article',
  member: '78',
  title: [title],
  indexed: { 'date-time': indexed },
})
const dataset = (title: string, updated: string): Json => ({
  type: 'dois',
  attributes: {
    doi: '10.5555/2',
    titles: [{ title }],
    creators: [{ name: 'A, B' }],
    types: { resourceTypeGeneral: 'Dataset' },
    updated,
  },
})
const organisation = (name: string, date: string): Json => ({
  id: 'https://ror.org/00x6h5n95',
  names: [{ value: name, types: ['ror_display'] }],
  status: 'active',
  admin: { last_modified: { date, schema_version: '2.1' } },
})
const person = (name: string, value: number): Json => ({
  'orcid-identifier': { path: '0000-0002-1825-0097' },
  history: { 'last-modified-date': { value } },
  person: { name: { 'given-names': { value: name }, 'family-name': { value: 'Carberry' } } },
})

/** What is read, its old and its new copy, where to look, what is there. */
const rows: [source: string, old: Json, last: Json, key: string, at: string, value: unknown][] = [
  [
    'Crossref',
    work('Old', '2026-01-01T00:00:00Z'),
    work('New', '2026-02-01T00:00:00Z'),
    'product https://doi.org/10.5555/1',
    'titles.none',
    ['New'],
  ],
  [
    'DataCite',
    dataset('Old', '2026-01-01T00:00:00.000Z'),
    dataset('New', '2026-02-01T00:00:00.000Z'),
    'product https://doi.org/10.5555/2',
    'titles.none',
    ['New'],
  ],
  [
    'ROR',
    organisation('Old', '2026-01-01'),
    organisation('New', '2026-02-01'),
    'organisation https://ror.org/00x6h5n95',
    'name',
    'New',
  ],
  [
    'ORCID',
    person('Jo', 1_600_000_000_000),
    person('Josiah', 1_700_000_000_000),
    'person https://orcid.org/0000-0002-1825-0097',
    'given_name',
    'Josiah',
  ],
]

describe('of two copies of a record, the last holds', () => {
  for (const [source, old, last, key, at, value] of rows)
    for (const [order, files] of [
      ['before', { 'a.jsonl': old, 'b.jsonl': last }],
      ['after', { 'a.jsonl': last, 'b.jsonl': old }],
    ] as const)
      it(`of ${source}, the old one ${order} it`, async () => {
        const texts = Object.entries(files).map(([name, one]) => [name, JSON.stringify(one)])
        const { answers, findings } = await load(Object.fromEntries(texts) as Record<string, string>)
        expect(valueAt(answers[key] as Json, at), JSON.stringify(answers)).to.deep.equal(value)
        expect(findings.join('\n')).to.include('records of which there is a later copy: left out once')
      })
})
