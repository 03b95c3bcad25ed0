/** The chunks of a graph that is being built, each in a file of its own. */

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Output } from '../build.ts'

export function createCopies(folder: string): { output: Output; files(): readonly string[] } {
  const files: string[] = []
  const place = (chunk: number): string => join(folder, `chunk-${chunk}.nq`)
  return {
    files: () => files,
    output: {
      async take(chunk, bytes) {
        files.push(place(chunk))
        await writeFile(place(chunk), bytes)
      },
      read: (chunk) => readFile(place(chunk), 'utf8'),
      replace: (chunk, nquads) => writeFile(place(chunk), nquads),
    },
  }
}
