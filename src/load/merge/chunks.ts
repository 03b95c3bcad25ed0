/** N-Quads in chunks of whole subjects, handed on while the next one fills. */

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Mask } from '../../search-index/query/entity-index.ts'
import { OutputError } from '../text/output-error.ts'

export function createChunkFiles(folder: string): { sink: ChunkSink; files(): readonly string[] } {
  const files: string[] = []
  return {
    files: () => files,
    async sink(bytes) {
      const path = join(folder, `chunk-${files.length}.nq`)
      files.push(path)
      await writeFile(path, bytes)
    },
  }
}

export interface Chunks {
  /** Adds all N-Quads of one subject, which stay together. @param mask its types, and whether it is a record */
  write(nquads: string, mask: Mask): void
  /** Resolves when there is room for more; undefined if there is. @throws OutputError of the sink */
  drained(): Promise<void> | undefined
  /** Hands on the rest and waits until all is written. */
  end(): Promise<void>
}

/** Takes a chunk of UTF-8, whose memory is then its own. @param ends the positions at which a subject ends */
export type ChunkSink = (bytes: Buffer, ends: readonly number[], masks: readonly Mask[]) => Promise<void>

const CHUNK_BYTES = 4_000_000
const MAX_PENDING_CHUNKS = 2

/** Memory that several threads read at once. */
const allocate = (): Buffer => Buffer.from(new SharedArrayBuffer(CHUNK_BYTES))

export function createChunks(sink: ChunkSink): Chunks {
  let bytes = allocate()
  let length = 0
  let [ends, masks]: [number[], Mask[]] = [[], []]
  const pending = new Set<Promise<void>>()
  let failure: unknown

  function send(...chunk: Parameters<ChunkSink>): void {
    const written: Promise<void> = sink(...chunk)
      .catch((error: unknown) => {
        failure ??= error
      })
      .then(() => {
        pending.delete(written)
      })
    pending.add(written)
  }
  function flush(): void {
    if (length === 0) return
    send(bytes.subarray(0, length), ends, masks)
    bytes = allocate()
    length = 0
    ;[ends, masks] = [[], []]
  }
  const check = (): void => {
    if (failure !== undefined) throw new OutputError(failure)
  }

  return {
    write(nquads, mask) {
      const most = nquads.length * 3
      if (length + most > CHUNK_BYTES) flush()
      if (most > CHUNK_BYTES) {
        const alone = Buffer.from(nquads)
        send(alone, [alone.length], [mask])
      } else {
        length += bytes.write(nquads, length)
        ends.push(length)
        masks.push(mask)
      }
    },
    drained() {
      check()
      return pending.size > MAX_PENDING_CHUNKS ? Promise.race(pending).then(check) : undefined
    },
    async end() {
      flush()
      while (pending.size > 0) await Promise.all(pending)
      check()
    },
  }
}
