/** The content and entities of a graph → its index, in memory that does not grow with the graph. */

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { handledElsewhere } from '../background.ts'
import type { Model } from '../model/model.ts'
import { createFramer } from '../record/json/frame.ts'
import { iriOf, isIri, type TripleIndex } from '../record/rdf/triples.ts'
import { createDocuments } from '../store/documents/documents.ts'
import type { EntityIndex } from '../store/entities/entity-index.ts'
import { collectAddresses } from './content/addresses.ts'
import { collectColumns, type Column } from './content/columns.ts'
import type { Content, ContentTables } from './content/content.ts'
import { readEntities, writeEntities, type EntitySorter } from './content/entities.ts'
import { openGraph, readGraphs } from './content/graphs.ts'
import { keyOf, keyOfText, within } from './tables/keys.ts'
import { META_KEY, type Counts, type Meta } from './tables/meta.ts'
import { collectNames } from './names/write-names.ts'
import { collectOrders, type OrderCollector } from './content/orders.ts'
import { planContent } from './content/plan.ts'
import { createRun, readRun, readRuns, textOfKey } from './tables/sorter.ts'
import { createTables, tableNames, type TableName, type TablesWriter } from './tables/tables.ts'

export interface IndexSource {
  readonly model: Model
  readonly base: string
  /** What was collected of the named graphs, here or in another thread. */
  readonly content: {
    graphs(): Promise<readonly string[]> | readonly string[]
    tables(...records: Parameters<Content['tables']>): Promise<ContentTables> | ContentTables
  }
  /** All IRIs that have a graph, each once. */
  readonly entities: Pick<EntitySorter, 'sorted'>
  /** For what is sorted. */
  readonly folder: string
}

/** Writes an index to a file that is not there yet. */
export async function writeIndex(path: string, source: IndexSource): Promise<void> {
  const { model, content, folder } = source
  const tables = createTables(path)
  try {
    const { records, lists } = writeLists(tables, source)
    const graphs = await content.graphs()
    // Meanwhile, where that is another thread:
    const collected = Promise.resolve(content.tables(lists))
    handledElsewhere(collected, 'below, where the tables are needed')
    const types = model.types.map(({ name }) => name)
    const entities = readEntities(tables, model, { types, records })
    const prefixes = writeGraphs(tables, source, entities, graphs)
    const orders = collectOrders(model, folder)
    const names = collectNames(model, tables, folder)
    const columns = await writeRecords(tables, source, entities, (type, position, record) => {
      orders.add(type, position, record)
      names.add(type, position, record)
    })
    const { files, referrers, predicates, texts, counts } = await collected
    for (const file of graphs) rmSync(file)
    writeFiles(tables, files)
    tables.commit()
    const written = orders.write(
      tables,
      (type) => readRun(lists[model.types.indexOf(type)] as string),
      () => readRun(referrers),
    )
    orders.close()
    const writtenNames = names.write(tables)
    names.close()
    tables.commit()
    const { identifiers } = planContent(model, folder)
    const filled = (Object.keys(tableNames) as TableName[]).filter((name) => name !== 'meta')
    const meta: Meta = {
      types,
      records,
      identifiers,
      predicates,
      texts,
      counts: { ...counts, prefixes },
      columns,
      orders: written,
      names: writtenNames,
      entries: Object.fromEntries(filled.map((name) => [name, tables.table(name).size])),
    }
    tables.table('meta').put(META_KEY, Buffer.from(JSON.stringify(meta)))
  } finally {
    await tables.close()
  }
}

/** @returns how many records there are of each type, and the files of their IRIs */
function writeLists(
  tables: TablesWriter,
  { model, entities, folder }: IndexSource,
): { readonly records: Record<string, number>; readonly lists: readonly string[] } {
  const lists = model.types.map((_, number) => join(folder, `records-${number}`))
  const runs = lists.map(createRun)
  try {
    return { records: writeEntities(tables, model, entities.sorted(), runs), lists }
  } finally {
    for (const run of runs) run.close()
  }
}

/** @returns what stands in front of identifiers in IRIs */
function writeGraphs(
  tables: TablesWriter,
  { model, base, folder }: IndexSource,
  entities: EntityIndex,
  files: readonly string[],
): Counts['prefixes'] {
  const table = tables.table('graphs')
  const addresses = collectAddresses(model, base, entities, folder)
  try {
    for (const [key, sealed] of readRuns(files)) {
      table.putSealed(keyOf(key), sealed)
      addresses.add(textOfKey(key), () => openGraph(key, sealed))
    }
    addresses.write(tables)
    tables.commit()
    return addresses.prefixes()
  } finally {
    addresses.close()
  }
}

/** Writes tables whose sealed entries are in files, and removes these. */
function writeFiles(tables: TablesWriter, files: ContentTables['files']): void {
  for (const [name, path] of Object.entries(files)) {
    const table = tables.table(name as TableName)
    for (const [key, value] of readRun(path)) table.putSealed(Buffer.from(key, 'latin1'), value)
    rmSync(path)
  }
}

/** Records framed at once, and graphs that records name which are remembered: many name the same. */
const BATCH = 100
const MAX_REMEMBERED = 2_000

/** Records that are framed before the file is opened anew. */
const MAX_MAPPED = 1_000

/** The key of a record. @param type number of its type */
export const recordKey = (type: number, iri: string): Buffer => within(type, keyOfText(iri))

/** Answers by IRI, of which many are asked for again and again. */
function remembering<T>(answer: (iri: string) => T): (iri: string) => T {
  const answers = new Map<string, T>()
  return (iri) => {
    let known = answers.get(iri)
    if (known === undefined) {
      if (answers.size > MAX_REMEMBERED) answers.clear()
      answers.set(iri, (known = answer(iri)))
    }
    return known
  }
}

const NOTHING: TripleIndex = new Map()

/** In the place of a record that is framed when it is requested. */
const NOT_FRAMED = Buffer.alloc(0)

/**
 * Nodes that the entities named by a record may have for it to be framed ahead, and how many for each of its
 * own: else one entity with thousands of identifiers would be written into each of thousands of records.
 */
const MAX_NAMED_NODES = 1000
const MAX_NAMED_SHARE = 10

function countNamedNodes(nodes: TripleIndex, graphOf: (iri: string) => TripleIndex): number {
  const named = new Set<string>()
  for (const node of nodes.values())
    for (const objects of node.values()) for (const object of objects) if (isIri(object)) named.add(object)
  let count = 0
  for (const term of named) count += graphOf(iriOf(term)).size
  return count
}

/**
 * Frames all records, and collects the values of their facets.
 * @param collect is given each record
 */
async function writeRecords(
  tables: TablesWriter,
  { model, base, folder }: IndexSource,
  index: EntityIndex,
  collect: OrderCollector['add'],
): Promise<readonly Column[]> {
  const frame = createFramer(model, base)
  const entryOf = remembering(index.entryOf)
  const documentsOf = createDocuments({ model, index: { ...index, entryOf } })
  const graphs = tables.table('graphs')
  const table = tables.table('records')
  const remembered = new Map<string, TripleIndex>()
  const { named } = readGraphs(graphs, [], remembered)
  const graphOf = (iri: string): TripleIndex => named.get(iri) ?? NOTHING
  const isHeavy = (nodes: TripleIndex): boolean =>
    countNamedNodes(nodes, (iri) => (entryOf(iri).hasGraph ? graphOf(iri) : NOTHING)) >
    MAX_NAMED_NODES + MAX_NAMED_SHARE * nodes.size
  const columns = collectColumns(model, base, folder)
  try {
    for (const [number, type] of model.types.entries()) {
      const iris = index.records(type)
      for (let at = 0; at < iris.length; at += BATCH) {
        if (remembered.size > MAX_REMEMBERED) remembered.clear()
        if (at % MAX_MAPPED === 0) await tables.reopen()
        const batch = iris.slice(at, at + BATCH)
        const own = readGraphs(graphs, batch, remembered).graphs
        own.forEach((nodes, i) => columns.add(type, at + i, batch[i] as string, nodes, graphOf))
        const light = own.flatMap((nodes, i) => (isHeavy(nodes) ? [] : [i]))
        const store = { graphs: () => ({ graphs: light.map((i) => own[i] as TripleIndex), named }) }
        const documents = await documentsOf(
          store,
          light.map((i) => batch[i] as string),
        )
        const records = new Map(documents.map((document, i) => [light[i], frame(document, type)]))
        batch.forEach((iri, i) => {
          const record = records.get(i)
          collect(type, at + i, record ?? frame({ iri, nodes: own[i] as TripleIndex }, type))
          table.put(recordKey(number, iri), record ? Buffer.from(JSON.stringify(record)) : NOT_FRAMED)
        })
      }
    }
    tables.commit()
    const written = columns.write(tables)
    tables.commit()
    return written
  } finally {
    columns.close()
  }
}
