// Answers that are kept.

import { expect } from 'chai'
import { memoize } from '../../src/model/values/collections.ts'

describe('a function that is memoized', () => {
  const MAX = 10
  let asked: number[] = []
  const square = (): ((number: number) => number) =>
    memoize((number: number) => {
      asked.push(number)
      return number * number
    }, MAX)
  beforeEach(() => {
    asked = []
  })

  it('is asked once for what is used again and again among others', () => {
    const answer = square()
    for (let number = 1; number <= 100; number++)
      expect([answer(0), answer(number)]).to.deep.equal([0, number ** 2])
    expect(asked.filter((number) => number === 0)).to.deep.equal([0])
  })

  it('is asked again for what was not used among as many others as it keeps', () => {
    const answer = square()
    for (let number = 0; number <= MAX; number++) answer(number)
    answer(0)
    expect(asked.filter((number) => number === 0)).to.deep.equal([0, 0])
  })
})
