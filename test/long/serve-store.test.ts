/**
 * `skeg serve GRAPH --store`: what it asks of a store before it serves, several servers over one store, a graph
 * that is replaced, and one that is copied from the store.
 */

import { expect } from 'chai'
import { cpSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { prepareGraph } from '../../src/load/prepare.ts'
import { startCommandRunner, WITHOUT_THREADS, startServing } from '../support/command.ts'
import { DEMO } from '../support/endpoint.ts'
import { filterByEngine } from '../support/engines.ts'
import { startFaulty } from '../support/faulty.ts'
import { model } from '../support/model.ts'
import { startOxigraph, type OxigraphEngine } from '../support/oxigraph.ts'
import { prepare, type Prepared } from '../support/stores.ts'
import { until } from '../support/until.ts'
import { temporaryFolder } from '../support/folders.ts'
import { throughout } from '../support/closing.ts'

const ENTITY = '/skg-if/api/topics/topic-linked-data'
const NEW_ENTITY = '/skg-if/api/topics/topic-new'
const SPARQL = '/sparql?query=ASK%7B%3Fs%20%3Fp%20%3Fo%7D'
const PUBLIC = ['--public-url', 'https://graph.example.org']

/** A list for which the index does not suffice. */
const engineFilter = (name: string): string =>
  `/skg-if/api/products?filter=${filterByEngine(name)}&page_size=3`

describe('skeg serve GRAPH --store', () => {
  let prepared: Prepared
  const runner = throughout(startCommandRunner)
  let engine: OxigraphEngine
  before(async () => {
    prepared = await prepare([DEMO])
    engine = await startOxigraph()
    engine.load(prepared.files)
  })
  after(() => engine?.close())

  it('gives the same answers from several servers, with the same validators, as without a store', async () => {
    const own = [prepared.path]
    const beside = [...own, '--store', engine.url]
    const servers = await Promise.all(
      [beside, beside, own].map((words) => startServing([...words, ...PUBLIC])),
    )
    const paths = [
      ENTITY,
      engineFilter('Piwowar'),
      '/skg-if/api/products?filter=cf.search.title:e&page_size=3&skeg_facets=product_type',
      '/.well-known/void',
      '/sitemap.xml',
      '/skg-if/api/persons?format=turtle',
      '/id/product-fair-principles',
    ]
    for (const path of paths) {
      const [first, ...others] = await Promise.all(
        servers.map(async ({ root }) => {
          const response = await fetch(root + path, { redirect: 'manual' })
          return {
            status: response.status,
            tag: response.headers.get('etag'),
            modified: response.headers.get('last-modified'),
            body: await response.text(),
          }
        }),
      )
      expect(first!.status, path).to.be.oneOf([200, 303])
      for (const other of others) expect(other, path).to.deep.equal(first)
    }
    for (const server of servers) expect(await server.close()).to.equal(0)
  })

  it('asks the store for what the index cannot tell, and for nothing else, and says nothing of the client', async () => {
    const proxy = await startFaulty(engine.url)
    const server = await startServing([prepared.path, '--store', proxy.url])
    const asked = async (path: string): Promise<number> => {
      const before = proxy.traffic.requests
      expect((await fetch(server.root + path)).status, path).to.be.oneOf([200, 404])
      return proxy.traffic.requests - before
    }
    try {
      for (const path of [
        '/?format=html',
        ENTITY,
        '/skg-if/api/products?filter=cf.search.title:e',
        '/.well-known/void',
      ])
        expect(await asked(path), path).to.equal(0)
      expect(await asked(engineFilter('Nobody'))).to.equal(1)
      expect((await fetch(`${server.root}${SPARQL}`)).status).to.equal(200)
    } finally {
      await server.close()
      await proxy.close()
    }
    expect(proxy.traffic.forwarded).to.not.include('127.0.0.1')
  })

  it('answers from the index alone while the store holds another graph, until the index is of that too', async () => {
    const folder = temporaryFolder()
    const input = join(folder, 'a.json')
    writeFileSync(
      input,
      JSON.stringify({
        '@context': [{ '@base': prepared.base }],
        '@graph': [{ local_identifier: 'topic-new', entity_type: 'topic', labels: { en: 'New' } }],
      }),
    )
    const next = await prepare([input], prepared.base)
    const own = join(folder, 'graph')
    cpSync(prepared.path, own, { recursive: true })
    const servers = await Promise.all(
      [1, 2].map(() =>
        startServing([own, '--store', engine.url, '--watch', 'on', '--cache', '0', ...WITHOUT_THREADS]),
      ),
    )
    /** What all servers answer. */
    const statusOf = async (path: string): Promise<number> => {
      const statuses = await Promise.all(servers.map(async ({ root }) => (await fetch(root + path)).status))
      return new Set(statuses).size === 1 ? statuses[0]! : NaN
    }
    const healthOf = async (): Promise<Record<string, string>[]> =>
      Promise.all(
        servers.map(
          async ({ root }) => (await (await fetch(`${root}/health`)).json()) as Record<string, string>,
        ),
      )
    let n = 0
    try {
      expect(await statusOf(ENTITY)).to.equal(200)
      expect(await statusOf(engineFilter(`None${n++}`))).to.equal(404)
      engine.load(next.files)
      await until(async () => (await healthOf()).every(({ status }) => status === 'different'))
      for (const { reason } of await healthOf())
        expect(reason).to.include(next.hash).and.to.include(prepared.hash)
      expect(await statusOf(ENTITY)).to.equal(200)
      expect(await statusOf(engineFilter(`None${n++}`))).to.equal(503)
      const refused = await fetch(servers[0]!.root + SPARQL)
      expect(refused.status).to.equal(503)
      expect(refused.headers.get('retry-after')).to.equal('5')
      await prepareGraph([input], { model, base: prepared.base, out: own })
      await until(async () => (await statusOf(NEW_ENTITY)) === 200)
      expect(await statusOf(ENTITY)).to.equal(410)
      for (const { status } of await healthOf()) expect(status).to.equal('ok')
      expect(await statusOf(SPARQL)).to.equal(200)
    } finally {
      for (const server of servers) await server.close()
      engine.load(prepared.files)
    }
  })

  it('gives its credentials to the store and to nobody else', async () => {
    const guarded = await startOxigraph({
      authorization: `Basic ${Buffer.from('me:secret').toString('base64')}`,
    })
    guarded.load(prepared.files)
    const words = [prepared.path, '--store', guarded.url, ...WITHOUT_THREADS]
    const refused = await runner.run(['serve', '--port', '0', ...words])
    expect([refused.code, refused.err]).to.deep.equal([
      1,
      `skeg: asks the store ${guarded.url} what it holds\nskeg: the store ${guarded.url} cannot ` +
        `be served: It answered 401: who are you\n`,
    ])
    const server = await startServing(words, { SKEG_STORE_CREDENTIALS: 'me:secret' })
    expect((await fetch(server.root + engineFilter('Piwowar'))).status).to.equal(200)
    for (const path of ['/', '/docs', '/openapi.json', '/metrics', '/.well-known/void'])
      expect(await (await fetch(server.root + path)).text(), path).to.not.match(/secret|bWU6c2VjcmV0/)
    await server.close()
    expect(server.printed()).to.not.match(/secret|bWU6c2VjcmV0/)
    await guarded.close()
  })

  it('ends where a store cannot be served, and says why', async () => {
    const plain = await startOxigraph({ union: false })
    plain.load(prepared.files)
    const unversioned = await startOxigraph()
    unversioned.load([prepared.files[0]])
    const portal = await startFaulty(engine.url)
    portal.fault = 'html'
    const folder = temporaryFolder()
    const other = join(folder, 'graph')
    const input = join(folder, 'other.json')
    const topic = { local_identifier: 'topic-other', entity_type: 'topic', labels: { en: 'Other' } }
    writeFileSync(input, JSON.stringify(topic))
    const { manifest } = await prepareGraph([input], { model, base: prepared.base, out: other })
    const own = prepared.path
    const rows: readonly [words: readonly string[], said: RegExp, code: number][] = [
      [
        [own, '--store', plain.url],
        /default graph of \S+ does not hold what its named graphs do.*oxigraph serve --union-default-graph$/,
        1,
      ],
      [[own, '--store', unversioned.url], /does not say which graph.*dataset-….nq of the prepared graph/, 1],
      [
        [other, '--store', engine.url],
        new RegExp(`hold different graphs \\(${manifest.hash} and ${prepared.hash}\\).*load --from-store`),
        1,
      ],
      [[own, '--store', engine.url, '--base', 'https://example.org/'], /has the base \S+, not https/, 1],
      [
        [own, '--store', portal.url],
        /It answered with text\/html instead of application\/sparql-results\+json\.$/,
        1,
      ],
      [[own, '--store', 'http://127.0.0.1:9/sparql'], /ECONNREFUSED/, 1],
      [[own, '--store', 'ftp://example.org/'], /--store must be an http\(s\) URL/, 2],
      [['--store', engine.url], /skeg load --from-store URL --out GRAPH.*serve GRAPH --store/, 2],
      [[own, other, '--store', engine.url], /takes one prepared graph/, 2],
      [[input, '--store', engine.url], /is no prepared graph/, 2],
    ]
    for (const [words, message, code] of rows) {
      const ended = await runner.run(['serve', '--port', '0', ...words])
      expect(ended.out, words.join(' ')).to.equal('')
      expect(ended.err.trim()).to.match(message)
      expect(ended.code, words.join(' ')).to.equal(code)
    }
    rmSync(folder, { recursive: true })
    await Promise.all([plain, unversioned, portal].map((one) => one.close()))
  })
})
