/** Chunks of N-Quads → compressed files in a folder, one for each, and in the end one file of all. */

import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import { gzip } from 'node:zlib'
import type { ContentPlan } from '../../search-index/content/plan.ts'
import type { IndexSource } from '../../search-index/write-index.ts'
import { createContentHash } from '../../record/rdf/content-hash.ts'
import { createRpcClient } from './worker-rpc.ts'
import type { ChunkSink } from '../merge/chunks.ts'
import { createChunkOperations, type Chunk, type ChunkContents, type ChunkOperations } from './pack-chunk.ts'
import { writeDurably, type FileDigest } from './durable-files.ts'

const EXTENSION = import.meta.url.slice(import.meta.url.lastIndexOf('.'))

/**
 * Megabytes for what the packer has just made: with less, garbage is collected more often, on the cores that
 * read and pack.
 */
const YOUNG_GENERATION_MB = 48

export interface Pack {
  readonly sink: ChunkSink
  /** Resolves when all chunks are packed. */
  complete(): Promise<void>
  /** Joins all chunks, as members of one gzip file. */
  finish(path: string): Promise<FileDigest>
  contents(): {
    readonly quads: number
    readonly hash: string
  }
  /** What the index says of the chunks. */
  readonly index: IndexSource['content']
  close(): Promise<void>
}

/** What packs, and how it is ended. */
interface Packer {
  call<K extends keyof ChunkOperations>(
    name: K,
    argument?: Parameters<ChunkOperations[K]>[0],
  ): Promise<Awaited<ReturnType<ChunkOperations[K]>>>
  close(): Promise<void>
}

const compress = promisify(gzip)

/**
 * Beyond this level files hardly become smaller, and packing would take longer than reading; few chunks are more
 * than the bytes that come out at once.
 */
const GZIP = { level: 3, chunkSize: 1 << 20 } as const

/** @param plan of the index; its folder is that of the chunks */
export function createPack(plan: ContentPlan): Pack {
  const { folder } = plan
  let packer: Packer | undefined
  /** The first chunk, until there is another: a small graph is packed sooner than a thread is started. */
  let first: Chunk | undefined
  const chunks = new Map<number, ChunkContents>()
  const pathOf = (chunk: number): string => join(folder, `chunk-${chunk}.gz`)

  async function pack(chunk: Chunk, start: (plan: ContentPlan) => Packer): Promise<void> {
    packer ??= start(plan)
    const [bytes, contents] = await Promise.all([compress(chunk.bytes, GZIP), packer.call('collect', chunk)])
    await writeFile(pathOf(chunk.number), bytes)
    chunks.set(chunk.number, contents)
  }

  const sink: ChunkSink = async (number, bytes, ends) => {
    const chunk = { number, bytes, ends: Uint32Array.from(ends) }
    if (!packer && !first) {
      first = chunk
      return
    }
    const waiting = first ? [first, chunk] : [chunk]
    first = undefined
    await Promise.all(waiting.map((one) => pack(one, startPacker)))
  }

  async function complete(): Promise<void> {
    const only = first
    first = undefined
    if (only) await pack(only, packHere)
  }

  async function* members(): AsyncGenerator<Uint8Array> {
    for (const chunk of [...chunks.keys()].sort((a, b) => a - b)) {
      yield readFile(pathOf(chunk))
      await rm(pathOf(chunk))
    }
  }

  return {
    sink,
    complete,
    close: async () => packer?.close(),
    finish: (path) => writeDurably(path, members()),
    index: {
      graphs: () => (packer as Packer).call('graphs'),
      tables: (lists) => (packer as Packer).call('tables', lists),
      records: (batch) => (packer as Packer).call('records', batch),
      async finish() {
        const indexPacker = packer as Packer
        try {
          return await indexPacker.call('finish')
        } finally {
          // Nothing is left for it to do, and it takes much memory.
          await indexPacker.close()
        }
      },
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

function packHere(plan: ContentPlan): Packer {
  const operations = createChunkOperations(plan)
  return {
    call: async (name, argument) => (operations[name] as (argument: unknown) => never)(argument),
    close: async () => operations.close(),
  }
}

function startPacker(plan: ContentPlan): Packer {
  const worker = new Worker(new URL(`./packer${EXTENSION}`, import.meta.url), {
    name: 'packer',
    workerData: plan,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
  })
  const { call, end } = createRpcClient<ChunkOperations>(worker)
  worker.on('error', end)
  worker.on('exit', () => end(new Error('the thread that packs has ended')))
  return {
    call,
    close: async () => {
      await worker.terminate()
    },
  }
}
