// Titles and authors that are of another type than their format has: read where that is certain, else it is said.

import { expect } from 'chai'
import { checkFiles } from '../load/checking.ts'
import { readBy, type Json } from './reading.ts'

/** How a record of a source has a member; the members with its title and its authors; whether these are lists. */
interface Format {
  readonly around: (given: Json) => Json
  readonly title: string
  readonly authors: string
  /** What is understood, although it is not what the format has. */
  readonly understands: Readonly<Record<string, readonly string[]>>
}

const formats: Readonly<Record<string, Format>> = {
  crossref: {
    around: (given) => ({ DOI: '10.5555/1', type: 'book', ...given }),
    title: 'title',
    authors: 'author',
    understands: { title: ['a number', 'a text'], authors: [] },
  },
  datacite: {
    around: (given) => ({
      type: 'dois',
      attributes: { doi: '10.5555/1', types: { resourceTypeGeneral: 'Dataset' }, ...given },
    }),
    title: 'titles',
    authors: 'creators',
    understands: { title: ['a text'], authors: ['a text'] },
  },
  openalex: {
    around: (given) => ({ id: 'https://openalex.org/W1', type: 'article', ...given }),
    title: 'title',
    authors: 'authorships',
    understands: { title: ['a number', 'a text'], authors: [] },
  },
  openaire: {
    around: (given) => ({ id: 'a::1', type: 'publication', mainTitle: 'T', instances: [], ...given }),
    title: 'mainTitle',
    authors: 'author',
    understands: { title: ['a number', 'a text'], authors: [] },
  },
  csl: {
    around: (given) => ({ DOI: '10.5555/1', type: 'book', ...given }),
    title: 'title',
    authors: 'author',
    understands: { title: ['a number', 'a text'], authors: ['a text'] },
  },
}

const values: Readonly<Record<string, unknown>> = {
  'a number': 1984,
  'a text': 'Smith',
  true: true,
  'a list of nulls': [null, null],
  'a list of lists': [['Smith']],
  'a list of true': [true],
}

describe('a value of another type than its format has', () => {
  for (const [source, { around, understands, ...members }] of Object.entries(formats))
    for (const [what, member] of Object.entries(members))
      for (const [kind, value] of Object.entries(values)) {
        const isRead = understands[what]!.includes(kind)
        it(`is ${isRead ? 'read' : 'said to be left out'}: ${kind} as ${member} of ${source}`, () => {
          const { record, lost } = readBy(source, around({ [member]: value }))
          const said = lost.filter((one) => one.toLowerCase().startsWith(`${member.toLowerCase()}, `))
          if (!isRead) expect(said).to.not.be.empty
          else {
            expect(said).to.deep.equal([])
            expect(JSON.stringify(record[what === 'title' ? 'titles' : 'contributions'])).to.include(value)
          }
        })
      }

  it('is said with its path and both types, also deeper in a record', () => {
    const lostBy = (source: string, given: Json): readonly string[] =>
      readBy(source, formats[source]!.around({ title: 'T', ...given })).lost
    expect(lostBy('crossref', { title: { en: 'T' } })).to.include('title, an object where a text is expected')
    expect(lostBy('crossref', { author: [{ family: ['A'] }] })).to.include(
      'author.family, a list where a text is expected',
    )
    expect(lostBy('openalex', { authorships: [{ author: 'Smith' }] })).to.include(
      'authorships.author, a text where an object is expected',
    )
    expect(lostBy('csl', { author: 'Smith, J. and Doe, K.' })).to.include(
      'author, a text where an object or one name is expected',
    )
  })

  it('is a finding of its own, with the first record that has it', async () => {
    const works = [{ title: true }, { title: ['A'] }, { title: true }].map((given, i) =>
      JSON.stringify({ DOI: `10.5555/${i}`, type: 'book', member: '78', ...given }),
    )
    const { findings } = await checkFiles({ 'a.jsonl': works.join('\n') }, 'https://example.org/')
    const found = findings.filter(({ kind }) => kind === 'wrong-value')
    expect(found.map(({ file, line, id, message }) => ({ file, line, id, message }))).to.deep.equal([
      {
        file: 'a.jsonl',
        line: 1,
        id: 'https://doi.org/10.5555/0',
        message: 'Crossref JSON: title, true where a text is expected: left out 2 times, first here',
      },
    ])
  })
})
