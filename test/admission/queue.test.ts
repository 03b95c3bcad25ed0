/** Places that are few go round between clients. */

import { expect } from 'chai'
import { setTimeout as wait } from 'node:timers/promises'
import { FairQueue, type QueueEntry } from '../../src/admission/queue.ts'
import { createSetClock, type SetClock } from './clock.ts'

const refusals = {
  full: () => new Error('full'),
  late: () => new Error('late'),
  aborted: () => new Error('aborted'),
}

describe('a fair queue', () => {
  let queue: FairQueue<number>
  let order: string[]
  let clock: SetClock
  let blocked: Set<string>
  beforeEach(() => {
    clock = createSetClock()
    blocked = new Set()
    const mayBegin = (client: string): boolean => !blocked.has(client)
    queue = new FairQueue({ maxWaiting: 20, refusals, clock, mayBegin })
    order = []
  })
  afterEach(() => queue.refuse(new Error('closed')))
  /** Waits, and notes the place or the reason why there is none. */
  const join = (client: string, more: Partial<QueueEntry> = {}) =>
    queue.wait({ client, timeoutMs: 10_000, ...more }).then(
      () => order.push(client),
      ({ message }: Error) => order.push(`${client} ${message}`),
    )
  /** One place that goes from one to the next. */
  async function serveAll(): Promise<void> {
    let last = ''
    while (queue.offer(1)) {
      await wait(0)
      last = order.at(-1) as string
      queue.release(last)
    }
  }

  it('takes the first query of each client before the second of any', async () => {
    for (const client of ['a', 'a', 'a', 'b', 'c', 'b']) void join(client)
    await serveAll()
    expect(order).to.deep.equal(['a', 'b', 'c', 'a', 'b', 'a'])
  })
  it('takes who waits behind all others last', async () => {
    void join('a', { last: true })
    for (const client of ['b', 'b']) void join(client)
    await serveAll()
    expect(order).to.deep.equal(['b', 'b', 'a'])
  })
  it('says who is next, and gives a place to one of them if it still waits', async () => {
    const leaving = new AbortController()
    const [a, b, c] = ['a', 'b', 'c'].map((client) => ({ client, timeoutMs: 10_000, signal: leaving.signal }))
    const ends = [a, b, c].map((request) =>
      queue.wait(request!).then(
        (place) => order.push(`${request!.client} ${place}`),
        ({ message }: Error) => order.push(message),
      ),
    )
    expect(queue.upcoming(2)).to.deep.equal([a, b])
    expect([queue.offer(1, b), queue.offer(2, b)]).to.deep.equal([true, false])
    expect(queue.upcoming(5)).to.deep.equal([a, c])
    leaving.abort()
    expect([queue.offer(3, a), queue.upcoming(5)]).to.deep.equal([false, []])
    await Promise.all(ends)
    expect(order).to.have.members(['aborted', 'aborted', 'b 1'])
  })
  it('gives a client alone all places', async () => {
    for (const client of ['a', 'a', 'a']) void join(client)
    expect([queue.offer(1), queue.offer(2), queue.offer(3), queue.length]).to.deep.equal([
      true,
      true,
      true,
      0,
    ])
  })
  it('gives a free place to the client that has the fewest', async () => {
    for (const client of ['a', 'a', 'a', 'a', 'b', 'b', 'c']) void join(client)
    for (let place = 0; place < 4; place++) queue.offer(place)
    await wait(0)
    expect(order).to.deep.equal(['a', 'b', 'c', 'a'])
    queue.release('b')
    queue.offer(4)
    await wait(0)
    expect(order.at(-1)).to.equal('b')
  })
  it('lets nobody wait for ever behind clients that come later', async () => {
    for (const client of ['a', 'a']) void join(client)
    queue.offer(1)
    queue.release('a')
    for (let i = 0; i < 5; i++) void join(`later ${i}`)
    queue.offer(1)
    await wait(0)
    expect(order).to.deep.equal(['a', 'a'])
  })
  it('passes over who may not begin, and gives the place to another one', async () => {
    blocked.add('a')
    for (const client of ['a', 'b']) void join(client)
    expect([queue.offer(1), queue.offer(2), queue.length]).to.deep.equal([true, false, 1])
    blocked.clear()
    expect(queue.offer(2)).to.equal(true)
    await wait(0)
    expect(order).to.deep.equal(['b', 'a'])
  })
  it('gives work that has begun its place before the rest of its client, and never refuses it', async () => {
    for (let i = 0; i < 20; i++) void join('a')
    blocked.add('a')
    const begun = queue.wait({ client: 'a', timeoutMs: 1, isBegun: true })
    expect([queue.offer(7), await begun]).to.deep.equal([true, 7])
    expect([queue.length, order]).to.deep.equal([20, []])
  })
  it('may be filled by one client while nobody else wants a place', async () => {
    for (let i = 0; i < 20; i++) void join('a')
    expect(queue.length).to.equal(20)
    await join('a')
    expect(order).to.deep.equal(['a full'])
    void join('b')
    await wait(0)
    expect(order).to.deep.equal(['a full', 'a full'])
    expect(queue.length).to.equal(20)
  })
  it('that is full drops the last query of who has most in it', async () => {
    for (let i = 0; i < 10; i++) for (const client of ['a', 'b']) void join(client)
    void join('c')
    await wait(0)
    expect(order).to.deep.equal(['a full'])
    await join('b')
    expect(order).to.deep.equal(['a full', 'b full'])
    expect(queue.length).to.equal(20)
  })
  it('that is full of clients with one query each takes no more', async () => {
    for (let i = 0; i < 20; i++) void join(`client ${i}`)
    await join('c')
    expect(order).to.deep.equal(['c full'])
  })
  it('ends the waiting of who has left, and of who has waited for long', async () => {
    const leaving = new AbortController()
    const all = [join('a', { signal: leaving.signal }), join('b', { timeoutMs: 20 }), join('c')]
    leaving.abort()
    clock.advance(19)
    await wait(0)
    expect(order).to.deep.equal(['a aborted'])
    clock.advance(1)
    await Promise.all(all.slice(0, 2))
    await join('d', { signal: leaving.signal })
    expect(order).to.deep.equal(['a aborted', 'b late', 'd aborted'])
    expect(queue.length).to.equal(1)
  })
  it('ends the waiting of one client, or of all', async () => {
    for (const client of ['a', 'b', 'a']) void join(client)
    queue.refuse(new Error('refused'), 'a')
    await wait(0)
    expect(queue.length).to.equal(1)
    queue.refuse(new Error('closed'))
    await wait(0)
    expect(order).to.deep.equal(['a refused', 'a refused', 'b closed'])
  })
})
