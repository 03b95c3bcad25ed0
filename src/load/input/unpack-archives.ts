/** Unpacks archives within bounds, and checks what comes out against its checksum. */

import { pipeline, type Readable, Transform } from 'node:stream'
import { crc32, createGunzip, createInflateRaw } from 'node:zlib'
import { InputError } from './input-error.ts'

/** Bytes that come out at once. */
const PIECE_BYTES = 1 << 18

/**
 * An archive may unpack to so many times its size: records come to some 20 times, and zeros, which would fill
 * memory and time, to 1000 times. Small archives may unpack to more.
 */
const MAX_RATIO = 200
const ALWAYS_ALLOWED_BYTES = 100_000_000

/** How many bytes may still come out of an archive, all files in it together. */
export interface Allowance {
  /** @throws InputError if it is used up */
  use(bytes: number): void
}

/** @param size of the archive in bytes */
export function createAllowance(size: number): Allowance {
  let remaining = Math.max(ALWAYS_ALLOWED_BYTES, MAX_RATIO * size)
  return {
    use(bytes) {
      remaining -= bytes
      if (remaining < 0)
        throw new InputError(
          `unpacks to more than ${MAX_RATIO} times its size; if that is right, unpack it before, ` +
            'and name what comes out',
        )
    },
  }
}

/** Calls `onData` with all that passes; what it throws ends the stream. */
const watching = (onData: (bytes: Buffer) => void, atEnd: () => void = () => {}): Transform =>
  new Transform({
    readableHighWaterMark: PIECE_BYTES,
    transform(bytes: Buffer, _encoding, done) {
      try {
        onData(bytes)
        done(null, bytes)
      } catch (error) {
        done(error as Error)
      }
    },
    flush(done) {
      try {
        atEnd()
        done()
      } catch (error) {
        done(error as Error)
      }
    },
  })

/** Errors of each stream reach the reader of the last, which tells how far the first one is. */
function joined(first: Readable, ...others: Transform[]): Readable {
  const last = pipeline([first, ...others], () => {}) as unknown as Readable
  return Object.defineProperty(last, 'bytesRead', {
    get: () => (first as { readonly bytesRead?: number }).bytesRead,
  })
}

const within = (allowances: readonly Allowance[]): Transform =>
  watching((bytes) => {
    for (const allowance of allowances) allowance.use(bytes.length)
  })

export const gunzipped = (packed: Readable, allowances: readonly Allowance[]): Readable =>
  joined(packed, createGunzip({ chunkSize: PIECE_BYTES }), within(allowances))

/** A file of a zip archive: unpacked if it is deflated, and checked against its checksum. */
export function zipEntryBytes(
  stored: Readable,
  { deflated, checksum }: { readonly deflated: boolean; readonly checksum: number },
  allowance: Allowance,
): Readable {
  let crc = 0
  const check = watching(
    (bytes) => {
      allowance.use(bytes.length)
      crc = crc32(bytes, crc)
    },
    () => {
      if (crc !== checksum)
        throw new InputError(
          'is not as it was packed: its checksum (CRC-32) is another; what was read of it may be wrong',
        )
    },
  )
  return deflated
    ? joined(stored, createInflateRaw({ chunkSize: PIECE_BYTES }), check)
    : joined(stored, check)
}
