/** The root of an XML document is found in pieces of whatever size, past comments of whatever length. */

import { expect } from 'chai'
import { Readable } from 'node:stream'
import { watchXml } from '../../src/load/text/xml.ts'

async function faultOf(text: string, size: number): Promise<string | undefined> {
  const pieces: Buffer[] = []
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) pieces.push(bytes.subarray(at, at + size))
  const stream = Readable.from(pieces)
  const fault = watchXml(stream)
  for await (const _ of stream);
  return fault()?.message
}

const HEAD = '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]>\n'

describe('the end of an XML document', () => {
  const documents: readonly [title: string, text: string, fault: RegExp | undefined][] = [
    ['is seen', `${HEAD}<r:root a="b"><c/></r:root>\n`, undefined],
    ['is missed', `${HEAD}<r:root a="b"><c/>`, /ends before its root r:root does/],
    ['is seen past comments that name others', `<!-- <no > -- -><no> --><!----><root></root>`, undefined],
    [
      'is missed past comments that name others',
      `<!-- <no > --><!-- <no> --><root><no >`,
      /its root root does/,
    ],
  ]
  for (const [title, text, fault] of documents)
    for (const size of [1, 2, 3, 7, 1000])
      it(`${title} in pieces of ${size} bytes`, async () => {
        const message = await faultOf(text, size)
        if (fault) expect(message).to.match(fault)
        else expect(message).to.equal(undefined)
      })
  it('is seen past a megabyte of comments in small pieces', async () => {
    expect(await faultOf(`<!-- ${'<no> '.repeat(200_000)} --><root></root>`, 100)).to.equal(undefined)
  })
})
