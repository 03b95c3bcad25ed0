/** The endpoint: every query ends, and costs nobody else anything. */

import { expect } from 'chai'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openEndpoint } from '../../src/store/endpoint.ts'
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
    [
      'more memory than there is',
      `SELECT * { ${'?s ?p "xxxxxxxx" . '.repeat(50_000)} }`,
      /memory|nested|ended after/,
    ],
    [
      'too deep nesting',
      `ASK { FILTER(${'('.repeat(50_000)}1${')'.repeat(50_000)}) }`,
      /brackets within more than 200/,
    ],
    [
      'too many groups',
      `SELECT * { ${Array(10_000).fill('{ ?s ?p ?o }').join(' UNION ')} }`,
      /more than 500 groups/,
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

  it('gives exactly the rows that are allowed', async () => {
    expect(await server.select('SELECT * { ?s ?p ?o } LIMIT 100')).to.have.length(100)
    expect(await server.select('SELECT DISTINCT ?s { { ?s ?p ?o } } LIMIT 100')).to.have.length(100)
    expect((await server.select('SELECT DISTINCT ?class { ?s a ?class }')).length).to.be.within(20, 100)
  })

  it('has the spare answer while another query runs', async () => {
    const slow = server.ask(ENDLESS)
    await until(() => stateOf(server).running === 1)
    for (let i = 0; i < 10; i++) expect((await server.ask(ONE)).status).to.equal(200)
    expect((await slow).status).to.equal(422)
  })

  it('loads another copy for each that was ended', async () => {
    const before = copies()
    expect(before).to.have.length(2)
    expect((await server.ask(ENDLESS)).status).to.equal(422)
    await until(() => copies().some((pid) => !before.includes(pid)))
    await loaded(server.graph, 2)
    expect(copies()).to.have.length(2).and.not.have.members(before)
  })

  it('asks to come again where the queue is full', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => server.ask(ENDLESS)))
    const refused = all.filter(({ status }) => status === 503)
    expect(refused.length).to.be.at.least(3)
    for (const { headers } of refused) expect(Number(headers.get('retry-after'))).to.be.at.least(1)
  })

  it('survives a process that is killed from outside', async () => {
    const asked = server.ask(ENDLESS)
    await until(() => stateOf(server).running === 1)
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

describe('the endpoint, whose queries have a minute,', function () {
  this.timeout(60_000)
  let server: SparqlServer
  before(async () => {
    server = await startSparql({ settings: { sparqlTimeout: 60, sparqlQueue: 3 } })
  })
  after(() => server.close())
  beforeEach(() => loaded(server.graph, 2))

  /** Asks, and gives up when the signal says so. */
  const ask = (query: string, left: AbortController): Promise<unknown> =>
    server.ask(query, '*/*', left.signal).catch((error: Error) => error.name)

  it('stops the query of a client that has left', async () => {
    const before = copies()
    expect(before).to.have.length(2)
    const left = new AbortController()
    const asked = ask(ENDLESS, left)
    await until(() => stateOf(server).running === 1)
    left.abort()
    expect(await asked).to.equal('AbortError')
    await until(() => copies().filter((pid) => before.includes(pid)).length === 1)
    await until(() => stateOf(server).running === 0)
  })

  it('drops what waits for a client that has left', async () => {
    const endless = new AbortController()
    const running = [ask(ENDLESS, endless), ask(ENDLESS, endless)]
    await until(() => stateOf(server).running === 2)
    const left = new AbortController()
    const waiting = [1, 2, 3].map(() => ask(ONE, left))
    await until(() => stateOf(server).waiting === 3)
    expect((await server.ask(ONE)).status).to.equal(503)
    left.abort()
    expect(await Promise.all(waiting)).to.deep.equal(['AbortError', 'AbortError', 'AbortError'])
    await until(() => stateOf(server).waiting === 0)
    const next = server.ask(ONE)
    await until(() => stateOf(server).waiting === 1)
    endless.abort()
    await Promise.all(running)
    expect((await next).status).to.equal(200)
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
      setInterval(() => { if (endpoint.state().running > 0) console.log('running') }, 100)`,
    )
    const server = spawn(process.execPath, [join(folder, 'server.mjs')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await new Promise((resolve) => {
      server.stdout.once('data', resolve)
    })
    const [copy] = copies(server.pid) as [number]
    expect(running(copy)).to.equal(true)
    server.kill('SIGKILL')
    // One that has ended may wait for its new parent to notice.
    await until(() => !running(copy))
    rmSync(folder, { recursive: true })
  })
})
