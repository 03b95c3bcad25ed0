/** The chunks of a graph that is being built, each in a file of its own. */

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ChunkSink } from '../merge/chunks.ts'

export function createChunkFiles(folder: string): { sink: ChunkSink; files(): readonly string[] } {
  const files: string[] = []
  return {
    files: () => files,
    async sink(chunk, bytes) {
      const path = join(folder, `chunk-${chunk}.nq`)
      files.push(path)
      await writeFile(path, bytes)
    },
  }
}
