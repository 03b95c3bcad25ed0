/** Engines: processes with a store, and what becomes of requests where the system gives no process. */

import { expect } from 'chai'
import { execFileSync } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import type { Task } from '../../../src/admission/task.ts'
import { withDefaults } from '../../../src/config/settings.ts'
import { EngineError, startEngine, type Engine } from '../../../src/store/oxigraph/engine.ts'
import type { Question } from '../../../src/store/client/client.ts'
import { RemoteFault } from '../../../src/store/client/remote-faults.ts'
import { limitsOf } from '../../../src/store/endpoint/endpoint.ts'
import { enginesOf, openStore, writeQuads } from '../../support/engines.ts'
import { until } from '../../support/until.ts'

const NODE = process.execPath
const ASK = { text: 'ASK {}', type: 'application/sparql-results+json' }

const TSV = 'text/tab-separated-values'
const ALL = 'SELECT ?s { GRAPH ?g { ?s ?p ?o } }'
const ONE = 'SELECT ?x { VALUES ?x { 1 } }'

const outcome = (engine: Engine, query: string, question: Partial<Question> = {}): Promise<string> =>
  engine.ask({ query, accept: [TSV], ...question }).then(
    ({ body }) => body.toString(),
    (error: Error) => faultOf(error),
  )

const faultOf = (error: Error): string =>
  error instanceof EngineError ? error.fault : error instanceof RemoteFault ? error.reason : String(error)

describe('an engine', () => {
  const quads = writeQuads(20_000)
  let engine: Engine
  before(async () => {
    engine = startEngine(() => {})
    await engine.load([quads.file])
  })
  after(async () => {
    engine.kill()
    quads.remove()
    await engine.exited
    expect(enginesOf()).to.deep.equal([])
  })

  const questions: readonly [title: string, query: string, answer: string][] = [
    ['solutions', 'SELECT ?s ?p { ?s ?p "1" }', '?s\t?p\n<a:1>\t<a:p>\n'],
    ['the union of all graphs', 'SELECT (COUNT(*) AS ?n) { ?s ?p ?o }', '?n\n20000\n'],
    ['the graphs that a query names', 'SELECT ?s FROM <a:none> { ?s ?p ?o }', '?s\n'],
    ['what is wrong with a query', 'SELECT', 'invalid'],
  ]
  it('answers one request after another', async () => {
    for (const [title, query, answer] of questions)
      expect(await outcome(engine, query), title).to.equal(answer)
    const parameters = [['default-graph-uri', 'a:none']] as const
    expect(await outcome(engine, 'SELECT ?s { ?s ?p ?o }', { parameters })).to.equal('?s\n')
    expect(await engine.load(['/nonexistent.nq']).catch(faultOf)).to.equal('invalid')
  })

  it('says what is thrown where its answer is read, though that is one piece, and is ended', async () => {
    const other = startEngine(() => {})
    await other.load([quads.file])
    const take = (): never => {
      throw new Error('no column')
    }
    expect(await outcome(other, ONE, { take })).to.equal('Error: no column')
    await other.exited
  })

  it('gives a long answer in pieces, and its bytes are all there', async () => {
    const chunks: Buffer[] = []
    await engine.ask({ query: ALL, accept: [TSV], take: (chunk) => chunks.push(chunk) })
    expect(chunks.length).to.be.above(1)
    expect(Buffer.concat(chunks).toString().split('\n')).to.have.length(20_002)
  })

  it('gives no answer that is too large, and the next one', async () => {
    expect(await outcome(engine, ALL, { bytes: 10_000 })).to.equal('bytes')
    expect(await outcome(engine, ONE)).to.equal('?x\n1\n')
  })

  it('outlives the signals that a terminal or systemd sends to all processes of a server', async () => {
    const [pid] = enginesOf()
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.kill(pid!, signal)
    await wait(100)
    expect(await outcome(engine, ONE)).to.equal('?x\n1\n')
  })

  it('that is killed ends its request, and has none of the next', async () => {
    const pending = outcome(engine, ALL)
    engine.kill()
    expect(await pending).to.equal('exited')
    expect(await outcome(engine, ALL)).to.equal('exited')
  })
})

describe('an engine without a process', () => {
  afterEach(() => {
    process.execPath = NODE
  })

  // Node throws some failures, and tells others by an event.
  for (const [title, program] of [
    ['is thrown', 'a\u0000b'],
    ['is told later', '/nonexistent'],
  ] as const) {
    it(`has ended where the failure ${title}, and has no answers`, async () => {
      process.execPath = program
      let ends = 0
      const engine = startEngine(() => ends++)
      await engine.exited
      engine.kill()
      expect(await outcome(engine, ALL)).to.equal('exited')
      expect(ends).to.equal(1)
    })
  }

  it('has ended where there are no descriptors', () => {
    const url = new URL('../../../dist/store/oxigraph/engine.js', import.meta.url).href
    const script = `import { openSync } from 'node:fs'
      import { startEngine } from ${JSON.stringify(url)}
      try { for (;;) openSync('/dev/null') } catch {}
      await startEngine(() => {}).exited
      console.log('ended')`
    expect(
      execFileSync(
        'sh',
        ['-c', 'ulimit -n 60; exec "$@"', 'sh', process.execPath, '--input-type=module', '-e', script],
        { encoding: 'utf8' },
      ),
    ).to.equal('ended\n')
  })

  it('is tried again until there is one', async () => {
    const quads = writeQuads(1)
    process.execPath = '/nonexistent'
    const store = openStore([quads.file])
    const endpoint = store.openEndpoint(limitsOf(withDefaults({})))
    const task: Task = {
      client: 'one',
      signal: new AbortController().signal,
      deadline: performance.now() + 60_000,
    }
    const search = store.forTask(task).select('SELECT ?s { ?s ?p ?o }')
    try {
      const started = endpoint.loadEngines(1).catch(({ message }: Error) => message)
      expect(await started).to.match(/not.* load/)
      expect(await endpoint.ask(ASK).catch(({ code }: { code: string }) => code)).to.equal('busy')
      expect(
        await endpoint.ask(ASK, { signal: AbortSignal.abort() }).catch(({ message }: Error) => message),
      ).to.equal('The client has left.')
      expect(await store.ping()).to.equal('busy')
      process.execPath = NODE
      await until(() => endpoint.state().loaded > 0)
      expect(JSON.parse((await endpoint.ask(ASK)).toString())).to.include({ boolean: true })
      expect(await search).to.deep.equal([{ s: '<a:0>' }])
      expect(await store.ping()).to.equal('ok')
    } finally {
      await store.close()
      quads.remove()
    }
  })
})
