/** Chunks of N-Quads → compressed files in a folder, one for each, and in the end one file of all. */

import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { createContentHash } from '../record/rdf/content-hash.ts'
import { callsTo, type Calls } from './calls.ts'
import { memoryOf } from './transfer.ts'
import type { Output } from './build.ts'
import { packChunk, type ChunkContents } from './pack-chunk.ts'
import type { Operations } from './packer.ts'
import { unpack } from './unpack.ts'
import { writeHashed, type Written } from './written.ts'

const EXTENSION = import.meta.url.slice(import.meta.url.lastIndexOf('.'))

/**
 * Megabytes for what the packer has just made: with less, garbage is collected more often, on the cores that
 * read and pack.
 */
const YOUNG = 96

export interface Pack extends Output {
  /** Joins all chunks, as members of one gzip file. */
  finish(path: string): Promise<Written>
  contents(): {
    readonly quads: number
    readonly hash: string
  }
  close(): Promise<void>
}

export function createPack(folder: string): Pack {
  let packer: Packer | undefined
  const chunks = new Map<number, ChunkContents>()
  const place = (chunk: number): string => join(folder, `chunk-${chunk}.gz`)

  async function take(chunk: number, nquads: Uint8Array, ends: readonly number[]): Promise<void> {
    const order = { bytes: nquads, ends: Uint32Array.from(ends) }
    // Small graphs have one chunk, which is packed sooner than a thread is started.
    const { bytes, contents } =
      chunks.size === 0
        ? packChunk(order)
        : await (packer ??= startPacker()).call('packChunk', order, memoryOf(nquads))
    await writeFile(place(chunk), bytes)
    chunks.set(chunk, contents)
  }

  async function* members(): AsyncGenerator<Uint8Array> {
    for (const chunk of [...chunks.keys()].sort((a, b) => a - b)) {
      yield readFile(place(chunk))
      await rm(place(chunk))
    }
  }

  return {
    take,
    close: async () => packer?.close(),
    finish: (path) => writeHashed(path, members()),
    read: async (chunk) => (await unpack(await readFile(place(chunk)))).toString(),
    replace(chunk, nquads) {
      const bytes = Buffer.from(nquads)
      return take(chunk, bytes, [bytes.length])
    },
    contents() {
      const content = createContentHash()
      let quads = 0
      for (const one of chunks.values()) {
        content.join(one.sum)
        quads += one.quads
      }
      return { quads, hash: String(content) }
    },
  }
}

interface Packer extends Pick<Calls<Operations>, 'call'> {
  close(): Promise<void>
}

function startPacker(): Packer {
  const worker = new Worker(new URL(`./packer${EXTENSION}`, import.meta.url), {
    name: 'packer',
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG },
  })
  const { call, end } = callsTo<Operations>(worker, ({ message }) => new Error(message))
  worker.on('error', end)
  worker.on('exit', () => end(new Error('the thread that packs has ended')))
  return {
    call,
    close: async () => {
      await worker.terminate()
    },
  }
}
