/** Answers that are kept: the second is the first, for whatever is asked, and a new graph has its own. */

import { expect } from 'chai'
import { assetOf } from '../../src/doors/pages/shared/assets.ts'
import { startSparql } from '../support/endpoint.ts'
import { getRaw, openSmallGraph, startServer, type TestServer } from '../support/server.ts'
import { smallServer } from '../support/shared.ts'

const { server } = await smallServer()

describe('kept answers', () => {
  /** How many answers came from memory. */
  async function hits(): Promise<number> {
    const { body } = await getRaw(server.port, '/metrics')
    return Number(/^skeg_response_cache_lookups_total\{result="hit"\} (\d+)$/m.exec(body)?.[1])
  }

  const ONE = '/skg-if/api/products/prod-1'
  const MANY = '/skg-if/api/products'
  const requests: readonly [title: string, target: string, headers?: string, method?: string][] = [
    ['one entity', ONE],
    ['one entity in Turtle', ONE, 'Accept: text/turtle'],
    ['one entity by format', `${ONE}?format=ntriples`],
    ['a page', '/skg-if/api/topics?page_size=1'],
    ['a page in CSV', '/skg-if/api/topics', 'Accept: text/csv'],
    ['a search', '/skg-if/api/products?filter=cf.search.title:a'],
    ['a HEAD', ONE, 'X: y', 'HEAD'],
    ['something unknown', '/skg-if/api/products/none'],
    ['an empty list', '/skg-if/api/products?filter=cf.search.title:zzz'],
    ['a wrong parameter', '/skg-if/api/topics?page=0'],
    ['what is not acceptable', ONE, 'Accept: image/png'],
    ['the script of a tool', `/assets/${assetOf('swagger').name}`, 'Accept-Encoding: br'],
    ['a compressed one', MANY, 'Accept-Encoding: gzip'],
    ['the header of a compressed one', MANY, 'Accept-Encoding: br', 'HEAD'],
    ['a small one that might be compressed', '/skg-if/api/topics?page_size=1', 'Accept-Encoding: br'],
    ['the page of a record', ONE, 'Accept: text/html'],
    ['the page of something unknown', '/skg-if/api/products/none', 'Accept: text/html'],
    ['a search by words', '/search?q=open&format=json'],
    ['a page of a search by words', '/search?q=open', 'Accept: text/html'],
    ['a form that leads to a list', '/search/products?cf.search.title=open'],
    ['suggestions', '/suggest?q=op'],
    ['the home page in JSON', '/'],
    ['the API', '/skg-if/api'],
    ['the documentation', '/docs', 'Accept: text/html'],
    ['its JSON', '/docs'],
    ['the errors', '/docs/errors'],
    ['the description of the API', '/openapi.json'],
    ['its YAML', '/skg-if-openapi.yaml'],
    ['the description of the graph', '/.well-known/void'],
    ['its contexts', '/contexts'],
    ['a context', '/contexts/core.json'],
    ['a redirect by id', '/id/prod-1'],
    ['a redirect by IRI', '/resolve?iri=https%3A%2F%2Fdoi.org%2F10.1000%2Fone'],
    ['the reconciliation service', '/reconcile'],
    ['a reconciliation', `/reconcile?queries=${encodeURIComponent('{"q0":{"query":"open"}}')}`],
    ['the sitemap', '/sitemap.xml'],
    ['an unknown path', '/nothing'],
  ]
  for (const [title, target, headers = 'X: y', method = 'GET'] of requests) {
    it(`are the same the second and the third time: ${title}`, async () => {
      const ask = (): ReturnType<typeof getRaw> =>
        getRaw(server.port, target, method, `Host: localhost\r\n${headers}`)
      const answers = [await ask()]
      const before = await hits()
      answers.push(await ask(), await ask())
      expect((await hits()) - before).to.equal([200, 303, 404].includes(answers[0]?.status ?? 0) ? 2 : 0)
      const [first, ...others] = answers.map(
        ({ headers: { date: _, 'x-request-id': __, ...rest }, ...answer }) => ({
          ...answer,
          headers: rest,
        }),
      )
      for (const other of others) expect(other).to.deep.equal(first)
    })
  }
  it('are of the type that was asked for, where one form has several names', async () => {
    const types = ['text/turtle', 'text/n3', 'text/turtle', 'text/n3', 'text/turtle']
    const answers = []
    for (const type of types)
      answers.push(await getRaw(server.port, ONE, 'GET', `Host: localhost\r\nAccept: ${type}`))
    expect(answers.map(({ headers }) => headers['content-type']?.split(';')[0])).to.deep.equal(types)
    expect(new Set(answers.map(({ headers }) => headers['etag'])).size).to.equal(2)
  })
  it('are in the encoding that was asked for, compressed once', async () => {
    const closing = await openSmallGraph()
    await using other = await startServer(closing)
    const ask = async (
      encoding: string,
    ): Promise<{ encoding: string | null; length: number; text: string }> => {
      const response = await fetch(`${other.api}/products`, { headers: { 'Accept-Encoding': encoding } })
      return {
        encoding: response.headers.get('content-encoding'),
        length: Number(response.headers.get('content-length')),
        text: await response.text(),
      }
    }
    const kinds = ['gzip', 'identity', 'br']
    const first = []
    for (const kind of kinds) first.push(await ask(kind))
    await closing.close()
    for (const [i, kind] of kinds.entries()) expect(await ask(kind)).to.deep.equal(first[i])
    expect(first.map(({ encoding }) => encoding)).to.deep.equal(['gzip', null, 'br'])
    expect(new Set(first.map(({ text }) => text)).size).to.equal(1)
    const [packed, plain, smaller] = first.map(({ length }) => length) as [number, number, number]
    expect(packed).to.be.within(1, plain / 2)
    expect(smaller).to.be.within(1, plain / 2)
  })
  it('have an id of their own for each request', async () => {
    const ids = await Promise.all(
      Array.from({ length: 5 }, async () => (await getRaw(server.port, ONE)).headers['x-request-id']),
    )
    expect(new Set(ids).size).to.equal(5)
  })
  it('are told from each other by each header, whatever stands in it', async () => {
    const forged = await getRaw(
      server.port,
      MANY,
      'GET',
      'Host: x\r\nAccept: text/turtle;q=0.1,\r\nAccept-Encoding: application/json gzip',
    )
    expect(forged.headers['content-type']).to.match(/turtle/)
    const separate = await getRaw(
      server.port,
      MANY,
      'GET',
      'Host: x\r\nAccept: text/turtle;q=0.1, application/json\r\nAccept-Encoding: gzip',
    )
    expect(separate.headers).to.include({
      'content-type': 'application/json; charset=utf-8',
      'content-encoding': 'gzip',
    })
  })
  it('are none of requests that are refused', async () => {
    for (let i = 0; i < 2; i++) expect((await getRaw(server.port, ONE)).status).to.equal(200)
    for (const host of ['X: y', 'Host:'])
      expect((await getRaw(server.port, ONE, 'GET', host)).status).to.equal(400)
    expect((await getRaw(server.port, `http://elsewhere.example${ONE}`)).status).to.equal(400)
  })
  it('are given without the graph being asked', async () => {
    const closing = await openSmallGraph()
    await using other = await startServer(closing)
    const [first, list] = [await getRaw(other.port, ONE), await getRaw(other.port, '/skg-if/api/topics')]
    await closing.close()
    expect((await getRaw(other.port, ONE)).body).to.equal(first.body)
    expect((await getRaw(other.port, '/skg-if/api/topics')).body).to.equal(list.body)
    expect((await getRaw(other.port, '/skg-if/api/persons')).status).to.equal(500)
  })
  it('are none of queries, which may ask for chance', async () => {
    await using sparql = await startSparql()
    const answers = await Promise.all(
      [1, 2, 3].map(
        async () => (await getRaw(sparql.port, '/sparql?query=SELECT%20(RAND()%20AS%20%3Fx)%20%7B%7D')).body,
      ),
    )
    const again = (await getRaw(sparql.port, '/sparql?query=SELECT%20(RAND()%20AS%20%3Fx)%20%7B%7D')).body
    expect(new Set([...answers, again]).size).to.equal(4)
  })
  it('do not exist where no memory is given for them', async () => {
    const closing = await openSmallGraph()
    await using frugal = await startServer(closing, { settings: { cache: 0 } })
    for (let i = 0; i < 2; i++) expect((await getRaw(frugal.port, ONE)).status).to.equal(200)
    await closing.close()
    expect((await getRaw(frugal.port, ONE)).status).to.equal(500)
  })
})

describe('the memory for kept answers', () => {
  const bytesOf = async ({ port }: TestServer): Promise<number> =>
    Number(/^skeg_response_cache_bytes (\d+)$/m.exec((await getRaw(port, '/metrics')).body)?.[1])

  it('holds as many bytes as it may and no more, whatever is asked for', async () => {
    await using graph = await openSmallGraph()
    await using server = await startServer(graph, { settings: { cache: 1 } })
    for (let i = 0; i < 40; i++) {
      // 404s of up to 60 kB, pages and records.
      await getRaw(server.port, `/skg-if/api/products/${'x'.repeat(25_000)}${i}`)
      await getRaw(
        server.port,
        `/skg-if/api/products?page_size=${i + 1}`,
        'GET',
        'Host: x\r\nAccept: text/html',
      )
    }
    expect(await bytesOf(server)).to.be.within(600_000, 1_000_000)
  })

  it('is one for the graphs that take turns, so that an old one has none of it', async () => {
    const [first, second] = [await openSmallGraph(), await openSmallGraph()]
    let current = first
    const server = await startServer(() => current)
    try {
      for (let i = 1; i < 20; i++) await getRaw(server.port, `/skg-if/api/products?page_size=${i}`)
      const before = await bytesOf(server)
      current = second
      await getRaw(server.port, '/skg-if/api')
      expect(await bytesOf(server)).to.be.within(1, before / 4)
    } finally {
      await server.close()
      await first.close()
      await second.close()
    }
  })
})
