// What reference managers keep, CSL, BibTeX and RIS, and persons of ORCID.

import { expect } from 'chai'
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { checkFiles } from '../load/checking.ts'
import { load, type Json as Answer } from '../load/files.ts'
import { readBy, valueAt, type Json } from './reading.ts'

const jsonOf = (name: string): Json =>
  JSON.parse(
    readFileSync(new URL(`data/${name}.jsonl`, import.meta.url), 'utf8').split('\n', 1)[0] as string,
  ) as Json
const item = jsonOf('csl')
const person = jsonOf('orcid')

const BIB = `% exported
@string{jt = "Journal of Testing"}
@article{doe, title = {The {DNA} of {\\"U}bungen}, author = {Doe, Jane and {The Group}},
  journal = jt, volume = 4, number = {2}, pages = {10--20}, year = 2013, month = aug, doi = {10.5555/ABC-1},
  issn = {2049-3630}}
`
const RIS = `TY  - JOUR\r\nAU  - Doe, Jane\r\nAU  - The Group\r\nTI  - The DNA of\r\n Übungen
T2  - Journal of Testing
SN  - 2049-3630\r\nVL  - 4\r\nIS  - 2\r\nSP  - 10\r\nEP  - 20\r\nPY  - 2013/08//\r\nDO  - 10.5555/ABC-1\r\nER  - \r\n`
const CSL = JSON.stringify([{ ...item, title: 'The DNA of Übungen' }])

const bib = (fields: string): string => `@article{a, title={A}, ${fields}}`
const inRis = (line: string): string => `TY  - JOUR\nTI  - A\n${line}\nER  - \n`

describe('references in other encodings', () => {
  const encodings = {
    'Windows-1252': (text: string) => Buffer.from(text, 'latin1'),
    'UTF-16 with a byte order mark': (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le'),
  }
  for (const [encoding, encode] of Object.entries(encodings))
    it(`are read, of ${encoding}`, async () => {
      const text = BIB.replace('{\\"U}bungen', 'Übungen').replace('10.5555/ABC-1', '10.5555/bib')
      const { answers, findings } = await load({ 'a.bib': encode(text), 'a.ris': encode(RIS) })
      for (const doi of ['10.5555/bib', '10.5555/abc-1'])
        expect(answers[`product https://doi.org/${doi}`]!['titles']).to.deep.equal({
          none: ['The DNA of Übungen'],
        })
      const said = findings.filter((one) => /is not UTF-8; it is read as Windows-1252/.test(one))
      expect(said).to.have.length(encoding === 'Windows-1252' ? 2 : 0)
    })
  it('are refused where they are packed and their name does not say so', async () => {
    const packed = gzipSync('{"a":1}')
    const names = ['a.bib', 'a.csv', 'a.json', 'a.jsonl', 'a.ttl', 'a.xml']
    const files = Object.fromEntries(names.map((name) => [name, packed]))
    const { findings } = await load({ ...files, 'b.ris': RIS })
    for (const name of names)
      expect(findings.filter((one) => one.includes(name)).join(), name).to.include(
        'is packed by gzip; a name that ends in .gz',
      )
  })
})

describe('one work', () => {
  for (const [name, text] of [
    ['a.bib', BIB],
    ['a.ris', RIS],
    ['a.json', CSL],
  ] as const)
    it(`is the same product from ${name}`, async () => {
      const { answers, findings } = await load({ [name]: text })
      const work = answers['product https://doi.org/10.5555/abc-1'] as Answer
      expect(work['titles']).to.deep.equal({ none: ['The DNA of Übungen'] })
      expect(valueAt(work, 'contributions.0.by.name')).to.equal('Jane Doe')
      expect(valueAt(work, 'contributions.1.by.name')).to.equal('The Group')
      expect(valueAt(work, 'manifestations.dates.publication')).to.deep.equal(['2013-08'])
      expect(valueAt(work, 'manifestations.biblio.volume')).to.equal('4')
      expect(valueAt(work, 'manifestations.biblio.pages')).to.deep.equal({ first: '10', last: '20' })
      expect(valueAt(work, 'manifestations.biblio.in.name')).to.equal('Journal of Testing')
      expect(
        findings.filter((one) => !one.includes('left out') && !one.includes('check digit')),
      ).to.deep.equal([])
    })
})

describe('a faulty reference', () => {
  it('of BibTeX spoils no other', async () => {
    const { findings, records } = await checkFiles({
      'a.bib': `@article{no end, title = {A\n@article{x,\n title = {No {end}, author = {X}\n\n${BIB}@misc{empty,}\n`,
    })
    expect(records).to.equal(1)
    expect(findings.map(({ kind, line, message }) => `${line} ${kind} ${message}`)).to.include.members([
      '2 unreadable-record has neither DOI nor title; one of the two is expected',
      '2 incomplete-record is an entry without end; a closing brace is expected; its fields are read as far as they are whole',
    ])
  })
  for (const [text, kind, said, records] of [
    ["@a'ticle{k, title={B}, year=2000}", 'incomplete-record', "type «a'ticle»", 2],
    ['@article44x2,\n title={B},\n year={2001}\n}', 'incomplete-record', '@type{key,', 2],
    ['@article{k, title={B}, year={2001}', 'incomplete-record', 'without end', 2],
    ['@article', 'unreadable-record', '«@article»', 1],
  ] as const)
    it(`of BibTeX, ${JSON.stringify(text)}, is a finding, and is read as far as it goes`, async () => {
      const { findings, records: read } = await checkFiles({ 'a.bib': `@misc{a, title={A}}\n${text}\n` })
      const found = findings.find((one) => one.kind === kind)
      expect(found?.line).to.equal(2)
      expect(found?.message).to.include(said)
      expect(read).to.equal(records)
    })
  it('of BibTeX whose abbreviations double each other is refused, and the next one is read', async () => {
    const doubled = Array.from({ length: 30 }, (_, i) => `@string{a${i + 1} = a${i} # a${i}}`).join('\n')
    const { findings, records } = await checkFiles({
      'a.bib': `@string{a0 = "xx"}\n${doubled}\n@misc{k, title = a30}\n@misc{l, title = {A}}\n`,
    })
    expect(findings.map(({ line, message }) => `${line} ${message}`)).to.deep.equal([
      '32 is no entry of BibTeX: its abbreviations come to more than 100000 characters',
    ])
    expect(records).to.equal(1)
  })
  for (const [title, text] of [
    ['on one line', '@article{a, title={A}} @book(b, title={B}) @comment{x} @misc{c, title={C}}'],
    ['directly behind another', '@article{a, title={A}}@book{b,\n title={B}}, @misc{c, title={C}}\n'],
  ] as const)
    it(`of BibTeX is none because it stands ${title}`, async () => {
      const { records, refused } = await checkFiles({ 'a.bib': text })
      expect([records, refused]).to.deep.equal([3, 0])
    })
  it('of RIS spoils no other, and a file that is cut off says so', async () => {
    const { findings, records } = await checkFiles({ 'a.ris': `${RIS}AU  - X\nER  - \n${RIS.slice(0, -10)}` })
    expect(records).to.equal(2)
    expect(findings.map(({ message }) => message)).to.include.members([
      'has no type; a line «TY  - » is expected; it is read as a document',
      'is the last record and has no end; a line «ER  - » is expected',
      'has neither DOI nor title; one of the two is expected',
    ])
  })
  const first = 'TY  - JOUR\nTI  - One\nDO  - 10.5555/1\n'
  const second = 'TI  - Two\nDO  - 10.5555/2\n'
  for (const [title, text, said] of [
    ['ER', `${first}TY  - JOUR\n${second}ER  - \n`, ['1 has no end']],
    ['TY', `${first}ER  - \n${second}ER  - \n`, ['5 has no type']],
    ['ER and TY', `${first}${second}ER  - \n`, ['1 has no end', '4 has no type']],
  ] as const)
    it(`of RIS without ${title} is read, with a finding`, async () => {
      const { answers } = await load({ 'a.ris': text })
      const titles = Object.values(answers).map((answer) => valueAt(answer, 'titles.none.0'))
      expect(titles.filter(Boolean)).to.have.members(['One', 'Two'])
      expect(Object.keys(answers)).to.include.members([
        'product https://doi.org/10.5555/1',
        'product https://doi.org/10.5555/2',
      ])
      const { findings } = await checkFiles({ 'a.ris': text })
      const found = findings.filter(({ kind }) => kind === 'incomplete-record')
      expect(found.map(({ line, message }) => `${line} ${message.split(';', 1)[0]}`)).to.have.members(said)
    })
  it('of RIS that ends within a line is read without that line', async () => {
    const { answers } = await load({ 'a.ris': 'TY  - JOUR\nTI  - One\nDO  - 10.5555/12' })
    const [product] = Object.values(answers)
    expect(valueAt(product, 'titles')).to.deep.equal({ none: ['One'] })
    expect(valueAt(product, 'identifiers')).to.equal(undefined)
  })
  it('of RIS that says a single value twice tells of the second one', async () => {
    const { findings } = await checkFiles({ 'a.ris': inRis('VL  - 1\nVL  - 2') })
    expect(findings.map(({ message }) => message).join('\n')).to.include('further value of tag VL')
  })
  it('of CSL without DOI and title is refused', () =>
    expect(readBy('csl', { type: 'book' }).refused).to.deep.equal([
      'has neither DOI nor title; one of the two is expected',
    ]))
})

/** Members, where to look, what is there. */
const rows: [members: Json, at: string, value: unknown][] = [
  [{ type: 'software' }, 'product_type', 'research software'],
  [{ issued: { literal: '2012, spring' } }, 'manifestations.dates.publication', ['2012']],
  ...['Spring 2019', 'circa 2019', 'c. 2019', '05/08/2019'].map((literal): (typeof rows)[number] => [
    { issued: { literal } },
    'manifestations.dates.publication',
    ['2019'],
  ]),
  [{ DOI: undefined, URL: 'https://doi.org/10.5555/X' }, 'identifiers.0.value', '10.5555/x'],
  [
    { URL: 'https://doi.org/10.5555/other' },
    'manifestations.identifiers.0.value',
    'https://doi.org/10.5555/other',
  ],
  [{ ISSN: '2049-3630, 1234-5679' }, 'manifestations.biblio.in.identifiers.1.value', '1234-5679'],
  [{ type: 'book', ISBN: '978-3-16-148410-0' }, 'identifiers.1.value', '9783161484100'],
  [
    { author: [{ given: 'L.', family: 'Beethoven', 'non-dropping-particle': 'van' }] },
    'contributions.by.name',
    'L. van Beethoven',
  ],
]
describe('an item of CSL', () => {
  for (const [members, at, value] of rows)
    it(`has ${at} of ${JSON.stringify(members)}`, () =>
      expect(valueAt(readBy('csl', { ...item, ...members }).record, at)).to.deep.equal(value))
})

const LOST_DATE = 'dates that are none'

/** File, where to look in its product, what is there, what is said to be left out. */
const texts: [name: string, text: string, at: string, value: unknown, lost?: string][] = [
  ['a.bib', bib('url={https://doi.org/10.5555/X}'), 'identifiers.0.value', '10.5555/x'],
  ['a.ris', inRis('UR  - https://doi.org/10.5555/X'), 'identifiers.0.value', '10.5555/x'],
  [
    'a.ris',
    inRis('UR  - https://a.org\nUR  - https://doi.org/10.5555/X'),
    'identifiers.0.value',
    '10.5555/x',
  ],
  ['a.bib', bib('doi={10.5555/a\\_b{\\_}c}'), 'identifiers.0.value', '10.5555/a_b_c'],
  ['a.bib', bib('url={https://a.org/a\\_b}'), 'manifestations.identifiers.0.value', 'https://a.org/a_b'],
  ['a.bib', bib("author={{Mar{\\'\\i}a}}"), 'contributions.0.by.name', 'Mar\u00eda'],
  [
    'a.bib',
    bib('eprint={2001.00001}, archivePrefix={arXiv}'),
    'identifiers.0',
    { scheme: 'arxiv', value: '2001.00001' },
  ],
  ['a.bib', bib('eprint={7}, eprinttype={hdl}'), 'identifiers', undefined, 'member eprint'],
  ['a.ris', 'TY  - CHAP\nTI  - A\nBT  - The book\nER  - \n', 'manifestations.biblio.in.name', 'The book'],
  ['a.ris', 'TY  - BOOK\nBT  - The book\nER  - \n', 'titles', { none: ['The book'] }],
  ['a.ris', inRis('PY  - abc'), 'manifestations.dates', undefined, LOST_DATE],
  ['a.ris', inRis('PY  - Spring 2019'), 'manifestations.dates.publication', ['2019']],
  ['a.bib', bib('year={c. 1999}'), 'manifestations.dates.publication', ['1999']],
  ['a.ris', inRis('DA  - May\nPY  - 2019'), 'manifestations.dates.publication', ['2019']],
]
describe('a reference as text', () => {
  for (const [name, text, at, value, lost] of texts)
    it(`has ${at} of ${text.slice(0, 80)}`, async () => {
      const { answers, findings } = await load({ [name]: text })
      const product = Object.entries(answers).find(([key]) => key.startsWith('product '))?.[1]
      expect(valueAt(product, at)).to.deep.equal(value)
      if (lost !== undefined) expect(findings.join('\n')).to.include(lost)
    })
})

describe('a person of ORCID', () => {
  it('has names, identifiers and employments', () => {
    const { record, lost } = readBy('orcid', person)
    expect(record).to.deep.include({
      local_identifier: 'https://orcid.org/0000-0002-1825-0097',
      entity_type: 'person',
      identifiers: [
        { scheme: 'orcid', value: '0000-0002-1825-0097' },
        { scheme: 'scopus', value: '7007156898' },
      ],
      name: 'Josiah Carberry',
    })
    expect(record['affiliations'][0]).to.deep.equal({
      affiliation: {
        entity_type: 'organisation',
        local_identifier: 'https://ror.org/05gq02987',
        identifiers: [{ scheme: 'ror', value: '05gq02987' }],
        name: 'Brown University',
      },
      role: 'affiliate',
      period: { start: '1929-02' },
    })
    expect(record['affiliations'][1]['affiliation']['country']).to.equal('US')
    expect(lost).to.include.members(['member other-names', 'role-title of an employment'])
  })
  it('without ORCID is refused', () =>
    expect(readBy('orcid', { 'orcid-identifier': { path: '1' } }).refused[0]).to.match(/^has no ORCID/))
})
