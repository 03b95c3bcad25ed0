/** Searches of clients wait for an engine: so many, so long, and no longer than their clients do. */

import { expect } from 'chai'
import { dumpOf } from '../../support/dump.ts'
import { setMaxListeners } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { ClientDisconnected, type Task } from '../../../src/admission/task.ts'
import { MAX_WAITING, openEmbeddedStore, type EmbeddedStore } from '../../../src/store/oxigraph/store.ts'
import type { IriQuery, Row } from '../../../src/store/store.ts'
import { ENDLESS } from '../../support/endpoint.ts'
import { enginesOf, openStore, writeQuads } from '../../support/engines.ts'
import { until } from '../../support/until.ts'

const ONE = 'SELECT (1 AS ?x) {}'
/** Takes longer than what is short. */
const LONG =
  'SELECT (COUNT(*) AS ?n) { { SELECT ?a { ?a ?b ?c } LIMIT 50 } ?d ?e ?f ' +
  'FILTER(STRLEN(STR(?a)) + STRLEN(STR(?d)) > 0) }'

const fault = (answer: Promise<unknown>): Promise<Record<string, unknown>> =>
  answer.then(
    () => ({}),
    (error: Record<string, unknown>) => error,
  )

/** A task of a client, which ends with the signal. */
const taskUntil = (signal: AbortSignal): Task => ({
  client: 'one',
  signal,
  deadline: performance.now() + 100_000,
})

/** Asks as a client. */
const askOf =
  (store: EmbeddedStore) =>
  (query: string, signal = new AbortController().signal): Promise<Row[]> =>
    store.forTask(taskUntil(signal)).select(query)

describe('a store that is at work', () => {
  const quads = writeQuads(700)
  let store: EmbeddedStore
  let ask: ReturnType<typeof askOf>
  before(async () => {
    store = openStore([quads.file])
    ask = askOf(store)
    await store.select(ONE)
  })
  after(async () => {
    await store.close()
    quads.remove()
    expect(enginesOf()).to.deep.equal([])
  })

  it('says at once how it is, and answers our own queries before the searches that wait', async () => {
    const order: string[] = []
    const long = Array.from({ length: 4 }, () => ask(LONG).then(() => order.push('search')))
    expect(await store.ping()).to.equal('ok')
    expect(order).to.have.length(0)
    expect(await store.select(ONE)).to.have.length(1)
    order.push('own')
    await Promise.all(long)
    expect(order.indexOf('own')).to.be.below(3)
    expect(await store.ping()).to.equal('ok')
  })

  it('does not run the search of a client that has gone', async () => {
    const long = [1, 2].map(() => ask(LONG))
    const controller = new AbortController()
    setMaxListeners(0, controller.signal)
    const dropped = Array.from({ length: 50 }, () => fault(ask(LONG, controller.signal)))
    const last = ask(ONE)
    controller.abort(new ClientDisconnected())
    for (const error of await Promise.all(dropped))
      expect(error).to.include({
        code: 'busy',
        reason: 'client-gone',
        message: 'The client has disconnected.',
      })
    await Promise.all(long)
    expect(await last).to.have.length(1)
    expect(await fault(ask(ONE, controller.signal))).to.include({ reason: 'client-gone' })
  })

  it('refuses searches beyond a thousand that wait, and answers the others', async () => {
    const all = Array.from({ length: 1010 }, () =>
      ask(ONE).then(
        () => 'answered',
        (error: Error) => error,
      ),
    )
    const results = await Promise.all(all)
    const refused = results.filter((result) => result !== 'answered') as Error[]
    const tooMany = refused.filter(
      ({ message }) => message === 'Too many searches are waiting for the store.',
    )
    expect(tooMany).to.have.length(9)
    expect(tooMany[0]).to.include({ code: 'busy' })
    // On a slow machine the last ones may have waited as long as they may.
    expect(refused.length).to.be.below(1000)
  })

  it('gives terms as N-Triples text, and lists of any length', async () => {
    const [row] = await store.select('SELECT ?s ?o ("x"@en AS ?l) (1 AS ?n) { ?s <a:p> ?o . ?s <a:p> "7" }')
    expect(row).to.deep.equal({
      s: '<a:7>',
      o: '"7"',
      l: '"x"@en',
      n: '"1"^^<http://www.w3.org/2001/XMLSchema#integer>',
    })
    const subjects = (predicate: string): IriQuery => ({
      variable: 's',
      select: `SELECT DISTINCT ?s { ?s <${predicate}> ?o }`,
    })
    const all = await store.iris(subjects('a:p'))
    expect(all.sort()).to.deep.equal(Array.from({ length: 700 }, (_, i) => `a:${i}`).sort())
    expect(await store.iris(subjects('a:none'))).to.deep.equal([])
    expect((await dumpOf(store)).trimEnd().split('\n')).to.have.length(700)
  })

  it('says what Oxigraph says of a query that it cannot read, and answers the next', async () => {
    expect((await fault(store.select('SELECT {'))).message).to.match(/error at 1:/)
    expect(await store.select(ONE)).to.have.length(1)
  })

  it('has another engine where one is killed: its search is told to come again, the others go on', async () => {
    const lost = fault(ask(ENDLESS))
    const next = ask(ONE)
    await until(() => enginesOf().length === 1)
    for (const pid of enginesOf()) process.kill(pid, 'SIGKILL')
    expect(await lost).to.include({
      code: 'busy',
      status: 503,
      message: 'The search was lost as its engine ended.',
    })
    expect(await store.ping()).to.equal('busy')
    expect(await next).to.have.length(1)
    expect(await store.ping()).to.equal('ok')
  })

  it('ends what waits when it is closed', async () => {
    const pending = [1, 2, 3].map(() => fault(ask(LONG)))
    await store.close()
    for (const { message } of await Promise.all(pending)) expect(message).to.equal('the store is closed')
    expect((await fault(store.ping())).message).to.equal('the store is closed')
    expect((await fault(ask(ONE))).message).to.equal('the store is closed')
  })
})

describe('a store that is being filled', () => {
  const quads = writeQuads(1)
  let store: EmbeddedStore
  let ask: ReturnType<typeof askOf>
  let verified: () => void
  let fail: (error: Error) => void
  beforeEach(() => {
    store = openEmbeddedStore()
    ask = askOf(store)
    const proof = new Promise<void>((resolve, reject) => {
      verified = resolve
      fail = reject
    })
    store.load({ files: [quads.file], verified: proof })
  })
  afterEach(() => store.close())
  after(() => quads.remove())
  const ALL = 'SELECT ?s { ?s ?p ?o }'

  it('says at once that it is busy, and answers queries when the graph is loaded and verified', async () => {
    expect(await store.ping()).to.equal('ok')
    let isProved = false
    const answers = [store.select(ALL), ask(ALL), ask(ALL)].map((answer) =>
      answer.then((rows) => [isProved, rows]),
    )
    expect(await store.ping()).to.equal('busy')
    await wait(1000)
    isProved = true
    verified()
    for (const answer of await Promise.all(answers)) expect(answer).to.deep.equal([true, [{ s: '<a:0>' }]])
    expect(await store.ping()).to.equal('ok')
  })

  it('loses no search where its engine is killed before its files are verified', async () => {
    const answer = ask(ALL)
    await until(() => enginesOf().length === 1)
    await wait(2000)
    const killed = enginesOf()
    for (const pid of killed) process.kill(pid, 'SIGKILL')
    // Only then the store knows of the end.
    await until(() => enginesOf().some((pid) => !killed.includes(pid)))
    verified()
    expect(await answer).to.deep.equal([{ s: '<a:0>' }])
  })

  it('does not let a client wait that has gone', async () => {
    const controller = new AbortController()
    setMaxListeners(0, controller.signal)
    const dropped = Array.from({ length: 50 }, () => fault(ask(ALL, controller.signal)))
    controller.abort(new ClientDisconnected())
    for (const error of await Promise.all(dropped))
      expect(error).to.include({ code: 'busy', reason: 'client-gone' })
  })

  it('refuses searches beyond those that may wait', async () => {
    const all = Array.from({ length: MAX_WAITING }, () => fault(ask(ALL)))
    expect((await fault(ask(ALL))).message).to.equal(
      'Too many searches are waiting for the graph to be loaded.',
    )
    fail(new Error('no'))
    await Promise.all(all)
  })

  it('gives the error with which its files were found damaged, also to its ping', async () => {
    const waiting = [fault(ask(ALL)), fault(store.select(ALL))]
    fail(new Error('the file is damaged'))
    for (const { message } of await Promise.all(waiting)) expect(message).to.equal('the file is damaged')
    expect((await fault(store.ping())).message).to.equal('the file is damaged')
    expect((await fault(ask(ALL))).message).to.equal('the file is damaged')
  })
})
