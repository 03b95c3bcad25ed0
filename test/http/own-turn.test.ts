/** Work that holds the thread, beside requests that arrive. */

import { expect } from 'chai'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { noteArrival, ownTurn } from '../../src/http/middleware/limiter.ts'

/** What is done in which order while so many requests arrive, one in each second turn of the event loop. */
async function orderOf(requests: number, connection = (): object => ({})): Promise<string[]> {
  const order: string[] = []
  const works = ['first', 'second'].map(async (work) => {
    await ownTurn()
    order.push(work)
  })
  for (let i = 0; i < requests; i++) {
    await nextTurn()
    order.push('request')
    noteArrival(connection())
    await nextTurn()
  }
  await Promise.all(works)
  return order
}

describe('a turn of its own', () => {
  it('comes when the requests that wait have been read', async () => {
    expect(await orderOf(4)).to.deep.equal([...Array<string>(4).fill('request'), 'first', 'second'])
  })
  it('waits for no further request of a connection that is known', async () => {
    const connection = {}
    noteArrival(connection)
    expect((await orderOf(4, () => connection)).slice(0, 2)).to.deep.equal(['request', 'first'])
  })
  it('comes although connections never cease', async () => {
    const order = await orderOf(100)
    expect(order.indexOf('first')).to.be.within(10, 20)
    expect(order.indexOf('second')).to.be.within(order.indexOf('first') + 10, 50)
  })
})
