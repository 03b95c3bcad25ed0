/** The named graphs in an index → its records, which are handed on, and the columns of their facets. */

import { handledElsewhere } from '../background.ts'
import type { Model } from '../model/model.ts'
import type { EntityType } from '../model/rows/row.ts'
import { memoize } from '../model/values/memoize.ts'
import type { Document } from '../record/document.ts'
import { createFramer } from '../record/json/frame.ts'
import { storedText } from '../record/record-answer.ts'
import type { TripleIndex } from '../record/rdf/triples.ts'
import { createDocuments } from './documents.ts'
import type { EntityIndex } from '../store/entity-index.ts'
import { collectColumns, type Column } from './content/columns.ts'
import { readGraphs, type Graphs, type GraphsByIri } from './content/graphs.ts'
import type { RecordBatch } from './content/records.ts'
import type { TablesWriter } from './tables/tables.ts'

export interface FramingSource {
  readonly model: Model
  readonly base: string
  /** What takes the records. */
  readonly content: { records(batch: RecordBatch): Promise<void> | void }
  /** For what is sorted. */
  readonly folder: string
}

/** Records handed on at once, and graphs that records name which are remembered: many name the same. */
const BATCH = 100
const MAX_REMEMBERED = 2_000

/** Records that are framed before the file is opened anew. */
const MAX_MAPPED = 1_000

const NOTHING: TripleIndex = new Map()

/**
 * Nodes that the entities named by a record may have for it to be framed ahead, and how many for each of its
 * own: else one entity with thousands of identifiers would be written into each of thousands of records.
 */
const MAX_NAMED_NODES = 1000
const MAX_NAMED_SHARE = 10

/** Whether what a record's own graph names is too much, found as it is read: beyond that, nothing is. */
function limitNamed(
  nodes: TripleIndex,
  named: GraphsByIri,
): { readonly graphs: Graphs; readonly isHeavy: () => boolean } {
  let nodeBudget = MAX_NAMED_NODES + MAX_NAMED_SHARE * nodes.size
  const limited: GraphsByIri = {
    get(iri) {
      const graph = named.get(iri)
      nodeBudget -= graph?.size ?? 0
      return nodeBudget < 0 ? undefined : graph
    },
  }
  return { graphs: { graphs: [nodes], named: limited }, isHeavy: () => nodeBudget < 0 }
}

/** Frames all records, and collects the values of their facets. */
export async function frameRecords(
  tables: TablesWriter,
  { model, base, content, folder }: FramingSource,
  index: EntityIndex,
): Promise<readonly Column[]> {
  const frame = createFramer(model, base)
  const entryOf = memoize(index.entryOf, MAX_REMEMBERED)
  const published = {
    model,
    base,
    typesOf(iri: string): readonly EntityType[] {
      const { isRecord, types } = entryOf(iri)
      return isRecord ? types : []
    },
  }
  const documentsOf = createDocuments({ model, index: { ...index, entryOf } })
  const graphs = tables.table('graphs')
  const remembered = new Map<string, TripleIndex>()
  const { named } = readGraphs(graphs, [], remembered)
  const graphOf = (iri: string): TripleIndex => named.get(iri) ?? NOTHING
  const columns = collectColumns(model, base, folder)
  const queue = createBatchQueue(content)

  /** The record as JSON, and whether it is to be stored. */
  function framed(iri: string, nodes: TripleIndex, type: EntityType): [string, boolean] {
    const { isHeavy, graphs: limited } = limitNamed(nodes, named)
    const [document] = documentsOf([iri], limited)
    return isHeavy()
      ? [storedText(frame({ iri, nodes: graphOf(iri) }, type), type, published), false]
      : [storedText(frame(document as Document, type), type, published), true]
  }

  try {
    for (const [number, type] of model.types.entries()) {
      const iris = index.records(type)
      for (let at = 0; at < iris.length; at += BATCH) {
        if (remembered.size > MAX_REMEMBERED) remembered.clear()
        if (at % MAX_MAPPED === 0) await tables.reopen()
        const batch = iris.slice(at, at + BATCH)
        const records: string[] = []
        const notStored: number[] = []
        for (const [i, iri] of batch.entries()) {
          const [nodes] = readGraphs(graphs, [iri]).graphs as [TripleIndex]
          columns.add(type, at + i, iri, nodes, graphOf)
          const [text, isStored] = framed(iri, nodes, type)
          records.push(text)
          if (!isStored) notStored.push(at + i)
        }
        await queue.send({ type: number, position: at, records, notStored })
      }
    }
    await queue.end()
    const written = columns.write(tables)
    tables.commit()
    return written
  } finally {
    columns.close()
  }
}

/** Characters of records that may wait for the thread that takes them. */
const MAX_WAITING_CHARS = 8_000_000

/** Hands on batches of records while the next are framed. */
function createBatchQueue({ records: take }: FramingSource['content']) {
  const waiting: { readonly chars: number; readonly accepted: Promise<void> }[] = []
  let chars = 0
  async function wait(): Promise<void> {
    const first = waiting.shift()
    await first?.accepted
    chars -= first?.chars ?? 0
  }
  return {
    /** Resolves when there is room for more. */
    async send(batch: RecordBatch): Promise<void> {
      const own = batch.records.reduce((sum, { length }) => sum + length, 0)
      const acceptance = Promise.resolve(take(batch))
      handledElsewhere(acceptance, 'by the wait for room')
      waiting.push({ chars: own, accepted: acceptance })
      chars += own
      while (chars > MAX_WAITING_CHARS) await wait()
    },
    async end(): Promise<void> {
      while (waiting.length > 0) await wait()
    },
  }
}
