// Records of sources in the files and archives in which they come: found, read one by one, and reported.

import { expect } from 'chai'
import fc from 'fast-check'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { ElementScan } from '../../src/load/json/element-scan.ts'
import { checkPaths } from '../../src/load/check.ts'
import { withSource } from '../../src/model/model.ts'
import { checkFiles, type Outcome } from '../load/checking.ts'
import { BASE, load, zip, type Files } from '../load/files.ts'
import { isFullEffort, runs } from '../support/effort.ts'
import { model } from '../support/model.ts'
import { tar } from './archives.ts'
import { folderOf } from '../support/folders.ts'

type Json = Record<string, any>

const linesOf = (name: string): string[] =>
  readFileSync(new URL(`data/${name}.jsonl`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
const works = linesOf('crossref')
const dois = linesOf('datacite')
const parsed = (lines: readonly string[]): Json[] => lines.map((line) => JSON.parse(line) as Json)
const json = (value: unknown): string => JSON.stringify(value, null, 1)
const rest = (items: readonly Json[]): string =>
  json({ status: 'ok', 'message-type': 'work-list', message: { 'total-results': 7, items } })

/** Whether the outcome has warnings and counts of sources, and nothing else. */
const otherFindings = ({ findings }: Outcome): string[] =>
  findings
    .filter(
      ({ kind }) =>
        !['not-converted', 'bad-check-digit', 'conflicting-copies', 'identifier-of-several-names'].includes(
          kind,
        ),
    )
    .map(({ kind, file, line, message }) => `${kind} ${file}:${line} ${message}`)

const long = `a folder with blanks/${'x'.repeat(120)}.jsonl`

/** Title, files, records. */
const containers: [files: Files, records: number][] = [
  [{ 'a.json': json({ 'message-type': 'work', message: parsed(works)[0] }) }, 1],
  [{ 'a.json': rest(parsed(works)) }, 7],
  [{ '0.json.gz': gzipSync(JSON.stringify({ items: parsed(works) })) }, 7],
  [{ 'a.jsonl': works.join('\n') }, 7],
  [{ 'a.jsonl.gz': gzipSync(works.join('\n')) }, 7],
  [{ 'a.json': json(parsed(works)) }, 7],
  [{ 'a.json': json([{ message: parsed(works)[0] }, { message: parsed(works)[1] }]) }, 2],
  [{ 'a.json': works.join('\n') }, 7],
  [{ 'a.json': json({ data: parsed(dois)[0], included: [] }) }, 1],
  [{ 'a.json': json({ data: parsed(dois), meta: { total: 6 }, links: {} }) }, 6],
  [
    {
      'a.jsonl': parsed(dois)
        .map(({ attributes }) => JSON.stringify(attributes))
        .join('\n'),
    },
    6,
  ],
  [{ 'a.zip': zip({ 'a.json': rest(parsed(works)), 'v1.51-2024-08-21-ror-data.csv': 'id,name\n' }, 8) }, 7],
  [{ 'a.tar': tar({ 'a.jsonl': works.join('\n'), 'b/c.jsonl.gz': gzipSync(dois.join('\n')) }) }, 13],
  [{ 'a.tar.gz': gzipSync(tar({ '0.json': JSON.stringify({ items: parsed(works) }) })) }, 7],
  [{ 'a.tgz': gzipSync(tar({ 'a.jsonl': works.join('\n') })) }, 7],
  [{ 'a.tar': tar({ [long]: works.join('\n') }, 'gnu') }, 7],
  [{ 'a.tar': tar({ [long]: works.join('\n') }, 'pax') }, 7],
  [
    {
      'a.tar': tar({
        MANIFEST: 'a\n',
        'STATUS.json': '{"status":"ok"}',
        'dois/updated_2025-11/part_0001.jsonl.gz': gzipSync(dois.join('\n')),
        'dois/updated_2025-11/2025-11.csv.gz': gzipSync('doi,state\n'),
        'dois/._x.jsonl': 'no JSON',
      }),
    },
    6,
  ],
  [
    { 'a.jsonl': [...works, ...dois, ...['ror', 'openaire', 'orcid', 'csl'].flatMap(linesOf)].join('\n') },
    24,
  ],
  [{ 'a.zip': zip({ 'b.zip': zip({ 'c.jsonl': works.join('\n') }, 8) }, 8) }, 7],
  [
    {
      'a.jsonl': [
        works[0],
        JSON.stringify({ local_identifier: 't', entity_type: 'topic', labels: { en: 'T' } }),
      ].join('\n'),
    },
    2,
  ],
]

describe('records of sources', () => {
  for (const [files, records] of containers) {
    it(`are read from ${Object.keys(files).join()}`, async () => {
      const outcome = await checkFiles(files)
      expect(otherFindings(outcome)).to.deep.equal([])
      expect(outcome.records).to.equal(records)
    })
  }

  it('make the same graph from every container', async () => {
    const [whole, list, lines] = await Promise.all([
      load({ 'a.json': rest(parsed(works)) }),
      load({ 'a.tar.gz': gzipSync(tar({ 'a.json': json(parsed(works)) })) }),
      load({ 'a.jsonl': works.join('\n') }),
    ])
    expect(list.hash).to.equal(whole.hash)
    expect(lines.hash).to.equal(whole.hash)
  })

  it('are read up to the place where a list is cut off, which is reported with its line', async () => {
    const text = rest(parsed(works))
    const outcome = await checkFiles({ 'a.json': text.slice(0, text.indexOf('10.5555/2013test')) })
    const [only = '', ...others] = otherFindings(outcome)
    expect(others).to.deep.equal([])
    expect(only).to.match(/^bad-json a\.json:\d+ ends before its list does/)
    expect(outcome.records).to.equal(5)
  })
  it('are read up to the place where a packed list of one line is cut off', async () => {
    // What cannot be packed well makes the cut fall behind whole records.
    const items = Array.from({ length: 40 }, (_, i) => ({
      ...parsed(works)[0],
      DOI: `10.5555/${i}`,
      title: [randomBytes(300).toString('base64')],
    }))
    const packed = gzipSync(JSON.stringify({ items }))
    const outcome = await checkFiles({ 'a.json.gz': packed.subarray(0, packed.length / 2) })
    expect(outcome.records).to.be.within(10, 30)
    expect(outcome.findings.filter(({ severity }) => severity === 'refused')).to.have.length(1)
  })
  it('are read beside one that is no JSON', async () => {
    const outcome = await checkFiles({ 'a.json': `{"items":[${works[0]},{"DOI": x},${works[1]}]}` })
    expect(otherFindings(outcome)).to.have.length(1)
    expect(otherFindings(outcome)[0]).to.match(/^bad-json a\.json:1 is not valid JSON/)
    expect(outcome.records).to.equal(2)
  })
  it('are read beside one that has no DOI, and one that is no object', async () => {
    const outcome = await checkFiles({
      'a.json': rest([...parsed(works), { DOI: 5, member: '1' }, 'x' as never]),
    })
    expect(otherFindings(outcome).map((text) => text.replace(/:\d+/, ''))).to.deep.equal([
      'unreadable-record a.json has no DOI; DOI is expected to be a text such as 10.5555/12345678',
      'no-record a.json is string where a record is expected',
    ])
    expect(outcome.records).to.equal(7)
  })
  it('are read where several sources, versions and SKG-IF are mixed, and what is none is reported', async () => {
    const person = { local_identifier: 'https://example.org/1', entity_type: 'person', name: 'A' }
    const older = { id: 'https://ror.org/05gq02987', name: 'B', acronyms: [], addresses: [] }
    const records = [
      ...works.slice(0, 2),
      ...dois.slice(0, 2),
      ...linesOf('ror').slice(0, 1),
      json(person),
      json(older),
    ]
    const outcome = await checkFiles({
      'a.jsonl': records.map((one) => JSON.stringify(JSON.parse(one))).join('\n'),
    })
    expect(otherFindings(outcome)).to.deep.equal([
      'unreadable-record a.jsonl:7 is a record of ROR schema 1, or has no names; records of schema 2 are expected',
    ])
    expect(outcome.records).to.equal(6)
  })
  it('are read if they have thousands of authors, of whom some are groups and some have no name', async () => {
    const thousands = isFullEffort ? 5 : 1
    const author = Array.from({ length: thousands * 1000 }, (_, i) =>
      i % 1000 === 0
        ? { name: `Group ${i}` }
        : i % 999 === 0
          ? {}
          : { given: 'A', family: `B${i}`, sequence: 'additional' },
    )
    const { answers } = await load({
      'a.json': json({ ...parsed(works)[0], DOI: '10.5555/many', author, editor: [] }),
    })
    const { contributions } = answers['product https://doi.org/10.5555/many'] as { contributions: Json[] }
    const authors = contributions.filter(({ role }) => role === 'author')
    expect(authors).to.have.length(thousands * 999)
    expect(authors.filter(({ by }) => (by as Json)['entity_type'] === 'organisation')).to.have.length(
      thousands,
    )
  })
  it('are read of a tar archive up to where it is cut off', async () => {
    const bytes = tar({ 'a.jsonl': works.join('\n'), 'b.jsonl': dois.join('\n') })
    const outcome = await checkFiles({ 'a.tar': bytes.subarray(0, bytes.length - 6000) })
    const places = outcome.findings.filter(({ kind }) => kind === 'unreadable-file').map(({ file }) => file)
    expect(places).to.deep.equal(['a.tar/b.jsonl', 'a.tar'])
    expect(outcome.records).to.be.at.least(7)
  })
  it('are not looked for in what is no tar archive', async () => {
    const outcome = await checkFiles({ 'a.tar': 'x'.repeat(2000), 'b.jsonl': works[0] as string })
    expect(otherFindings(outcome)).to.deep.equal([
      'unreadable-file a.tar:undefined is no tar archive, or damaged: the checksum of a header is another',
    ])
  })
  it('that are said of each other are united, whatever the order', async () => {
    const update = (doi: string): Json => ({
      DOI: '10.5555/notice',
      type: 'journal-article',
      member: '1',
      title: ['Retraction'],
      'update-to': [{ DOI: doi, type: 'retraction', updated: { 'date-parts': [[2010, 2]] } }],
    })
    const [work] = parsed(works)
    const { answers, findings } = await load({ 'a.json': rest([update(work?.['DOI']), work as Json]) })
    const product = answers[`product https://doi.org/${work?.['DOI']}`] as Json
    expect(product['titles']).to.deep.equal({ en: work?.['title'] })
    expect(
      product['manifestations'].map((one: Json) => one['dates']['retraction']).filter(Boolean),
    ).to.deep.equal([['2010-02']])
    expect(findings.filter((text) => !text.includes('left out'))).to.deep.equal([])
  })
})

describe('what records of sources say beyond SKG-IF', () => {
  it('is reported once for each kind, with a count and the first place', async () => {
    const { findings, refused } = await checkFiles({ 'a.jsonl': works.join('\n') })
    const losses = findings.filter(({ kind }) => kind === 'not-converted')
    expect(losses.map(({ message }) => message)).to.include(
      'Crossref JSON: member content-domain: left out 7 times, first here',
    )
    expect(new Set(losses.map(({ message }) => message)).size).to.equal(losses.length)
    expect(losses[0]).to.include({ file: 'a.jsonl', line: 1, id: 'https://doi.org/10.5555/buttons2345' })
    expect(refused).to.equal(0)
  })
  it('does not keep the records from being counted', async () => {
    const { lines } = await checkFiles({ 'a.jsonl': [...works, ...dois].join('\n') })
    expect(lines).to.include.members([
      '7 records read from Crossref JSON',
      '6 records read from DataCite JSON',
    ])
  })
})

describe('a source that is named', () => {
  const bare = { doi: '10.5555/1', titles: [{ title: 'A' }] }
  async function recordsOf(name?: string): Promise<number> {
    const folder = folderOf({ 'a.json': JSON.stringify(bare) })
    const forced = name === undefined ? model : withSource(model, name)
    return (await checkPaths([folder], { model: forced, base: BASE })).records
  }
  it('reads what no source recognises', async () => {
    expect(await recordsOf()).to.equal(0)
    expect(await recordsOf('datacite')).to.equal(1)
  })
  it('is one that there is', () =>
    expect(() => withSource(model, 'crosref')).to.throw(
      /no source crosref. There are crossref, datacite, ror, openaire/,
    ))
})

describe('the elements of a list', () => {
  const elementsOf = (
    text: string,
    sizes: readonly number[],
  ): { elements: unknown[]; isComplete: boolean } => {
    const scan = new ElementScan(['items', 'message.items'])
    const bytes = Buffer.from(text)
    const elements: unknown[] = []
    for (let at = 0, i = 0; at < bytes.length; i++) {
      const size = sizes[i % sizes.length] as number
      for (const one of scan.read(bytes.subarray(at, at + size)))
        elements.push(JSON.parse(one.bytes.toString()))
      at += size
    }
    return { elements, isComplete: scan.isComplete }
  }
  const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 })
  const around = (list: unknown, other: unknown): unknown[] => [
    list,
    { a: other, items: list },
    { other, message: { b: [other], items: list, c: other }, 'x"y': other },
  ]
  it('are those that JSON.parse gives, however the bytes come', () =>
    fc.assert(
      fc.property(
        fc.array(fc.jsonValue()),
        fc.jsonValue(),
        sizes,
        fc.integer({ min: 0, max: 2 }),
        (list, other, pieces, form) => {
          const document = around(list, { other })[form]
          for (const text of [JSON.stringify(document), JSON.stringify(document, null, 2)]) {
            const { elements, isComplete } = elementsOf(text, pieces)
            expect(elements).to.deep.equal(JSON.parse(JSON.stringify(list)))
            expect(isComplete).to.equal(true)
          }
        },
      ),
      { numRuns: runs(200) },
    ))
})

describe('a record of a source with values of any kind in the place of its own', () => {
  /** The record with values in the place of those that the numbers choose. */
  function spoil(record: unknown, values: readonly unknown[], every: number): unknown {
    let count = 0
    const walk = (value: unknown, depth: number): unknown => {
      if (depth > 0 && ++count % every === 0) return values[count % values.length]
      if (Array.isArray(value)) return value.map((one) => walk(one, depth + 1))
      if (typeof value !== 'object' || value === null) return value
      return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, walk(one, depth + 1)]))
    }
    return walk(record, 0)
  }
  const names = ['ror', 'openaire', 'opencitations', 'orcid', 'csl']
  /** What every object has: no name of a record may be looked up among them. */
  const inherited = fc.constantFrom(...Object.getOwnPropertyNames(Object.prototype))
  const originals = parsed([...works, ...dois, ...names.flatMap(linesOf)])
  it('never makes the reader of the source fail', () =>
    fc.assert(
      fc.property(
        fc.constantFrom(...originals),
        fc.array(fc.oneof(fc.jsonValue(), fc.string(), inherited), { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 1, max: 30 }),
        (original, values, every) => {
          const record = spoil(original, values, every) as Json
          for (const source of model.sources) {
            source.recognises(record)
            source.read(record, {
              drop: () => {},
              add: () => {},
              alias: () => {},
              scopedName: () => {},
              origin: () => {},
              refuse: () => {},
            })
          }
        },
      ),
      { numRuns: runs(2000) },
    ))

  it('never ends the check, and what is made of it can be read', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(fc.jsonValue(), fc.string(), fc.webUrl()), { minLength: 1, maxLength: 9 }),
        fc.integer({ min: 2, max: 60 }),
        async (values, every) => {
          const spoilt = originals.map((original) => JSON.stringify(spoil(original, values, every)))
          const { findings } = await checkFiles({ 'a.jsonl': spoilt.join('\n') })
          expect(findings.filter(({ message }) => message.includes('by a fault of it'))).to.deep.equal([])
        },
      ),
      { numRuns: runs(25) },
    ))
})
