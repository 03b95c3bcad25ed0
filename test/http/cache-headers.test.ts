// Validators, freshness, 304, compression and HEAD, over a socket.

import { expect } from 'chai'
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync, gzipSync } from 'node:zlib'
import { getBytes, openSmallGraph, startServer, type RawBytes } from '../support/server.ts'
import { demoServer, smallServer } from '../support/shared.ts'

const { graph, server } = await smallServer()
const { graph: demo } = await demoServer()

const ONE = '/skg-if/api/products/prod-1'
const SMALL = '/skg-if/api/topics/topic-01'
const TINY = `${SMALL}?format=jsonld`
const MANY = '/skg-if/api/topics?page_size=20'

const decode: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  none: (body) => body,
}

describe('caching', () => {
  const fetchRaw = (path: string, headers?: Record<string, string>, method?: string): Promise<RawBytes> =>
    getBytes(server.port, path, headers, method)

  const validated = [
    ONE,
    `${ONE}?format=jsonld`,
    MANY,
    '/',
    '/skg-if/api',
    '/.well-known/void',
    '/openapi.json',
    '/skg-if-openapi.yaml',
    '/1.0.0/skg-if-openapi.yaml',
    '/contexts',
    '/contexts/core.json',
    '/sitemap.xml',
    '/sitemaps/topics-1.xml',
    '/robots.txt',
    '/docs/errors',
  ]
  for (const path of validated) {
    it(`has validators and is fresh for a while: ${path}`, async () => {
      const { status, headers, body } = await fetchRaw(path)
      expect(status).to.equal(200)
      expect(headers.etag).to.match(/^"[\w-]{20}"$/)
      expect(headers['last-modified']).to.equal(graph.loaded.toUTCString())
      expect(headers['cache-control']).to.equal('public, max-age=300')
      expect(headers.vary).to.match(/^Accept-Encoding(, Accept)?$/)
      expect(body.length).to.be.greaterThan(0)
      const again = await fetchRaw(path, { 'If-None-Match': headers.etag as string })
      expect([again.status, again.body.length]).to.deep.equal([304, 0])
      expect(again.headers).to.include({
        etag: headers.etag,
        'last-modified': headers['last-modified'],
        'cache-control': headers['cache-control'],
        vary: headers.vary,
      })
      expect(again.headers['content-location']).to.equal(headers['content-location'])
      expect(again.headers).not.to.have.any.keys('content-type', 'content-length', 'content-encoding', 'link')
    })
  }

  const conditions: readonly [
    headers: (etag: string, date: Date) => Record<string, string>,
    status: number,
  ][] = [
    [(etag) => ({ 'If-None-Match': etag }), 304],
    [(etag) => ({ 'If-None-Match': `W/${etag}` }), 304],
    [() => ({ 'If-None-Match': '*' }), 304],
    [(etag) => ({ 'If-None-Match': `"a", ${etag}, "b"` }), 304],
    [() => ({ 'If-None-Match': '"a"' }), 200],
    [() => ({ 'If-None-Match': 'a' }), 200],
    [(_, date) => ({ 'If-Modified-Since': date.toUTCString() }), 304],
    [(_, date) => ({ 'If-Modified-Since': new Date(date.getTime() + 86_400_000).toUTCString() }), 304],
    [(_, date) => ({ 'If-Modified-Since': new Date(date.getTime() - 2000).toUTCString() }), 200],
    [() => ({ 'If-Modified-Since': 'yesterday' }), 200],
    [(_, date) => ({ 'If-None-Match': '"a"', 'If-Modified-Since': date.toUTCString() }), 200],
    [(etag) => ({ 'If-None-Match': etag, 'If-Modified-Since': 'Thu, 01 Jan 1970 00:00:00 GMT' }), 304],
    [(etag) => ({ 'If-None-Match': etag, 'Cache-Control': 'no-cache' }), 200],
    [(etag) => ({ 'If-Match': etag }), 200],
    [(etag) => ({ 'If-Match': `"a", ${etag}` }), 200],
    [() => ({ 'If-Match': '*' }), 200],
    [() => ({ 'If-Match': '"a"' }), 412],
    [(etag) => ({ 'If-Match': `W/${etag}` }), 412],
    [(etag) => ({ 'If-Match': '"a"', 'If-None-Match': etag }), 412],
    [(etag) => ({ 'If-Match': etag, 'If-None-Match': etag }), 304],
    [(_, date) => ({ 'If-Unmodified-Since': date.toUTCString() }), 200],
    [() => ({ 'If-Unmodified-Since': 'Thu, 01 Jan 1970 00:00:00 GMT' }), 412],
    [() => ({ 'If-Unmodified-Since': 'yesterday' }), 200],
    [(etag) => ({ 'If-Match': etag, 'If-Unmodified-Since': 'Thu, 01 Jan 1970 00:00:00 GMT' }), 200],
    [() => ({ 'If-Match': '"a"', Accept: 'image/png' }), 406],
    [(etag) => ({ 'If-None-Match': etag, Accept: 'application/ld+json' }), 200],
    [(etag) => ({ 'If-None-Match': etag, Accept: 'image/png' }), 406],
  ]
  for (const path of [ONE, MANY]) {
    for (const [headers, expected] of conditions) {
      it(`answers ${expected} to ${JSON.stringify(headers)}: ${path}`, async () => {
        const {
          headers: { etag = '' },
        } = await fetchRaw(path)
        for (const method of ['GET', 'HEAD'])
          expect((await fetchRaw(path, headers(etag, graph.loaded), method)).status, method).to.equal(
            expected,
          )
      })
    }
  }

  it('says in a problem document which condition does not hold', async () => {
    const { headers, body } = await fetchRaw(ONE, { 'If-Match': '"a"' })
    expect(headers['content-type']).to.match(/^application\/problem\+json/)
    expect(headers).not.to.have.any.keys('etag', 'last-modified')
    expect(JSON.parse(body.toString())).to.deep.include({ status: '412', title: 'Precondition failed' })
  })

  it('compresses fast, since most answers are made once', async () => {
    const { body: plain } = await fetchRaw(MANY)
    const params = { [constants.BROTLI_PARAM_QUALITY]: 1 }
    for (const [encoding, expected] of [
      ['gzip', gzipSync(plain, { level: 3 })],
      ['br', brotliCompressSync(plain, { params })],
    ] as const) {
      const { body } = await fetchRaw(MANY, { 'Accept-Encoding': encoding })
      expect(body.equals(expected), encoding).to.equal(true)
    }
  })

  const encodings: readonly [accept: string | undefined, encoding: string | undefined][] = [
    [undefined, undefined],
    ['', undefined],
    ['gzip', 'gzip'],
    ['br', 'br'],
    ['gzip, deflate, br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0.1, gzip', 'gzip'],
    ['gzip;q=0', undefined],
    ['deflate', undefined],
    ['zstd', undefined],
    ['identity', undefined],
    ['*', 'gzip'],
    ['*;q=0', undefined],
    ['identity;q=0, *;q=0', undefined],
    ['identity;q=0', undefined],
    ['identity;q=0, *', 'br'],
    ['GZIP', 'gzip'],
    ['nonsense', undefined],
    [';;;,,,', undefined],
    ['gzip,'.repeat(1000), undefined],
  ]
  for (const [accept, encoding] of encodings) {
    it(
      `sends ${encoding ?? 'plain text'} to Accept-Encoding: ` +
        (accept === undefined ? 'absent' : accept.slice(0, 40)),
      async () => {
        for (const path of [
          ONE,
          MANY,
          '/.well-known/void',
          '/skg-if-openapi.yaml',
          '/.well-known/void?format=ntriples',
        ]) {
          const plain = await fetchRaw(path)
          expect(plain.headers).not.to.have.property('content-encoding')
          const requestHeaders: Record<string, string> =
            accept === undefined ? {} : { 'Accept-Encoding': accept }
          const { status, headers, body } = await fetchRaw(path, requestHeaders)
          expect(status).to.equal(200)
          expect(headers['content-encoding']).to.equal(encoding)
          expect((decode[encoding ?? 'none'] as (body: Buffer) => Buffer)(body).equals(plain.body)).to.equal(
            true,
          )
          expect(headers.etag).to.equal(encoding ? `W/${plain.headers.etag}` : plain.headers.etag)
          expect(headers.vary).to.equal(plain.headers.vary)
          if (encoding) expect(body.length).to.be.lessThan(plain.body.length)
          else expect(headers['content-length']).to.equal(String(plain.body.length))
          for (const tag of [headers.etag as string, plain.headers.etag as string]) {
            const same = await fetchRaw(path, { ...requestHeaders, 'If-None-Match': tag })
            expect([same.status, same.headers.etag, same.body.length]).to.deep.equal([304, headers.etag, 0])
          }
          const head = await fetchRaw(path, requestHeaders, 'HEAD')
          expect([head.status, head.body.length]).to.deep.equal([200, 0])
          for (const name of [
            'etag',
            'content-type',
            'content-encoding',
            'content-length',
            'last-modified',
            'link',
          ])
            expect(head.headers[name], name).to.equal(headers[name])
        }
      },
    )
  }

  it('leaves small answers as they are', async () => {
    const plain = await fetchRaw(TINY)
    expect(plain.body.length).to.be.lessThan(1024)
    const answer = await fetchRaw(TINY, { 'Accept-Encoding': 'br, gzip' })
    expect(answer.headers).not.to.have.property('content-encoding')
    expect([answer.headers.etag, answer.headers['content-length']]).to.deep.equal([
      plain.headers.etag,
      String(plain.body.length),
    ])
  })

  it('has no validators where there is no success, and keeps redirects', async () => {
    for (const path of [`${ONE}x`, '/nothing', `${MANY}&page=999`, '/skg-if/api/topics?page=0', '/resolve']) {
      const { headers } = await fetchRaw(path, { 'If-None-Match': '*' })
      expect(headers, path).not.to.have.any.keys('etag', 'last-modified', 'cache-control')
    }
    expect((await fetchRaw('/id/prod-1')).headers['cache-control']).to.equal('public, max-age=300')
    expect((await fetchRaw('/health')).headers['cache-control']).to.equal('no-store')
    expect((await fetchRaw('/health', { 'If-None-Match': '*' })).status).to.equal(200)
  })

  it('has equal tags for equal content, others for other content', async () => {
    const [again, changed] = [await openSmallGraph(), demo]
    const paths = [
      ONE,
      `${ONE}?format=jsonld`,
      `${ONE}?format=skgif`,
      MANY,
      '/skg-if/api/products',
      '/skg-if/api/persons/pers-1',
    ]
    const twin = await startServer(again, { settings: { publicUrl: server.root } })
    const tagsOf = async (port: number): Promise<(string | undefined)[]> =>
      (await Promise.all(paths.map((path) => getBytes(port, path)))).map(({ headers }) => headers.etag)
    const [first, second, third] = [
      await tagsOf(server.port),
      await tagsOf(twin.port),
      await tagsOf(server.port),
    ]
    await twin.close()
    await again.close()
    expect(second).to.deep.equal(first)
    expect(third).to.deep.equal(first)
    expect(new Set(first).size).to.equal(paths.length)
    await using other = await startServer(changed, { settings: { publicUrl: server.root } })
    const list = await getBytes(other.port, '/skg-if/api/products')
    expect(list.headers.etag).not.to.equal((await fetchRaw('/skg-if/api/products')).headers.etag)
  })

  it('follows a graph that is swapped', async () => {
    let now = graph
    await using other = await startServer(() => now)
    const path = '/skg-if/api'
    const before = await getBytes(other.port, path)
    const condition = { 'If-None-Match': before.headers.etag as string }
    expect((await getBytes(other.port, path, condition)).status).to.equal(304)
    now = demo
    const after = await getBytes(other.port, path, condition)
    now = graph
    const back = await getBytes(other.port, path, condition)
    expect(after.status).to.equal(200)
    expect(after.headers.etag).not.to.equal(before.headers.etag)
    expect(after.headers['last-modified']).to.equal(demo.loaded.toUTCString())
    expect(back.status).to.equal(304)
  })

  it('lasts as long as the setting says', async () => {
    for (const [maxAge, expected] of [
      [0, 'no-cache'],
      [86_400, 'public, max-age=86400'],
    ] as const) {
      await using other = await startServer(graph, { settings: { maxAge } })
      const { headers } = await getBytes(other.port, ONE)
      expect(headers['cache-control']).to.equal(expected)
    }
  })
})
