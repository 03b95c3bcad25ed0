// The report: complete in its file, short on the screen, bounded in memory; and what real data has in it.

import type { PartSink } from '../../src/load/merge/shuffle.ts'
import { expect } from 'chai'
import { readdirSync, readFileSync, statSync, existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findingKinds, type FindingKind } from '../../src/findings/kinds.ts'
import { OutputError } from '../../src/load/text/output-error.ts'
import { createReport } from '../../src/load/validate/report.ts'
import { readInputs } from '../../src/load/read.ts'
import { findInputs } from '../../src/load/input/find-inputs.ts'
import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createSelection } from '../../src/load/selection/selection.ts'
import { checkAll, checkFiles, parseReport, type Outcome } from './checking.ts'
import { isFullEffort } from '../support/effort.ts'
import { hasSnapshot, SNAPSHOT, SNAPSHOT_BASE } from '../support/snapshot.ts'
import { temporaryFolder } from '../support/folders.ts'
import { DEMO } from '../support/endpoint.ts'

const byKind = ({ findings }: Outcome): Record<string, number> =>
  findings.reduce<Record<string, number>>((sum, { kind }) => ({ ...sum, [kind]: (sum[kind] ?? 0) + 1 }), {})

describe('the kinds of findings', () => {
  it('are told apart by names of lower case, and say in sentences what is wrong and what would be right', () => {
    for (const [kind, { title, expected }] of Object.entries(findingKinds)) {
      expect(kind).to.match(/^[a-z]+(-[a-z]+)*$/)
      expect(title).to.match(/^[A-Z].*\.$/)
      expect(expected).to.match(/\.$/)
    }
  })
})

const FINDINGS = isFullEffort ? 1_000_000 : 250_000

describe('a report', () => {
  it('shows the first twenty of a kind on the screen and all in the file', async () => {
    const lines = Array.from({ length: 50 }, (_, i) =>
      JSON.stringify({ local_identifier: `t${i}`, entity_type: 'topic', labels: { en: 'x' }, label: 1 }),
    )
    const outcome = await checkFiles({ 'a.jsonl': lines.join('\n') })
    expect(outcome.findings.map(({ line }) => line)).to.deep.equal(lines.map((_, i) => i + 1))
    expect(outcome.lines[0]).to.equal('0 refused, 50 warned')
    expect(outcome.lines.filter((line) => / label unknown key/.test(line))).to.have.length(20)
    expect(outcome.lines.at(-1)).to.match(/^ {2}… and 30 more; all are in \S+report\.jsonl$/)
  })

  it('shows of many losses the most frequent one of each source, and says where all are', async () => {
    const members = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`member-${i}`, 'x']))
    const work = { DOI: '10.5555/1', type: 'journal-article', member: '78', title: ['T'], indexed: {} }
    const item = {
      id: 'a',
      type: 'book',
      title: 'B',
      issued: { 'date-parts': [[2020]] },
      medium: 'x',
      genre: 'y',
    }
    const outcome = await checkFiles({
      'works.jsonl': [
        { ...work, ...members },
        { ...work, DOI: '10.5555/2', 'member-7': 'x' },
      ]
        .map((one) => JSON.stringify(one))
        .join('\n'),
      'items.json': JSON.stringify(item),
    })
    const losses = outcome.lines.slice(
      outcome.lines.findIndex((line) => line.includes(' not-converted (32)')),
    )
    expect(losses.join('\n')).to.match(
      new RegExp(
        '^[^\\n]*\\n[^\\n]*Crossref JSON: unknown member member-7: left out 2 times, first here\\n' +
          '[^\\n]*CSL-JSON: member (?:genre|medium): left out once\\n' +
          '  in all: 30 of Crossref JSON, 2 of CSL-JSON\\n  … and 30 more; all are in ',
      ),
    )
    expect(outcome.findings.filter(({ kind }) => kind === 'not-converted')).to.have.length(32)
  })

  // A quarter of a million in a short run.
  it('of a million findings is whole, and takes no more memory than one of few', function () {
    const folder = temporaryFolder()
    const report = createReport(join(folder, 'report.jsonl'))
    const add = (i: number): void =>
      report.add({
        kind: 'unknown-key',
        file: 'a.jsonl',
        line: i,
        id: `record ${i}\u2028"`,
        path: 'x.y',
        message: 'unknown key',
      })
    for (let i = 1; i <= 50_000; i++) add(i)
    const before = process.memoryUsage().heapUsed
    for (let i = 50_001; i <= FINDINGS; i++) add(i)
    expect((process.memoryUsage().heapUsed - before) / 1e6).to.be.lessThan(100)
    report.close()
    expect(report.findings).to.have.length(20)
    expect(report.warned).to.equal(FINDINGS)
    expect(statSync(join(folder, 'report.jsonl')).size).to.be.greaterThan(100 * FINDINGS)
    const text = readFileSync(join(folder, 'report.jsonl'), 'utf8')
    expect(text.split('\n')).to.have.length(FINDINGS + 1)
    expect(
      parseReport(text.slice(0, 300_000).replace(/[^\n]*$/, '')).every(({ line }, i) => line === i + 1),
    ).to.equal(true)
    expect(parseReport(text.slice(-400).replace(/^[^\n]*\n/, '')).at(-1)).to.include({
      line: FINDINGS,
      expected: findingKinds['unknown-key'].expected,
    })
  })

  it('has the references without a record, each id once, where it is first named', async () => {
    const cites = (from: number): string =>
      JSON.stringify({
        local_identifier: `p${from}`,
        entity_type: 'product',
        product_type: 'literature',
        titles: { en: ['x'] },
        related_products: { cites: [`p${from + 1}`, `absent-${from}`, ...(from % 2 ? ['absent'] : [])] },
      })
    const outcome = await checkFiles({
      'a.jsonl': Array.from({ length: 2_000 }, (_, i) => cites(i)).join('\n'),
    })
    expect(byKind(outcome)).to.deep.equal({ 'dangling-reference': 2_002 })
    expect(outcome.findings.find(({ id }) => id === 'p0')).to.include({
      line: 1,
      path: 'related_products.cites.1',
      message: 'refers to https://example.org/graph/absent-0, which has no record (product)',
    })
    const names = outcome.findings.filter(({ message }) => message.includes('/absent, '))
    expect(names.map(({ line, id, path }) => [line, id, path])).to.deep.equal([
      [2, 'p1', 'related_products.cites.2'],
    ])
    expect(outcome.lines).to.include('2002 ids of type product referred to and without a record')
  })
})

describe('a load without check', () => {
  it('looks up no line where nothing is found', async () => {
    const origins: { readonly line?: number }[] = []
    const report = createReport()
    const parts: PartSink = {
      add: (_, part) => void ('origin' in part && origins.push(part.origin)),
    }
    const text = JSON.stringify(
      {
        '@graph': [
          { local_identifier: 'a', entity_type: 'topic', identifiers: [{ scheme: 'doi', value: 'wrong' }] },
        ],
      },
      null,
      1,
    )
    const { model } = await import('../support/model.ts')
    await readInputs(
      [{ name: 'a.json', format: 'json', size: 0, open: async () => Readable.from([Buffer.from(text)]) }],
      { model, base: 'http://x.example/', parts, report, folder: tmpdir() },
    )
    expect(report.warned).to.equal(0)
    expect(origins.map((origin) => Object.getOwnPropertyDescriptor(origin, 'line')?.get)).to.not.include(
      undefined,
    )
    expect(origins.map(({ line }) => line)).to.deep.equal([3])
  })
})

const nothing = (): void => {}

describe('reading several files at once', () => {
  const work =
    `${JSON.stringify({ DOI: '10.5555/1', type: 'book', prefix: '10.5555', member: '7' })}\n`.repeat(100)
  it('ends with all readers when one of them cannot write', async () => {
    let pieces = 0
    let failing = (): void => {}
    const second = new Promise<void>((resolve) => {
      failing = resolve
    })
    async function* endless(): AsyncGenerator<Buffer> {
      for (;;) {
        if (++pieces === 3) failing()
        await nextTurn()
        yield Buffer.from(work)
      }
    }
    const fails = async (): Promise<Readable> => {
      await second
      throw new OutputError(new Error('no room'))
    }
    const input = (name: string, open: () => Promise<Readable>) => ({
      name,
      format: 'jsonl' as const,
      size: 0,
      open,
    })
    const { model } = await import('../support/model.ts')
    const reading = readInputs(
      [
        input('a.jsonl', async () => Readable.from(endless())),
        input('b.jsonl', fails),
        input('c.jsonl', fails),
      ],
      {
        model,
        base: 'http://x.example/',
        parts: { add: nothing },
        report: createReport(),
        folder: tmpdir(),
        selection: createSelection('type:dataset'),
      },
    )
    expect(await reading.catch((error: Error) => error.message)).to.equal('no room')
    const before = pieces
    for (let turn = 0; turn < 100; turn++) await nextTurn()
    expect(pieces).to.equal(before)
  })
})

describe('check of real data', function () {
  this.timeout(240_000)
  const corpus = fileURLToPath(new URL('../../../shared/corpus/', import.meta.url))

  it('reads each document of the corpus, and finds what is known to be there', async function () {
    if (!existsSync(corpus)) return this.skip()
    const inputs = await findInputs([corpus])
    expect(inputs.length).to.equal(readdirSync(corpus).length)
    const outcome = await checkAll([corpus], 'https://w3id.org/skg-if/sandbox/test/')
    const found = byKind(outcome)
    for (const [kind, number] of Object.entries(found)) console.log(`      ${kind} ${number}`)
    expect(outcome.refused).to.equal(0)
    const kinds: FindingKind[] = [
      'unknown-key',
      'alias-used',
      'shape-coerced',
      'missing-key',
      'unknown-term',
      'bad-identifier',
      'self-reference',
      'dangling-reference',
      'conflicting-types',
      'duplicate-record',
      'conflicting-copies',
    ]
    expect(Object.keys(found)).to.include.members(kinds)
    // The only check digits that do not fit would be those of made-up identifiers; there are none.
    expect(found['bad-check-digit']).to.equal(undefined)
    for (const { file, line, id, kind } of outcome.findings) {
      expect(line, `${kind} ${file} ${id}`).to.be.greaterThan(0)
      expect(readFileSync(file, 'utf8').split('\n')[(line as number) - 1], `${file}:${line}`).to.match(/\{/)
    }
  })

  it('that cannot be written is no fault of what it would tell of', () => {
    const report = createReport('/dev/full')
    expect(() => {
      for (let line = 1; line < 100_000; line++)
        report.add({ kind: 'unknown-key', file: 'a', line, message: 'unknown key' })
    }).to.throw(OutputError, /the report \/dev\/full cannot be written: ENOSPC/)
    expect(() => {
      report.close()
    }).to.throw(OutputError)
  })

  it(
    'finds in the snapshot the addresses that are called DOIs, three texts that are not composed, ' +
      'and nothing else',
    async function () {
      if (!hasSnapshot()) return this.skip()
      const outcome = await checkAll([SNAPSHOT], SNAPSHOT_BASE)
      expect(outcome.records).to.equal(71_686)
      expect(byKind(outcome)).to.deep.equal({ 'bad-identifier': 329, 'not-nfc': 3 })
      expect(
        outcome.findings.filter(
          ({ kind, message }) =>
            kind === 'bad-identifier' &&
            !message.startsWith('is no doi: https://link.springer.com/chapter/10.1007/'),
        ),
      ).to.deep.equal([])
    },
  )

  it('finds in the demo graph the mentions, and nothing else', async () => {
    const outcome = await checkAll([DEMO], 'https://w3id.org/skg-if/sandbox/skeg/')
    expect(byKind(outcome)).to.deep.equal({ 'dangling-reference': 10 })
    expect(outcome.lines.filter((line) => line.includes('got positions'))).to.deep.equal([])
  })
})
