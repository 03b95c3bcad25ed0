/** Chunks of N-Quads → the file of all of them and what an index says of them, in a thread where they are many. */

import { Worker } from 'node:worker_threads'
import type { ContentPlan } from '../../search-index/content/plan.ts'
import type { ReplacedGraph } from '../../search-index/tables/reuse.ts'
import type { GraphFiles } from '../../search-index/content/content.ts'
import type { IndexSource } from '../../search-index/write-index.ts'
import { createContentHash } from '../../record/rdf/content-hash.ts'
import { createRpcClient } from './worker-rpc.ts'
import type { ChunkSink } from '../merge/chunks.ts'
import { createChunkOperations, type Chunk, type ChunkOperations } from './pack-chunk.ts'

const EXTENSION = import.meta.url.slice(import.meta.url.lastIndexOf('.'))

/**
 * Megabytes for what the packer has just made: with less, garbage is collected more often, on the cores that
 * read and pack.
 */
const YOUNG_GENERATION_MB = 48

export interface Pack {
  readonly sink: ChunkSink
  /** Takes over another graph, but for what is replaced: the chunks have that. */
  takeOver(earlier: ReplacedGraph, contents: GraphContents): void
  /** Resolves when all chunks are packed. */
  complete(): Promise<void>
  /** @param gone what is not taken over */
  contents(gone: GraphFiles['gone']): GraphContents
  /** What the index says of the chunks. */
  readonly index: IndexSource['content']
  close(): Promise<void>
}

interface GraphContents {
  readonly quads: number
  readonly hash: string
}

/** What packs, and how it is ended. */
interface Packer {
  call<K extends keyof ChunkOperations>(
    name: K,
    argument?: Parameters<ChunkOperations[K]>[0],
  ): Promise<Awaited<ReturnType<ChunkOperations[K]>>>
  close(): Promise<void>
}

/** @param plan of the index; its folder is that of the chunks */
export function createPack(given: ContentPlan): Pack {
  let plan = given
  let packer: Packer | undefined
  /** The first chunk, until there is another: a small graph is packed sooner than a thread is started. */
  let first: Chunk | undefined
  let content = createContentHash()
  let quads = 0

  async function pack(chunk: Chunk, start: (plan: ContentPlan) => Packer): Promise<void> {
    packer ??= start(plan)
    const collected = await packer.call('collect', chunk)
    content.join(collected.sum)
    quads += collected.quads
  }

  const sink: ChunkSink = async (bytes, ends, masks) => {
    const chunk = { bytes, ends: Uint32Array.from(ends), masks: Uint32Array.from(masks) }
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
    const start = plan.earlier ? startPacker : packHere
    if (only) await pack(only, start)
    else packer ??= start(plan)
  }

  return {
    sink,
    takeOver(earlier, { quads: count, hash }) {
      plan = { ...plan, earlier }
      quads = count
      content = createContentHash(hash)
    },
    complete,
    close: async () => packer?.close(),
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
    contents(gone) {
      content.remove(gone.sum)
      return { quads: quads - gone.quads, hash: String(content) }
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
