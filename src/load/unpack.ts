/** Gzip members of the N-Quads and entities of a graph → bytes. */

import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'

/** Bytes that come out at once: a member is some four of them, and Node's own 16 kB cost several times the work. */
const AT_ONCE = 1 << 20

const unzip = promisify<Uint8Array, { chunkSize: number }, Buffer>(gunzip)

/** @throws Error if they are damaged */
export const unpack = (packed: Uint8Array): Promise<Buffer> => unzip(packed, { chunkSize: AT_ONCE })
