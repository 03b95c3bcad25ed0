/** Who asks for much waits in a lane of its own, and who reads nothing begins nothing further: others go on. */

import { expect } from 'chai'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import { join } from 'node:path'
import type { Graph } from '../../src/search-index/query/graph.ts'
import { DEMO } from '../support/endpoint.ts'
import { getRaw, openGraphOf, startServer, type Raw, type TestServer } from '../support/server.ts'
import { until } from '../support/until.ts'
import { temporaryFolder } from '../support/folders.ts'

const [FIRST, OTHER] = ['192.0.2.1', '192.0.2.2']

/** A request of a client behind a proxy. */
const headersOf = (client: string): string => `Host: localhost\r\nX-Forwarded-For: ${client}`

describe('large records', () => {
  let graph: Graph
  let server: TestServer
  let open: () => void
  let reads = 0
  before(async () => {
    graph = await openGraphOf([DEMO])
    const gate = new Promise<void>((resolve) => (open = resolve))
    const slow: Graph = {
      ...graph,
      forTask: (task) => ({ ...slow, task }),
      async documents(iris) {
        if (iris.some((iri) => iri.includes('topic-linked-data'))) {
          reads++
          await gate
        }
        return graph.documents(iris)
      },
    }
    server = await startServer(slow, { threads: undefined, settings: { cache: 0 } })
  })
  after(async () => {
    open()
    await server.close()
    await graph.close()
  })

  it('are written one after the other, and hold up no small ones', async () => {
    const get = (id: string, format = 'turtle'): Promise<Raw> =>
      getRaw(server.port, `/skg-if/api/topics/${id}?format=${format}`)
    const answers = [get('topic-linked-data'), get('topic-linked-data', 'ntriples')]
    await until(() => reads === 1)
    // Begins after them, in the order of arrival.
    expect((await get('topic-none')).status).to.equal(404)
    expect(reads).to.equal(1)
    open()
    expect((await Promise.all(answers)).map(({ status }) => status)).to.deep.equal([200, 200])
    expect(reads).to.equal(2)
  })
})

describe('a batch to reconcile', () => {
  it('goes no further when its client has left', async () => {
    await using graph = await openGraphOf([DEMO])
    let open = (): void => {}
    const gate = new Promise<void>((resolve) => (open = resolve))
    const texts = new Set<string>()
    const { names } = graph
    if (!names) throw new Error('names are indexed')
    const counted: Graph = {
      ...graph,
      names: {
        ...names,
        async similar(type, text, most, task) {
          texts.add(text)
          await gate
          return names.similar(type, text, most, task)
        },
      },
    }
    await using server = await startServer(counted, { threads: undefined })
    const target = (queries: readonly string[]): string =>
      `/reconcile?queries=${encodeURIComponent(JSON.stringify(Object.fromEntries(queries.map((query) => [query, { query }]))))}`
    const socket = net.connect(server.port, '127.0.0.1').on('error', () => {})
    socket.write(`GET ${target(['one', 'two', 'three'])} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
    await until(() => texts.size === 1)
    const left = server.drained(100_000)
    socket.destroy()
    await left
    open()
    expect((await getRaw(server.port, target(['four']))).status).to.equal(200)
    expect([...texts]).to.deep.equal(['one', 'four'])
  })
})

describe('a client that reads nothing', () => {
  let graph: Graph
  let server: TestServer
  let sockets: net.Socket[]
  /** More than the system takes of a connection that nobody reads. */
  const ABSTRACT = 'word '.repeat(2_400_000)
  const CONNECTIONS = 8
  before(async function () {
    this.timeout(120_000)
    const folder = temporaryFolder()
    const record = (id: string, abstract: string): object => ({
      local_identifier: `https://example.org/${id}`,
      entity_type: 'product',
      product_type: 'literature',
      titles: { en: [id] },
      abstracts: { en: [abstract] },
    })
    const graphs = [record('large', ABSTRACT), record('small', 'short')]
    const document = { '@context': { '@base': 'https://example.org/' }, '@graph': graphs }
    writeFileSync(join(folder, 'records.json'), JSON.stringify(document))
    graph = await openGraphOf([folder])
    rmSync(folder, { recursive: true })
    server = await startServer(graph, { settings: { trustProxy: true, answerTimeout: 2 } })
    await get('/skg-if/api/products?page_size=1', OTHER)
  })
  beforeEach(() => {
    sockets = []
  })
  after(async () => {
    for (const socket of sockets) socket.destroy()
    await server.close()
    await graph.close()
  })
  const get = (target: string, client: string): Promise<Raw> =>
    getRaw(server.port, target, 'GET', headersOf(client))
  let unique = 2
  const list = (): string => `/skg-if/api/products?filter=cf.search.title:small&page_size=${unique++}`

  /** Asks for a record, and takes no more of the answer than its beginning. */
  async function ask(): Promise<void> {
    const socket = net.connect(server.port, '127.0.0.1').on('error', () => {})
    sockets.push(socket)
    socket.write(`GET /skg-if/api/products/large HTTP/1.1\r\n${headersOf(FIRST)}\r\n\r\n`)
    await once(socket, 'readable')
  }

  it('begins no list, page or part of a sitemap until it does, and others do', async function () {
    this.timeout(120_000)
    for (let i = 0; i < CONNECTIONS; i++) await ask()
    const targets = [
      list(),
      '/skg-if/api/products/small?format=html',
      '/sitemaps/products-1.xml',
      '/reconcile/suggest/entity?prefix=small',
    ]
    for (const client of [FIRST, OTHER]) {
      const answers = await Promise.all(targets.map((target) => get(target, client)))
      const statuses = answers.map(({ status }) => status)
      expect(statuses, client).to.deep.equal(targets.map(() => (client === FIRST ? 503 : 200)))
    }
    for (const socket of sockets) socket.destroy()
    await until(async () => (await get(list(), FIRST)).status === 200)
  })
})
