/** Gzip members of the N-Quads and entities of a graph → bytes. */

import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'

/** A member ends with the number of bytes that it holds (RFC 1952 section 2.3.1). */
const LENGTH = 4

/** Bytes that come out at once where a member says nothing credible. */
const [LEAST, MOST] = [1 << 10, 1 << 26]

const unzip = promisify<Uint8Array, { chunkSize: number }, Buffer>(gunzip)

/**
 * All that a member says it holds comes out at once: pieces would have to be copied together. @throws Error
 * if it is damaged
 */
export async function unpack(packed: Uint8Array): Promise<Buffer> {
  const { buffer, byteOffset, length } = packed
  const held = length < LENGTH ? 0 : new DataView(buffer, byteOffset + length - LENGTH).getUint32(0, true)
  // Room for one more: a buffer that is filled to its end is followed by another.
  return unzip(packed, { chunkSize: Math.min(Math.max(held + 1, LEAST), MOST) })
}
