/** Unpacks archives within bounds, and checks what comes out against its checksum. */

import { once } from 'node:events'
import { finished, pipeline, Readable, type Transform } from 'node:stream'
import { crc32, createGunzip, createInflateRaw } from 'node:zlib'
import { InputError } from '../text/input-error.ts'

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

/** Several at once, as those of an archive and of the one around it. */
export const allOf = (...allowances: readonly (Allowance | undefined)[]): Allowance => ({
  use(bytes) {
    for (const allowance of allowances) allowance?.use(bytes)
  },
})

/** What is done with the pieces that come out. What it throws ends the stream. */
interface Examination {
  onPiece(piece: Buffer): void
  atEnd?(): void
}

/** What has come out of a stream before its fault, and then the fault: a stream itself drops what waits in it. */
async function* beforeFault(
  first: Readable,
  unpacker: Transform | undefined,
  { onPiece, atEnd }: Examination,
): AsyncGenerator<Buffer> {
  const stream = unpacker ?? first
  let outcome: { readonly fault?: Error | null | undefined } | undefined
  if (unpacker) pipeline(first, unpacker, () => {})
  const streamEnd = new Promise<void>((resolve) => {
    finished(stream, { writable: false }, (fault) => {
      outcome = { fault }
      resolve()
    })
  })
  try {
    for (;;) {
      const isLast = outcome !== undefined
      const piece = stream.read() as Buffer | null
      if (piece !== null) {
        onPiece(piece)
        yield piece
      } else if (isLast) break
      else await Promise.race([once(stream, 'readable').catch(() => {}), streamEnd])
    }
    if (outcome?.fault) throw outcome.fault
    atEnd?.()
  } finally {
    stream.destroy()
    first.destroy()
  }
}

/** The pieces as a stream, which tells how far the first one is. */
function unpacked(first: Readable, unpacker: Transform | undefined, examination: Examination): Readable {
  // Nothing is read ahead: what waits would be lost when the fault comes.
  const options = { objectMode: false, highWaterMark: 0 }
  return Object.defineProperty(
    Readable.from(beforeFault(first, unpacker, examination), options),
    'bytesRead',
    {
      get: () => (first as { readonly bytesRead?: number }).bytesRead,
    },
  )
}

export const gunzipped = (packed: Readable, allowances: readonly Allowance[]): Readable =>
  unpacked(packed, createGunzip({ chunkSize: PIECE_BYTES }), {
    onPiece(piece) {
      for (const allowance of allowances) allowance.use(piece.length)
    },
  })

/** A file of a zip archive: unpacked if it is deflated, and checked against its checksum. */
export function zipEntryBytes(
  stored: Readable,
  { deflated, checksum }: { readonly deflated: boolean; readonly checksum: number },
  allowance: Allowance,
): Readable {
  let crc = 0
  return unpacked(stored, deflated ? createInflateRaw({ chunkSize: PIECE_BYTES }) : undefined, {
    onPiece(piece) {
      allowance.use(piece.length)
      crc = crc32(piece, crc)
    },
    atEnd() {
      if (crc !== checksum)
        throw new InputError(
          'is not as it was packed: its checksum (CRC-32) is another; what was read of it may be wrong',
        )
    },
  })
}
