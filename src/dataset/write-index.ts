/** The quads and entities of a graph → its index, in memory that does not grow with the graph. */

import type { Json } from '../model/values/json.ts'
import type { Model } from '../model/model.ts'
import { createFramer } from '../record/json/frame.ts'
import type { TripleIndex } from '../record/rdf/triples.ts'
import { createDocuments } from '../store/documents.ts'
import type { Mask } from '../store/entity-index.ts'
import { createLiterals } from '../store/literals.ts'
import { readGraphs as readChunks } from '../store/nquads.ts'
import { collectColumns, type Column } from './columns.ts'
import { collectContent, identifierPaths } from './content.ts'
import { readEntities, sortEntities, writeEntities, type IndexedEntities } from './entities.ts'
import { readGraph, readGraphs } from './graphs.ts'
import { keyOfText, within } from './keys.ts'
import { META_KEY, type Meta } from './meta.ts'
import { graphsIn } from './quads.ts'
import { createSorter } from './sorter.ts'
import { createTables, tableNames, type TableName, type TablesWriter } from './tables.ts'

export interface IndexSource {
  readonly model: Model
  readonly base: string
  /** N-Quads files (.nq, .nq.gz) in which the lines of a named graph stand together. */
  readonly quads: readonly string[]
  /** All IRIs that have a graph, each once, in any order. */
  readonly entities: Iterable<readonly [iri: string, mask: Mask]>
  /** For what is sorted. */
  readonly folder: string
}

/** Writes an index to a file that is not there yet. */
export async function writeIndex(path: string, source: IndexSource): Promise<void> {
  const { model, base, quads, folder } = source
  const tables = createTables(path)
  const sorter = createSorter(folder, 'entities')
  try {
    const records = writeEntities(tables, model, sortEntities(source.entities, sorter))
    sorter.close()
    const types = model.types.map(({ name }) => name)
    const entities = readEntities(tables, model, { types, records })
    const content = collectContent(model, base, entities, folder)
    try {
      const asGiven = createLiterals()
      for await (const chunk of readChunks(quads))
        for (const [iri, nodes] of graphsIn(chunk.toString(), asGiven)) content.add(iri, nodes)
      const written = content.write(tables)
      const columns = await writeRecords(tables, model, base, entities, folder)
      const identifiers = identifierPaths(model)
      const names = (Object.keys(tableNames) as TableName[]).filter((name) => name !== 'meta')
      const meta: Meta = {
        types,
        records,
        identifiers,
        ...written,
        columns,
        entries: Object.fromEntries(names.map((name) => [name, tables.table(name).size])),
      }
      tables.table('meta').put(META_KEY, Buffer.from(JSON.stringify(meta)))
    } finally {
      content.close()
    }
  } finally {
    sorter.close()
    await tables.close()
  }
}

/** Records framed at once, and graphs that records name which are remembered: many name the same. */
const BATCH = 100
const MAX_REMEMBERED = 5_000

/** The key of a record. @param type number of its type */
export const recordKey = (type: number, iri: string): Buffer => within(type, keyOfText(iri))

/** Frames all records, and collects the values of their facets. */
async function writeRecords(
  tables: TablesWriter,
  model: Model,
  base: string,
  index: IndexedEntities,
  folder: string,
): Promise<readonly Column[]> {
  const frame = createFramer(model, base)
  const documentsOf = createDocuments({ model, index })
  const graphs = tables.table('graphs')
  const table = tables.table('records')
  const remembered = new Map<string, TripleIndex>()
  const store = { graphs: async (iris: readonly string[]) => readGraphs(graphs, iris, remembered) }
  const columns = collectColumns(model, base, folder)
  const graphOf = (iri: string): TripleIndex => {
    let nodes = remembered.get(iri)
    if (!nodes) remembered.set(iri, (nodes = readGraph(graphs, iri)))
    return nodes
  }
  try {
    for (const [number, type] of model.types.entries()) {
      const iris = index.records(type)
      for (let at = 0; at < iris.length; at += BATCH) {
        if (remembered.size > MAX_REMEMBERED) remembered.clear()
        for (const [i, document] of (await documentsOf(store, iris.slice(at, at + BATCH))).entries()) {
          columns.add(type, at + i, document.iri, document.nodes, graphOf)
          const record: Json = frame(document, type)
          table.put(recordKey(number, document.iri), Buffer.from(JSON.stringify(record)))
        }
      }
    }
    tables.commit()
    return columns.write(tables)
  } finally {
    tables.commit()
    columns.close()
  }
}
