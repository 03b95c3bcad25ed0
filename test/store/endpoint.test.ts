/** The endpoint: every query ends, and costs nobody else anything. */

import { expect } from 'chai'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Problem } from '../../src/errors.ts'
import { openEndpoint, type Endpoint } from '../../src/store/endpoint.ts'
import { ENDLESS, loaded, startSparql, type SparqlServer } from '../support/endpoint.ts'

const ONE = 'SELECT (1 AS ?x) {}'
/** Time that a condition has to come true. */
const DEADLINE_MS = 30_000

/** Waits until the condition holds. @throws Error if it does not in time */
async function until(holds: () => boolean): Promise<void> {
  for (const end = Date.now() + DEADLINE_MS; !holds(); await wait(20))
    if (Date.now() > end) throw new Error(`does not hold within ${DEADLINE_MS} ms: ${String(holds)}`)
}

const stateOf = ({ graph }: SparqlServer): { readonly running: number; readonly waiting: number } => {
  const state = graph.endpoint?.state()
  if (!state) throw new Error('the graph has no endpoint')
  return state
}

/** Processes that this one has started and that own a copy. */
function copies(parent = process.pid): number[] {
  const lines = execFileSync('ps', ['-e', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n')
  return lines.flatMap((line) => {
    const [, pid, ppid, args = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
    return Number(ppid) === parent && args.includes('copy-process') ? [Number(pid)] : []
  })
}

const running = (pid: number): boolean =>
  !/^$|^Z/.test(spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim())

describe('the endpoint', function () {
  this.timeout(60_000)
  let server: SparqlServer
  before(async () => {
    server = await startSparql({
      settings: { sparqlTimeout: 1, sparqlRows: 100, sparqlSize: 1, sparqlQueue: 3 },
    })
  })
  after(async () => {
    await server.close()
    expect(copies()).to.deep.equal([])
  })
  beforeEach(() => loaded(server.graph, 2))

  const costly: readonly [says: string, query: string, detail: RegExp][] = [
    ['a Cartesian product', ENDLESS, /ended after 1 s/],
    [
      'a path without end',
      'SELECT (COUNT(*) AS ?n) { ?a (!<a:b>|^!<a:b>)* ?b . ?b (!<a:b>|^!<a:b>)* ?c . ?c (!<a:b>|^!<a:b>)* ?d }',
      /ended after 1 s/,
    ],
    ['more rows than allowed', 'SELECT * { ?s ?p ?o }', /more than 100 rows/],
    ['more rows than allowed, by its own LIMIT', 'SELECT * { ?s ?p ?o } LIMIT 200', /more than 100 rows/],
    ['more rows than allowed, before VALUES', 'SELECT * { ?s ?p ?o } VALUES ?x { 1 }', /more than 100 rows/],
    ['endless rows', 'SELECT * { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i }', /more than 100 rows/],
    [
      'more bytes than allowed',
      'CONSTRUCT { ?s ?p ?o . ?s <a:a> ?x } WHERE { ?s ?p ?o . ?x ?y <http://purl.org/spar/fabio/SubjectTerm> }',
      /larger than 1 MB|ended after/,
    ],
  ]
  for (const [says, query, detail] of costly) {
    it(`ends ${says} with an error, and answers the next query`, async () => {
      const response = await server.ask(query)
      const problem = (await response.json()) as Record<string, string>
      expect(response.status, problem.detail).to.equal(422)
      expect(problem).to.include({ title: 'Query too costly', status: '422' })
      expect(problem.detail).to.match(detail)
      expect((await server.ask(ONE)).status).to.equal(200)
    })
  }

  const large: readonly [says: string, query: string, detail: RegExp][] = [
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
  for (const [says, query, detail] of large) {
    it(`refuses ${says}, at the cost of no copy`, async () => {
      const before = copies()
      const response = await server.ask(query)
      const problem = (await response.json()) as Record<string, string>
      expect(response.status).to.equal(422)
      expect(problem.detail).to.match(detail)
      await wait(100)
      expect(copies()).to.have.members(before)
    })
  }

  it('gives exactly the rows that are allowed', async () => {
    expect(await server.select('SELECT * { ?s ?p ?o } LIMIT 100')).to.have.length(100)
    expect(await server.select('SELECT DISTINCT ?s { { ?s ?p ?o } } LIMIT 100')).to.have.length(100)
    expect((await server.select('SELECT DISTINCT ?class { ?s a ?class }')).length).to.be.within(20, 100)
  })

  it('has the spare answer while another query runs', async () => {
    const slow = server.ask(ENDLESS)
    await wait(200)
    for (let i = 0; i < 10; i++) expect((await server.ask(ONE)).status).to.equal(200)
    expect((await slow).status).to.equal(422)
  })

  it('loads another copy for each that was ended', async () => {
    const before = copies()
    expect(before).to.have.length(2)
    expect((await server.ask(ENDLESS)).status).to.equal(422)
    await wait(50)
    await loaded(server.graph, 2)
    expect(copies()).to.have.length(2).and.not.have.members(before)
  })

  it('lets the query of a client that has left go on to its deadline while nobody waits', async () => {
    const before = copies()
    const left = new AbortController()
    const asked = server.ask(ENDLESS, '*/*', left.signal).catch((error: Error) => error.name)
    await until(() => stateOf(server).running === 1)
    left.abort()
    expect(await asked).to.equal('AbortError')
    await wait(450)
    expect(copies()).to.have.members(before)
    await wait(600)
    expect(copies().filter((pid) => before.includes(pid))).to.have.length(1)
  })

  it('drops what waits for a client that has left', async () => {
    const endless = [server.ask(ENDLESS), server.ask(ENDLESS)]
    await until(() => stateOf(server).running === 2)
    const left = new AbortController()
    const waiting = [1, 2, 3].map(() =>
      server.ask(ONE, '*/*', left.signal).catch((error: Error) => error.name),
    )
    await until(() => stateOf(server).waiting === 3)
    expect((await server.ask(ONE)).status).to.equal(503)
    left.abort()
    expect(await Promise.all(waiting)).to.deep.equal(['AbortError', 'AbortError', 'AbortError'])
    await until(() => stateOf(server).waiting === 0)
    const next = server.ask(ONE)
    expect((await Promise.all(endless)).map(({ status }) => status)).to.deep.equal([422, 422])
    expect((await next).status).to.be.oneOf([200, 503])
  })

  it('asks to come again where the queue is full', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => server.ask(ENDLESS)))
    const refused = all.filter(({ status }) => status === 503)
    expect(refused.length).to.be.at.least(3)
    for (const { headers } of refused) expect(Number(headers.get('retry-after'))).to.be.at.least(1)
  })

  it('survives a process that is killed from outside', async () => {
    const asked = server.ask(ENDLESS)
    await wait(200)
    for (const pid of copies()) process.kill(pid, 'SIGKILL')
    expect((await asked).status).to.equal(422)
    await loaded(server.graph, 2)
    expect((await server.ask(ONE)).status).to.equal(200)
  })

  it('is less urgent than the server', () => {
    for (const pid of copies())
      expect(Number(execFileSync('ps', ['-o', 'ni=', '-p', String(pid)], { encoding: 'utf8' }))).to.equal(10)
  })
})

describe('an endpoint', function () {
  this.timeout(60_000)
  const limits = { timeout: 1, rows: 10, size: 1, queue: 3, memory: 1000, spare: 0 }

  it('ends a query that takes too much memory, and answers the next', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'skeg-large-'))
    const quads = join(folder, 'graph.nq')
    writeFileSync(quads, Array.from({ length: 2000 }, (_, i) => `<a:${i}> <a:p> <a:o> <a:g> .\n`).join(''))
    const endpoint = openEndpoint([quads], { ...limits, timeout: 50, memory: 100 })
    const hungry =
      'SELECT ?x { { SELECT DISTINCT (CONCAT(STR(?a), STR(?b)) AS ?x) { ?a <a:p> ?o . ?b <a:p> ?o } } } ORDER BY ?x'
    const asked = endpoint.ask({ text: hungry, type: 'text/csv' }).catch((error: unknown) => error)
    const waiting = endpoint.ask({ text: ONE, type: 'text/csv' }).catch(String)
    const failure = await asked
    expect(failure).to.include({
      code: 'query-too-costly',
      message: 'The query took more than 100 MB of memory. Sort, group or count less at once.',
    })
    expect(endpoint.state()).to.include({ ended: 1, waiting: 1, running: 0 })
    expect(String(await waiting)).to.equal('x\r\n1\r\n')
    expect(String(await endpoint.ask({ text: ONE, type: 'text/csv' }))).to.equal('x\r\n1\r\n')
    await endpoint.close()
    rmSync(folder, { recursive: true })
  })

  it('takes the first query of each client before the second of any', async () => {
    const endpoint = openEndpoint([], { ...limits, timeout: 30, queue: 10 })
    const order: string[] = []
    const asking = (client: string): Promise<unknown> =>
      endpoint.ask({ text: ONE, type: 'text/csv' }, { client }).then(() => order.push(client))
    await Promise.all(['greedy', 'greedy', 'greedy', 'modest', 'other', 'modest'].map(asking))
    expect(order).to.deep.equal(['greedy', 'modest', 'other', 'greedy', 'modest', 'greedy'])
    await endpoint.close()
  })

  /** An endpoint over a thousand triples, which is closed behind a test. */
  async function withGraph(
    given: Partial<typeof limits>,
    test: (endpoint: Endpoint) => Promise<void>,
  ): Promise<void> {
    const folder = mkdtempSync(join(tmpdir(), 'skeg-endless-'))
    const quads = join(folder, 'graph.nq')
    writeFileSync(quads, Array.from({ length: 1000 }, (_, i) => `<a:${i}> <a:p> <a:o> <a:g> .\n`).join(''))
    const endpoint = openEndpoint([quads], { ...limits, ...given })
    try {
      while (endpoint.state().loaded < ((given.spare ?? 0) > 0 ? 2 : 1)) await wait(20)
      await test(endpoint)
    } finally {
      await endpoint.close()
      rmSync(folder, { recursive: true })
    }
  }
  const csv = (text: string): { text: string; type: string } => ({ text, type: 'text/csv' })
  const outcome = (answer: Promise<Buffer>): Promise<string> =>
    answer.then(String, (error: Problem) => error.message)
  const WELL = 'x\r\n1\r\n'

  it('runs one query of a client at a time, so that one is free for others', () =>
    withGraph({ timeout: 3, spare: 1000 }, async (endpoint) => {
      const slow = [1, 2].map(() => outcome(endpoint.ask(csv(ENDLESS), { client: 'greedy' })))
      expect(await outcome(endpoint.ask(csv(ONE), { client: 'modest' }))).to.equal(WELL)
      expect(endpoint.state()).to.include({ running: 1, waiting: 1 })
      expect(await slow[0]).to.match(/ended after 3 s/)
    }))

  it('lets queries wait while a copy is loaded in the place of one that was ended', () =>
    withGraph({ timeout: 20 }, async (endpoint) => {
      const asked = endpoint.ask(csv(ENDLESS), { client: 'one' }).catch((error: Problem) => error.code)
      await wait(300)
      for (const pid of copies()) process.kill(pid, 'SIGKILL')
      expect(await asked).to.equal('query-too-costly')
      expect(endpoint.state().loaded).to.equal(0)
      expect(await outcome(endpoint.ask(csv(ONE), { client: 'two' }))).to.equal(WELL)
    }))

  it('ends the query of a client that has left where another waits for the copy', () =>
    withGraph({ timeout: 60 }, async (endpoint) => {
      const left = new AbortController()
      const asked = outcome(endpoint.ask(csv(ENDLESS), { client: 'one', signal: left.signal }))
      await wait(300)
      left.abort()
      expect(await asked).to.equal('The client has left.')
      const start = performance.now()
      expect(await outcome(endpoint.ask(csv(ONE), { client: 'two' }))).to.equal(WELL)
      expect(performance.now() - start).to.be.below(50_000)
      expect(endpoint.state()).to.include({ ended: 1 })
    }))

  it('keeps the last copy that is free from a client that has cost another', () =>
    withGraph({ timeout: 1, spare: 1000 }, async (endpoint) => {
      const ask = (client: string, text: string): Promise<string> =>
        outcome(endpoint.ask(csv(text), { client }))
      expect(await ask('costly', ENDLESS)).to.match(/ended after 1 s/)
      expect(endpoint.state().loaded).to.equal(1)
      const costly = ask('costly', ONE)
      expect(endpoint.state()).to.include({ running: 0, waiting: 1 })
      expect(await ask('other', ONE)).to.equal(WELL)
      expect(await costly).to.equal(WELL)
    }))

  it('asks a client that has cost three copies within a minute to come again, and nobody else', () =>
    withGraph({ timeout: 1 }, async (endpoint) => {
      const ask = (client: string, text: string): Promise<Problem | Buffer> =>
        endpoint.ask(csv(text), { client }).catch((error: Problem) => error)
      for (let i = 0; i < 3; i++) {
        expect(await ask('costly', ENDLESS)).to.have.property('code', 'query-too-costly')
        expect(String(await ask('other', ONE))).to.equal(WELL)
      }
      const refused = (await ask('costly', ONE)) as Problem
      expect(refused).to.include({ code: 'busy', status: 503 })
      expect(Number(refused.headers['Retry-After'])).to.be.within(20, 60)
      expect(String(await ask('other', ONE))).to.equal(WELL)
    }))

  it('says that it is not available where its files cannot be read', async () => {
    const endpoint = openEndpoint(['/nonexistent.nq'], limits)
    const failure = await endpoint.ask({ text: ONE, type: 'text/csv' }).catch((error: unknown) => error)
    expect(failure).to.include({ code: 'busy', status: 503 })
    await endpoint.close()
  })

  it('ends what waits when it is closed', async () => {
    const endpoint = openEndpoint([], limits)
    const asked = endpoint.ask({ text: ENDLESS, type: 'text/csv' }).catch((error: unknown) => error)
    await endpoint.close()
    expect(await asked)
      .to.have.property('status')
      .that.is.oneOf([422, 503])
    expect(await endpoint.ask({ text: ONE, type: 'text/csv' }).catch((error: unknown) => error)).to.include({
      code: 'busy',
    })
  })

  it('dies with a server that is killed, in the midst of a query', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'skeg-endless-'))
    const quads = join(folder, 'graph.nq')
    writeFileSync(quads, Array.from({ length: 1000 }, (_, i) => `<a:${i}> <a:p> <a:o> <a:g> .\n`).join(''))
    writeFileSync(
      join(folder, 'server.mjs'),
      `
      import { openEndpoint } from ${JSON.stringify(new URL('../../dist/store/endpoint.js', import.meta.url).href)}
      const endpoint = openEndpoint([${JSON.stringify(quads)}], ${JSON.stringify({ ...limits, timeout: 60 })})
      void endpoint.ask({ text: ${JSON.stringify(ENDLESS)}, type: 'text/csv' })
      setInterval(() => { if (endpoint.state().loaded > 0) console.log('loaded') }, 100)`,
    )
    const server = spawn(process.execPath, [join(folder, 'server.mjs')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await new Promise((resolve) => {
      server.stdout.once('data', resolve)
    })
    await wait(300)
    const [copy] = copies(server.pid) as [number]
    expect(running(copy)).to.equal(true)
    server.kill('SIGKILL')
    await wait(2500)
    // One that has ended may wait for its new parent to notice.
    expect(running(copy)).to.equal(false)
    rmSync(folder, { recursive: true })
  })
})
