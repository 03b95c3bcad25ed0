/** The thread that packs chunks of N-Quads, so that reading and packing each have a core: gzip, content hash, counts. */

import { parentPort } from 'node:worker_threads'
import { gzipSync } from 'node:zlib'
import { createContentHash } from '../record/hash.ts'

/** What is known of the N-Quads of a chunk. */
export interface Contents {
  readonly quads: number
  /** Content hash of its graphs, as numbers to be added. */
  readonly sum: Uint32Array
  /** Triples by predicate IRI. */
  readonly predicates: ReadonlyMap<string, number>
}

export interface Packed { readonly bytes: Uint8Array; readonly contents: Contents }

/** Beyond this level files hardly become smaller, and packing would take longer than reading. */
const LEVEL = 3

function countPredicates(nquads: string): { quads: number; predicates: Map<string, number> } {
  const predicates = new Map<string, number>()
  let quads = 0
  for (let start = 0, end = nquads.indexOf('\n'); end !== -1; start = end + 1, end = nquads.indexOf('\n', start)) {
    const before = nquads.indexOf(' ', start) + 2
    const predicate = nquads.slice(before, nquads.indexOf(' ', before) - 1)
    predicates.set(predicate, (predicates.get(predicate) ?? 0) + 1)
    quads++
  }
  return { quads, predicates }
}

function pack(bytes: Uint8Array): Packed {
  const nquads = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString()
  const content = createContentHash()
  content.add(nquads)
  return { bytes: gzipSync(bytes, { level: LEVEL }), contents: { ...countPredicates(nquads), sum: content.sum } }
}

parentPort?.on('message', ({ number, bytes }: { number: number; bytes: Uint8Array }) => {
  parentPort?.postMessage({ number, packed: pack(bytes) })
})
