/** Framing at load: the named graphs, read in order → the stored JSON of each record, and its values for facets. */

import { ignoreRejection } from '../admission/background.ts'
import type { Model } from '../model/model.ts'
import type { EntityType } from '../model/rows/row.ts'
import { createFramer } from '../record/json/frame.ts'
import { storedText } from '../record/answer/record-answer.ts'
import type { TripleIndex } from '../record/rdf/triples.ts'
import { createOutlines } from './documents.ts'
import { entriesByMask, type EntityIndex } from './query/entity-index.ts'
import { collectColumns } from './content/columns.ts'
import type { Column } from './tables/meta.ts'
import { parseGraph, readGraphEntry, type GraphsByIri, type GraphsReader } from './content/graphs.ts'
import { orderReader } from './content/orders.ts'
import { planContent } from './content/plan.ts'
import type { FramedRecord, RecordBatch } from './content/records.ts'
import type { OpenReuse } from './tables/reuse.ts'
import type { StampCollector } from './content/write-stamps.ts'
import type { NamedEntities } from './named-entities.ts'
import { nameReader } from './name-search/write-names.ts'
import { textOfKey, type Sorted } from './tables/sorter.ts'
import type { TablesWriter } from './tables/tables.ts'

export interface FramingSource {
  readonly model: Model
  readonly base: string
  /** What takes the records. */
  readonly content: { records(batch: RecordBatch): Promise<void> | void }
  /** For what is sorted. */
  readonly folder: string
  /** Called for each record. */
  readonly onRecord?: (() => void) | undefined
}

/**
 * Nodes that the entities named by a record may have for it to be framed ahead, and how many for each of its
 * own: else one entity with thousands of identifiers would be written into each of thousands of records.
 */
const MAX_NAMED_NODES = 1000
const MAX_NAMED_SHARE = 10

/** Whether what a record's own graph names is too much, found as it is read: beyond that, nothing is. */
function limitNamed(nodes: TripleIndex, named: NamedEntities): { graphs: GraphsByIri; isHeavy(): boolean } {
  let nodeBudget = MAX_NAMED_NODES + MAX_NAMED_SHARE * nodes.size
  const get = (iri: string): TripleIndex | undefined => {
    if (nodeBudget < 0) return undefined
    nodeBudget -= named.nodes(iri)
    return named.graphOf(iri)
  }
  return { graphs: { get }, isHeavy: () => nodeBudget < 0 }
}

/**
 * Frames the records, and collects the values of their facets, and what they are compared by.
 * @param graphs the entries of all named graphs, in order; those that are elsewhere are read from the quads
 * @param before what stays of the index before: records that are not framed again
 */
export async function frameRecords(
  tables: TablesWriter,
  { model, base, content, folder, onRecord }: FramingSource,
  index: EntityIndex,
  named: NamedEntities,
  graphs: Iterable<Sorted>,
  quads: Pick<GraphsReader, 'graphOf'>,
  stamps: Pick<StampCollector, 'add'>,
  before?: OpenReuse,
): Promise<readonly Column[]> {
  const { referenceTo, graphOf } = named
  const frame = createFramer(model, base, { referenceTo })
  const frameAlone = createFramer(model, base)
  const published = {
    model,
    base,
    typesOf(iri: string): readonly EntityType[] {
      const { isRecord, types } = index.entryOf(iri)
      return isRecord ? types : []
    },
  }
  const entryOfMask = entriesByMask(model)
  const outlines = createOutlines({ model, index })
  const plan = planContent(model, folder)
  const [sortKeysOf, namesOf] = [orderReader(plan), nameReader(plan)]
  const columns = collectColumns(model, base, folder)
  const batches = createBatches(content, stamps)
  const positions = model.types.map(() => 0)
  const changed = before && new Set(before.changed)

  try {
    await tables.reopen()
    for (const [key, entry] of graphs) {
      const iri = textOfKey(key)
      const { mask, graph, sum } = readGraphEntry(entry)
      const { isRecord, types } = entryOfMask(mask)
      if (!isRecord) continue
      const numbers = types.map((type) => model.types.indexOf(type))
      if (changed?.has(key) === false) {
        for (const number of numbers) stamps.add(iri, number, (positions[number] as number)++)
        onRecord?.()
        continue
      }
      const released = named.release()
      if (released) await released
      const nodes = graph.length > 0 ? parseGraph(iri, graph) : quads.graphOf(iri)
      for (const [i, number] of numbers.entries())
        columns.add(types[i] as EntityType, positions[number] as number, iri, nodes, graphOf)
      const limit = limitNamed(nodes, named)
      outlines.add(iri, nodes, limit.graphs)
      for (const [i, number] of numbers.entries()) {
        const type = types[i] as EntityType
        const record = (limit.isHeavy() ? frameAlone : frame)({ iri, nodes }, type)
        const position = (positions[number] as number)++
        onRecord?.()
        const found = {
          type: number,
          position,
          iri,
          sortKeys: sortKeysOf(number, record),
          ...namesOf(number, record),
        }
        const room = limit.isHeavy()
          ? batches.add(found, '', sum)
          : batches.add(found, storedText(record, type, published), sum)
        if (room) await room
      }
    }
    await batches.end()
    const written = columns.write(tables, index, before)
    tables.commit()
    return written
  } finally {
    columns.close()
  }
}

/** Bytes of records that are handed on at once, and batches that may wait for the thread that takes them. */
const BATCH_BYTES = 500_000
const MAX_WAITING = 8

/** Memory that another thread reads without a copy. */
const allocate = (bytes: number): Buffer => Buffer.from(new SharedArrayBuffer(bytes))

/** Bytes of UTF-8 that a character of JavaScript takes at most. */
const MAX_BYTES_PER_CHARACTER = 3

/** Compares records, and hands on batches of them while the next are framed. */
function createBatches({ records: take }: FramingSource['content'], stamps: Pick<StampCollector, 'add'>) {
  const waiting: Promise<void>[] = []
  let records: FramedRecord[] = []
  let bytes = allocate(BATCH_BYTES)
  let end = 0
  async function send(): Promise<void> {
    const acceptance = Promise.resolve(take({ records, bytes: bytes.subarray(0, end) }))
    ignoreRejection(acceptance, 'by the wait for room')
    waiting.push(acceptance)
    ;[records, bytes, end] = [[], allocate(BATCH_BYTES), 0]
    while (waiting.length > MAX_WAITING) await waiting.shift()
  }
  return {
    /**
     * Undefined, or resolves when there is room for more.
     * @param text of the record; empty: it is framed when it is requested
     * @param sum of its own graph, some of whose triples may be shown by no text
     */
    add(record: Omit<FramedRecord, 'bytes'>, text: string, sum: Buffer): Promise<void> | undefined {
      const most = text.length * MAX_BYTES_PER_CHARACTER
      const room = end > 0 && end + most > bytes.length ? send() : undefined
      if (most > bytes.length) bytes = allocate(most)
      const start = end
      end += bytes.write(text, start)
      records.push({ ...record, bytes: end - start })
      stamps.add(record.iri, record.type, record.position, [bytes.subarray(start, end), sum])
      return room
    },
    async end(): Promise<void> {
      await send()
      await Promise.all(waiting)
    },
  }
}
