/**
 * Deflates and inflates a few kilobytes at once, with one stream each for all of them: to make a stream takes as long
 * as such a piece does.
 */

import { constants, createDeflateRaw, createInflateRaw, deflateRawSync, inflateRawSync } from 'node:zlib'

/** Little memory: most pieces are a few kilobytes long, of which higher levels save a hundredth. */
const DEFLATE = { level: 1, windowBits: 13, memLevel: 6 } as const

/** A stream of Node, with what is below its interface: what is there works on bytes at once. */
interface Stream {
  readonly _handle: {
    reset(): void
    writeSync(
      flush: number,
      input: Uint8Array,
      inputOffset: number,
      inputLength: number,
      output: Uint8Array,
      outputOffset: number,
      outputLength: number,
    ): void
  } | null
  /** After a write: bytes of the output, and of the input, that are left. */
  readonly _writeState: Uint32Array
}

/**
 * Passes bytes through a stream that another piece went through.
 * @returns bytes of the output; undefined if they do not fit
 */
function through(stream: Stream, bytes: Uint8Array, output: Uint8Array): number | undefined {
  const { _handle: handle, _writeState: rest } = stream
  if (!handle) return undefined
  handle.reset()
  // What fails leaves it as it was.
  rest[0] = 0
  handle.writeSync(constants.Z_FINISH, bytes, 0, bytes.length, output, 0, output.length)
  const [room, unread] = [rest[0] as number, rest[1] as number]
  return room === 0 || unread > 0 ? undefined : output.length - room
}

/** Longer pieces are passed through streams of their own. */
const MAX_BYTES = 1 << 16
/** By so much what cannot be deflated may grow. */
const GROWTH = 1 << 10

let [deflating, inflating]: [Stream?, Stream?] = []
let scratch: Buffer | undefined

/** @returns the deflated bytes, until the next call: now and then a byte more or less, by what came before */
export function deflate(bytes: Uint8Array): Uint8Array {
  if (bytes.length <= MAX_BYTES) {
    deflating ??= createDeflateRaw(DEFLATE) as unknown as Stream
    scratch ??= Buffer.allocUnsafeSlow(MAX_BYTES + GROWTH)
    const length = through(deflating, bytes, scratch)
    if (length !== undefined) return scratch.subarray(0, length)
  }
  return deflateRawSync(bytes, { ...DEFLATE, chunkSize: Math.min(bytes.length + GROWTH, MAX_RESULT_BYTES) })
}

/** Bytes that Node takes at least for a buffer of a result; more comes in further buffers. */
const MIN_RESULT_BYTES = 64
const MAX_RESULT_BYTES = 1 << 20

/** @param length of the result @throws Error if the bytes are not deflated */
export function inflate(bytes: Uint8Array, length: number): Buffer {
  // With room for one byte more, it is known at once that nothing follows.
  const room = length + 1
  if (room <= MAX_BYTES) {
    if (!inflating?._handle) inflating = createInflating()
    const result = Buffer.allocUnsafeSlow(room)
    if (through(inflating, bytes, result) === length) return result.subarray(0, length)
  }
  return inflateRawSync(bytes, { chunkSize: Math.min(Math.max(room, MIN_RESULT_BYTES), MAX_RESULT_BYTES) })
}

/** What is not deflated ends the stream, with an error that is thrown where the same bytes are inflated once more. */
const createInflating = (): Stream => createInflateRaw().on('error', () => {}) as unknown as Stream
