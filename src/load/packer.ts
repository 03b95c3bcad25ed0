/** The thread that packs chunks of N-Quads, so that reading and packing each have a core: gzip, content hash, counts, texts. */

import { isAscii } from 'node:buffer'
import { parentPort, workerData } from 'node:worker_threads'
import { gzipSync } from 'node:zlib'
import { createContentHash } from '../record/hash.ts'
import { iriOf, isBlank, isIri, textOf } from '../record/triples.ts'
import { createChunkTexts, type Taking } from './chunk-texts.ts'
import { createChunkValues, type Counting, type Values } from './chunk-values.ts'

/** What is known of the N-Quads of a chunk. */
export interface Contents {
  readonly quads: number
  /** Content hash of its graphs, as numbers to be added. */
  readonly sum: Uint32Array
  /** Triples by predicate IRI. */
  readonly predicates: ReadonlyMap<string, number>
}

export interface Packed { readonly bytes: Uint8Array; readonly contents: Contents }

/** What the thread is given when it starts. */
export interface Packing {
  /** Folder for what is kept of chunks until the end. */
  readonly folder: string
  /** Predicates of the texts that searches look at. */
  readonly searched: readonly string[]
  /** Predicates whose objects are counted. */
  readonly vocabularies: readonly string[]
}

/** A chunk to be packed: its N-Quads, where subjects end in them, and whether its texts are wanted. */
export interface Order { readonly chunk: number; readonly bytes: Uint8Array; readonly ends: Uint32Array; readonly texts: boolean }

/** Beyond this level files hardly become smaller, and packing would take longer than reading. */
const LEVEL = 3

const { folder, searched, vocabularies } = workerData as Packing
const numbers = new Map(searched.map((predicate, i) => [predicate, i] as const))
const small = new Set(vocabularies)
const kept = { texts: createChunkTexts(folder, searched), values: createChunkValues(folder, vocabularies) }

interface Takers { readonly predicates: Map<string, number>; readonly values: Counting; readonly texts: Taking | undefined }

/** Adds the triples of N-Quads to counts by predicate, and hands on their values and the texts of subjects that have an identity. @returns their number */
function readQuads(nquads: string, { predicates, values, texts }: Takers): number {
  let quads = 0
  for (let start = 0, end = nquads.indexOf('\n'); end !== -1; start = end + 1, end = nquads.indexOf('\n', start)) {
    const before = nquads.indexOf(' ', start) + 2
    const after = nquads.indexOf(' ', before)
    const predicate = nquads.slice(before, after - 1)
    predicates.set(predicate, (predicates.get(predicate) ?? 0) + 1)
    quads++
    const number = texts && numbers.get(predicate)
    const isSmall = small.has(predicate)
    if (number === undefined && !isSmall) continue
    const object = nquads.slice(after + 1, nquads.lastIndexOf(' ', end - 3))
    if (isSmall) values.add(predicate, object)
    if (number === undefined) continue
    const subject = nquads.slice(start, before - 2)
    if (isIri(subject) && !isBlank(object)) texts?.add(number, iriOf(subject), isIri(object) ? iriOf(object) : textOf(object))
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

function pack({ chunk, bytes: { buffer, byteOffset, length }, ends, texts: wanted }: Order): Packed {
  const bytes = Buffer.from(buffer, byteOffset, length)
  const content = createContentHash()
  const predicates = new Map<string, number>()
  const takers = { predicates, values: kept.values.chunk(chunk), texts: wanted ? kept.texts.chunk(chunk) : undefined }
  let quads = 0
  for (const nquads of textsOf(bytes, ends)) {
    content.add(nquads)
    quads += readQuads(nquads, takers)
  }
  takers.values.end()
  takers.texts?.end()
  return { bytes: gzipSync(bytes, { level: LEVEL }), contents: { quads, predicates, sum: content.sum } }
}

/** What the thread does: packs a chunk, and in the end puts together what is kept of all. */
const operations = { pack, subjects: kept.texts.subjects, join: kept.texts.join, values: (): Values => kept.values.sum() }

export type Operations = typeof operations

parentPort?.on('message', ({ number, name, argument }: { number: number; name: keyof Operations; argument: never }) => {
  parentPort?.postMessage({ number, value: operations[name](argument) })
})
