// Readers of sources take time in proportion to their input: each field with 100,000 characters against 25,000.

import { expect } from 'chai'
import { readFileSync } from 'node:fs'
import { model } from '../support/model.ts'

type Json = Record<string, unknown>

const [SHORT, LONG] = [25_000, 100_000]
/** Four times the text may take four times as long; a reader whose time is as the square takes sixteen times. */
const MAX_RATIO = 10
/** Times below it are of the machine, not of the reader. */
const MIN_CPU_MS = 60

const UNITS = [
  ' ',
  'a',
  '[',
  ']',
  '{',
  '}',
  '(',
  ';',
  ',',
  '"',
  '\\',
  '<',
  '<!--',
  '&',
  '@',
  '@a{',
  '#',
  '-',
  '\n',
  '=',
]

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

async function* piecesOf(text: string): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += 65_536) yield text.slice(at, at + 65_536)
}

const notes = { drop() {}, add() {}, alias() {}, scopedName() {}, origin() {}, refuse() {} }

async function timeOf(run: () => Promise<void> | void): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < 2; i++) {
    const before = cpuMs()
    await run()
    times.push(cpuMs() - before)
  }
  return Math.min(...times)
}

const padded = (unit: string, length: number): string => `x${unit.repeat(length / unit.length)}x`

/** Text of a record in which one field is the padding. */
const texts: [source: string, field: string, textWith: (padding: string) => string][] = [
  ['bibtex', 'title', (p) => `@article{k, title = {${p}}}\n`],
  ['bibtex', 'key', (p) => `@article{${p}, title = {A}}\n`],
  ['bibtex', 'what stands between entries', (p) => `${p}\n@article{k, title = {A}}\n`],
  ['ris', 'title', (p) => `TY  - JOUR\nTI  - ${p}\nER  - \n`],
  ['ris', 'author', (p) => `TY  - JOUR\nTI  - A\nAU  - ${p}\nSN  - ${p}\nPY  - ${p}\nKW  - ${p}\nER  - \n`],
  ['oai', 'title', (p) => dataCite(`<titles><title>${p}</title></titles>`)],
  ['oai', 'what stands before the root', (p) => `<!--${p}--><!-- -->${dataCite('')}`],
  ['oai', 'comments', (p) => '<!-- -->'.repeat(p.length / 8)],
  [
    'oai',
    'elements',
    (p) =>
      dataCite(
        `<creators><creator>${'<affiliation>A</affiliation>'.repeat(p.length / 8)}</creator></creators>` +
          '<dates><date/></dates>'.repeat(p.length / 8),
      ),
  ],
  ['opencitations', 'author', (p) => metaRow({ author: p })],
  ['opencitations', 'id', (p) => metaRow({ id: p })],
  ['opencitations', 'venue', (p) => metaRow({ venue: p, pub_date: p, page: p })],
]

const dataCite = (elements: string): string =>
  `<resource xmlns="http://datacite.org/schema/kernel-4">${elements}</resource>`

function metaRow(fields: Json): string {
  const columns = 'id title author pub_date venue volume issue page type publisher editor'.split(' ')
  const row: Json = { id: 'doi:10.5555/1', title: 'A', ...fields }
  const cells = columns.map((name) => `"${String(row[name] ?? '').replaceAll('"', '""')}"`)
  return `${columns.join(',')}\n${cells.join(',')}\n`
}

/** A record with one text, at any depth, replaced; one for each key that holds a text. */
function* replacements(record: Json): Generator<[key: string, recordWith: (padding: string) => Json]> {
  const keys = new Set<string>()
  JSON.stringify(record, (key, value: unknown) => {
    if (typeof value === 'string' && key !== '' && !/^\d+$/.test(key)) keys.add(key)
    return value
  })
  for (const name of keys)
    yield [
      name,
      (padding) =>
        JSON.parse(
          JSON.stringify(record, (key, value: unknown) =>
            key === name && typeof value === 'string' ? padding : value,
          ),
        ) as Json,
    ]
}

const sourceOf = (name: string) => model.sources.find((one) => one.name === name)

describe('a reader of a source', function () {
  this.timeout(900_000)
  async function expectLinear(
    what: string,
    run: (length: number) => Promise<void> | void,
  ): Promise<string[]> {
    const long = await timeOf(() => run(LONG))
    if (long < MIN_CPU_MS) return []
    const ratio = long / (await timeOf(() => run(SHORT)))
    return ratio > MAX_RATIO ? [`${what}: ${ratio.toFixed(1)} times`] : []
  }
  for (const [name, field, textWith] of texts)
    it(`of ${name} is linear in ${field}`, async () => {
      const source = sourceOf(name)
      const slow: string[] = []
      for (const unit of UNITS)
        slow.push(
          ...(await expectLinear(JSON.stringify(unit), async (length) => {
            const text = textWith(padded(unit, length))
            source?.text?.recognises(text)
            for await (const records of source?.text?.records(piecesOf(text)) ?? [])
              for (const one of records) if ('record' in one) source?.read(one.record, notes)
          })),
        )
      expect(slow).to.deep.equal([])
    })
  for (const name of ['crossref', 'datacite', 'ror', 'openaire', 'orcid', 'csl'])
    it(`of ${name} is linear in each text`, async () => {
      const source = sourceOf(name)
      const file = new URL(`../sources/data/${name}.jsonl`, import.meta.url)
      const first = readFileSync(file, 'utf8').split('\n', 1)[0] as string
      const slow: string[] = []
      for (const [key, recordWith] of replacements(JSON.parse(first) as Json))
        for (const unit of UNITS)
          slow.push(
            ...(await expectLinear(`${key} ${JSON.stringify(unit)}`, (length) => {
              source?.read(recordWith(padded(unit, length)), notes)
            })),
          )
      expect(slow).to.deep.equal([])
    })
})
