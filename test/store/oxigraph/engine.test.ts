/** Engines: processes with a store, and what becomes of requests where the system gives no process. */

import { expect } from 'chai'
import { execFileSync } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import type { Task } from '../../../src/admission/task.ts'
import { withDefaults } from '../../../src/settings.ts'
import { requestBody, startEngine, type Engine, EngineError } from '../../../src/store/oxigraph/engine.ts'
import type { EngineRequest } from '../../../src/store/oxigraph/protocol.ts'
import { limitsOf } from '../../../src/store/endpoint/with-endpoint.ts'
import { enginesOf, openStore, writeQuads } from '../../support/engines.ts'
import { until } from '../../support/until.ts'

const NODE = process.execPath
const ASK = { text: 'ASK {}', type: 'application/sparql-results+json' }

const outcome = (answer: Promise<{ readonly body: Buffer }>): Promise<string> =>
  answer.then(
    ({ body }) => body.toString(),
    ({ fault }: EngineError) => fault,
  )

describe('an engine', () => {
  let engine: Engine
  beforeEach(() => {
    engine = startEngine(() => {})
  })
  afterEach(async () => {
    engine.kill()
    await engine.exited
    expect(enginesOf()).to.deep.equal([])
  })

  const requests: readonly [title: string, request: EngineRequest, answer: string][] = [
    ['solutions', { method: 'select', query: 'SELECT ?s ?p { ?s ?p "1" }' }, '?s\t?p\n<a:1>\t<a:p>\n'],
    ['all quads', { method: 'dump' }, '<a:0> <a:p> "0" <a:g> .\n'],
    ['what is wrong with a query of our own', { method: 'select', query: 'SELECT' }, 'invalid'],
    ['what is wrong with a file', { method: 'load', files: ['/nonexistent.nq'] }, 'invalid'],
  ]
  it('answers one request after another', async () => {
    const quads = writeQuads(3)
    await engine.request({ method: 'load', files: [quads.file] })
    for (const [title, request, answer] of requests)
      expect(await outcome(requestBody(engine, request)), title).to.include(answer)
    quads.remove()
  })

  it('gives a long answer in pieces, and its bytes are all there', async () => {
    const quads = writeQuads(20_000)
    await engine.request({ method: 'load', files: [quads.file] })
    const chunks: Buffer[] = []
    await engine.request({ method: 'dump' }, (chunk) => chunks.push(chunk))
    expect(chunks.length).to.be.above(3)
    expect(Buffer.concat(chunks).toString().split('\n')).to.have.length(20_001)
    quads.remove()
  })

  it('outlives the signals that a terminal or systemd sends to all processes of a server', async () => {
    await engine.request({ method: 'load', files: [] })
    const [pid] = enginesOf()
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.kill(pid!, signal)
    await wait(100)
    expect(await outcome(requestBody(engine, { method: 'dump' }))).to.equal('')
  })

  it('that is killed ends its request, and has none of the next', async () => {
    const pending = outcome(requestBody(engine, { method: 'dump' }))
    engine.kill()
    expect(await pending).to.equal('exited')
    expect(await outcome(requestBody(engine, { method: 'dump' }))).to.equal('exited')
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
      expect(await outcome(requestBody(engine, { method: 'dump' }))).to.equal('exited')
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
      for (const ready of [store.ready, endpoint.ready])
        expect(await ready.catch(({ message }: Error) => message)).to.match(/not.* load/)
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
