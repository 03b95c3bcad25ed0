/**
 * Collects what is known of chunks of N-Quads: content hash, number of quads, what the index says of them. Each is
 * read strictly first, so that nothing is in a graph that cannot be read back.
 */

import { collectContent, type Content } from '../../search-index/content/content.ts'
import { graphEntry } from '../../search-index/content/graphs.ts'
import { createLiterals } from '../../search-index/content/literals.ts'
import type { ContentPlan } from '../../search-index/content/plan.ts'
import type { Mask } from '../../search-index/query/entity-index.ts'
import { createContentHash } from '../../record/rdf/content-hash.ts'
import { readSubject } from '../../record/rdf/write-terms.ts'
import { utf8Text } from '../text/utf8.ts'

/** What is known of the N-Quads of a chunk. */
interface ChunkContents {
  readonly quads: number
  /** Content hash of its graphs, as numbers to be added. */
  readonly sum: Uint32Array
}

/** A chunk: its N-Quads, where subjects end in them, and which types each has. */
export interface Chunk {
  readonly bytes: Uint8Array
  readonly ends: Uint32Array
  readonly masks: Uint32Array
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
    collect({ bytes: { buffer, byteOffset, length }, ends, masks }) {
      const bytes = Buffer.from(buffer, byteOffset, length)
      const hash = createContentHash()
      let [start, quads] = [0, 0]
      for (const [i, end] of ends.entries()) {
        const written = bytes.subarray(start, end)
        const text = utf8Text(written)
        const { name, nodes, count, nquads } = readSubject(text, asStored)
        const canonical = nquads === text ? written : Buffer.from(nquads)
        content.add(name, nodes, graphEntry(canonical, hash.add(name, nodes), masks[i] as Mask))
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
