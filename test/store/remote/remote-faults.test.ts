/**
 * What a store behind can do to a server: each fault is a clear problem, nothing hangs, no answer is half,
 * and all is well again when the store is.
 */

import { expect } from 'chai'
import type { Graph } from '../../../src/search-index/query/graph.ts'
import { openServerEndpoint } from '../../../src/store/remote/server-places.ts'
import { limitsOf } from '../../../src/store/endpoint/endpoint.ts'
import { withDefaults } from '../../../src/config/settings.ts'
import { DEMO } from '../../support/endpoint.ts'
import { filterByEngine } from '../../support/engines.ts'
import { startFaulty, type Fault, type Faulty } from '../../support/faulty.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { openBeside, prepare, startSkeg, type Prepared } from '../../support/stores.ts'
import { until } from '../../support/until.ts'
import type { Engine } from '../../support/virtuoso.ts'

/** Seconds that the store has where it is to be late, and where it is not. */
const [SHORT_S, LONG_S] = [1, 600]

const SPARQL = `/sparql?query=${encodeURIComponent('SELECT * { ?s <http://purl.org/dc/terms/title> ?title }')}`

/** A filter for which the index does not suffice; a number makes those differ that would be kept. */
const filter = (n: number): string => `filter=${filterByEngine(String(n))}`

/** One request of each kind that asks the store. */
const kinds: Readonly<Record<string, (n: number) => string>> = {
  'a filtered list': (n) => `/skg-if/api/products?${filter(n)}`,
  'a list with a text and facets': (n) =>
    `/skg-if/api/products?filter=cf.search.title:e,${filterByEngine(String(n))}&skeg_facets=product_type`,
  'a query': () => SPARQL,
}

/** Others that ask in ways of their own. */
const others: typeof kinds = {
  'a page of a list': (n) => `/skg-if/api/products?${filter(n)}&format=html`,
  'a sorted list': (n) => `/skg-if/api/products?${filter(n)}&skeg_sort=title`,
  'a sample of a list': (n) => `/skg-if/api/products?${filter(n)}&skeg_sample=3`,
  'a download': (n) => `/download/products?${filter(n)}&format=jsonl`,
}

/** What each fault is to requests, and to queries where that differs: bytes of the right type are passed on. */
const faults: readonly [
  fault: Fault,
  status: number,
  code: string,
  query?: readonly [status: number, code: string] | 'passed on',
][] = [
  ['silent', 504, 'store-timeout', [422, 'query-too-costly']],
  ['stalled', 504, 'store-timeout', [422, 'query-too-costly']],
  ['reset', 502, 'store-failed'],
  ['cut', 502, 'store-failed'],
  ['cut-chunks', 502, 'store-failed'],
  ['garbled', 502, 'store-failed', 'passed on'],
  ['html', 502, 'store-failed'],
  ['wrong-type', 502, 'store-failed'],
  ['other-json', 502, 'store-failed', 'passed on'],
  ['unframed', 502, 'store-failed'],
  ['error-500', 502, 'store-failed'],
  ['error-502', 502, 'store-failed'],
  ['forbidden-401', 502, 'store-failed'],
  ['busy-503', 503, 'store-unavailable'],
  ['limited-429', 503, 'store-unavailable'],
]

describe('a store that fails', () => {
  let engine: Engine
  let proxy: Faulty & { close(): Promise<void> }
  let server: TestServer
  /** One for which the store is soon late. */
  let impatient: TestServer
  const opened: Graph[] = []
  let release = (): void => {}
  let n = 1

  async function open(prepared: Prepared, timeout: number): Promise<Graph> {
    const { graph, server: store } = await openBeside(prepared, proxy.url, { timeout })
    opened.push(graph)
    const limits = limitsOf(withDefaults({ sparqlTimeout: timeout }))
    return { ...graph, endpoint: await openServerEndpoint(store, limits) }
  }

  async function serve(prepared: Prepared, timeout: number): Promise<TestServer> {
    let graph: Graph | undefined
    // On a machine that has much to do, the store may be late at first.
    await until(async () => (graph ??= await open(prepared, timeout).catch(() => undefined)) !== undefined)
    // What is logged would fill the output of the tests.
    const log = { info() {}, error() {} }
    return startServer(graph as Graph, { settings: { cache: 0 }, log })
  }
  before(async () => {
    const prepared = await prepare([DEMO])
    engine = await startSkeg(prepared)
    proxy = await startFaulty(engine.url)
    server = await serve(prepared, LONG_S)
    impatient = await serve(prepared, SHORT_S)
  })
  after(async () => {
    for (const one of [server, impatient]) await one?.close()
    for (const graph of opened) await graph.close()
    await proxy?.close()
    await engine?.close()
  })
  afterEach(() => {
    proxy.fault = 'none'
    release()
  })

  interface TextResponse {
    readonly status: number
    readonly headers: Headers
    readonly text: string
  }
  async function get(path: string, { signal, from = server }: Asking = {}): Promise<TextResponse> {
    const response = await fetch(from.root + path, {
      signal,
      headers: { Accept: 'application/json, */*;q=0.1' },
    })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  interface Asking {
    readonly signal?: AbortSignal
    readonly from?: TestServer
  }

  async function requireWell(from = server): Promise<void> {
    proxy.fault = 'none'
    for (const path of Object.values(kinds))
      await until(async () => [200, 404].includes((await get(path(n++), { from })).status))
    await until(async () => (await get('/health', { from })).status === 200)
  }

  for (const [fault, status, code, query = [status, code] as const] of faults) {
    it(`${fault}: ${status}, and well again when it is over`, async () => {
      proxy.fault = fault
      const from = ['silent', 'stalled'].includes(fault) ? impatient : server
      for (const [kind, path] of Object.entries(kinds)) {
        if (kind === 'a query' && query === 'passed on') continue
        const [expected, problem] =
          kind === 'a query' && query !== 'passed on' ? query : ([status, code] as const)
        const answer = await get(path(n++), { from })
        expect(answer.status, `${kind}: ${answer.text}`).to.equal(expected)
        const document = JSON.parse(answer.text) as Record<string, string>
        expect(document.type, kind).to.match(new RegExp(`#${problem}$`))
        expect(document.detail).to.not.match(/secret|<|127\.0\.0\.1/)
        if (expected === 503)
          expect(answer.headers.get('retry-after')).to.equal(fault === 'busy-503' ? '17' : '23')
      }
      if (!['stalled', 'cut', 'cut-chunks'].includes(fault))
        expect((await get('/health', { from })).status).to.equal(503)
      await requireWell(from)
    })
  }

  it('gone: 503, and well again when it is back', async () => {
    await proxy.down()
    for (const path of Object.values(kinds)) {
      const { status, headers, text } = await get(path(n++))
      expect(status).to.equal(503)
      expect(headers.get('retry-after')).to.equal('5')
      expect(JSON.parse(text)).to.have.property('title', 'Store not available')
    }
    expect((await get('/health')).status).to.equal(503)
    await proxy.up()
    await requireWell()
  })

  it('connections that have gone stale are not noticed', async () => {
    await requireWell()
    proxy.fault = 'stale'
    for (let i = 0; i < 5; i++) expect((await get(kinds['a filtered list']!(n++))).status).to.equal(404)
  })

  it('a query that its client leaves keeps its place until the store has answered', async () => {
    release = proxy.hold()
    const running = async (): Promise<string | undefined> =>
      /^skeg_sparql_running (\d+)$/m.exec((await get('/metrics')).text)?.[1]
    const { requests, disconnected } = proxy.traffic
    const client = new AbortController()
    const pending = get(SPARQL, client).catch((error: Error) => error.name)
    await until(() => proxy.traffic.requests > requests)
    client.abort()
    expect(await pending).to.equal('AbortError')
    expect(await running()).to.equal('1')
    release()
    await until(async () => (await running()) === '0')
    expect(proxy.traffic.disconnected).to.equal(disconnected)
  })

  for (const [kind, path] of Object.entries({ ...kinds, ...others })) {
    if (kind === 'a query') continue
    it(`${kind} that its client leaves is not asked for any longer`, async () => {
      release = proxy.hold()
      const { requests, disconnected } = proxy.traffic
      const client = new AbortController()
      const pending = get(path(n++), client).catch((error: Error) => error.name)
      await until(() => proxy.traffic.requests > requests)
      client.abort()
      expect(await pending).to.equal('AbortError')
      await until(() => proxy.traffic.disconnected > disconnected)
    })
  }

  for (const [kind, path] of Object.entries(others)) {
    it(`${kind} has no more time than other requests`, async () => {
      proxy.fault = 'silent'
      expect((await get(path(n++), { from: impatient })).status).to.equal(504)
    })
  }

  it('a client that leaves takes nothing from another that asks the same', async () => {
    release = proxy.hold()
    const same = kinds['a filtered list']!(n++)
    const client = new AbortController()
    const { requests } = proxy.traffic
    const aborted = get(same, client).catch((error: Error) => error.name)
    await until(() => proxy.traffic.requests > requests)
    const stays = get(same)
    // What is asked for later is there, so the other has been read, too.
    expect((await get('/docs/errors')).status).to.equal(200)
    client.abort()
    expect(await aborted).to.equal('AbortError')
    release()
    const { status, text } = await stays
    expect({ status, text }).to.deep.include(await get(same).then(({ status, text }) => ({ status, text })))
    expect(status).to.be.oneOf([200, 404])
  })
})
