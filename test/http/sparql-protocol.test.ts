/** The SPARQL 1.1 Protocol: ways to ask, datasets, status codes, and what is no query. */

import { expect } from 'chai'
import { once } from 'node:events'
import net from 'node:net'
import { isFullEffort } from '../support/effort.ts'
import { loaded, startSparql, ENDLESS } from '../support/endpoint.ts'
import { getRaw, sendRaw, startServer } from '../support/server.ts'
import { throughout } from '../support/closing.ts'

const FORM = 'application/x-www-form-urlencoded'
const QUERY = 'application/sparql-query'
const ONE = 'SELECT (1 AS ?x) {}'
const BASE = 'https://w3id.org/skg-if/sandbox/skeg/'
const TOPIC = `${BASE}topic-linked-data`
const encoded = encodeURIComponent

interface Request {
  readonly method?: string
  readonly path?: string
  readonly type?: string
  readonly body?: string | Buffer
  readonly headers?: Record<string, string>
}

describe('the SPARQL protocol', function () {
  const server = throughout(() => startSparql({ settings: { sparqlTimeout: 5 } }))

  const send = ({ method = 'GET', path = '', type, body, headers = {} }: Request): Promise<Response> =>
    fetch(server.url + path, {
      method,
      body: typeof body === 'object' ? new Uint8Array(body) : body,
      headers: { ...(type === undefined ? {} : { 'Content-Type': type }), ...headers },
    })

  const good: readonly [title: string, request: Request][] = [
    ['GET', { path: `?query=${encoded(ONE)}` }],
    ['GET with a plus for a blank', { path: `?query=${encoded(ONE).replaceAll('%20', '+')}` }],
    ['POST of a form', { method: 'POST', type: FORM, body: `query=${encoded(ONE)}` }],
    [
      'POST of a form with charset',
      { method: 'POST', type: `${FORM}; charset=UTF-8`, body: `query=${encoded(ONE)}` },
    ],
    ['POST of a query', { method: 'POST', type: QUERY, body: ONE }],
    [
      'POST of a query, with the parameters of SPARQLWrapper',
      { method: 'POST', path: '?format=results&output=json&results=json', type: QUERY, body: ONE },
    ],
    ['a slash behind', { path: `/?query=${encoded(ONE)}` }],
  ]
  for (const [title, request] of good) {
    it(`takes ${title}`, async () => {
      const response = await send(request)
      expect(response.status).to.equal(200)
      expect(response.headers.get('content-type')).to.equal('application/sparql-results+json')
      expect(response.headers.get('vary')).to.match(/\bAccept\b/)
      expect(response.headers.get('access-control-allow-origin')).to.equal('*')
      expect(await response.json()).to.have.nested.property('results.bindings[0].x.value', '1')
    })
  }

  const asked = (query: string): Request => ({ path: `?query=${encoded(query)}` })
  const bad: readonly [request: Request, status: number, detail: RegExp][] = [
    [asked('SELECT *\nWHERE { ?s ?p }'), 400, /^Line 2, column 16: expected one of /],
    [
      asked('SELECT *\n# all }\nWHERE { ?s ?p ?o }}'),
      400,
      /^Line 3, column 20: what stands before is not expected\.$/,
    ],
    [asked('SELECT * { ?s ?p "é" } ODER BY ?s'), 400, /^Line 1, column 30: expected one of /],
    [
      asked('SELECT * { LATERAL { ?s ?p ?o } . ?s ?p ?o . ?s ?p ?o . ?x }'),
      400,
      /^Line 1, column 6\d: expected/,
    ],
    [{ path: '?query=' }, 400, /^A query begins with SELECT, /],
    [asked('MATCH (n) RETURN n'), 400, /^A query begins with SELECT, /],
    [
      { path: `?query=${encoded('MATCH (n) RETURN n')}`, headers: { Accept: 'text/turtle' } },
      400,
      /^A query begins with SELECT, /,
    ],
    [asked('SELECT * {} ORDER'), 400, /^Line 1, column 13: |^Line 1, column 18: /],
    [
      asked('ASK { a:b a:c a:d }'),
      400,
      /^Line 1, column 7: The prefix a is not declared; add PREFIX a: <IRI of the namespace>$/,
    ],
    [
      asked('SELECT * {\n  ?s foaf:name ?o }'),
      400,
      /^Line 2, column 6: The prefix foaf is not declared; add PREFIX foaf: <http:\/\/xmlns\.com\/foaf\/0\.1\/>$/,
    ],
    [
      asked('SELECT ?x { ?x ?p ?o BIND(1 AS ?x) }'),
      400,
      /^Line 1, column 37: what stands before is not expected\.$/,
    ],
    [{ path: `?query=${encoded(ONE)}&query=${encoded(ONE)}` }, 400, /more than one query/],
    [
      { method: 'POST', path: `?query=${encoded(ONE)}`, type: FORM, body: `query=${encoded(ONE)}` },
      400,
      /more than one query/,
    ],
    [{ method: 'POST', type: FORM, body: 'format=csv' }, 400, /no query/],
    [{ method: 'POST', type: QUERY, body: '' }, 400, /^A query begins with SELECT, |no query/],
    [{ method: 'POST', body: Buffer.from(ONE) }, 415, /application\/sparql-query/],
    [{ method: 'POST', type: 'application/json', body: '{}' }, 415, /application\/sparql-query/],
    [{ method: 'POST', type: `${QUERY}; charset=iso-8859-1`, body: ONE }, 415, /utf-8/],
    [
      { method: 'POST', type: QUERY, body: ONE, headers: { 'Content-Encoding': 'gzip' } },
      415,
      /uncompressed/,
    ],
    [{ method: 'POST', type: QUERY, body: Buffer.from([0x41, 0xff]) }, 400, /UTF-8/],
    [{ path: '?query=%ff' }, 400, /percent-encoded/],
    [{ path: `?query=${encoded(ONE)}`, headers: { Accept: 'image/png' } }, 406, /sparql-results\+json/],
    [{ path: `?query=${encoded(ONE)}`, headers: { Accept: 'text/turtle' } }, 406, /sparql-results\+json/],
    [
      { path: `?query=${encoded('CONSTRUCT {} WHERE {}')}`, headers: { Accept: 'text/csv' } },
      406,
      /text\/turtle/,
    ],
    [{ path: `?query=${encoded('ASK {}')}`, headers: { Accept: 'text/csv' } }, 406, /sparql-results/],
    [{ path: `?query=${encoded(ONE)}&format=xlsx` }, 406, /format=csv/],
    [{ path: `?query=${encoded('SELECT ("\\u0001" AS ?x) {}')}&format=resultsxml` }, 406, /XML cannot/],
    [
      { path: `?query=${encoded('CONSTRUCT { <a:b> <http://example.org/1> 1 } WHERE {}')}&format=rdfxml` },
      406,
      /XML cannot/,
    ],
    [
      { path: `?query=${encoded(ONE)}&defualt-graph-uri=http://a/` },
      400,
      /no parameter defualt-graph-uri; did you mean default-graph-uri\? The parameters are query, /,
    ],
    [
      { method: 'POST', type: FORM, body: `query=${encoded(ONE)}&union-default-graph=` },
      400,
      /no parameter union-default-graph/,
    ],
    [{ path: `?query=${encoded(ONE)}&default-graph-uri=x` }, 400, /absolute IRI/],
    [
      { path: `?query=${encoded(ONE)}&named-graph-uri=${encoded('http://a/> } DROP ALL #')}` },
      400,
      /absolute IRI/,
    ],
    [{ method: 'POST', type: FORM, body: `update=${encoded('CLEAR ALL')}` }, 403, /no updates/],
    [{ method: 'POST', type: 'application/sparql-update', body: 'CLEAR ALL' }, 403, /no updates/],
    [asked('# a\nPREFIX a: <b> DELETE WHERE { ?s ?p ?o }'), 403, /no updates/],
    [asked('LOAD <http://example.org/>'), 403, /no updates/],
    [asked('SELECT * { SERVICE <http://example.org/> { ?s ?p ?o } }'), 403, /SERVICE/],
  ]
  for (const [request, status, detail] of bad) {
    it(`answers ${status} to ${JSON.stringify(request).slice(0, 100)}`, async () => {
      const response = await send(request)
      const problem = (await response.json()) as Record<string, string>
      expect(response.status, problem.detail).to.equal(status)
      expect(response.headers.get('content-type')).to.equal('application/problem+json; charset=utf-8')
      expect(response.headers.get('access-control-allow-origin')).to.equal('*')
      expect(problem.detail).to.match(detail)
      expect(problem.detail!.length).to.be.below(800)
    })
  }

  it('answers HEAD as GET without body', async () => {
    for (const path of [`/sparql?query=${encoded(ONE)}`, '/sparql']) {
      const [get, head] = [await getRaw(server.port, path), await getRaw(server.port, path, 'HEAD')]
      const { date: _, 'x-request-id': __, ...headers } = head.headers
      expect(head).to.include({ status: 200, body: '' })
      expect(get.headers).to.include(headers)
    }
  })

  it('answers OPTIONS, preflights and other methods', async () => {
    expect((await getRaw(server.port, '/sparql', 'OPTIONS')).headers).to.include({
      allow: 'GET, HEAD, OPTIONS, POST',
    })
    const preflight = await getRaw(
      server.port,
      '/sparql',
      'OPTIONS',
      'Host: localhost\r\nOrigin: http://example.org\r\nAccess-Control-Request-Method: ' +
        'POST\r\nAccess-Control-Request-Headers: content-type',
    )
    expect(preflight.headers).to.include({
      'access-control-allow-methods': 'GET, HEAD, OPTIONS, POST',
      'access-control-allow-headers': '*',
    })
    for (const method of ['PUT', 'DELETE', 'PATCH'])
      expect(await getRaw(server.port, '/sparql', method)).to.deep.include({ status: 405 })
  })

  it('takes a client that leaves with half a query for no failure', async () => {
    const messages: string[] = []
    await using other = await startServer(server.graph, {
      log: {
        info: () => {},
        error: (_, message) => {
          messages.push(message)
        },
      },
    })
    const socket = net.connect(other.port, '127.0.0.1')
    await once(socket, 'connect')
    socket.write(
      `POST /sparql HTTP/1.1\r\nHost: x\r\nContent-Type: ${QUERY}\r\nContent-Length: 5000\r\n\r\nSELECT`,
    )
    await fetch(`${other.root}/health`)
    socket.destroy()
    await other.drained(5000)
    expect(messages).to.deep.equal([])
  })

  it('keeps no account of answers that nobody can take any more', async function () {
    if (!isFullEffort) return this.skip()
    // Each is below the limit of one, and all of them together are beyond that of answers on their way.
    await using small = await startSparql({ settings: { sparqlTimeout: 20 }, limits: { size: 1 } })
    const large = `/sparql?query=${encoded('SELECT ?a ?b { ?a ?b ?c . ?d ?e ?f } LIMIT 5000')}`
    expect((await getRaw(small.port, large)).body.length).to.be.within(600_000, 1_000_000)
    for (let i = 0; i < 7; i++) {
      await loaded(small.graph, 2)
      const socket = net.connect(small.port, '127.0.0.1')
      await once(socket, 'connect')
      // The second has its answer while it waits behind the first, and before whoever asks after it has one.
      socket.write(
        `GET /sparql?query=${encoded(ENDLESS)} HTTP/1.1\r\nHost: x\r\n\r\nGET ${large} HTTP/1.1\r\nHost: x\r\n\r\n`,
      )
      expect((await small.ask('ASK {}')).status).to.equal(200)
      socket.destroy()
      await small.drained(10_000)
    }
  })

  describe('its datasets', () => {
    const COUNT =
      'SELECT (COUNT(*) AS ?n) (COUNT(DISTINCT ?g) AS ?m) { { ?s ?p ?o } UNION { GRAPH ?g { ?s ?p ?o } } }'
    const count = async (parameters: string, query = COUNT): Promise<[number, number]> => {
      const { results } = (await (await send({ path: `?query=${encoded(query)}${parameters}` })).json()) as {
        results: { bindings: [Record<'n' | 'm', { value: string }>] }
      }
      return [Number(results.bindings[0].n.value), Number(results.bindings[0].m.value)]
    }
    let all: readonly [number, number]
    let own: number
    before(async () => {
      const [[quads], graphs] = [
        await count('', 'SELECT (COUNT(*) AS ?n) (1 AS ?m) { GRAPH ?g { ?s ?p ?o } }'),
        await count('', 'SELECT (COUNT(DISTINCT ?g) AS ?n) (1 AS ?m) { GRAPH ?g { ?s ?p ?o } }'),
      ]
      all = [2 * quads, graphs[0]]
      own = (await count('', `SELECT (COUNT(*) AS ?n) (1 AS ?m) { GRAPH <${TOPIC}> { ?s ?p ?o } }`))[0]
    })
    const uri = (name: string, iri: string): string => `&${name}-graph-uri=${encoded(iri)}`
    const rows: readonly [
      title: string,
      parameters: string,
      query: string,
      expected: () => readonly [number, number],
    ][] = [
      ['all graphs, each triple once', '', COUNT, () => all],
      ['a default graph', uri('default', TOPIC), COUNT, () => [own, 0]],
      ['a default graph that is named twice', uri('default', TOPIC).repeat(2), COUNT, () => [own, 0]],
      ['a named graph', uri('named', TOPIC), COUNT, () => [own, 1]],
      ['both', uri('default', TOPIC) + uri('named', TOPIC), COUNT, () => [2 * own, 1]],
      ['an unknown graph', uri('default', 'http://example.org/none'), COUNT, () => [0, 0]],
      ['FROM', '', COUNT.replace('{', `FROM <${TOPIC}> {`), () => [own, 0]],
      ['FROM NAMED', '', COUNT.replace('{', `FROM NAMED <${TOPIC}> {`), () => [own, 1]],
      [
        'the request before FROM',
        uri('default', 'http://example.org/none'),
        COUNT.replace('{', `FROM <${TOPIC}> {`),
        () => [0, 0],
      ],
    ]
    for (const [title, parameters, query, expected] of rows) {
      it(`are ${title}`, async () => {
        expect(own).to.be.greaterThan(3)
        expect(await count(parameters, query)).to.deep.equal(expected())
      })
    }
  })

  it('takes queries up to 1 MB, and no larger ones', async () => {
    const sized = (length: number): string => `${ONE} #`.padEnd(length, 'x')
    expect((await send({ method: 'POST', type: QUERY, body: sized(1_000_000) })).status).to.equal(200)
    for (const type of [QUERY, FORM]) {
      const answer = await sendRaw(
        server.port,
        `POST /sparql HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\nContent-Length: ` +
          `1000001\r\n\r\n${sized(1_000_001)}`,
      )
      expect(answer).to.match(/^HTTP\/1\.1 413 /)
    }
    const chunked = await sendRaw(
      server.port,
      `POST /sparql HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${QUERY}\r\nTransfer-Encoding: ` +
        `chunked\r\n\r\nf4241\r\n${sized(1_000_001)}\r\n0\r\n\r\n`,
    )
    expect(chunked).to.match(/^HTTP\/1\.1 413 /)
    expect((await send(good[0]![1])).status).to.equal(200)
  })

  it('resolves relative IRIs against its own URL, and against the base that a query declares', async () => {
    const construct = async (query: string): Promise<string> =>
      (await send({ path: `?query=${encoded(query)}&format=ntriples` })).text()
    const own = await construct('CONSTRUCT { <s> <#p> <> } WHERE {}')
    expect(own).to.equal(`<${server.root}/s> <${server.url}#p> <${server.url}> .\n`)
    const other = await construct('BASE <http://example.org/a/b> CONSTRUCT { <s> <#p> <> } WHERE {}')
    expect(other).to.equal('<http://example.org/a/s> <http://example.org/a/b#p> <http://example.org/a/b> .\n')
  })

  const nested: readonly [title: string, query: string][] = [
    ['parentheses', `SELECT * { FILTER(${'('.repeat(300_000)}1${')'.repeat(300_000)}) }`],
    ['braces', `SELECT * ${'{'.repeat(100_000)}${'}'.repeat(100_000)}`],
    ['negations', `ASK { FILTER(${'!'.repeat(500_000)}1) }`],
    ['a long sum', `SELECT (1${'+1'.repeat(300_000)} AS ?x) {}`],
    ['a long path', `ASK { ?s ${'('.repeat(200_000)}<a:b>${')*'.repeat(200_000)} ?o }`],
    ['lists', `ASK { ?s ?p ${'('.repeat(100_000)}${')'.repeat(100_000)} }`],
    ['many triples', `ASK { ${'?s ?p "xxxxxxxx" . '.repeat(50_000)} }`],
  ]
  for (const [title, query] of nested) {
    it(`answers 1 MB of ${title}, and goes on`, async () => {
      const response = await send({ method: 'POST', type: QUERY, body: query })
      expect(response.status, (await response.text()).slice(0, 300)).to.be.oneOf([200, 400, 422])
      let next = await server.ask(ONE)
      for (; next.status === 503; next = await server.ask(ONE))
        await new Promise((resolve) => {
          setTimeout(resolve, 100)
        })
      expect(next.status).to.equal(200)
    })
  }

  it('gives 200 clients at once an answer each', async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, async (_, i) => {
        const response = await server.ask(i === 0 ? ENDLESS : ONE)
        await response.text()
        return [response.status, response.headers.get('retry-after')] as const
      }),
    )
    const statuses = answers.map(([status]) => status)
    for (const status of statuses) expect(status).to.be.oneOf([200, 422, 503])
    for (const [status, after] of answers) if (status === 503) expect(Number(after)).to.be.within(1, 60)
    expect(statuses.filter((status) => status === 503).length, 'more than may wait').to.be.greaterThan(0)
    expect((await fetch(`${server.root}/health`)).status).to.equal(200)
  })

  it('is not there where it is turned off', async () => {
    await using off = await startSparql({ settings: { sparql: false } })
    expect((await fetch(off.url)).status).to.equal(404)
  })
})
