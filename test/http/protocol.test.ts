/** HTTP itself: methods, CORS, negotiation over the socket, limits, requests that are none. */

import { expect } from 'chai'
import { getRaw, sendRaw } from '../support/server.ts'
import { smallServer } from '../support/shared.ts'

const { server } = await smallServer()

const ONE = '/skg-if/api/products/prod-1'
const MANY = '/skg-if/api/topics'

describe('the protocol', () => {
  for (const path of [
    '/',
    '/health',
    '/skg-if/api',
    MANY,
    ONE,
    '/skg-if/api/products/none',
    '/skg-if/api/agents',
    '/nothing',
    `${MANY}?page=0`,
  ]) {
    it(`answers HEAD ${path} as GET without body`, async () => {
      const [get, head] = [await getRaw(server.port, path), await getRaw(server.port, path, 'HEAD')]
      const { date: _, 'x-request-id': __, ...headers } = head.headers
      expect(head.status).to.equal(get.status)
      expect(head.body).to.equal('')
      expect(get.headers).to.include(headers)
      expect(get.headers['content-length']).to.equal(String(Buffer.byteLength(get.body)))
    })
  }

  for (const path of ['/', '/health', '/skg-if/api', MANY, ONE, '*']) {
    it(`answers OPTIONS ${path} with Allow`, async () => {
      const { status, headers, body } = await getRaw(server.port, path, 'OPTIONS')
      expect(status).to.equal(204)
      expect(headers.allow).to.equal('GET, HEAD, OPTIONS')
      expect(headers['access-control-allow-origin']).to.equal('*')
      expect(body).to.equal('')
    })
  }

  it('lets browsers of other origins send any header', async () => {
    const { status, headers } = await getRaw(
      server.port,
      ONE,
      'OPTIONS',
      'Host: x\r\nOrigin: https://a.example\r\nAccess-Control-Request-Method: ' +
        'GET\r\nAccess-Control-Request-Headers: x-y',
    )
    expect(status).to.equal(204)
    expect(headers).to.include({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD, OPTIONS',
      'access-control-allow-headers': '*',
    })
    expect(headers).not.to.have.property('access-control-allow-credentials')
  })

  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND']) {
    it(`answers ${method} with 405 and Allow`, async () => {
      for (const path of ['/', MANY, ONE]) {
        const { status, headers, body } = await getRaw(server.port, path, method)
        expect(status).to.equal(405)
        expect(headers).to.include({ allow: 'GET, HEAD, OPTIONS', 'access-control-allow-origin': '*' })
        expect(JSON.parse(body)).to.include({ title: 'Method not allowed', status: '405' })
      }
      expect((await getRaw(server.port, '/nothing', method)).status).to.equal(404)
    })
  }

  const accepts: readonly [path: string, accept: string | undefined, status: number, type: string][] = [
    [ONE, undefined, 200, 'application/json; charset=utf-8'],
    [ONE, '*/*', 200, 'application/json; charset=utf-8'],
    [ONE, 'application/ld+json', 200, 'application/ld+json'],
    [ONE, 'application/vnd.skgif.ld+json', 200, 'application/vnd.skgif.ld+json'],
    [MANY, 'application/ld+json', 200, 'application/ld+json'],
    ['/skg-if/api/products/none', 'application/ld+json', 404, 'application/ld+json'],
    ['/', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 200, 'text/html; charset=utf-8'],
    ['/skg-if/api', 'text/html,*/*;q=0.8', 200, 'text/html; charset=utf-8'],
    [ONE, 'text/html,application/xml;q=0.9,*/*;q=0.8', 200, 'text/html; charset=utf-8'],
    [MANY, 'text/html,application/xml;q=0.9,*/*;q=0.8', 200, 'text/html; charset=utf-8'],
    ['/skg-if/api/products/none', 'text/html,*/*;q=0.8', 404, 'text/html; charset=utf-8'],
    [ONE, 'image/png', 406, 'application/problem+json; charset=utf-8'],
    [MANY, 'image/png', 406, 'application/problem+json; charset=utf-8'],
    [`${ONE}?format=jsonld`, 'image/png', 200, 'application/ld+json'],
    [`${MANY}?format=skgif&page=2`, undefined, 200, 'application/vnd.skgif.ld+json'],
    [`${ONE}?format=docx`, undefined, 406, 'application/problem+json; charset=utf-8'],
    [ONE, 'a/b,'.repeat(2500), 431, 'application/problem+json; charset=utf-8'],
  ]
  for (const [path, accept, expected, type] of accepts) {
    it(`answers ${expected} to ${path} for ${accept}`, async () => {
      const { status, headers, body } = await getRaw(
        server.port,
        path,
        'GET',
        `Host: x${accept === undefined ? '' : `\r\nAccept: ${accept}`}`,
      )
      expect(status).to.equal(expected)
      expect(headers['content-type']).to.equal(type)
      expect(headers.vary).to.equal('Accept-Encoding, Accept')
      expect(headers['access-control-allow-origin']).to.equal('*')
      if (expected === 406)
        expect(JSON.parse(body).detail).to.include('application/vnd.skgif.ld+json (format=skgif)')
      if (expected !== 200 || type.startsWith('text/html')) return
      if (path.startsWith(ONE))
        expect('meta' in JSON.parse(body)).to.equal(type.startsWith('application/json'))
      if (path.startsWith(MANY)) expect(JSON.parse(body)).to.have.property('meta')
    })
  }

  const targets: readonly [target: string, status: number][] = [
    ['/nothing', 404],
    ['//evil.example/skg-if/api/products', 404],
    ['http://evil.example/skg-if/api/products', 400],
    ['http://a:999999999/', 400],
    ['/../../etc/passwd', 404],
    ['/skg-if/api/../../etc/passwd', 404],
    ['/skg-if/api/%2e%2e/%2e%2e/etc/passwd', 404],
    ['/skg-if/api/products%00', 404],
    ['/%', 404],
    [`/skg-if/api/products/${'x'.repeat(32_768 - 21)}`, 400],
    [`/skg-if/api/products/${'x'.repeat(32_768 - 20)}`, 414],
    [`/skg-if/api/products?filter=a:${'x'.repeat(33_000)}`, 414],
    [`/${'x'.repeat(70_000)}`, 431],
    ['/skg-if/api/products/"<>\\^`{|}', 404],
    ['/skg-if/api/products/\xc3\xbc', 400],
    ['/'.repeat(32_000), 200],
    [`${'/'.repeat(32_000)}x`, 404],
  ]
  for (const [target, expected] of targets) {
    it(`answers ${expected} to ${target.slice(0, 80)}`, async () => {
      const { status, headers, body } = await getRaw(server.port, target)
      expect(status).to.equal(expected)
      expect(headers['access-control-allow-origin']).to.equal('*')
      if (body && expected !== 200 && !target.startsWith('/skg-if/api/products/x') && !target.includes('"')) {
        expect(headers['content-type']).to.equal('application/problem+json; charset=utf-8')
        expect(JSON.parse(body)).to.have.all.keys('type', 'title', 'status', 'detail', 'instance')
        expect(JSON.parse(body).status).to.equal(String(expected))
      }
    })
  }

  it('answers to its own host in absolute form', async () => {
    expect((await getRaw(server.port, `${server.root}${ONE}`)).status).to.equal(200)
    expect((await getRaw(server.port, server.root)).status).to.equal(200)
  })

  const raw: readonly [bytes: string, status: RegExp][] = [
    ['hello\r\n\r\n', /^HTTP\/1.1 400 /],
    ['BREW / HTTP/1.1\r\nHost: x\r\n\r\n', /^HTTP\/1.1 400 /],
    ['GET / HTTP/1.1\r\nConnection: close\r\n\r\n', /^HTTP\/1.1 400 /],
    ['CONNECT example.org:443 HTTP/1.1\r\nHost: example.org\r\n\r\n', /^HTTP\/1.1 405 /],
    ['GET /health HTTP/1.0\r\n\r\n', /^HTTP\/1.1 200 /],
    [`GET / HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(70_000)}\r\n\r\n`, /^HTTP\/1.1 431 /],
    [
      `GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX: ${'y'.repeat(60_000)}\r\n\r\n`,
      /^HTTP\/1.1 200 /,
    ],
    ['GET / HTTP/1.1\r\nHost: x\r\nHost: x\r\nConnection: close\r\n\r\n', /^HTTP\/1.1 400 /],
    [`GET ${MANY} HTTP/1.1\r\nHost: x\r\nhost: y\r\nConnection: close\r\n\r\n`, /^HTTP\/1.1 400 /],
    ...['gzip, chunked', 'foo', 'chunked, foo', 'identity', 'xchunked'].map((encoding): [string, RegExp] => [
      `POST ${MANY} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: ${encoding}\r\n\r\n`,
      /^HTTP\/1.1 400 /,
    ]),
    [`GET ${MANY} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xchunked\r\n\r\n`, /^HTTP\/1.1 400 /],
    ['POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', /^HTTP\/1.1 400 /],
  ]
  for (const [bytes, expected] of raw) {
    it(`answers ${JSON.stringify(bytes.slice(0, 80))} with ${expected.source.slice(10, 14).trim()}`, async () => {
      await getRaw(server.port, MANY)
      const answer = await sendRaw(server.port, bytes)
      expect(answer).to.match(expected).and.include('Access-Control-Allow-Origin: *')
      if (!/^HTTP\/1.1 2/.test(answer))
        expect(JSON.parse(answer.split('\r\n\r\n')[1] as string).type).to.include(
          `${server.root}/docs/errors#`,
        )
    })
  }

  it('goes on answering after all that', async () => {
    expect((await getRaw(server.port, ONE)).status).to.equal(200)
  })
})
