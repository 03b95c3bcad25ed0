/** Work that holds the thread is done piece by piece, beside connections that arrive. */

import { expect } from 'chai'
import { setImmediate as nextTurnOfLoop } from 'node:timers/promises'
import { beginInTurn, isTurnOver, nextTurn, noteConnection } from '../src/turns.ts'

/** What is done in which order while so many connections arrive, one in each turn of the event loop. */
async function orderOf(connections: number): Promise<string[]> {
  const order: string[] = []
  const works = ['first', 'second'].map(async (work) => {
    await nextTurn()
    order.push(work)
  })
  for (let i = 0; i < connections; i++) {
    order.push('connection')
    noteConnection()
    await nextTurnOfLoop()
  }
  await Promise.all(works)
  return order
}

describe('pieces of work', () => {
  it('are done in order, one in a turn of the event loop, those that begin and those that go on in turn', async () => {
    let turn = 0
    let isDone = false
    const count = (): void => {
      turn++
      if (!isDone) setImmediate(count)
    }
    setImmediate(count)
    const done: string[] = []
    const turns = new Set<number>()
    const note = (work: string): void => {
      done.push(work)
      turns.add(turn)
    }
    const works = ['a', 'b', 'c'].map(async (work) => {
      for (let piece = 0; piece < 4; piece++) {
        await nextTurn()
        note(work)
      }
    })
    for (const request of ['1', '2', '3']) beginInTurn(() => note(request))
    await Promise.all(works)
    isDone = true
    expect(done.join(' ')).to.equal('a 1 b 2 c 3 a b c a b c a b c')
    expect(turns.size).to.equal(done.length)
  })
  it('that begin outside of such a turn have as much time as others', async () => {
    const spend = (): void => {
      for (const end = performance.now() + 1; performance.now() < end;);
    }
    await nextTurn()
    spend()
    expect(isTurnOver()).to.equal(true)
    await nextTurnOfLoop()
    await nextTurnOfLoop()
    expect(isTurnOver()).to.equal(false)
    spend()
    expect(isTurnOver()).to.equal(true)
  })
  it('wait until the connections that come at once are accepted', async () => {
    expect(await orderOf(4)).to.deep.equal([...Array<string>(4).fill('connection'), 'first', 'second'])
  })
  it('are done although connections never cease', async () => {
    const order = await orderOf(100)
    expect(order.indexOf('first')).to.be.within(20, 40)
    expect(order.indexOf('second')).to.be.within(order.indexOf('first') + 20, 80)
  })
})
