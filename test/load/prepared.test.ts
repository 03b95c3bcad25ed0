// Prepared graphs: the same hash for the same data in any form, the same answers as from the files, and
// nothing half done or damaged is served.

import { expect } from 'chai'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { readAbout } from '../../src/config/about.ts'
import { aboutFile } from '../../src/load/prepared/about-file.ts'
import {
  MANIFEST,
  readManifest,
  writeManifest,
  type Manifest,
  type GraphFile,
  type GraphFileName,
} from '../../src/load/prepared/manifest.ts'
import type { Progress } from '../../src/load/input/progress.ts'
import { openGraph } from '../../src/load/open/open.ts'
import { prepareGraph } from '../../src/load/prepare.ts'
import { contentHash } from '../support/content-hash.ts'
import { isFullEffort } from '../support/effort.ts'
import { model } from '../support/model.ts'
import { BASE, load, loadPaths, type Files, type Json } from './files.ts'
import { temporaryFolder } from '../support/folders.ts'
import { DEMO } from '../support/endpoint.ts'
import { messageOf } from '../support/message.ts'

const line = JSON.stringify
const at = (local_identifier: string, entity_type: string, fields: Json = {}): Json => ({
  local_identifier,
  entity_type,
  ...fields,
})
const ids = (...values: string[]): Json => ({ identifiers: values.map((value) => ({ scheme: 'x', value })) })

/**
 * Records of several types, copies before and after their record, two records of one id, mentions, labels of
 * a class, what no row maps.
 */
const records: Json[] = [
  at('p', 'product', {
    titles: { en: ['Tides "ä" \u{1f600}'] },
    ...ids('1', '2'),
    related_products: { cites: ['q', 'r'] },
    contributions: [
      {
        rank: 1,
        by: at('a', 'person', { name: 'Copy', ...ids('1') }),
        declared_affiliations: [at('o', 'organisation', { name: 'O' })],
      },
    ],
    manifestations: [
      { type: { class: 'http://c.example/C', labels: { en: 'label' } }, dates: { publication: '2020' } },
    ],
  }),
  at('a', 'person', {
    name: 'A',
    ...ids('2'),
    affiliations: [{ affiliation: at('o', 'organisation', { name: 'P', country: 'NL' }) }],
  }),
  at('q', 'product', {
    titles: { en: ['Q'] },
    contributions: [{ rank: 1, by: at('a', 'person', { name: 'A' }) }],
  }),
  at('a', 'person', { given_name: 'G', ...ids('3') }),
  at('d', 'datasource', { name: 'D', ...ids('1') }),
  at('d', 'organisation', { name: 'E', country: 'NL' }),
  at('t', 'topic', { labels: { en: 'T' } }),
  at('m', 'person'),
]
const lines = (some: readonly Json[]): string => some.map((record) => line(record)).join('\n')
const more =
  '<http://x.example/x> a <http://xmlns.com/foaf/0.1/Person> ; <http://xmlns.com/foaf/0.1/name> ' +
  '"n" ; <http://p.example/p> [ <http://p.example/q> "v", [ <http://p.example/r> 1 ] ] .'

type Damage = [title: string, damage: () => void, message: RegExp]

let folder = ''

/** A folder for each test of a suite. */
function useFolder(): void {
  beforeEach(() => {
    folder = temporaryFolder()
  })
}

const write = (files: Files): string => {
  const place = mkdtempSync(join(folder, 'in-'))
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(place, name)), { recursive: true })
    writeFileSync(join(place, name), content)
  }
  return place
}
const out = (): string => join(folder, 'graph')
const prepare = (paths: readonly string[], to = out()): ReturnType<typeof prepareGraph> =>
  prepareGraph(paths, { model, base: BASE, out: to })
const prepareFiles = async (files: Files): Promise<Manifest> => (await prepare([write(files)])).manifest
const opening = (): Promise<string> =>
  messageOf(openGraph([out()], { model }).then(({ graph }) => graph.close()))
const files: Files = { 'a.jsonl': lines(records), 'b.ttl': more }
const partName = (part: string): string => readdirSync(out()).find((name) => name.startsWith(part)) as string
const nquads = (): string => gunzipSync(readFileSync(join(out(), partName('quads')))).toString()

describe('a prepared graph', function () {
  useFolder()

  it('answers as the files do from which it was prepared', async () => {
    const raw = await load(files)
    const manifest = await prepareFiles(files)
    const opened = await loadPaths([out()], undefined)
    expect(opened.answers).to.deep.equal(raw.answers)
    expect(opened.hash).to.equal(raw.hash)
    expect(opened.base).to.equal(BASE)
    expect(manifest.hash).to.equal(raw.hash)
    expect(manifest.hash).to.equal(contentHash(nquads()))
  })

  it('counts what it holds', async () => {
    const manifest = await prepareFiles(files)
    const text = nquads()
    expect(manifest.quads).to.equal(text.split('\n').length - 1)
    expect(manifest.records).to.deep.equal({
      product: 2,
      person: 2,
      organisation: 2,
      agent: 0,
      grant: 0,
      venue: 0,
      topic: 1,
      datasource: 1,
      service: 0,
    })
    expect(manifest.mentions).to.equal(2)
    expect({
      base: manifest.base,
      software: manifest.software,
      sources: manifest.sources.length,
    }).to.deep.equal({ base: BASE, software: 'skeg 0.1.0', sources: 1 })
    expect(Date.now() - Date.parse(manifest.time)).to.be.within(0, 60_000)
  })

  it('keeps the lines of each named graph together, from files or prepared', async () => {
    const split = (text: string): string[] =>
      text
        .split('\n')
        .filter(Boolean)
        .map((quad) => quad.slice(quad.lastIndexOf(' ', quad.length - 3)))
    const blocks = (text: string): string[] => split(text).filter((name, i, all) => name !== all[i - 1])
    await prepareFiles(files)
    expect(blocks(nquads())).to.have.length(new Set(split(nquads())).size)
    const { graph, quads } = await openGraph([write(files)], { model, base: BASE })
    const text = quads.map((path) => gunzipSync(readFileSync(path)).toString()).join('')
    expect(blocks(text)).to.have.length(new Set(split(text)).size)
    expect(contentHash(text)).to.equal(contentHash(nquads()))
    await graph.close()
    expect(quads.filter((path) => existsSync(path))).to.deep.equal([])
  })

  const forms: [title: string, files: () => Files][] = [
    ['the lines in reverse', () => ({ 'a.jsonl': lines([...records].reverse()), 'b.ttl': more })],
    [
      'a file for each record',
      () => ({
        'b.ttl': more,
        ...Object.fromEntries(records.map((record, i) => [`${(i * 5) % 8}.json`, line(record)])),
      }),
    ],
    ['everything twice', () => ({ ...files, 'c.jsonl': lines(records), 'd.ttl': more })],
    ['its own N-Quads in reverse', () => ({ 'a.nq': nquads().trim().split('\n').reverse().join('\n') })],
    ['its own N-Quads and the files', () => ({ 'a.nq.gz': gzipSync(nquads()), ...files })],
    [
      'itself',
      () =>
        Object.fromEntries(readdirSync(out()).map((name) => [`g/${name}`, readFileSync(join(out(), name))])),
    ],
  ]
  for (const [title, makeInput] of forms) {
    it(`has the same hash when loaded from ${title}`, async () => {
      const first = await prepareFiles(files)
      const { manifest } = await prepare([write(makeInput())], join(folder, 'again'))
      expect(manifest.hash).to.equal(first.hash)
      expect({
        quads: manifest.quads,
        records: manifest.records,
      }).to.deep.equal({ quads: first.quads, records: first.records })
    })
  }

  it('of several members is rewritten where something came late, and opens and loads again as one', async () => {
    const much = (id: string): Json => at(id, 'topic', { labels: { en: `${id} ${'long'.repeat(500_000)}` } })
    const many = [
      ...records,
      much('t1'),
      much('t2'),
      ...records.map((record) => ({
        ...record,
        entity_type: record['entity_type'] === 'person' ? 'organisation' : record['entity_type'],
      })),
      much('t3'),
    ]
    const input = write({ 'a.jsonl': lines(many) })
    const { manifest } = await prepare([input])
    const quads = readFileSync(join(out(), manifest.files.quads.file), 'latin1')
    expect(quads.split('\x1f\x8b\b').length).to.be.greaterThan(4)
    const raw = await loadPaths([input], BASE)
    const opened = await loadPaths([out()], undefined)
    expect(manifest.hash).to.equal(raw.hash)
    expect(opened.hash).to.equal(raw.hash)
    expect(opened.answers).to.deep.equal(raw.answers)
    if (isFullEffort) {
      const reversed = write({ 'a.jsonl': lines([...many].reverse()) })
      expect((await prepare([reversed], join(folder, 'reversed'))).manifest.hash).to.equal(raw.hash)
    }
    expect((await prepare([out()], join(folder, 'again'))).manifest.hash).to.equal(raw.hash)
  })

  it('that is closed again leaves the files of another one open', async function () {
    if (process.platform !== 'linux') return this.skip()
    const out = join(temporaryFolder(), 'graph')
    await prepareGraph([DEMO], { model, out })
    const open = async () => (await openGraph([out], { model })).graph
    const openFiles = (): string[] =>
      readdirSync('/proc/self/fd').flatMap((fd) => {
        try {
          return readlinkSync(`/proc/self/fd/${fd}`).startsWith(out) ? [fd] : []
        } catch {
          return []
        }
      })
    const first = await open()
    await first.close()
    const second = await open()
    const before = openFiles()
    expect(before).to.have.length.above(0)
    await first.close()
    expect(openFiles()).to.deep.equal(before)
    await second.close()
    rmSync(dirname(out), { recursive: true })
  })

  it('takes its base from the inputs, keeps it, and no other is asked of it', async () => {
    const context = ['https://w3id.org/skg-if/context/1.1.0/skg-if.json', { '@base': 'http://one.example/' }]
    await prepareGraph([write({ 'a.json': line({ '@context': context, '@graph': records }) })], {
      model,
      out: out(),
    })
    expect(readManifest(out()).base).to.equal('http://one.example/')
    const { graph } = await openGraph([out()], { model, base: 'http://one.example/' })
    await graph.close()
    expect(await messageOf(openGraph([out()], { model, base: BASE }))).to.match(
      /has the base http:\/\/one\.example\/, not https:\/\/example\.org\/graph\/; leave --base out/,
    )
    expect((await prepareGraph([out()], { model, out: join(folder, 'again') })).manifest.base).to.equal(
      'http://one.example/',
    )
  })
})

describe('a damaged prepared graph', function () {
  useFolder()
  let whole = ''
  before(async () => {
    whole = folder = temporaryFolder()
    await prepareFiles(files)
  })
  beforeEach(() => cpSync(join(whole, 'graph'), out(), { recursive: true }))
  after(() => {
    rmSync(whole, { recursive: true, force: true })
  })

  const flip = (path: string, share: number): void => {
    const bytes = readFileSync(path)
    const place = Math.floor(bytes.length * share)
    bytes[place] = (bytes[place] as number) ^ 1
    writeFileSync(path, bytes)
  }
  const otherThan = (bytes: Buffer, part: string): Buffer =>
    part !== 'quads' ? bytes.subarray(0, -1) : gzipSync(gunzipSync(bytes).subarray(0, -1))
  const path = (part: string): string => join(out(), part === MANIFEST ? MANIFEST : partName(part))
  /** Gives a part other lengths, in a manifest that is whole. */
  const relength = (part: GraphFileName, lengths: (bytes: number) => unknown): void => {
    const { files, ...contents } = readManifest(out())
    const file = files[part] as GraphFile
    writeFileSync(
      path(MANIFEST),
      writeManifest({
        ...contents,
        files: { ...files, [part]: { ...file, members: lengths(file.bytes) as number[] } },
      }),
    )
  }
  const damages: Damage[] = [
    ...['quads', 'index', 'dataset'].flatMap((part): typeof damages => [
      ...[0, 0.4, 0.8, 0.999].map((share): (typeof damages)[number] => [
        `a byte of its ${part} flipped at ${share}`,
        () => flip(path(part), share),
        new RegExp(`its file ${part}-\\S+ is not as it was written`),
      ]),
      [
        `its ${part} truncated`,
        () => truncateSync(path(part), 100),
        new RegExp(`its file ${part}-\\S+ has 100 bytes instead of \\d+`),
      ],
      [`its ${part} missing`, () => rmSync(path(part)), new RegExp(`its file ${part}-\\S+ is missing`)],
      [
        `other data as its ${part}`,
        () => writeFileSync(path(part), otherThan(readFileSync(path(part)), part)),
        new RegExp(`its file ${part}-\\S+ `),
      ],
    ]),
    [
      'a byte of its manifest flipped',
      () => flip(path(MANIFEST), 0.5),
      /manifest\.json is (?:not as it was written|no JSON object)/,
    ],
    ['its manifest cut off', () => truncateSync(path(MANIFEST), 100), /manifest\.json is no JSON object/],
    ['an empty manifest', () => truncateSync(path(MANIFEST), 0), /manifest\.json is no JSON object/],
    ['no manifest', () => rmSync(path(MANIFEST)), /manifest\.json is missing/],
    ...(
      [
        ['base', 'http://other.example/', /manifest\.json is not as it was written/],
        ['version', 24, /its format is version 24, and this skeg reads version 23/],
        ['version', 1, /its format is version 1, and this skeg reads version 23/],
        ['format', 'x', /is no manifest of a prepared graph/],
      ] as const
    ).map(([member, value, message]): Damage => [
      `a manifest of which the ${member} is ${value}`,
      () =>
        writeFileSync(
          path(MANIFEST),
          JSON.stringify({ ...JSON.parse(readFileSync(path(MANIFEST), 'utf8')), [member]: value }),
        ),
      message,
    ]),
    [
      'a manifest that names no files',
      () =>
        writeFileSync(path(MANIFEST), writeManifest({ ...readManifest(out()), files: undefined as never })),
      /manifest\.json does not name its files/,
    ],
    ...(['quads', 'index', 'dataset'] as const).flatMap((part) =>
      (
        [
          (bytes) => [bytes, 10],
          (bytes) => [bytes + 1],
          () => [2 ** 40],
          (bytes) => [-5, bytes + 5],
          (bytes) => [bytes - 0.5, 0.5],
          () => ['abc'],
          () => [],
          () => undefined,
        ] satisfies ((bytes: number) => unknown)[]
      ).map((lengths): Damage => [
        `a manifest of which the lengths of ${part} are ${JSON.stringify(lengths(7))} instead of 7`,
        () => relength(part, lengths),
        /manifest\.json gives its file \S+ lengths that are not those of \d+ bytes/,
      ]),
    ),
    [
      'a directory as its manifest',
      () => {
        rmSync(path(MANIFEST))
        mkdirSync(path(MANIFEST))
      },
      /manifest\.json is no file/,
    ],
  ]
  for (const [title, damage, pattern] of damages) {
    it(`is refused with ${title}`, async () => {
      damage()
      const refusal = await opening()
      expect(refusal).to.match(pattern)
      expect(refusal).to.match(
        /^the prepared graph \S+graph cannot be used: .*; prepare it again with skeg load$/,
      )
    })
  }

  it('leaves nothing behind where it is refused', async () => {
    const place = mkdtempSync(join(folder, 'temporary-'))
    const { TMPDIR } = process.env
    process.env['TMPDIR'] = place
    try {
      flip(path('quads'), 0.5)
      expect(await opening()).to.match(/is not as it was written/)
      expect(readdirSync(place)).to.deep.equal([])
    } finally {
      if (TMPDIR === undefined) delete process.env['TMPDIR']
      else process.env['TMPDIR'] = TMPDIR
    }
  })

  it('is refused as input too', async () => {
    flip(path(MANIFEST), 0.5)
    expect(await messageOf(prepare([out()], join(folder, 'again')))).to.match(/cannot be used/)
  })
})

describe('loading over a prepared graph', function () {
  useFolder()

  it('puts the new one in its place and takes the old files away', async () => {
    const first = await prepareFiles(files)
    const second = await prepareFiles({ 'a.json': line(records.slice(0, 3)) })
    expect(second.hash).not.to.equal(first.hash)
    expect(readManifest(out())).to.deep.equal(second)
    expect(readdirSync(out()).sort()).to.deep.equal(
      [MANIFEST, ...Object.values(second.files).map(({ file }) => file)].sort(),
    )
    expect(await opening()).to.equal('went well')
    expect(readdirSync(folder).filter((name) => name.startsWith('.'))).to.deep.equal([])
  })

  it('leaves it as it is where nothing can be loaded', async () => {
    const first = await prepareFiles(files)
    expect(await messageOf(prepare([write({ 'a.json': '{' })]))).to.match(
      /no record could be loaded from 1 file\n[^]*a\.json/,
    )
    expect(readManifest(out())).to.deep.equal(first)
    expect(await opening()).to.equal('went well')
    expect(readdirSync(folder).filter((name) => name.startsWith('.'))).to.deep.equal([])
  })

  it(
    'says what the file says that lies with the records, or that is named; what lies in it ' +
      'outweighs that',
    async () => {
      const title = (): unknown => {
        const file = aboutFile([out()], undefined)
        return file && readAbout(file).title
      }
      const [named, unnamed] = [write({ ...files, 'about.json': '{"title":"One"}' }), write(files)]
      await prepare([unnamed, named])
      expect(title()).to.equal('One')
      await prepare([out()])
      expect(title()).to.equal('One')
      await prepare([unnamed])
      expect(title(), 'nothing new is said').to.equal('One')
      await prepareGraph([unnamed], {
        model,
        base: BASE,
        out: out(),
        about: join(write({ 'x.json': '{"title":"Two"}' }), 'x.json'),
      })
      expect(title()).to.equal('Two')
      writeFileSync(join(out(), 'about.json'), '{"title":"Three"}')
      await prepare([named])
      expect(title()).to.equal('Three')
      rmSync(join(out(), 'about.json'))
      expect(title()).to.equal('One')
      expect(readdirSync(out()).filter((name) => name.startsWith('about'))).to.have.length(1)
      writeFileSync(join(named, 'about.json'), '{"titel":"Four"}')
      expect(await messageOf(prepare([named]))).to.match(/about\.json has titel; known are title, /)
      expect(title()).to.equal('One')
      expect(await opening()).to.equal('went well')
      writeFileSync(
        join(out(), partName('about')),
        readFileSync(join(out(), partName('about')), 'utf8').replace('One', 'Two'),
      )
      expect(await opening()).to.match(/its file about-\S+ is not as it was written/)
    },
  )

  it('writes a triple that two types have once', async () => {
    const copies = at('p', 'product', {
      relevant_organisations: [at('o', 'organisation', { name: 'O' })],
      manifestations: [{ biblio: { hosting_data_source: at('o', 'datasource', { name: 'O' }) } }],
    })
    const { quads } = await prepareFiles({ 'a.json': line(copies) })
    const written = nquads().trimEnd().split('\n')
    expect(written).to.deep.equal([...new Set(written)])
    expect(written).to.have.length(quads)
  })

  it('may read it itself', async () => {
    const first = await prepareFiles(files)
    const { manifest } = await prepare([out()])
    expect(manifest.hash).to.equal(first.hash)
    expect(await opening()).to.equal('went well')
  })

  it('opens for readers at any moment', async () => {
    await prepareFiles(files)
    const sources = [write(files), write({ 'a.json': line(records.slice(0, 3)) })]
    let isDone = false
    const loads = (async () => {
      for (let i = 0; i < 6; i++) await prepare([sources[i % 2] as string])
      isDone = true
    })()
    while (!isDone) expect(await opening()).to.equal('went well')
    await loads
  })

  const unreadable: [title: string, make: () => void, pattern: RegExp][] = [
    ['a file', () => writeFileSync(out(), 'x'), /graph is a file; --out names a directory/],
    [
      'a directory with other things',
      () => {
        mkdirSync(out())
        writeFileSync(join(out(), 'x.json'), line(records))
      },
      /graph holds other things than a prepared graph/,
    ],
    [
      'a directory with files of others that are called like ours',
      () => {
        mkdirSync(out())
        for (const name of ['index-0123456789abcdef.js', 'quads-0123456789abcdef.nq.gz', 'precious.txt'])
          writeFileSync(join(out(), name), 'x')
      },
      /graph holds other things than a prepared graph/,
    ],
  ]
  for (const [title, make, pattern] of unreadable) {
    it(`is refused where ${title} is`, async () => {
      make()
      const there = (): unknown => statSync(out()).isDirectory() && readdirSync(out())
      const names = there()
      expect(await messageOf(prepareFiles(files))).to.match(pattern)
      expect(there()).to.deep.equal(names)
    })
  }

  const system =
    `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ` + readlinkSync('/proc/self/ns/pid')
  const owner = (more: object): string =>
    JSON.stringify({
      host: hostname(),
      system,
      pid: process.pid,
      started: readFileSync('/proc/self/stat', 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')[19],
      since: 'noon',
      ...more,
    })
  const leftovers: [owner: string, pattern: RegExp][] = [
    [
      owner({}),
      new RegExp(`\\.loading is in use by process ${process.pid} on .* since noon; wait for it, or end it`),
    ],
    [owner({ host: 'other.example', system: 'another' }), /is in use by process \d+ on other\.example/],
    [owner({ pid: 1, started: '1', system: 'another' }), /is in use by process 1 on /],
    [owner({ pid: 2 ** 22 - 3 }), /^went well$/],
    [owner({ started: '1' }), /^went well$/],
    ['', /^went well$/],
  ]
  for (const [text, pattern] of leftovers) {
    it(`${pattern.test('went well') ? 'works' : 'is refused'} beside the folder of a load that says ${text || 'nothing'}`, async () => {
      mkdirSync(join(out(), '.loading'), { recursive: true })
      writeFileSync(join(out(), '.loading', 'quads'), 'x')
      if (text) writeFileSync(join(out(), '.loading', 'owner.json'), text)
      expect(await messageOf(prepareFiles(files))).to.match(pattern)
      expect(existsSync(join(out(), '.loading'))).to.equal(!pattern.test('went well'))
    })
  }

  for (const moment of ['merging', 'writing the index'])
    it(`fails where another load takes its directory while it is ${moment}, and leaves that one's files alone`, async () => {
      const own = join(out(), '.loading')
      const others = { 'owner.json': owner({ host: 'other.example' }), 'parts-0.run': 'x' }
      const progress: Progress = {
        watch: (inputs) => [...inputs],
        tick() {},
        stage(what) {
          if (what !== moment || existsSync(join(own, 'parts-0.run'))) return
          renameSync(own, `${own}.dead`)
          rmSync(`${own}.dead`, { recursive: true })
          mkdirSync(own)
          for (const [name, text] of Object.entries(others)) writeFileSync(join(own, name), text)
        },
        end() {},
      }
      expect(
        await messageOf(prepareGraph([write(files)], { model, base: BASE, out: out(), progress })),
      ).to.match(
        /\.loading was taken by another process, as this one gave no sign of life for 60 seconds; start it again/,
      )
      expect(
        Object.fromEntries(readdirSync(own).map((name) => [name, readFileSync(join(own, name), 'utf8')])),
      ).to.deep.equal(others)
      expect(existsSync(join(out(), 'manifest.json'))).to.equal(false)
    })

  it('works in a directory that holds nothing but what a file system makes', async () => {
    mkdirSync(join(out(), 'lost+found'), { recursive: true })
    expect(await messageOf(prepareFiles(files))).to.equal('went well')
    expect(await opening()).to.equal('went well')
  })

  it('leaves no new directory where nothing can be loaded', async () => {
    expect(await messageOf(prepareFiles({ 'a.jsonl': 'no JSON' }))).to.match(/^no record could be loaded/)
    expect(existsSync(out())).to.equal(false)
  })
})
