/** The thread that packs chunks of N-Quads, so that reading and packing each have a core: gzip, content hash, counts. */

import { isAscii } from 'node:buffer'
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

/** Adds the triples of N-Quads to counts by predicate. @returns their number */
function countPredicates(nquads: string, predicates: Map<string, number>): number {
  let quads = 0
  for (let start = 0, end = nquads.indexOf('\n'); end !== -1; start = end + 1, end = nquads.indexOf('\n', start)) {
    const before = nquads.indexOf(' ', start) + 2
    const predicate = nquads.slice(before, nquads.indexOf(' ', before) - 1)
    predicates.set(predicate, (predicates.get(predicate) ?? 0) + 1)
    quads++
  }
  return quads
}

/** Subject by subject: texts that are ASCII alone are read several times faster, and most are. */
function* textsOf(bytes: Buffer, ends: Uint32Array): Generator<string> {
  let start = 0
  for (const end of ends) {
    const piece = bytes.subarray(start, end)
    yield piece.toString(isAscii(piece) ? 'latin1' : 'utf8')
    start = end
  }
}

function pack({ buffer, byteOffset, length }: Uint8Array, ends: Uint32Array): Packed {
  const bytes = Buffer.from(buffer, byteOffset, length)
  const content = createContentHash()
  const predicates = new Map<string, number>()
  let quads = 0
  for (const nquads of textsOf(bytes, ends)) {
    content.add(nquads)
    quads += countPredicates(nquads, predicates)
  }
  return { bytes: gzipSync(bytes, { level: LEVEL }), contents: { quads, predicates, sum: content.sum } }
}

parentPort?.on('message', ({ number, bytes, ends }: { number: number; bytes: Uint8Array; ends: Uint32Array }) => {
  parentPort?.postMessage({ number, packed: pack(bytes, ends) })
})
