// Code point order, and names that are near to others.

import { expect } from 'chai'
import fc from 'fast-check'
import { closestMatch } from '../../src/model/values/closest-match.ts'
import { compareCodePoints, minByCodePoint, sortCodePoints } from '../../src/model/values/sorting.ts'

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom('a', 'b', '\ue000', '\uffff', '\u{10000}', '\u{1f600}', '\ud800', '\udfff'),
  }),
)

/** The comparison by the list of code points. */
function byPoints(a: string, b: string): number {
  const [x, y] = [a, b].map((one) => [...one].map((character) => character.codePointAt(0) as number)) as [
    number[],
    number[],
  ]
  const i = x.findIndex((point, j) => point !== y[j])
  if (i === -1) return x.length - y.length
  return i >= y.length ? 1 : (x[i] as number) - (y[i] as number)
}

const pairs: [smaller: string, larger: string][] = [
  ['', 'a'],
  ['a', 'b'],
  ['a', 'ab'],
  ['B', 'a'],
  ['x/1', 'x/10'],
  ['\uffff', '\u{10000}'],
  ['\ue000', '\u{1f600}'],
  ['a\uffee', 'a\u{1f600}'],
  ['\u{1f600}', '\u{1f601}'],
]

describe('code point order', () => {
  for (const [smaller, larger] of pairs) {
    it(`${JSON.stringify(smaller)} comes before ${JSON.stringify(larger)}`, () => {
      expect(compareCodePoints(smaller, larger)).to.be.lessThan(0)
      expect(compareCodePoints(larger, smaller)).to.be.greaterThan(0)
      expect(sortCodePoints([larger, smaller])).to.deep.equal([smaller, larger])
      expect(minByCodePoint([larger, smaller])).to.equal(smaller)
    })
  }
  it('is that of the lists of code points', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
        expect(Math.sign(compareCodePoints(a, b))).to.equal(Math.sign(byPoints(a, b)))
      }),
    ))
  it('is one order, also of halves of characters', () =>
    fc.assert(
      fc.property(text, text, text, (a, b, c) => {
        expect(Math.sign(compareCodePoints(a, b))).to.equal(-Math.sign(compareCodePoints(b, a)) + 0)
        expect(compareCodePoints(a, a)).to.equal(0)
        if (compareCodePoints(a, b) <= 0 && compareCodePoints(b, c) <= 0)
          expect(compareCodePoints(a, c)).to.be.at.most(0)
      }),
    ))
  it('sorts lists so', () =>
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' })), (list) => {
        expect(sortCodePoints([...list])).to.deep.equal([...list].sort(byPoints))
        if (list.length > 0) expect(minByCodePoint(list)).to.equal([...list].sort(byPoints)[0])
      }),
    ))
})

const known = ['title', 'titles', 'abstracts', 'identifiers', 'name']
const near: [title: string, given: string, expected: string | undefined][] = [
  ['a letter too few', 'titel', 'title'],
  ['a letter too many', 'namee', 'name'],
  ['another case', 'ABSTRACTS', 'abstracts'],
  ['two letters swapped', 'idenitfiers', 'identifiers'],
  ['the name itself', 'titles', 'titles'],
  ['nothing near', 'licence', undefined],
  ['nothing at all', '', undefined],
  ['very much', 'title'.repeat(20), undefined],
]

describe('the nearest name', () => {
  for (const [title, word, expected] of near)
    it(`for ${title}`, () => expect(closestMatch(word, known)).to.equal(expected))
  it('is none of none', () => expect(closestMatch('x', [])).to.equal(undefined))
})
