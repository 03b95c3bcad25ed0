/** Searches of clients wait while a store is filled: so many, so long, and no longer than their clients do. */

import { expect } from 'chai'
import { setMaxListeners } from 'node:events'
import { MAX_WAITING } from '../../src/store/busy.ts'
import { openEmbeddedStore } from '../../src/store/embedded.ts'
import { onceFilled } from '../../src/store/filled.ts'
import type { FillableStore, Row, Store } from '../../src/store/store.ts'

const ONE = 'SELECT ?s { ?s ?p ?o }'

describe('a store that is being filled', function () {
  this.timeout(60_000)
  let inner: FillableStore
  let store: Store
  let fill: () => Promise<void>
  let fail: (error: Error) => void
  beforeEach(() => {
    inner = openEmbeddedStore()
    const filled = new Promise<void>((resolve, reject) => {
      fill = () => inner.add(Buffer.from('<a:s> <a:p> "1" <a:s> .\n')).then(resolve)
      fail = reject
    })
    filled.catch(() => {})
    store = onceFilled(inner, filled)
  })
  afterEach(() => store.close())

  const ask = (signal = new AbortController().signal): Promise<Row[]> => store.askedBy!(signal).select(ONE)
  const fault = (answer: Promise<unknown>): Promise<Record<string, unknown>> =>
    answer.then(
      () => ({}),
      (error: Record<string, unknown>) => error,
    )

  it('answers its ping at once, and queries when it is filled', async () => {
    await store.ping()
    const answers = [store.select(ONE), ask(), ask()]
    await fill()
    for (const rows of await Promise.all(answers)) expect(rows).to.deep.equal([{ s: '<a:s>' }])
    expect(await ask()).to.have.length(1)
    await store.ping()
  })

  it('does not let a client wait that has gone', async () => {
    const gone = new AbortController()
    setMaxListeners(0, gone.signal)
    const dropped = Array.from({ length: 50 }, () => fault(ask(gone.signal)))
    gone.abort()
    for (const error of await Promise.all(dropped)) expect(error).to.include({ code: 'busy', reason: 'left' })
  })

  it('refuses searches beyond those that may wait', async () => {
    const all = Array.from({ length: MAX_WAITING }, () => fault(ask()))
    expect((await fault(ask())).message).to.match(/^Too many searches/)
    fail(new Error('no'))
    await Promise.all(all)
  })

  it('gives the error that ended the filling, also to its ping', async () => {
    const waiting = [fault(ask()), fault(store.select(ONE))]
    fail(new Error('the file is damaged'))
    for (const { message } of await Promise.all(waiting)) expect(message).to.equal('the file is damaged')
    expect((await fault(store.ping())).message).to.equal('the file is damaged')
    expect((await fault(ask())).message).to.equal('the file is damaged')
  })
})
