// --correct: members of a file that replace those of the inputs, or remove them.

import { expect } from 'chai'
import { join } from 'node:path'
import { jsonl, loadBy } from '../load/files.ts'
import type { Json } from './reading.ts'
import { folderOf } from '../support/folders.ts'

const work: Json = {
  DOI: '10.5555/1',
  member: '1',
  type: 'journal-article',
  title: ['A wrong title'],
  abstract: 'Spam',
  author: [{ given: 'Ana', family: 'Exampel', ORCID: 'http://orcid.org/0000-0002-1825-0097' }],
}
const own: Json = { local_identifier: 't1', entity_type: 'topic', labels: { en: 'Wrong' } }

const corrected = (...corrections: readonly unknown[]): ReturnType<typeof loadBy> => {
  const correct = join(folderOf({ 'corrections.jsonl': jsonl(...corrections) }), 'corrections.jsonl')
  return loadBy({ correct }, { 'in.jsonl': jsonl(work, own) })
}

const DOI = 'https://doi.org/10.5555/1'
const ORCID = 'https://orcid.org/0000-0002-1825-0097'

describe('--correct', () => {
  it('replaces a member of a record of a source, and removes one that is null', async () => {
    const correction = { local_identifier: DOI, titles: { en: ['A right title'] }, abstracts: null }
    const { quads } = await corrected(correction)
    expect(quads).to.include('"A right title"@en')
    expect(quads).not.to.include('A wrong title')
    expect(quads).not.to.include('Spam')
    expect(quads).to.include('"Exampel"')
  })
  it('replaces a member of an entity that stands inside of records', async () => {
    const correction = { local_identifier: ORCID, name: 'Ana Example', family_name: 'Example' }
    const { quads } = await corrected(correction)
    expect(quads).to.include('"Example"')
    expect(quads).to.include('"Ana"')
    expect(quads).not.to.include('Exampel')
  })
  it('replaces a member of a record of SKG-IF that has an id below the base', async () => {
    const { quads } = await corrected({ local_identifier: 't1', labels: { en: 'Right' } })
    expect(quads).to.include('"Right"@en')
    expect(quads).not.to.include('Wrong')
  })
  it('says of which ids there is no record', async () => {
    const { said } = await corrected({ local_identifier: 'https://doi.org/10.5555/2', titles: null })
    expect(said).to.include('correction without effect: no record has the id https://doi.org/10.5555/2')
  })

  /** What is wrong, corrections, what is said. */
  const rows: [title: string, corrections: unknown[], message: RegExp][] = [
    [
      'has no id',
      [{ '@context': [], titles: null }],
      /corrections\.jsonl:1 .*record of SKG-IF|corrections\.jsonl:1 has no local_identifier/,
    ],
    ['is no record', [5], /corrections\.jsonl:1 is number where a record is expected/],
    [
      'is the second of its id',
      [{ local_identifier: DOI }, { local_identifier: DOI }],
      /corrections\.jsonl:2 corrects https:\/\/doi\.org\/10\.5555\/1 a second time; one is expected/,
    ],
  ]
  for (const [title, corrections, message] of rows)
    it(`refuses one that ${title}`, async () => {
      const error = await corrected(...corrections).then(
        () => undefined,
        (one: Error) => one,
      )
      expect(error?.message).to.match(message)
    })
})
