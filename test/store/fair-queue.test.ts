/** Places that are few go round between clients. */

import { expect } from 'chai'
import { setTimeout as wait } from 'node:timers/promises'
import { createFairQueue, networkOf, type FairQueue } from '../../src/store/search/fair-queue.ts'

const refusals = {
  full: () => new Error('full'),
  late: () => new Error('late'),
  aborted: () => new Error('aborted'),
}

describe('a fair queue', () => {
  let queue: FairQueue<number>
  let order: string[]
  beforeEach(() => {
    queue = createFairQueue(20, refusals)
    order = []
  })
  afterEach(() => queue.refuse(new Error('closed')))
  /** Waits, and notes the place or the reason why there is none. */
  const join = (client: string, more: { signal?: AbortSignal; timeoutMs?: number; last?: boolean } = {}) =>
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
  it('gives a client one place at a time', async () => {
    for (const client of ['a', 'a']) void join(client)
    expect([queue.offer(1), queue.offer(2)]).to.deep.equal([true, false])
    void join('b')
    expect([queue.offer(2), queue.offer(3)]).to.deep.equal([true, false])
    queue.release('a')
    expect([queue.offer(1), queue.length]).to.deep.equal([true, 0])
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

  const networks: readonly [address: string, network: string][] = [
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '::ffff:192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
    ['2001:db8:1:2::6', '2001:db8:1:2::'],
    ['2001:db8::6', '2001:db8:0:0::'],
    ['::1', '0:0:0:0::'],
    ['charts', 'charts'],
    ['', ''],
  ]
  for (const [address, network] of networks)
    it(`takes ${address || 'no address'} for ${network || 'none'}`, () =>
      expect(networkOf(address)).to.equal(network))
})
