/** Files that are safe on the disk, and known by their checksums. */

import { open } from 'node:fs/promises'
import { crc32 } from 'node:zlib'

/** A file as it was written: its length, and the lengths and CRC-32 checksums of its pieces. */
export interface FileDigest {
  readonly bytes: number
  readonly members: readonly number[]
  readonly checksums: readonly number[]
}

/** Adds up what a file consists of, piece by piece. */
function createTally(): { add(piece: Uint8Array): void; finish(): FileDigest } {
  const members: number[] = []
  const checksums: number[] = []
  return {
    add(piece) {
      members.push(piece.length)
      checksums.push(crc32(piece))
    },
    finish: () => ({
      bytes: members.reduce((sum, length) => sum + length, 0),
      members,
      checksums,
    }),
  }
}

/** Writes pieces to a file that is safe on the disk when this resolves. */
export async function writeDurably(
  path: string,
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<FileDigest> {
  const tally = createTally()
  const file = await open(path, 'w')
  try {
    for await (const piece of pieces) {
      tally.add(piece)
      await file.writeFile(piece)
    }
    await file.sync()
  } finally {
    await file.close()
  }
  return tally.finish()
}

/** Bytes that are read at once. */
const PIECE_BYTES = 1 << 22

/** Makes safe a file that something else has written. */
export async function makeDurable(path: string): Promise<FileDigest> {
  const tally = createTally()
  const file = await open(path, 'r+')
  try {
    await file.sync()
    const piece = Buffer.allocUnsafeSlow(PIECE_BYTES)
    for (let position = 0; ;) {
      const { bytesRead } = await file.read(piece, 0, PIECE_BYTES, position)
      if (bytesRead === 0) break
      tally.add(piece.subarray(0, bytesRead))
      position += bytesRead
    }
  } finally {
    await file.close()
  }
  return tally.finish()
}
