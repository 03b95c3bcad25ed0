// The parts of loading that small inputs do not strain: lines that go to files, chunks, progress in words.

import { expect } from 'chai'
import { execFileSync } from 'node:child_process'
import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { createChunks } from '../../src/load/merge/chunks.ts'
import { bar, createProgress, describe as describeProgress, duration } from '../../src/load/input/progress.ts'
import { createLinesByKey } from '../../src/load/merge/lines-by-key.ts'
import { createTemporaryDirectory } from '../../src/load/prepared/staging-directory.ts'
import { prepareGraph } from '../../src/load/prepare.ts'
import { contentHash } from '../support/content-hash.ts'
import { model } from '../support/model.ts'
import { createRandom } from '../support/random.ts'
import { temporaryFolder } from '../support/folders.ts'

describe('lines by key', () => {
  let folder = ''
  beforeEach(() => {
    folder = temporaryFolder()
  })

  for (const [title, maxBytes] of [
    ['in memory', undefined],
    ['in files', 100_000],
  ] as const) {
    it(`are those of each key together and in their order, ${title}, and leave no file`, () => {
      const lines = createLinesByKey(folder, 'x', maxBytes)
      const key = (i: number): string => `https://example.org/ü${(i * 7) % 500}`
      const line = (i: number): string => `${i} ${'äß\u{1f600}\u2028'.repeat(i % 40)}`
      const expected = new Map<string, string[]>()
      for (let i = 0; i < 20_000; i++) {
        lines.add(key(i), line(i))
        expected.set(key(i), [...(expected.get(key(i)) ?? []), line(i)])
      }
      expect(readdirSync(folder).length > 0).to.equal(maxBytes !== undefined)
      const shares: number[] = []
      const groups = [...lines.groups((share) => shares.push(share))]
      expect(groups.map(([one]) => one)).to.deep.equal([...expected.keys()].sort())
      expect(new Map(groups)).to.deep.equal(expected)
      expect(shares).to.deep.equal(shares.toSorted((a, b) => a - b))
      expect(shares.every((share) => share > 0 && share <= 1)).to.equal(true)
      expect(readdirSync(folder)).to.deep.equal([])
    })
  }
})

describe('chunks', () => {
  it('hold whole subjects, also one larger than a chunk, in their order', async () => {
    const written: string[][] = []
    const types: number[] = []
    const chunks = createChunks(async (bytes, ends, masks) => {
      await Promise.resolve()
      types.push(...masks)
      written.push(ends.map((end, i) => bytes.toString('utf8', ends[i - 1] ?? 0, end)))
    })
    const subjects = [
      'a'.repeat(1000),
      'é'.repeat(900_000),
      'b'.repeat(5_000_000),
      'c',
      'd'.repeat(700_000),
      'e'.repeat(700_000),
    ]
    for (const [i, subject] of subjects.entries()) chunks.write(subject, i)
    await chunks.end()
    expect(written.length).to.be.greaterThan(2)
    expect(written.flat()).to.deep.equal(subjects)
    expect(types).to.deep.equal([...subjects.keys()])
  })
  it('end with the failure of their sink', async () => {
    const chunks = createChunks(() => Promise.reject(new Error('no room')))
    chunks.write('a', 0)
    expect(await chunks.end().catch((error: Error) => error.message)).to.equal('no room')
    expect(() => chunks.drained()).to.throw('no room')
  })
})

describe('a temporary directory', () => {
  it('is taken away when closed, and takes away what dead processes left, not what others have', () => {
    const other = createTemporaryDirectory()
    const { system } = JSON.parse(readFileSync(join(other.folder, 'owner.json'), 'utf8')) as {
      system: string
    }
    expect(system).to.match(/^[0-9a-f-]{36} pid:\[\d+\]$/)
    const directoryOf = (owner: object, secondsAgo = 0): string => {
      const folder = mkdtempSync(join(tmpdir(), 'skeg-graph-'))
      const fullOwner = { host: hostname(), system, started: '1', since: 'noon', ...owner }
      writeFileSync(join(folder, 'owner.json'), JSON.stringify(fullOwner))
      const time = new Date(Date.now() - secondsAgo * 1000)
      utimesSync(folder, time, time)
      return folder
    }
    const deadPid = 2 ** 22 - 3
    const rows: [folder: string, stays: boolean][] = [
      [directoryOf({ pid: deadPid }), false],
      [directoryOf({ pid: 1, system: 'another container of this host name' }), true],
      [directoryOf({ pid: deadPid, system: undefined }), true],
      [directoryOf({ pid: 1, system: 'another container of this host name' }, 100), false],
      [directoryOf({ pid: deadPid, host: 'other.example', system: 'another machine' }), true],
    ]
    const mine = createTemporaryDirectory()
    expect(rows.map(([folder]) => existsSync(folder))).to.deep.equal(rows.map(([, stays]) => stays))
    expect([other.folder, mine.folder].map((folder) => existsSync(folder))).to.deep.equal([true, true])
    for (const directory of [mine, other]) directory.close()
    expect([other.folder, mine.folder].map((folder) => existsSync(folder))).to.deep.equal([false, false])
    for (const [folder] of rows) rmSync(folder, { recursive: true, force: true })
  })

  it('is made at once where a pipe, a link or a folder of another user has such a name', async () => {
    const temporary = temporaryFolder()
    const [odd, link, foreign] = ['pipe', 'link', 'foreign'].map((name) =>
      join(temporary, `skeg-graph-${name}`),
    ) as [string, string, string]
    mkdirSync(odd)
    symlinkSync(odd, link)
    mkdirSync(foreign)
    const longAgo = new Date(Date.now() - 100_000)
    execFileSync('mkfifo', [join(odd, 'owner.json')])
    const isRoot = process.getuid?.() === 0
    if (isRoot) chownSync(foreign, 12_345, 12_345)
    for (const folder of [odd, foreign]) utimesSync(folder, longAgo, longAgo)
    const script = `import { createTemporaryDirectory } from ${JSON.stringify(
      new URL('../../dist/load/prepared/staging-directory.js', import.meta.url).href,
    )}; createTemporaryDirectory().close()`
    // A pipe that is opened for reading waits for a writer.
    execFileSync(process.execPath, ['--input-type=module', '-e', script], {
      env: { ...process.env, TMPDIR: temporary },
      timeout: 100_000,
    })
    expect([existsSync(odd), lstatSync(link).isSymbolicLink(), existsSync(foreign)]).to.deep.equal([
      false,
      true,
      isRoot,
    ])
  })
})

describe('progress', () => {
  const rows: [share: number, records: number, seconds: number, title: string][] = [
    [0, 0, 0, '0 %, 0 records, 0 a second'],
    [0.25, 12_345, 10, '25 %, 12,345 records, 1,235 a second, about 0:30 left'],
    [0.5, 1_000_000, 3700, '50 %, 1,000,000 records, 270 a second, about 1:01:40 left'],
    [1, 10, 2, '100 %, 10 records, 5 a second, about 0:00 left'],
  ]
  for (const [share, records, seconds, title] of rows)
    it(`says ${title}`, () => expect(describeProgress(share, records, seconds)).to.equal(title))
  it('has a bar and durations', () => {
    expect([bar(0), bar(0.5), bar(1)]).to.deep.equal([
      `[${'-'.repeat(30)}]`,
      `[${'#'.repeat(15)}${'-'.repeat(15)}]`,
      `[${'#'.repeat(30)}]`,
    ])
    expect([59.6, 61, 3600].map(duration)).to.deep.equal(['1:00', '1:01', '1:00:00'])
  })
  it('is a bar on a terminal, and silent elsewhere while it is short', async () => {
    const texts: string[] = []
    for (const isTTY of [true, false]) {
      const progress = createProgress({ isTTY, write: (text) => texts.push(text) })
      const [input] = progress.watch([
        { name: 'x', format: 'jsonl', size: 100, open: async () => Readable.from([]) },
      ])
      await input?.open()
      await new Promise((resolve) => {
        setTimeout(resolve, 250)
      })
      for (let i = 0; i < 64; i++) progress.tick()
      progress.stage('writing the index')
      progress.end()
    }
    expect(texts).to.have.length(3)
    expect(texts[0]).to.match(/^\r\[-{30}\] 0 %, 64 records, \d+ a second\x1b\[K$/)
    expect(texts[1]).to.match(/^\r\[#+-+\] 43 %, 64 records, writing the index, about 0:0\d left\x1b\[K$/)
    expect(texts[2]).to.equal('\r\x1b[K')
  })
  it('goes on while records are merged and the index is written, and never back', () => {
    const texts: string[] = []
    const progress = createProgress({ isTTY: true, write: (text) => texts.push(text) })
    progress.stage('merging', 0)
    progress.stage('writing the index', 0)
    const shares = texts.map((text) => Number(/ (\d+) %/.exec(text)?.[1]))
    expect(shares).to.deep.equal([18, 43])
  })
  it('gets the share of the records that are merged, and of those in the index', async () => {
    const folder = temporaryFolder()
    const shares = new Map<string, number[]>()
    const file = join(folder, 'many.jsonl')
    const line = (i: number): string =>
      `{"@context":{"@base":"https://example.org/"},"@graph":[{"local_identifier":"p${i}","entity_type":"person","name":"P ${i}"}]}\n`
    writeFileSync(file, Array.from({ length: 1200 }, (_, i) => line(i)).join(''))
    await prepareGraph([file], {
      model,
      out: join(folder, 'graph'),
      progress: {
        watch: (inputs) => [...inputs],
        tick: () => {},
        end: () => {},
        stage: (what, share = 0) => void shares.set(what, [...(shares.get(what) ?? []), share]),
      },
    })
    for (const [stage, least] of [
      ['merging', 100],
      ['writing the index', 3],
    ] as const) {
      const found = shares.get(stage)!
      expect(found.length, stage).to.be.at.least(least)
      expect(found, stage).to.deep.equal([...found].sort((a, b) => a - b))
      expect(found.at(-1), stage).to.be.above(0.8).and.at.most(1)
    }
  })
})

const G = '<http://g.example/>'
const quads = (...triples: string[]): string => triples.map((triple) => `${triple} ${G} .\n`).join('')
const p = '<http://p.example/p>'
const q = '<http://p.example/q>'
const r = '<http://p.example/r>'
const list = (label: string, length: number): string[] => [
  `${G} ${p} _:${label}0`,
  ...Array.from({ length }, (_, i) => `_:${label}${i} ${p} _:${label}${i + 1}`),
]

describe('the content hash', () => {
  const equal: [title: string, a: string, b: string][] = [
    ['lines that are there twice', quads(`${G} ${p} "a"`, `${G} ${p} "a"`), quads(`${G} ${p} "a"`)],
    [
      'lines that are there twice and name a node',
      quads(`${G} ${p} _:a`, `_:a ${q} _:b`, `_:b ${q} "1"`, `_:a ${q} _:b`, `_:b ${q} "1"`, `${G} ${p} _:a`),
      quads(`${G} ${p} _:a`, `_:a ${q} _:b`, `_:b ${q} "1"`),
    ],
    ['labels of nodes far down', quads(...list('a', 60)), quads(...list('z', 60))],
    [
      'labels of a circle',
      quads(`${G} ${p} _:a`, `_:a ${p} _:b`, `_:b ${p} _:a`),
      quads(`${G} ${p} _:b`, `_:b ${p} _:a`, `_:a ${p} _:b`),
    ],
    [
      'how the lines of two graphs lie',
      `${quads(`${G} ${p} "a"`)}<http://h.example/> ${p} "a" <http://h.example/> .\n${quads(`${G} ${p} "b"`)}`,
      `${quads(`${G} ${p} "b"`, `${G} ${p} "a"`)}<http://h.example/> ${p} "a" <http://h.example/> .\n`,
    ],
    [
      'empty lines',
      `\n${quads(`${G} ${p} "a"`)}\n${quads(`${G} ${p} "b"`)}`,
      quads(`${G} ${p} "a"`, `${G} ${p} "b"`),
    ],
  ]
  for (const [title, a, b] of equal)
    it(`does not depend on ${title}`, () => expect(contentHash(a)).to.equal(contentHash(b)))
  const different: [title: string, a: string, b: string][] = [
    ['a value', quads(`${G} ${p} "a"`), quads(`${G} ${p} "b"`)],
    [
      'a node that is shared, and two with equal content',
      quads(`${G} ${p} _:a`, `${G} ${q} _:a`, `_:a ${q} "1"`),
      quads(`${G} ${p} _:a`, `${G} ${q} _:b`, `_:a ${q} "1"`, `_:b ${q} "1"`),
    ],
    [
      'nodes without content that are named in other ways',
      quads(`${G} ${p} _:a`, `${G} ${q} _:a`, `${G} ${r} _:b`, `${G} ${q} _:b`),
      quads(`${G} ${p} _:a`, `${G} ${r} _:a`, `${G} ${q} _:b`, `${G} ${r} _:b`),
    ],
    [
      'a node without content that two share, and one for each',
      quads(
        `${G} ${p} _:a`,
        `${G} ${q} _:b`,
        `${G} ${q} _:c`,
        `_:b ${r} "1"`,
        `_:b ${p} _:d`,
        `_:c ${r} "2"`,
        `_:c ${p} _:d`,
      ),
      quads(
        `${G} ${p} _:a`,
        `${G} ${p} _:d`,
        `${G} ${q} _:b`,
        `${G} ${q} _:c`,
        `_:b ${r} "1"`,
        `_:b ${p} _:a`,
        `_:c ${r} "2"`,
        `_:c ${p} _:d`,
      ),
    ],
    [
      'values exchanged between nodes',
      quads(`${G} ${p} _:a`, `${G} ${q} _:b`, `_:a ${q} "1"`, `_:b ${q} "2"`),
      quads(`${G} ${p} _:a`, `${G} ${q} _:b`, `_:a ${q} "2"`, `_:b ${q} "1"`),
    ],
    ['a literal that looks like a node', quads(`${G} ${p} _:a`, `_:a ${q} "1"`), quads(`${G} ${p} "_:a"`)],
    [
      'the name of a graph',
      `<http://s.example/> ${p} "a" <http://g.example/> .\n`,
      `<http://s.example/> ${p} "a" <http://h.example/> .\n`,
    ],
    ['a graph less', quads(`${G} ${p} "a"`), ''],
    [
      'a value far down',
      quads(...list('a', 60), `_:a60 ${q} "1"`),
      quads(...list('a', 60), `_:a60 ${q} "2"`),
    ],
  ]
  for (const [title, a, b] of different)
    it(`tells apart ${title}`, () => expect(contentHash(a)).not.to.equal(contentHash(b)))
  it('does not depend on labels and order in any of 5,000 small graphs without circles', () => {
    const random = createRandom(11)
    const terms = [G, '_:a', '_:b', '_:c', '"1"']
    for (let i = 0; i < 5000; i++) {
      // Without circles: a node names only what stands behind it.
      const triples = Array.from({ length: 1 + random.below(6) }, () => {
        const subject = random.pick([0, 0, 1, 2, 3])
        return [terms[subject] as string, random.pick([p, q]), random.pick(terms.slice(subject + 1))] as const
      })
      const names = random.shuffled(['_:x', '_:y', '_:z'])
      const renamed = (one: string): string =>
        one.startsWith('_:') ? (names['abc'.indexOf(one[2] as string)] as string) : one
      const before = quads(...triples.map((triple) => triple.join(' ')))
      const after = quads(...random.shuffled(triples.map((triple) => triple.map(renamed).join(' '))))
      expect(contentHash(after), `${before}${after}`).to.equal(contentHash(before))
    }
  })
})
