/** Holds the pieces of a file against their checksums. */

import { readSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import type { GraphFile } from './manifest.ts'

export interface FileToVerify extends Pick<GraphFile, 'members' | 'checksums'> {
  /** Descriptor of the file, open for reading. */
  readonly fd: number
}

/** Whether every piece is as it was written; the thread waits for it. @throws Error if the file cannot be read */
export function isAsWritten({ fd, members, checksums }: FileToVerify): boolean {
  const memory = Buffer.allocUnsafeSlow(members.reduce((most, length) => Math.max(most, length), 0))
  let position = 0
  return members.every((length, piece) => {
    const bytesRead = readSync(fd, memory, 0, length, position)
    position += length
    return bytesRead === length && crc32(memory.subarray(0, length)) === checksums[piece]
  })
}
