/** Searches of clients wait for the store's thread: so many, so long, and no longer than their clients do. */

import { expect } from 'chai'
import { setMaxListeners } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { openEmbeddedStore } from '../../src/store/embedded.ts'
import type { FillableStore, Row } from '../../src/store/store.ts'

const ONE = 'SELECT (1 AS ?x) {}'
/** Takes most of a second. */
const LONG = 'SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f FILTER(STRLEN(STR(?a)) + STRLEN(STR(?d)) > 0) }'
const QUADS = Array.from({ length: 700 }, (_, i) => `<a:${i}> <a:p> "${i}" <a:g> .\n`).join('')

describe('a store that is at work', function () {
  this.timeout(60_000)
  let store: FillableStore
  beforeEach(async () => {
    store = openEmbeddedStore()
    await store.add(Buffer.from(QUADS))
  })
  afterEach(() => store.close())

  /** Asks as a client. */
  const ask = (query: string, signal = new AbortController().signal): Promise<Row[]> =>
    store.askedBy!(signal).select(query)
  const fault = (answer: Promise<unknown>): Promise<Record<string, unknown>> =>
    answer.then(
      () => ({}),
      (error: Record<string, unknown>) => error,
    )

  it('answers its ping at once, and our own queries before the searches that wait', async () => {
    const order: string[] = []
    const long = Array.from({ length: 4 }, () => ask(LONG).then(() => order.push('search')))
    await wait(50)
    const start = performance.now()
    await store.ping()
    expect(performance.now() - start).to.be.below(200)
    expect(order).to.have.length(0)
    expect(await store.select(ONE)).to.have.length(1)
    order.push('own')
    await Promise.all(long)
    expect(order.indexOf('own')).to.be.below(3)
    await store.ping()
  })

  it('does not run the search of a client that has gone', async () => {
    const long = [1, 2].map(() => ask(LONG))
    const gone = new AbortController()
    setMaxListeners(0, gone.signal)
    const dropped = Array.from({ length: 50 }, () => fault(ask(LONG, gone.signal)))
    const last = ask(ONE)
    gone.abort()
    for (const error of await Promise.all(dropped))
      expect(error).to.include({ code: 'busy', reason: 'left', message: 'The client has gone.' })
    await Promise.all(long)
    expect(await last).to.have.length(1)
    expect(await fault(ask(ONE, gone.signal))).to.include({ reason: 'left' })
  })

  it('refuses searches beyond a thousand that wait, and answers the others', async () => {
    const all = Array.from({ length: 1010 }, () =>
      ask(ONE).then(
        () => 'answered',
        (error: Error) => error,
      ),
    )
    const results = await Promise.all(all)
    const refused = results.filter((result) => result !== 'answered')
    expect(refused).to.have.length(8)
    expect(refused[0]).to.include({ code: 'busy', message: 'Too many searches are waiting for the store.' })
  })

  it('ends what waits when it is closed', async () => {
    const asked = [1, 2, 3].map(() => fault(ask(LONG)))
    await store.close()
    for (const { message } of await Promise.all(asked)) expect(message).to.equal('the store is closed')
    expect((await fault(store.ping())).message).to.equal('the store is closed')
  })
})
