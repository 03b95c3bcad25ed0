/**
 * Collects what is known of chunks of N-Quads: content hash, number of quads, what the index says of them. Each is
 * read strictly first, so that nothing is in a graph that cannot be read back.
 */

import { collectContent, type Content } from '../../search-index/content/content.ts'
import { createLiterals } from '../../search-index/content/literals.ts'
import type { ContentPlan } from '../../search-index/content/plan.ts'
import { createContentHash } from '../../record/rdf/content-hash.ts'
import { readSubject } from '../../record/rdf/write-terms.ts'
import { utf8Text } from '../text/utf8.ts'

/** What is known of the N-Quads of a chunk. */
interface ChunkContents {
  readonly quads: number
  /** Content hash of its graphs, as numbers to be added. */
  readonly sum: Uint32Array
}

/** A chunk: its N-Quads, and where subjects end in them. */
export interface Chunk {
  readonly bytes: Uint8Array
  readonly ends: Uint32Array
}

/** What collects the content of chunks and records, here or in a thread. */
export interface ChunkOperations {
  readonly [name: string]: (argument: never) => unknown
  /** @throws Error if a line is no quad of its subject */
  collect(chunk: Chunk): ChunkContents
  readonly graphs: Content['graphs']
  readonly tables: Content['tables']
  readonly records: Content['records']
  readonly finish: Content['finish']
  /** Ends it, whatever is finished. */
  readonly close: Content['close']
}

export function createChunkOperations(plan: ContentPlan): ChunkOperations {
  const content = collectContent(plan)
  const asStored = createLiterals()
  return {
    collect({ bytes: { buffer, byteOffset, length }, ends }) {
      const bytes = Buffer.from(buffer, byteOffset, length)
      const hash = createContentHash()
      let [start, quads] = [0, 0]
      for (const end of ends) {
        const written = bytes.subarray(start, end)
        const text = utf8Text(written)
        const { name, nodes, count, nquads } = readSubject(text, asStored)
        content.add(name, nodes, nquads === text ? written : Buffer.from(nquads), hash.add(name, nodes))
        quads += count
        start = end
      }
      return { quads, sum: hash.sum }
    },
    graphs: content.graphs,
    tables: content.tables,
    records: content.records,
    finish: content.finish,
    close: content.close,
  }
}
