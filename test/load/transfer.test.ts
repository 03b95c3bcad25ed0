/**
 * What goes to another thread without being copied: from Node 22 on, memory that buffers share ends the call.
 */

import { expect } from 'chai'
import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads'
import { memoryOf } from '../../src/load/write/transfer.ts'

const shared = Buffer.from('a short text')

const rows: readonly [what: string, bytes: Uint8Array, isMoved: boolean][] = [
  ['a buffer that shares its memory', Buffer.from('a shorter text'), false],
  ['an empty one', Buffer.alloc(0), false],
  ['a part of shared memory', shared.subarray(2, 7), false],
  ['a small array', new Uint8Array(100), false],
  ['memory that others look at from other threads', new Uint8Array(new SharedArrayBuffer(1_000_000)), false],
  ['a long text', Buffer.from('a long text, '.repeat(100_000)), true],
  ['a part of a long one', Buffer.alloc(1_000_000, 'abc').subarray(10, 20), true],
]

describe('bytes for another thread', () => {
  for (const [what, bytes, isMoved] of rows) {
    it(`${what}: ${isMoved ? 'moved' : 'copied'}, and there as it was`, () => {
      const { port1, port2 } = new MessageChannel()
      const text = Buffer.from(bytes).toString()
      expect(memoryOf(bytes)).to.deep.equal(isMoved ? [bytes.buffer] : [])
      port1.postMessage(bytes, memoryOf(bytes))
      expect(
        Buffer.from((receiveMessageOnPort(port2) as { message: Uint8Array }).message).toString(),
      ).to.equal(text)
      port1.close()
    })
  }
})
