/** Files that are safe on the disk, and known by their checksums. */

import { open, type FileHandle } from 'node:fs/promises'
import { crc32 } from 'node:zlib'

/** A file as it was written: its length, and the lengths and CRC-32 checksums of its pieces. */
export interface FileDigest {
  readonly bytes: number
  readonly members: readonly number[]
  readonly checksums: readonly number[]
}

type Pieces = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** Makes a file safe that consists of the pieces that are written or read. */
async function durable(
  path: string,
  flags: string,
  pieces: (file: FileHandle) => Pieces,
): Promise<FileDigest> {
  const [members, checksums]: [number[], number[]] = [[], []]
  const file = await open(path, flags)
  try {
    for await (const piece of pieces(file)) {
      members.push(piece.length)
      checksums.push(crc32(piece))
    }
    await file.sync()
  } finally {
    await file.close()
  }
  return { bytes: members.reduce((sum, length) => sum + length, 0), members, checksums }
}

/** Writes pieces to a file that is safe on the disk when this resolves. */
export const writeDurably = (path: string, pieces: Pieces): Promise<FileDigest> =>
  durable(path, 'w', async function* (file) {
    for await (const piece of pieces) {
      await file.writeFile(piece)
      yield piece
    }
  })

/** Bytes that are read at once. */
const PIECE_BYTES = 1 << 22

/** Makes safe a file that something else has written. @param lengths of its pieces; absent: any will do */
export const makeDurable = (path: string, lengths: readonly number[] = []): Promise<FileDigest> =>
  durable(path, 'r+', async function* (file) {
    const piece = Buffer.allocUnsafeSlow(Math.max(PIECE_BYTES, ...lengths))
    for (let at = 0; ; at++) {
      const { bytesRead } = await file.read(piece, 0, lengths[at] ?? PIECE_BYTES)
      if (bytesRead === 0) return
      yield piece.subarray(0, bytesRead)
    }
  })
