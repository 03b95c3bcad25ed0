/** Work that holds the thread is done piece by piece, beside connections that arrive. */

import { expect } from 'chai'
import { setImmediate as nextTurnOfLoop } from 'node:timers/promises'
import { beginInTurn, isTurnOver, nextTurn, noteConnection } from '../src/turns.ts'

/** What is done in which order while so many connections arrive, one in each turn of the event loop. */
async function orderOf(connections: number): Promise<string[]> {
  const order: string[] = []
  const works = ['first', 'second'].map(async (work) => {
    await nextTurn('')
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
        await nextTurn('')
        note(work)
      }
    })
    for (const request of ['1', '2', '3']) beginInTurn('', () => note(request))
    await Promise.all(works)
    isDone = true
    expect(done.join(' ')).to.equal('a 1 b 2 c 3 a b c a b c a b c')
    expect(turns.size).to.equal(done.length)
  })
  it('that begin outside of such a turn have as much time as others', async () => {
    const spend = (): void => {
      for (const end = performance.now() + 1; performance.now() < end;);
    }
    await nextTurn('')
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
    // Those that come later do not wait as long again.
    expect(order.indexOf('second') - order.indexOf('first')).to.be.at.most(2)
  })
  it('of several clients alternate, however many one of them has', async () => {
    const done: string[] = []
    const begun = (client: string, count: number): Promise<void>[] =>
      Array.from(
        { length: count },
        () => new Promise((resolve) => beginInTurn(client, () => resolve(void done.push(client)))),
      )
    const further = (client: string, count: number): Promise<void>[] =>
      Array.from({ length: count }, async () => {
        await nextTurn(client)
        done.push(client.toUpperCase())
      })
    await Promise.all([...begun('a', 5), ...begun('b', 2), ...further('a', 5), ...further('b', 2)])
    const [first, later] = [/[a-z]/g, /[A-Z]/g].map((letters) => done.join('').match(letters)?.join(''))
    expect([first, later]).to.deep.equal(['ababaaa', 'ABABAAA'])
  })
})
