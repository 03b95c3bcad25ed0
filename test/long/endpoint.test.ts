/** Public queries: every query ends, and costs nobody else anything. */

import { expect } from 'chai'
import { execFileSync, spawn } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Problem } from '../../src/config/errors.ts'
import type { Endpoint } from '../../src/store/endpoint/endpoint.ts'
import type { EmbeddedStore } from '../../src/store/oxigraph/store.ts'
import { enginesOf, isRunning, openStore, writeQuads } from '../support/engines.ts'
import { ENDLESS, loaded, startSparql, type SparqlServer } from '../support/endpoint.ts'
import { until } from '../support/until.ts'
import { temporaryFolder } from '../support/folders.ts'

const ONE = 'SELECT (1 AS ?x) {}'
const stateOf = ({ graph }: SparqlServer): { readonly running: number; readonly waiting: number } => {
  const state = graph.endpoint?.state()
  if (!state) throw new Error('the graph has no endpoint')
  return state
}

async function requireTooCostly(server: SparqlServer, query: string, detail: RegExp): Promise<void> {
  const response = await server.ask(query)
  const problem = (await response.json()) as Record<string, string>
  expect(response.status, problem.detail).to.equal(422)
  expect(problem).to.include({ title: 'Query too costly', status: '422' })
  expect(problem.detail).to.match(detail)
}

/** An address behind which many may be, so that it is never refused. */
const GREEDY = '10.0.0.1'

/** Seconds that no query of a test takes, unless it is endless. */
const LONG_S = 600

describe('the endpoint', () => {
  let server: SparqlServer
  before(async () => {
    server = await startSparql({
      settings: { sparqlTimeout: LONG_S, sparqlRows: 100 },
      limits: { size: 1, queue: 3 },
    })
  })
  after(async () => {
    await server.close()
    expect(enginesOf()).to.deep.equal([])
  })
  beforeEach(() => loaded(server.graph, 2))

  const costly: readonly [title: string, query: string, detail: RegExp][] = [
    ['more rows than allowed', 'SELECT * { ?s ?p ?o }', /more than 100 rows/],
    ['more rows than allowed, by its own LIMIT', 'SELECT * { ?s ?p ?o } LIMIT 200', /more than 100 rows/],
    ['more rows than allowed, before VALUES', 'SELECT * { ?s ?p ?o } VALUES ?x { 1 }', /more than 100 rows/],
    ['endless rows', 'SELECT * { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i }', /more than 100 rows/],
    [
      'more bytes than allowed',
      'CONSTRUCT { ?s ?p ?o . ?s <a:a> ?x } WHERE { ?s ?p ?o . ?x ?y <http://purl.org/spar/fabio/SubjectTerm> }',
      /larger than 1 MB/,
    ],
  ]
  for (const [title, query, detail] of costly) {
    it(`ends ${title} with an error, and answers the next query`, async () => {
      await requireTooCostly(server, query, detail)
      expect((await server.ask(ONE)).status).to.equal(200)
    })
  }

  const large: readonly [title: string, query: string, detail: RegExp][] = [
    [
      'a path of 20,000 steps',
      `SELECT * { ?s ${Array(20_000).fill('<a:a>').join('/')} ?o }`,
      /40002 terms and operators outside of VALUES and IN; 800 are the most/,
    ],
    ['10,000 conditions', `ASK { FILTER(${Array(10_000).fill('?a').join('||')}) }`, /800 are the most/],
    [
      'brackets 50,000 deep',
      `ASK { FILTER(${'('.repeat(50_000)}1${')'.repeat(50_000)}) }`,
      /50002 levels of brackets; 100 are the most/,
    ],
    [
      '10,000 groups',
      `SELECT * { ${Array(10_000).fill('{ ?s ?p ?o }').join(' UNION ')} }`,
      /10001 groups in braces; 500 are the most/,
    ],
    [
      '10,000 members of IN',
      `ASK { FILTER(?a IN (${Array(10_000).fill('1').join(',')})) }`,
      /3000 are the most/,
    ],
    ['60,000 members of VALUES', `ASK { VALUES ?a { ${'1 '.repeat(60_000)} } }`, /50000 are the most/],
  ]
  for (const [title, query, detail] of large) {
    it(`refuses ${title}, at the cost of no engine`, async () => {
      const before = enginesOf()
      const response = await server.ask(query)
      const problem = (await response.json()) as Record<string, string>
      expect(response.status).to.equal(422)
      expect(problem.detail).to.match(detail)
      expect(enginesOf()).to.have.members(before)
    })
  }

  it('gives exactly the rows that are allowed', async () => {
    expect(await server.select('SELECT * { ?s ?p ?o } LIMIT 100')).to.have.length(100)
    expect(await server.select('SELECT DISTINCT ?s { { ?s ?p ?o } } LIMIT 100')).to.have.length(100)
    expect((await server.select('SELECT DISTINCT ?class { ?s a ?class }')).length).to.be.within(20, 100)
  })

  it('leaves an engine to the API while a query runs, and answers the next one of its client after it', async () => {
    const endless = await startEndless()
    const next = server.ask(ONE, '*/*', undefined, GREEDY)
    await until(() => stateOf(server).waiting === 1)
    for (let i = 0; i < 10; i++) expect(await server.graph.select(ONE)).to.have.length(1)
    expect(stateOf(server)).to.include({ running: 1, waiting: 1 })
    await endless.leave()
    expect((await next).status).to.equal(200)
  })

  it('lets the query of a client that has left go on while nobody waits', async () => {
    const endless = await startEndless()
    await endless.leave()
    expect(stateOf(server).running).to.be.at.least(1)
    // Here somebody does.
    expect((await server.ask(ONE, '*/*', undefined, GREEDY)).status).to.equal(200)
  })

  it('drops what waits for a client that has left', async () => {
    const endless = await startEndless()
    const leaving = new AbortController()
    const asked: Promise<unknown>[] = []
    // On a slow machine a further engine is there by now, and takes one of them.
    while (stateOf(server).waiting < 3) {
      const { running, waiting } = stateOf(server)
      asked.push(server.ask(ENDLESS, '*/*', leaving.signal, GREEDY).catch((error: Error) => error.name))
      await until(() => stateOf(server).running + stateOf(server).waiting > running + waiting)
    }
    expect((await server.ask(ONE, '*/*', undefined, GREEDY)).status).to.equal(503)
    leaving.abort()
    expect(new Set(await Promise.all(asked))).to.deep.equal(new Set(['AbortError']))
    await until(() => stateOf(server).waiting === 0)
    const next = server.ask(ONE, '*/*', undefined, GREEDY)
    await endless.leave()
    expect((await next).status).to.equal(200)
  })

  it('asks to come again where the queue is full', async () => {
    const endless = await startEndless()
    const answers: Response[] = []
    const ask = (): Promise<Response> => server.ask(ONE, '*/*', undefined, GREEDY)
    const all = Array.from({ length: 7 }, async () => answers.push(await ask()))
    await until(() => answers.length === 4)
    for (const { status, headers } of answers) {
      expect(status).to.equal(503)
      expect(Number(headers.get('retry-after'))).to.be.at.least(1)
    }
    await endless.leave()
    await Promise.all(all)
    expect(answers.slice(4).map(({ status }) => status)).to.deep.equal([200, 200, 200])
  })

  it('is less urgent than the server', () => {
    for (const pid of enginesOf())
      expect(Number(execFileSync('ps', ['-o', 'ni=', '-p', String(pid)], { encoding: 'utf8' }))).to.equal(10)
  })

  /** Starts a query without end. `leave` resolves when the server knows that its client has left. */
  async function startEndless(): Promise<{ leave(): Promise<void> }> {
    const leaving = new AbortController()
    const pending = server.ask(ENDLESS, '*/*', leaving.signal, GREEDY).catch((error: Error) => error.name)
    await until(() => stateOf(server).running === 1)
    const { drained } = server
    return {
      async leave() {
        const disconnected = drained(100_000)
        leaving.abort()
        expect(await pending).to.equal('AbortError')
        await disconnected
      },
    }
  }
})

describe('the endpoint, where a query has a second,', () => {
  let server: SparqlServer
  before(async () => {
    server = await startSparql({ settings: { sparqlTimeout: 1 } })
  })
  after(() => server.close())
  beforeEach(() => loaded(server.graph, 2))

  it('ends a Cartesian product with an error, and answers the next query', async () => {
    await requireTooCostly(server, ENDLESS, /ended after 1 s/)
    await until(async () => (await server.ask(ONE)).status === 200)
  })

  it('lets the query of a client that has left go on to its deadline', async () => {
    const before = enginesOf()
    const leaving = new AbortController()
    const pending = server.ask(ENDLESS, '*/*', leaving.signal).catch((error: Error) => error.name)
    await until(() => stateOf(server).running === 1)
    leaving.abort()
    expect(await pending).to.equal('AbortError')
    await until(() => stateOf(server).running === 0)
    await until(() => enginesOf().some((pid) => !before.includes(pid)))
  })
})

/** Takes more memory than a store of two thousand triples does. */
const HUNGRY =
  'SELECT ?x { { SELECT DISTINCT (CONCAT(STR(?a), STR(?b)) AS ?x) { ?a <a:p> ?o . ?b <a:p> ?p } } } ORDER BY ?x'

describe('an endpoint', () => {
  const limits = { timeout: 1, rows: 10, size: 1, queue: 3, memory: 1000 }

  interface Engines {
    readonly engines?: 1 | 2
  }
  interface Opened {
    readonly endpoint: Endpoint
    readonly store: EmbeddedStore
  }
  /** An endpoint over a thousand triples, with its engines loaded, which is closed behind a test. */
  async function withGraph(
    { engines = 1, ...overrides }: Partial<typeof limits> & Engines,
    test: (opened: Opened) => Promise<void>,
    triples = 1000,
  ): Promise<void> {
    const quads = writeQuads(triples)
    const store = openStore([quads.file], () => engines > 1)
    const endpoint = store.openEndpoint({ ...limits, ...overrides })
    try {
      await endpoint.loadEngines(engines)
      await test({ endpoint, store })
    } finally {
      await endpoint.close()
      quads.remove()
      expect(enginesOf()).to.deep.equal([])
    }
  }
  const csv = (text: string): { text: string; type: string } => ({ text, type: 'text/csv' })
  const outcome = (answer: Promise<Buffer>): Promise<string> =>
    answer.then(String, (error: Problem) => error.message)
  const WELL = 'x\r\n1\r\n'

  it('ends a query that takes too much memory, and answers the next', () =>
    withGraph(
      { timeout: LONG_S, memory: 100 },
      async ({ endpoint }) => {
        const pending = endpoint.ask(csv(HUNGRY)).catch((error: unknown) => error)
        const waiting = outcome(endpoint.ask(csv(ONE)))
        expect(await pending).to.include({
          code: 'query-too-costly',
          message: 'The query took more than 100 MB of memory. Sort, group or count less at once.',
        })
        expect(endpoint.state()).to.include({ ended: 1, waiting: 1, running: 0 })
        expect(await waiting).to.equal(WELL)
        expect(await outcome(endpoint.ask(csv(ONE)))).to.equal(WELL)
      },
      2000,
    ))

  it('takes the first query of each client before the second of any', () =>
    withGraph({ timeout: LONG_S, queue: 10 }, async ({ endpoint }) => {
      const order: string[] = []
      const asking = (client: string): Promise<unknown> =>
        endpoint.ask(csv(ONE), { client }).then(() => order.push(client))
      await Promise.all(['greedy', 'greedy', 'greedy', 'modest', 'other', 'modest'].map(asking))
      expect(order).to.deep.equal(['greedy', 'modest', 'other', 'greedy', 'modest', 'greedy'])
    }))

  it('gives each of many queries at a time its own answer, also behind one that has to be ended', () =>
    withGraph(
      { timeout: LONG_S, memory: 100, queue: 50, rows: 2000 },
      async ({ endpoint }) => {
        const select = (n: number): string => `SELECT ?x { VALUES ?x { ${n} } }`
        const long = 'SELECT ?s ?o { ?s <a:p> ?o }'
        const leaving = new AbortController()
        const texts = Array.from({ length: 20 }, (_, i) => select(i))
        texts.splice(4, 0, 'SELECT')
        texts.splice(8, 0, long)
        texts.splice(12, 0, HUNGRY)
        const all = texts.map((text) => outcome(endpoint.ask(csv(text), { client: 'one' })))
        const abortedQuery = outcome(endpoint.ask(csv(ONE), { client: 'one', signal: leaving.signal }))
        leaving.abort()
        const answers = await Promise.all(all)
        expect(await abortedQuery).to.equal('The client has left.')
        expect(answers.splice(12, 1).join()).to.match(/more than 100 MB of memory/)
        expect(answers.splice(8, 1).join().split('\r\n')).to.have.length(2002)
        expect(answers.splice(4, 1).join()).to.match(/expected|unexpected/i)
        expect(answers).to.deep.equal(Array.from({ length: 20 }, (_, i) => `x\r\n${i}\r\n`))
        expect(endpoint.state()).to.include({ running: 0, waiting: 0, ended: 1 })
      },
      2000,
    ))

  it('leaves the only engine to the API while another one is loaded for a client with many queries', () =>
    withGraph({ timeout: 1, engines: 2 }, async ({ endpoint, store }) => {
      const [slow, ...next] = [ENDLESS, ONE, ONE].map((text) =>
        outcome(endpoint.ask(csv(text), { client: 'one' })),
      )
      expect(await slow).to.match(/ended after 1 s/)
      expect(endpoint.state()).to.include({ loaded: 1, running: 0, waiting: 2 })
      expect(await store.select(ONE)).to.have.length(1)
      await Promise.all(next)
    }))

  it('lends the last engine to others beside sixty queries without end of one client', () =>
    withGraph({ timeout: LONG_S, engines: 2, queue: 100 }, async ({ endpoint }) => {
      const greedy = Array.from({ length: 60 }, () =>
        outcome(endpoint.ask(csv(ENDLESS), { client: 'greedy' })),
      )
      for (const client of ['one', 'two', 'one']) {
        expect(await outcome(endpoint.ask(csv(ONE), { client }))).to.equal(WELL)
        expect(endpoint.state()).to.include({ running: 1, waiting: 59 })
      }
      await endpoint.close()
      await Promise.all(greedy)
    }))

  it('answers a client after its query was ended, on an engine in the place of the one that is gone', () =>
    withGraph({ timeout: 6, engines: 2 }, async ({ endpoint }) => {
      const slow = endpoint.ask(csv(ENDLESS), { client: 'one' })
      expect(await outcome(slow)).to.match(/ended after 6 s/)
      expect(await outcome(endpoint.ask(csv(ONE), { client: 'one' }))).to.equal(WELL)
      expect(endpoint.state()).to.include({ loaded: 2 })
    }))

  it('leaves the last engine to others when that of a client was ended, also if the client asks once more', () =>
    withGraph({ timeout: 1, engines: 2 }, async ({ endpoint }) => {
      const ask = (text: string, client: string): Promise<string> =>
        outcome(endpoint.ask(csv(text), { client }))
      expect(await ask(ENDLESS, 'one')).to.match(/ended after 1 s/)
      const again = ask(ENDLESS, 'one')
      expect(await ask(ONE, 'two')).to.equal(WELL)
      expect(endpoint.state()).to.include({ loaded: 1, running: 0, waiting: 1 })
      await again
    }))

  it('takes a loan back when the API waits, and lends no more to its client', () =>
    withGraph({ timeout: LONG_S, engines: 2 }, async ({ endpoint, store }) => {
      const slow = ['one', 'two'].map((client) => outcome(endpoint.ask(csv(ENDLESS), { client })))
      await until(() => endpoint.state().running === 2)
      expect(await store.select(ONE)).to.have.length(1)
      // What has lost the engine waits for another one.
      expect(endpoint.state()).to.include({ running: 1, waiting: 1, ended: 0 })
      expect(await outcome(endpoint.ask(csv(ONE), { client: 'three' }))).to.equal(WELL)
      const again = outcome(endpoint.ask(csv(ONE), { client: 'two' }))
      for (let i = 0; i < 10; i++) expect(await store.select(ONE)).to.have.length(1)
      expect(endpoint.state()).to.include({ running: 1, waiting: 2 })
      await endpoint.close()
      await Promise.all([...slow, again])
    }))

  it('lets a query go on with a loan while nobody else needs the engine', () =>
    withGraph({ timeout: 2, engines: 2 }, async ({ endpoint }) => {
      const slow = ['one', 'two'].map((client) => outcome(endpoint.ask(csv(ENDLESS), { client })))
      for (const answer of await Promise.all(slow)) expect(answer).to.match(/ended after 2 s/)
      expect(endpoint.state()).to.include({ ended: 2, waiting: 0 })
    }))

  it('of one engine lets the API wait no longer than for the query that runs', () =>
    withGraph({ timeout: 1 }, async ({ endpoint, store }) => {
      const order: string[] = []
      const push = (name: string) => (): void => void order.push(name)
      const all = [
        outcome(endpoint.ask(csv(ENDLESS), { client: 'one' })).then(push('endless')),
        outcome(endpoint.ask(csv(ONE), { client: 'two' })).then(push('next')),
        store.select(ONE).then(push('API')),
      ]
      await Promise.all(all)
      expect(order).to.deep.equal(['endless', 'API', 'next'])
    }))

  it('answers 503 where an engine is killed, and lets others wait for the next one', () =>
    withGraph({ timeout: LONG_S }, async ({ endpoint }) => {
      const killed = endpoint.ask(csv(ENDLESS), { client: 'one' }).catch((error: unknown) => error)
      await until(() => endpoint.state().running === 1)
      for (const pid of enginesOf()) process.kill(pid, 'SIGKILL')
      expect(await killed).to.deep.include({
        code: 'busy',
        message: 'The query was lost because its engine ended. Send it again.',
        headers: { 'Retry-After': '1' },
      })
      expect(endpoint.state().loaded).to.equal(0)
      expect(await outcome(endpoint.ask(csv(ONE), { client: 'two' }))).to.equal(WELL)
    }))

  it('ends the query of a client that has left where the API waits for the engine', () =>
    withGraph({ timeout: LONG_S }, async ({ endpoint, store }) => {
      const leaving = new AbortController()
      const pending = outcome(endpoint.ask(csv(ENDLESS), { client: 'one', signal: leaving.signal }))
      await until(() => endpoint.state().running === 1)
      leaving.abort()
      expect(await pending).to.equal('The client has left.')
      expect(await store.select(ONE)).to.have.length(1)
      expect(endpoint.state()).to.include({ ended: 1 })
    }))

  it('asks a client that has cost three engines within a minute to come again, and nobody else', () =>
    withGraph({ timeout: 1 }, async ({ endpoint }) => {
      const ask = (client: string, text: string): Promise<Problem | Buffer> =>
        endpoint.ask(csv(text), { client }).catch((error: Problem) => error)
      for (let i = 0; i < 3; i++) {
        expect(await ask('costly', ENDLESS)).to.have.property('code', 'query-too-costly')
        expect(await ask('other', ONE)).to.not.have.property('code', 'busy')
      }
      const refused = (await ask('costly', ONE)) as Problem
      expect(refused).to.include({ code: 'busy', status: 503 })
      expect(Number(refused.headers['Retry-After'])).to.be.within(1, 60)
      expect(await ask('other', ONE)).to.not.have.property('code', 'busy')
    }))

  it('says that it is not available where its files cannot be read', async () => {
    const endpoint = openStore(['/nonexistent.nq']).openEndpoint(limits)
    expect(await endpoint.ask(csv(ONE)).catch((error: unknown) => error)).to.include({
      code: 'busy',
      status: 503,
      message: 'The graph could not be loaded for queries.',
    })
    expect(await endpoint.loadEngines(1).catch((error: Error) => error.message)).to.match(
      /could not load the graph/,
    )
    await endpoint.close()
  })

  it('ends what waits when it is closed', async () => {
    const endpoint = openStore([]).openEndpoint(limits)
    const pending = endpoint.ask(csv(ENDLESS)).catch((error: unknown) => error)
    await endpoint.close()
    expect(await pending)
      .to.have.property('status')
      .that.is.oneOf([422, 503])
    expect(await endpoint.ask(csv(ONE)).catch((error: unknown) => error)).to.include({
      code: 'busy',
    })
  })

  it('dies with a server that is killed, in the midst of a query', async () => {
    const quads = writeQuads(1000)
    const folder = temporaryFolder()
    const url = new URL('../../dist/store/oxigraph/store.js', import.meta.url).href
    writeFileSync(
      join(folder, 'server.mjs'),
      `
      import { openEmbeddedStore } from ${JSON.stringify(url)}
      const store = openEmbeddedStore()
      store.load({ files: [${JSON.stringify(quads.file)}], verified: Promise.resolve() })
      const endpoint = store.openEndpoint(${JSON.stringify({ ...limits, timeout: LONG_S })})
      void endpoint.ask({ text: ${JSON.stringify(ENDLESS)}, type: 'text/csv' })
      setInterval(() => { if (endpoint.state().running > 0) console.log('runs') }, 100)`,
    )
    const server = spawn(process.execPath, [join(folder, 'server.mjs')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await new Promise((resolve) => {
      server.stdout.once('data', resolve)
    })
    const engines = enginesOf(server.pid)
    expect(engines.map(isRunning)).to.deep.equal([true])
    server.kill('SIGKILL')
    // Those that have ended may wait for their new parent to notice.
    await until(() => !engines.some(isRunning))
    rmSync(folder, { recursive: true })
    quads.remove()
  })
})
