/** Files that are safe on the disk, and known by their hash. */

import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'

/** A file as it was written: its length, its hash, and the lengths of its pieces. */
export interface Written {
  readonly bytes: number
  readonly sha256: string
  readonly members: readonly number[]
}

/** Writes pieces to a file that is safe on the disk when this resolves. */
export async function writeHashed(
  path: string,
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<Written> {
  const hash = createHash('sha256')
  const file = await open(path, 'w')
  const members: number[] = []
  try {
    for await (const piece of pieces) {
      hash.update(piece)
      members.push(piece.length)
      await file.writeFile(piece)
    }
    await file.sync()
  } finally {
    await file.close()
  }
  return { bytes: members.reduce((sum, length) => sum + length, 0), sha256: hash.digest('hex'), members }
}

/** Bytes that are read at once. */
const PIECE_BYTES = 1 << 22

/** Makes safe a file that something else has written. */
export async function hashFile(path: string): Promise<Written> {
  const hash = createHash('sha256')
  const members: number[] = []
  const file = await open(path, 'r+')
  try {
    await file.sync()
    const piece = Buffer.allocUnsafeSlow(PIECE_BYTES)
    for (let position = 0; ;) {
      const { bytesRead } = await file.read(piece, 0, PIECE_BYTES, position)
      if (bytesRead === 0) break
      hash.update(piece.subarray(0, bytesRead))
      members.push(bytesRead)
      position += bytesRead
    }
  } finally {
    await file.close()
  }
  return { bytes: members.reduce((sum, length) => sum + length, 0), sha256: hash.digest('hex'), members }
}
