// --keep: which records of sources are kept, by expressions, and what is said of those that cannot be read.

import { expect } from 'chai'
import { readFileSync } from 'node:fs'
import { createSelection } from '../../src/load/selection/selection.ts'
import { parseExpression } from '../../src/load/selection/parse.ts'
import { model } from '../support/model.ts'
import { BASE, jsonl, loadBy } from '../load/files.ts'
import type { Json } from './reading.ts'
import { folderOf } from '../support/folders.ts'

const recordsOf = (name: string): Json[] =>
  readFileSync(new URL(`data/${name}.jsonl`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Json)
const [work = {}, old = {}] = recordsOf('openalex')
const crossref: Json = {
  DOI: '10.5555/One',
  member: '1',
  type: 'journal-article',
  title: ['T'],
  ISSN: ['0028-0836'],
  issued: { 'date-parts': [[2019, 3]] },
  author: [{ family: 'A', ORCID: 'http://orcid.org/0000-0002-1825-0097' }],
  funder: [{ DOI: '10.13039/501100000780', name: 'EC' }],
}

const sourceOf = (name: string) => model.sources.find((one) => one.name === name)!
const keeps = (expression: string, source: string, record: Json): boolean =>
  createSelection(expression).input('a').keeps(sourceOf(source), record)

/** Expression, source, record, whether it is kept. */
const rows: [expression: string, source: string, record: Json, isKept: boolean][] = [
  ['ror:00x6h5n95', 'openalex', work, true],
  ['ror:https://ror.org/00x6h5n95', 'openalex', work, true],
  ['ror:05gq02987', 'openalex', work, false],
  ['ror:05gq02987|00x6h5n95', 'openalex', work, true],
  ['country:at', 'openalex', work, true],
  ['country:NL', 'openalex', work, false],
  ['orcid:0000-0002-1825-0097', 'openalex', work, true],
  ['orcid:https://orcid.org/0000-0002-1825-0097', 'crossref', crossref, true],
  ['issn:1234-5679', 'openalex', work, true],
  ['issn:0028-0836', 'crossref', crossref, true],
  ['topic:T10001', 'openalex', work, true],
  ['topic:"Citation analysis"', 'openalex', work, true],
  ['topic:fields/33', 'openalex', work, true],
  ['topic:fields/34', 'openalex', work, false],
  ['funder:https://ror.org/013tf3c58', 'openalex', work, true],
  ['funder:F1', 'openalex', old, true],
  ['funder:501100000780', 'crossref', crossref, true],
  ['funder:10.13039/501100000781', 'crossref', crossref, false],
  ['year:2024', 'openalex', work, true],
  ['year:2020-', 'openalex', work, true],
  ['year:-2019', 'openalex', work, false],
  ['year:-2019', 'crossref', crossref, true],
  ['year:2018-2019', 'crossref', crossref, true],
  ['type:article', 'openalex', work, true],
  ['type:Article', 'openalex', work, true],
  ['type:book|preprint', 'openalex', work, false],
  ['language:en', 'openalex', work, true],
  ['openalex:I1', 'openalex', work, true],
  ['openalex:https://openalex.org/S1', 'openalex', work, true],
  ['doi:https://doi.org/10.5555/ONE', 'crossref', crossref, true],
  ['xpac:no', 'openalex', work, true],
  ['xpac:yes', 'openalex', work, false],
  ['xpac:no', 'crossref', crossref, true],
  ['retracted:yes', 'openalex', work, true],
  ['not retracted:yes', 'openalex', work, false],
  ['ror:05gq02987 or year:2024', 'openalex', work, true],
  ['ror:05gq02987 or year:2023 and type:article', 'openalex', work, false],
  ['(ror:05gq02987 or year:2024) and not type:book', 'openalex', work, true],
  ['cites:yes', 'openalex', work, true],
]

/** Expression, what is said of it. */
const faults: [expression: string, message: RegExp][] = [
  ['institution:I1', /^--keep has the unknown key institution; known keys: ror, country, orcid, issn,/],
  [
    'ror:03vek6s53',
    /^--keep can match nothing: the check digit of the ROR 03vek6s53 is wrong; 03vek6s52 has the right one$/,
  ],
  ['orcid:0000-0002-1825-0098', /check digit of the ORCID/],
  ['ror:Harvard', /^--keep has ror:Harvard; a value such as ror:03vek6s52 is expected$/],
  ['year:20', /^--keep has year:20; a year or a span such as 2020-, -2019 or 2015-2019 is expected$/],
  ['xpac:maybe', /yes or no is expected/],
  ['year:2020 type:article', /^--keep has «type:article» where and or or is expected/],
  ['year:2020 and', /^--keep ends where key:value is expected/],
  ['(year:2020', /\) is expected/],
  ['', /^--keep ends where key:value is expected/],
  ['not cites:yes', /expected once, joined by and/],
  ['doi:@/nowhere', /cannot read the file/],
]

/** The subjects of a graph, and what its load said. */
async function loaded(
  keep: string,
  files: Readonly<Record<string, string>>,
): Promise<{ readonly ids: ReadonlySet<string>; readonly said: string }> {
  const { quads, said } = await loadBy({ keep }, files)
  const titles = [...quads.matchAll(/"((?:Cited|Neither|Nobody)[^"]*)"/g)].map(([, text]) => text as string)
  const subjects = [...quads.matchAll(/^<([^>]*)> /gm)].map(([, iri]) => iri as string)
  return { ids: new Set([...subjects, ...titles]), said }
}

describe('--keep', () => {
  for (const [expression, source, record, isKept] of rows)
    it(`${expression} ${isKept ? 'keeps' : 'passes over'} ${String(record['id'] ?? record['DOI'])}`, () => {
      expect(keeps(expression, source, record)).to.equal(isKept)
    })
  for (const [expression, message] of faults)
    it(`says what is wrong with «${expression}»`, () => {
      expect(() => parseExpression(expression)).to.throw(message)
    })

  it('takes values from the lines of a file', () => {
    const folder = folderOf({ 'dois.txt': 'https://doi.org/10.5555/two\r\n\n10.5555/one\n' })
    expect(keeps(`doi:@${folder}/dois.txt`, 'crossref', crossref)).to.equal(true)
  })

  it('reads no line in which nothing stands that it asks for, but for those of SKG-IF', () => {
    const input = createSelection('ror:00x6h5n95 and year:2020-').input('a')
    const bytes = (value: Json): Uint8Array => Buffer.from(JSON.stringify(value))
    expect(input.mayKeep(bytes(old)), 'before the first record is known').to.equal(true)
    input.keeps(sourceOf('openalex'), old)
    expect(input.mayKeep(bytes(old))).to.equal(false)
    expect(input.mayKeep(bytes(work))).to.equal(true)
    expect(input.mayKeep(bytes({ local_identifier: 'x' }))).to.equal(true)
  })
  it('reads each line where an expression may hold without any text', () => {
    for (const expression of [
      'year:2020-',
      'ror:00x6h5n95 or year:2020',
      'not ror:00x6h5n95',
      'doi:10.5555/x',
    ]) {
      const input = createSelection(expression).input('a')
      input.keeps(sourceOf('openalex'), old)
      expect(input.mayKeep(Buffer.from('{}')), expression).to.equal(true)
    }
  })

  const O = 'https://openalex.org/'
  const cited = { ...old, id: `${O}W2`, title: 'Cited' }
  const other = { ...old, id: `${O}W8`, title: 'Neither', referenced_works: [`${O}W9`] }
  const stranger = { id: `${O}A8`, display_name: 'Nobody of these', orcid: null }
  const files = {
    'a-others.jsonl': jsonl(stranger, ...recordsOf('openalex').slice(2)),
    'b-works.jsonl': jsonl(other, cited, work),
    'own.jsonl': JSON.stringify({ local_identifier: 't1', entity_type: 'topic', labels: { en: 'T' } }),
  }

  it('loads what is kept and the records that it names, whatever comes first, and all of SKG-IF', async () => {
    const { ids, said } = await loaded('ror:00x6h5n95', files)
    expect([...ids]).to.include.members([
      'https://doi.org/10.5555/openalex.1',
      'https://orcid.org/0000-0002-1825-0097',
      'https://ror.org/00x6h5n95',
      'https://portal.issn.org/resource/ISSN/1234-5679',
      `${BASE}t1`,
    ])
    expect([...ids]).not.to.include.oneOf(['Cited', 'Neither', 'Nobody of these'])
    expect(said).to.match(/\b3 records passed over by --keep/)
  })
  it('loads what the kept works cite, on request', async () => {
    const { ids, said } = await loaded('ror:00x6h5n95 and cites:yes', files)
    expect([...ids]).to.include('Cited')
    expect([...ids]).not.to.include('Neither')
    expect(said).to.match(/\b2 records passed over by --keep/)
  })
})
