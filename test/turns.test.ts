/** Work that holds the thread is done piece by piece, beside connections that arrive. */

import { expect } from 'chai'
import { setImmediate as nextTurnOfLoop } from 'node:timers/promises'
import { beginInTurn, nextTurn, noteConnection } from '../src/turns.ts'

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
  it('are done in order, one in a turn of the event loop, whatever they are a piece of', async () => {
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
    beginInTurn(() => note('request'))
    await Promise.all(works)
    isDone = true
    expect(done.join(' ')).to.equal('a b c request a b c a b c a b c')
    expect(turns.size).to.equal(done.length)
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
