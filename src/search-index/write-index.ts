/** The content and entities of a graph → its index, in memory that does not grow with the graph. */

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { ignoreRejection } from '../admission/background.ts'
import type { EntityIndex } from './query/entity-index.ts'
import { collectAddresses } from './content/addresses.ts'
import type { Content, ContentTables, GraphFiles } from './content/content.ts'
import { readEntities, rememberEntries, writeEntities, type EntityList } from './content/entities.ts'
import { openGraphs, parseGraph, readGraphEntry } from './content/graphs.ts'
import { keyOf } from './tables/keys.ts'
import { META_KEY, type Counts, type Meta } from './tables/meta.ts'
import { findReuse } from './find-reuse.ts'
import { frameRecords, type FramingSource } from './frame-records.ts'
import { createNamedEntities, type NamedEntities } from './named-entities.ts'
import { planContent } from './content/plan.ts'
import { collectStamps, type Comparison, type PreviousIndex } from './content/write-stamps.ts'
import { findSuccessors } from './successors.ts'
import { createRun, readRun, textOfKey } from './tables/sorter.ts'
import { withTurns } from './turns.ts'
import { createTables, tableNames, type TableName, type TablesWriter } from './tables/tables.ts'

export interface IndexSource extends Omit<FramingSource, 'onRecord'> {
  /** Gets the share of the records that are written, from 0 to 1, now and then. */
  readonly onShare?: ((share: number) => void) | undefined
  /** What was collected of the named graphs, here or in another thread. */
  readonly content: FramingSource['content'] & {
    graphs(): Promise<GraphFiles> | GraphFiles
    tables(...lists: Parameters<Content['tables']>): Promise<void>
    finish(): Promise<ContentTables>
  }
  /** All IRIs that have a graph, each once, in order. */
  readonly entities: Pick<EntityList, 'all'>
  /** What the records are compared with; absent: nothing was there. */
  readonly previous?: PreviousIndex | undefined
}

/**
 * Writes an index to a file that is not there yet.
 * @returns how its records differ from those before, and the lengths of the pieces of the file of quads
 */
export async function writeIndex(
  path: string,
  source: IndexSource,
): Promise<{ readonly comparison: Comparison; readonly pieces: readonly number[] }> {
  const { model, content } = source
  const tables = createTables(path)
  const types = model.types.map(({ name }) => name)
  const plan = planContent(model, source.folder)
  const stampPlan = { folder: source.folder, types, firstOrder: plan.orders.length }
  const stamps = collectStamps(tables, stampPlan, source.previous)
  try {
    const { records, lists } = writeLists(tables, source)
    const graphs = await content.graphs()
    // Meanwhile, where that is another thread:
    const reuse = source.previous && findReuse(model, source.previous, tables, source.entities.all(), lists)
    const before = source.previous && reuse && { ...reuse, tables: source.previous.tables }
    const collected = Promise.resolve(content.tables({ lists, reuse }))
    ignoreRejection(collected, 'below, where the tables are needed')
    const entities = rememberEntries(readEntities(tables, model, { types, records }))
    writeFiles(tables, graphs.files)
    tables.commit()
    const quads = openGraphs(graphs.quads, tables.table('graphs'))
    const named = createNamedEntities({ ...source, index: entities, graphs: quads })
    let [prefixes, columns]: [Counts['prefixes'], Meta['columns']] = [[], []]
    try {
      prefixes = await readEntries(tables, source, entities, before ? undefined : named, graphs.entries)
      const framed = frameRecords(
        tables,
        { ...source, onRecord: countTo(records, source.onShare) },
        entities,
        named,
        readRun(graphs.entries),
        stamps,
        before,
      )
      // Where the tables cannot be collected, the records need not be framed.
      ;[columns] = await Promise.all([framed, collected])
    } catch (error) {
      // What has failed first is the reason, and not what framing says as its tables are closed.
      await named.close().catch(() => {})
      throw error
    } finally {
      quads.close()
    }
    await named.close()
    const { files, counts, ...written } = await content.finish()
    rmSync(graphs.entries)
    writeFiles(tables, files)
    tables.commit()
    const successorOf = source.previous ? findSuccessors(model, source.previous, tables) : () => undefined
    const stamped = stamps.finish(successorOf)
    tables.commit()
    const filled = (Object.keys(tableNames) as TableName[]).filter((name) => name !== 'meta')
    const meta: Meta = {
      types,
      records,
      identifiers: plan.identifiers,
      ...written,
      orders: [...written.orders, ...stamped.orders],
      stamps: stamped.stamps,
      counts: { ...counts, prefixes },
      columns,
      entries: Object.fromEntries(filled.map((name) => [name, tables.table(name).size])),
    }
    tables.table('meta').put(META_KEY, Buffer.from(JSON.stringify(meta)))
    return { comparison: stamped.stamps, pieces: graphs.pieces }
  } finally {
    stamps.close()
    await tables.close()
  }
}

/** Records between two calls. */
const RECORDS_PER_CALL = 500

function countTo(
  records: Readonly<Record<string, number>>,
  onShare: IndexSource['onShare'],
): (() => void) | undefined {
  if (!onShare) return undefined
  const total = Object.values(records).reduce((sum, count) => sum + count, 0)
  let done = 0
  return () => {
    if (++done % RECORDS_PER_CALL === 0) onShare(done / total)
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
    return { records: writeEntities(tables, model, entities.all(), runs), lists }
  } finally {
    for (const run of runs) run.close()
  }
}

/**
 * Reads the named graphs for what is looked up when records are framed.
 * @returns what stands in front of identifiers in IRIs
 */
async function readEntries(
  tables: TablesWriter,
  { model, base, folder }: IndexSource,
  entities: EntityIndex,
  named: NamedEntities | undefined,
  entries: string,
): Promise<Counts['prefixes']> {
  const addresses = collectAddresses(model, base, entities, folder)
  try {
    for await (const [key, entry] of withTurns(readRun(entries))) {
      const { graph } = readGraphEntry(entry)
      const iri = textOfKey(key)
      named?.add(iri, keyOf(key), graph)
      addresses.add(iri, () => parseGraph(iri, graph))
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
  for (const [name, paths] of Object.entries(files)) {
    const table = tables.table(name as TableName)
    for (const path of paths) {
      for (const [key, value] of readRun(path)) table.putSealed(Buffer.from(key, 'latin1'), value)
      rmSync(path)
    }
  }
}
