/** Chunks of N-Quads → compressed files in a folder, one for each, and in the end one file of all. */

import { createHash } from 'node:crypto'
import { open, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import { gunzip } from 'node:zlib'
import { createContentHash } from '../record/hash.ts'
import type { Output } from './build.ts'
import type { Contents, Packed } from './packer.ts'

const EXTENSION = import.meta.url.slice(import.meta.url.lastIndexOf('.'))
const unpack = promisify(gunzip)

/** A file as it was written: its length, its hash, and the lengths of its pieces. */
export interface Written { readonly bytes: number; readonly sha256: string; readonly members: readonly number[] }

export interface Pack extends Output {
  /** Joins all chunks, as members of one gzip file. */
  finish(path: string): Promise<Written>
  contents(): { readonly quads: number; readonly hash: string; readonly predicates: ReadonlyMap<string, number> }
  close(): Promise<void>
}

export function createPack(folder: string): Pack {
  const { pack, close } = startPacker()
  const chunks = new Map<number, Contents>()
  const place = (chunk: number): string => join(folder, `chunk-${chunk}.gz`)

  async function take(chunk: number, nquads: Uint8Array, ends: readonly number[]): Promise<void> {
    const { bytes, contents } = await pack(nquads, ends)
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
    take, close,
    finish: (path) => writeHashed(path, members()),
    read: async (chunk) => (await unpack(await readFile(place(chunk)))).toString(),
    replace(chunk, nquads) {
      const bytes = Buffer.from(nquads)
      return take(chunk, bytes, [bytes.length])
    },
    contents() {
      const content = createContentHash()
      const predicates = new Map<string, number>()
      let quads = 0
      for (const one of chunks.values()) {
        content.join(one.sum)
        quads += one.quads
        for (const [predicate, count] of one.predicates) predicates.set(predicate, (predicates.get(predicate) ?? 0) + count)
      }
      return { quads, hash: String(content), predicates }
    },
  }
}

/** Writes pieces to a file that is safe on the disk when this resolves. */
export async function writeHashed(path: string, pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Written> {
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

interface Waiting { resolve(packed: Packed): void; reject(error: Error): void }

function startPacker(): { pack(bytes: Uint8Array, ends: readonly number[]): Promise<Packed>; close(): Promise<void> } {
  const worker = new Worker(new URL(`./packer${EXTENSION}`, import.meta.url), { name: 'packer' })
  const waiting = new Map<number, Waiting>()
  let next = 0
  let dead: Error | undefined
  worker.on('message', ({ number, packed }: { number: number; packed: Packed }) => {
    waiting.get(number)?.resolve(packed)
    waiting.delete(number)
  })
  const die = (error: Error): void => {
    dead ??= error
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  worker.on('error', die)
  worker.on('exit', () => die(new Error('the thread that packs has ended')))
  return {
    pack: (bytes, ends) => new Promise((resolve, reject) => {
      if (dead) { reject(dead); return }
      waiting.set(next, { resolve, reject })
      // Small buffers share their memory with others and are copied.
      const { buffer } = bytes
      worker.postMessage({ number: next++, bytes, ends: Uint32Array.from(ends) }, buffer instanceof ArrayBuffer && buffer.byteLength > Buffer.poolSize ? [buffer] : [])
    }),
    close: async () => { await worker.terminate() },
  }
}
