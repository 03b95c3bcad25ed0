/** What costs a process is held against its client for a minute. */

import { expect } from 'chai'
import { createPenalties, MAX_KILLS } from '../../../src/store/oxigraph/penalties.ts'

describe('penalties', () => {
  it('begin with the third process within a minute, and end when the first of them is a minute old', () => {
    let now = 1000
    const penalties = createPenalties(() => now)
    for (let i = 0; i < MAX_KILLS; i++) {
      expect([penalties.has('a'), penalties.remainingMs('a')]).to.deep.equal([i > 0, 0])
      penalties.add('a')
      now += 10_000
    }
    expect(penalties.remainingMs('a')).to.equal(30_000)
    expect([penalties.has('b'), penalties.remainingMs('b')]).to.deep.equal([false, 0])
    now += 30_000
    expect([penalties.has('a'), penalties.remainingMs('a')]).to.deep.equal([true, 0])
    penalties.add('a')
    expect(penalties.remainingMs('a')).to.equal(10_000)
    now += 60_000
    expect([penalties.has('a'), penalties.remainingMs('a')]).to.deep.equal([false, 0])
  })
  for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1', '10.1.2.3', '192.168.0.1', 'fd00::1'])
    it(`let ${address} ask again, as it may be a proxy`, () => {
      const penalties = createPenalties()
      for (let i = 0; i < 9; i++) penalties.add(address)
      expect([penalties.has(address), penalties.remainingMs(address)]).to.deep.equal([true, 0])
    })
  it('are those of a network', () => {
    const penalties = createPenalties()
    for (const host of [1, 2, 3]) penalties.add(`2001:db8::${host}`)
    expect(penalties.remainingMs('2001:db8::4')).to.be.above(0)
    expect(penalties.remainingMs('2001:db8:1::4')).to.equal(0)
  })
})
