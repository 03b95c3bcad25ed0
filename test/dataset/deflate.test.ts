// Pieces that are deflated and inflated with one stream of zlib.

import { expect } from 'chai'
import fc from 'fast-check'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { deflate, inflate } from '../../src/dataset/tables/deflate.ts'

const LONG = 200_000

describe('what is deflated', () => {
  /** Random bytes, which grow, and bytes that become far fewer. */
  const pieces = fc
    .tuple(fc.uint8Array({ minLength: 1, maxLength: 600 }), fc.integer({ min: 1, max: 300 }))
    .map(([bytes, times]) => Buffer.concat(Array.from({ length: times }, () => bytes)))

  it('inflates to the same bytes, whatever came before, and zlib alone reads it so too', () => {
    fc.assert(
      fc.property(pieces, (piece) => {
        const deflated = Buffer.from(deflate(piece))
        expect(inflateRawSync(deflated).equals(piece)).to.equal(true)
        expect(inflate(deflated, piece.length).equals(piece)).to.equal(true)
      }),
    )
  })

  it('may be long', () => {
    const piece = Buffer.from(Array.from({ length: LONG }, (_, i) => (i * i) % 251))
    expect(inflate(Buffer.from(deflate(piece)), LONG).equals(piece)).to.equal(true)
  })

  it('may have another length than is said', () => {
    const deflated = Buffer.from(deflate(Buffer.alloc(1000, 'ab')))
    for (const said of [0, 999, 1001]) expect(inflate(deflated, said).length).to.equal(1000)
  })

  const damaged: [title: string, bytes: Buffer][] = [
    ['cut off', deflateRawSync(Buffer.alloc(1000, 'abc')).subarray(0, 5)],
    ['no deflated bytes', Buffer.alloc(50, 0xff)],
    ['empty', Buffer.alloc(0)],
  ]
  for (const [title, bytes] of damaged)
    it(`is an error where it is ${title}, and what follows is read`, async () => {
      expect(() => inflate(bytes, 1000)).to.throw()
      await new Promise(setImmediate)
      const right = Buffer.from(deflate(Buffer.from('right')))
      expect(inflate(right, 5).toString()).to.equal('right')
    })
})
