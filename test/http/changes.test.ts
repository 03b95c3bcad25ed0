// The stream of changes: one stream in every form, pages that do not change, and copies that follow it.

import { expect } from 'chai'
import jsonld from 'jsonld'
import { Parser, type Quad } from 'n3'
import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { createHttpClient } from '../../src/tools/shared/http-client.ts'
import { copyChanges, type Copied } from '../../src/tools/harvest/copy.ts'
import { openGraph } from '../../src/load/open/open.ts'
import { prepareGraph, type PrepareOptions } from '../../src/load/prepare.ts'
import { readManifest } from '../../src/load/prepared/manifest.ts'
import type { Graph } from '../../src/search-index/query/graph.ts'
import { canonical } from '../record/graphs.ts'
import { model } from '../support/model.ts'
import { getRaw, startServer, type TestServer } from '../support/server.ts'
import { temporaryFolder } from '../support/folders.ts'

const BASE = 'https://example.org/'
const AS = 'https://www.w3.org/ns/activitystreams#'

type Records = Readonly<Record<string, object>>

const person = (name: string): object => ({ entity_type: 'person', name })
const paper = (title: string, more: object = {}): object => ({
  entity_type: 'product',
  titles: { en: [title] },
  ...more,
})
const by = (...ids: unknown[]): object => ({ contributions: ids.map((id) => ({ by: id, role: 'author' })) })

/** Persons enough for several pages, and what refers to others in all ways. */
const many: Records = Object.fromEntries(
  Array.from({ length: 600 }, (_, i) => [`n${String(i).padStart(3, '0')}`, person(`N ${i}`)]),
)
const first: Records = {
  ...many,
  a: person('A'),
  p: paper('P', by('a', { entity_type: 'person', name: 'Embedded' })),
  q: paper('Q', {
    ...by('a', 'n001'),
    related_products: { cites: ['p', 'https://doi.org/10.1234/mention'] },
  }),
  v: { entity_type: 'venue', name: 'V', identifiers: [{ scheme: 'issn', value: '1234-5679' }] },
  'bad |#é': paper('Bad \u0001 "quotes" \\ \n and \u{1f600}', {
    manifestations: [{ type: { labels: { en: 'A class' }, class: 'http://purl.org/spar/fabio/Article' } }],
  }),
}

describe('the stream of changes', function () {
  this.timeout(120_000)
  let folder: string
  let graph: Graph | undefined
  let server: TestServer
  let late: number | undefined
  const out = (): string => join(folder, 'graph')
  /** Loads records, and perhaps triples that no row knows. */
  async function prepare(
    records: Records,
    options: Partial<PrepareOptions> = {},
    turtle = '',
  ): Promise<string> {
    const lines = Object.entries(records).map(([id, record]) =>
      JSON.stringify({ local_identifier: id, ...record }),
    )
    writeFileSync(join(folder, 'records.jsonl'), lines.join('\n'))
    writeFileSync(join(folder, 'more.ttl'), turtle)
    const inputs = [join(folder, 'records.jsonl'), join(folder, 'more.ttl')]
    const { manifest } = await prepareGraph(inputs, { model, base: BASE, out: out(), ...options })
    return manifest.hash
  }
  async function open(): Promise<void> {
    const old = graph
    ;({ graph } = await openGraph([out()], { model, atOnce: true }))
    await old?.close()
  }
  async function load(...what: Parameters<typeof prepare>): Promise<string> {
    const hash = await prepare(...what)
    await open()
    return hash
  }
  /** A folder with the graph of the first records, of which each test has a copy. */
  let start: string
  before(async () => {
    start = folder = temporaryFolder()
    await prepare(first)
  })
  after(() => rmSync(start, { recursive: true }))
  beforeEach(async () => {
    folder = temporaryFolder()
    cpSync(start, folder, { recursive: true })
    late = undefined
    await open()
    const settings = { publicUrl: 'http://graph.example.org' }
    server = await startServer(() => graph as Graph, { settings, lateSince: () => late })
  })
  afterEach(async () => {
    await server.close()
    await graph?.close()
    graph = undefined
  })

  const get = (path = '', headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`http://127.0.0.1:${server.port}/changes${path}`, { headers, redirect: 'manual' })
  const moment = (): string => readManifest(out()).effective.replace('.000', '')
  const copyTo = (file: string, since?: string): Promise<Copied> =>
    copyChanges(`http://127.0.0.1:${server.port}/changes`, {
      client: createHttpClient({ delayMs: 0, retries: 0, timeoutMs: 10_000 }),
      out: join(folder, file),
      since: since === undefined ? undefined : join(folder, since),
    })
  /** The content hash of the graph that a copy is loaded into. */
  async function hashOf(file: string): Promise<string> {
    const target = join(folder, 'replica')
    const options = { model, base: BASE, out: target }
    const { manifest } = await prepareGraph([join(folder, file)], options)
    return manifest.hash
  }

  for (const [path, says] of [
    ['', 'the root'],
    ['page', 'a page'],
  ] as const)
    it(`is the same in all forms: ${says}`, async () => {
      const place = path === '' ? '' : `/${moment()}?after=person%20${BASE}n500`
      const read = async (type: string): Promise<string> => {
        const response = await get(place, { Accept: type })
        expect([response.status, response.headers.get('content-type')]).to.deep.equal([200, type])
        return response.text()
      }
      const parse = (text: string, format: string): Quad[] => new Parser({ format }).parse(text)
      const ofJson = (await jsonld.toRDF(JSON.parse(await read('application/ld+json')) as never, {
        format: 'application/n-quads',
      })) as unknown as string
      const expected = await canonical(parse(await read('application/n-quads'), 'N-Quads'))
      expect(await canonical(parse(ofJson, 'N-Quads'))).to.equal(expected)
      expect(await canonical(parse(await read('application/trig'), 'TriG'))).to.equal(expected)
    })

  it('leads to pages that caches may keep, and to what is new by its root', async () => {
    const root = await get()
    // fetch asks caches along with If-None-Match not to answer.
    const statusWith = async (etag: string): Promise<number> =>
      (await getRaw(server.port, '/changes', 'GET', `Host: localhost\r\nIf-None-Match: ${etag}`)).status
    const tag = root.headers.get('etag') ?? ''
    expect(root.headers.get('cache-control')).to.equal('no-cache')
    expect(await statusWith(tag)).to.equal(304)
    const page = await get(`/${moment()}`)
    expect(page.headers.get('cache-control')).to.match(/max-age=\d{6,}, immutable$/)
    expect(page.headers.get('etag')).to.match(/^(?:W\/)?"/)
    expect(page.headers.get('vary')).to.include('Accept')
    await load({ ...first, b: person('B') })
    expect(await statusWith(tag)).to.equal(200)
  })

  it('has each record once in its latest version, and what is gone', async () => {
    const { p: _, ...others } = first
    await load({ ...others, a: person('A. A.'), b: person('B') })
    const types: string[] = []
    const text = await (await get(`/${moment()}`, { Accept: 'application/n-quads' })).text()
    const quads = new Parser({ format: 'N-Quads' }).parse(text)
    for (const { subject, predicate, object } of quads)
      if (predicate.value === `${AS}object`) {
        const type = quads.find((one) => one.subject.equals(subject) && one.object.value.startsWith(AS))
        types.push(`${type?.object.value.slice(AS.length)} ${object.value.slice(BASE.length)}`)
      }
    const embedded = types.filter((one) => one.includes('otf'))
    expect(embedded.map((one) => one.slice(0, 9))).to.deep.equal(['Delete ot'])
    expect(types.filter((one) => !embedded.includes(one)).sort()).to.deep.equal([
      'Create b',
      'Delete p',
      'Update a',
      'Update q',
    ])
  })

  it('is followed by a copy over ten loads, which then is the graph', async () => {
    const { p: _, q: __, ...rest } = first
    const unmapped = (text: string): string =>
      `<${BASE}a> <https://other.example/says> [ <https://other.example/value> "${text}" ] .`
    const { n003: ___, ...fewer } = first
    const loads: readonly [Records, turtle?: string, fresh?: boolean][] = [
      [first],
      [{ ...first, a: person('Other name') }],
      [rest],
      [rest],
      [first, unmapped('one')],
      [first, unmapped('two')],
      [{ ...fewer, p: paper('P', by('n003')) }],
      [{ x: paper('All else is gone', by('n003')) }],
      [{ ...many, x: person('A person now') }],
      [{ ...many, y: person('After the stream was forgotten') }, '', true],
      [{ ...many, a: person('A') }],
    ]
    for (const [number, [records, turtle, fresh = false]] of loads.entries()) {
      if (fresh) rmSync(out(), { recursive: true })
      const hash = await load(records, {}, turtle)
      const { anewBecause } = await copyTo('copy.nq.gz', number === 0 ? undefined : 'copy.nq.gz')
      expect(anewBecause !== undefined, `begins anew ${number}`).to.equal(fresh)
      expect(await hashOf('copy.nq.gz'), `after load ${number}`).to.equal(hash)
    }
  })

  it('fetches what has changed alone', async () => {
    await copyTo('copy.nq')
    expect((await copyTo('copy.nq', 'copy.nq')).changed).to.equal(0)
    const { a: _, ...others } = first
    await load({ ...others, b: person('B') })
    const { changed, gone } = await copyTo('newer.nq', 'copy.nq')
    expect([changed, gone]).to.deep.equal([3, 1])
  })

  it('is read to its end while it changes', async () => {
    const steps = [1, 2, 3].map((i) => ({
      ...first,
      n000: person(`Changed ${i}`),
      [`more${i}`]: person('M'),
    }))
    let hash = ''
    const client = createHttpClient({ delayMs: 0, retries: 0, timeoutMs: 10_000 })
    let pages = 0
    const changing = {
      get requests() {
        return client.requests
      },
      async get(...args: Parameters<typeof client.get>): ReturnType<typeof client.get> {
        const answer = await client.get(...args)
        const step = ++pages % 2 === 0 ? steps.shift() : undefined
        if (step) hash = await load(step)
        return answer
      },
    }
    await copyChanges(`http://127.0.0.1:${server.port}/changes`, {
      client: changing,
      out: join(folder, 'copy.nq'),
    })
    expect(steps).to.deep.equal([])
    expect(await hashOf('copy.nq')).to.equal(hash)
  })

  it('is copied beside what killed copies have left, which goes, and what others copy, which stays', async () => {
    const [dead, alive] = ['.skeg-copy-dead00', '.skeg-copy-alive0'].map((name) => join(folder, name)) as [
      string,
      string,
    ]
    for (const path of [dead, alive]) mkdirSync(path)
    const { pid } = spawnSync(process.execPath, ['--version'])
    const system = ['/proc/sys/kernel/random/boot_id', '/proc/self/ns/pid'].map((path, i) =>
      i === 0 ? readFileSync(path, 'utf8').trim() : readlinkSync(path),
    )
    writeFileSync(join(dead, 'owner.json'), JSON.stringify({ system: system.join(' '), pid, started: '1' }))
    await copyTo('copy.nq')
    expect(readdirSync(folder).filter((name) => name.startsWith('.skeg-copy'))).to.deep.equal([
      basename(alive),
    ])
  })

  it('says that it was restarted where what was recorded is forgotten', async () => {
    const old = moment()
    rmSync(out(), { recursive: true })
    await load(first)
    const response = await get(`/${old}`)
    expect([response.status, response.headers.get('location')]).to.deep.equal([301, `${server.root}/changes`])
  })

  const refused: readonly [path: string, status: number][] = [
    ['/now', 404],
    ['/2026-02-30T00:00:00Z', 404],
    ['/9999-01-01T00:00:00Z', 404],
    ['/%FF', 404],
    ['?before=x', 400],
    ['?page=2', 400],
    ['?only=gone', 400],
    ['/T?after=x', 400],
    ['/T?after=nothing%20https://example.org/a', 400],
    ['?format=turtle', 406],
  ]
  for (const [path, status] of refused)
    it(`answers ${path} with ${status}`, async () =>
      expect((await get(path.replace('T?', `${moment()}?`))).status).to.equal(status))

  it('waits for a newer graph that counts already, at the root and at its moment', async () => {
    const [response, seconds] = [await get(), Date.parse(moment()) / 1000]
    expect(response.status).to.equal(200)
    late = seconds + 1
    expect((await get()).status).to.equal(503)
    const next = new Date((seconds + 1) * 1000).toISOString().replace('.000', '')
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, (seconds + 1) * 1000 - Date.now())))
    expect((await get(`/${next}`)).status).to.equal(503)
  })

  it('refuses to bring up to date what is no copy of it', async () => {
    const file = join(folder, 'other.nq')
    for (const [text, says] of [
      ['<a:b> <a:b> <a:b> <a:b> .\n', 'is no copy of a stream'],
      ['# changes of https://example.org/ until 2026-01-01T00:00:00.000Z\n', 'is a copy of https://'],
      ['', 'is empty'],
    ] as const) {
      writeFileSync(file, text)
      const error = await copyTo('copy.nq', 'other.nq').catch((one: Error) => one.message)
      expect(error).to.include(says)
    }
    copyFileSync(file, join(folder, 'kept.nq'))
    const missing = await copyTo('copy.nq', 'nothing.nq').catch((one: Error) => one.message)
    expect(missing).to.include('is not there')
  })
})
