/**
 * The thread that packs chunks of N-Quads, so that reading and packing each have a core: gzip, content hash,
 * counts, texts.
 */

import { isAscii } from 'node:buffer'
import { workerData } from 'node:worker_threads'
import { gzipSync } from 'node:zlib'
import { createContentHash, graphsOf } from '../record/hash.ts'
import { iriOf, isBlank, isIri, textOf } from '../record/triples.ts'
import { answerCalls } from '../store/calls.ts'
import { createChunkTexts, type Taking } from './chunk-texts.ts'
import { createChunkValues, type Counting, type Values } from './chunk-values.ts'

/** What is known of the N-Quads of a chunk. */
export interface ChunkContents {
  readonly quads: number
  /** Content hash of its graphs, as numbers to be added. */
  readonly sum: Uint32Array
  /** Triples by predicate IRI. */
  readonly predicates: ReadonlyMap<string, number>
}

export interface Packed {
  readonly bytes: Uint8Array
  readonly contents: ChunkContents
}

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
export interface Order {
  readonly chunk: number
  readonly bytes: Uint8Array
  readonly ends: Uint32Array
  readonly texts: boolean
}

/** Beyond this level files hardly become smaller, and packing would take longer than reading. */
const LEVEL = 3

/** Bytes that come out of compression at once: few chunks are more. */
const PIECE = 1 << 20

const { folder, searched, vocabularies } = workerData as Packing

/** What is done with the triples of a predicate, and how many there are. */
interface Use {
  count: number
  readonly number: number | undefined
  readonly isSmall: boolean
}

const numbers = new Map(searched.map((predicate, i) => [predicate, i] as const))
const useOf = (predicate: string): Use => ({
  count: 0,
  number: numbers.get(predicate),
  isSmall: vocabularies.includes(predicate),
})

const kept = { texts: createChunkTexts(folder, searched), values: createChunkValues(folder, vocabularies) }

interface Takers {
  readonly uses: Map<string, Use>
  readonly values: Counting
  readonly texts: Taking | undefined
}

/** Counts triples by predicate, and hands on their values and the texts of subjects that have an identity. */
function readTriples(triples: readonly string[], { uses, values, texts }: Takers): void {
  for (const triple of triples) {
    const before = triple.indexOf(' ')
    const after = triple.indexOf(' ', before + 1)
    const predicate = triple.slice(before + 2, after - 1)
    let use = uses.get(predicate)
    if (!use) uses.set(predicate, (use = useOf(predicate)))
    use.count++
    const { number, isSmall } = use
    if (number === undefined && !isSmall) continue
    const object = triple.slice(after + 1)
    if (isSmall) values.add(predicate, object)
    if (number !== undefined && texts && isIri(triple) && !isBlank(object))
      texts.add(number, iriOf(triple.slice(0, before)), isIri(object) ? iriOf(object) : textOf(object))
  }
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
  const uses = new Map<string, Use>()
  const takers = {
    uses,
    values: kept.values.chunk(chunk),
    texts: wanted ? kept.texts.chunk(chunk) : undefined,
  }
  let quads = 0
  for (const nquads of textsOf(bytes, ends)) {
    const graphs = graphsOf(nquads)
    content.add(graphs)
    for (const triples of graphs.values()) {
      readTriples(triples, takers)
      quads += triples.length
    }
  }
  takers.values.end()
  takers.texts?.end()
  const predicates = new Map(Array.from(uses, ([predicate, { count }]) => [predicate, count] as const))
  return {
    bytes: gzipSync(bytes, { level: LEVEL, chunkSize: PIECE }),
    contents: { quads, predicates, sum: content.sum },
  }
}

/** What the thread does: packs a chunk, and in the end puts together what is kept of all. */
const operations = {
  pack,
  subjects: kept.texts.subjects,
  join: kept.texts.join,
  values: (): Values => kept.values.sum(),
}

export type Operations = typeof operations

answerCalls(operations)
