/** Chunks of N-Quads → compressed files in a folder, one for each, and in the end one file of all. */

import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { createContentHash } from '../record/hash.ts'
import { callsTo, type Calls } from '../store/calls.ts'
import { MOST_QUADS } from '../store/embedded.ts'
import { memoryOf } from '../store/transfer.ts'
import type { Output } from './build.ts'
import type { Values } from './chunk-values.ts'
import type { ChunkContents, Operations, Packing } from './packer.ts'
import { packTexts } from './texts.ts'
import { unpack } from './unpack.ts'
import { writeHashed, type Written } from './written.ts'

const EXTENSION = import.meta.url.slice(import.meta.url.lastIndexOf('.'))

/**
 * Megabytes for what the packer has just made: with less, garbage is collected more often, on the cores that
 * read and pack.
 */
const YOUNG = 96

/** Bytes of the texts that are read at once. */
const PIECE = 2 ** 24

export interface Pack extends Output {
  /** Joins all chunks, as members of one gzip file. */
  finish(path: string): Promise<Written>
  /**
   * Whether there is an index of the texts: not where the store that would use it cannot hold so many quads.
   */
  hasTexts(): boolean
  /** Writes that index. */
  texts(path: string): Promise<Written>
  /** How often which objects stand with the predicates of small vocabularies. */
  values(): Promise<Values>
  contents(): {
    readonly quads: number
    readonly hash: string
    readonly predicates: ReadonlyMap<string, number>
  }
  close(): Promise<void>
}

/** @param most quads up to which there is an index of the texts */
export function createPack(packing: Packing, most = MOST_QUADS): Pack {
  const { folder } = packing
  const { call, close } = startPacker(packing)
  const chunks = new Map<number, ChunkContents>()
  let quads = 0
  let wanted = true
  const place = (chunk: number): string => join(folder, `chunk-${chunk}.gz`)

  async function take(chunk: number, nquads: Uint8Array, ends: readonly number[]): Promise<void> {
    const { bytes, contents } = await call(
      'pack',
      { chunk, bytes: nquads, ends: Uint32Array.from(ends), texts: wanted },
      memoryOf(nquads),
    )
    await writeFile(place(chunk), bytes)
    quads += contents.quads - (chunks.get(chunk)?.quads ?? 0)
    wanted &&= quads <= most
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
    close,
    finish: (path) => writeHashed(path, members()),
    hasTexts: () => wanted,
    values: () => call('values'),
    // One predicate is put together while another is written.
    async texts(path) {
      const subjects = call('subjects')
      const joining = packing.searched.map((_, predicate) => call('join', predicate))
      // Which of them fails is told when it is its turn, which does not come where the file cannot be
      // written.
      for (const one of [subjects, ...joining]) one.catch(() => {})
      const written = await writeHashed(path, packTexts(subjects, joining))
      return {
        ...written,
        members: Array.from({ length: Math.ceil(written.bytes / PIECE) }, (_, i) =>
          Math.min(PIECE, written.bytes - i * PIECE),
        ),
      }
    },
    read: async (chunk) => (await unpack(await readFile(place(chunk)))).toString(),
    replace(chunk, nquads) {
      const bytes = Buffer.from(nquads)
      return take(chunk, bytes, [bytes.length])
    },
    contents() {
      const content = createContentHash()
      const predicates = new Map<string, number>()
      for (const one of chunks.values()) {
        content.join(one.sum)
        for (const [predicate, count] of one.predicates)
          predicates.set(predicate, (predicates.get(predicate) ?? 0) + count)
      }
      return { quads, hash: String(content), predicates }
    },
  }
}

interface Packer extends Pick<Calls<Operations>, 'call'> {
  close(): Promise<void>
}

function startPacker(packing: Packing): Packer {
  const worker = new Worker(new URL(`./packer${EXTENSION}`, import.meta.url), {
    name: 'packer',
    workerData: packing,
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
