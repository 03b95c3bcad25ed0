/** Answers that are made once for all clients that wait for them, whichever of them disconnects. */

import { expect } from 'chai'
import { once } from '../../src/store/search/once.ts'

describe('an answer for several', () => {
  let computed: number
  let known: Map<string, Promise<string>>
  beforeEach(() => {
    computed = 0
    known = new Map()
  })

  /** A client, whose answer ends when it disconnects. */
  function client(respond: () => Promise<string>): { readonly answer: Promise<string>; leave(): void } {
    const leaving = new AbortController()
    const make = (): Promise<string> =>
      new Promise((resolve, reject) => {
        computed++
        const end = (): void => {
          reject(Object.assign(new Error('left'), { reason: 'client-gone' }))
        }
        leaving.signal.addEventListener('abort', end)
        if (leaving.signal.aborted) end()
        respond().then(resolve, reject)
      })
    const answer = once(known, 'key', make, leaving.signal).catch((error: Error) => error.message)
    return { answer, leave: () => leaving.abort() }
  }
  const soon = (text: string) => (): Promise<string> =>
    new Promise((resolve) => {
      setTimeout(resolve, 50, text)
    })

  it('is made once, and again for nobody who comes later', async () => {
    const clients = [client(soon('one')), client(soon('two'))]
    expect(await Promise.all(clients.map(({ answer }) => answer))).to.deep.equal(['one', 'one'])
    expect(await client(soon('three')).answer).to.equal('one')
    expect(computed).to.equal(1)
  })

  it('is made again, once, for those who stay when all others leave', async () => {
    const leaving = Array.from({ length: 500 }, () => client(soon('one')))
    const staying = [client(soon('two')), client(soon('three'))]
    for (const { leave } of leaving) leave()
    expect(new Set(await Promise.all(leaving.map(({ answer }) => answer)))).to.deep.equal(new Set(['left']))
    expect(await Promise.all(staying.map(({ answer }) => answer))).to.deep.equal(['two', 'two'])
    expect(computed).to.equal(2)
  })

  it('that failed is told to all, and forgotten', async () => {
    const fails = (): Promise<string> => Promise.reject(new Error('no'))
    expect(await Promise.all([client(fails).answer, client(soon('one')).answer])).to.deep.equal(['no', 'no'])
    expect(await client(soon('two')).answer).to.equal('two')
    expect(computed).to.equal(2)
  })
})
