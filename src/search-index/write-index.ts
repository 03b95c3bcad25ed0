/** The content and entities of a graph → its index, in memory that does not grow with the graph. */

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { ignoreRejection } from '../admission/background.ts'
import { entriesByMask } from './query/entity-index.ts'
import type { Content, ContentTables, GraphFiles } from './content/content.ts'
import { readEntities, rememberEntries, writeEntities } from './content/entities.ts'
import type { PartList } from './content/parts.ts'
import { openGraphs, parseGraph, readGraphEntry, type GraphsReader } from './content/graphs.ts'
import { keyOf, recordKey } from './tables/keys.ts'
import { META_KEY, type Counts, type Meta } from './tables/meta.ts'
import { findReuse } from './find-reuse.ts'
import { frameRecords, type FramingSource } from './frame-records.ts'
import { createNamedEntities, type NamedEntities } from './named-entities.ts'
import { planContent } from './content/plan.ts'
import { collectStamps, type Comparison, type PreviousIndex } from './content/write-stamps.ts'
import { createRun, readRun, textOfKey, createSorter, groupsOf, keyBytes } from './tables/sorter.ts'
import { withTurns } from './turns.ts'
import {
  createTables,
  tableNames,
  type TableName,
  type TablesWriter,
  type Table,
  type Tables,
  type TablesSink,
} from './tables/tables.ts'
import type { Model } from '../model/model.ts'
import type { EntityType } from '../model/rows/row.ts'
import { identifiersIn } from '../record/naming/field-values.ts'
import { readAnswer } from '../record/answer/record-answer.ts'
import { readOwners } from './content/identifiers.ts'
import { iriOf, isIri, type TripleIndex } from '../record/rdf/triples.ts'

export interface IndexSource extends Omit<FramingSource, 'onRecord'> {
  /** Gets the share of the records that are written, from 0 to 1, now and then. */
  readonly onShare?: ((share: number) => void) | undefined
  /** What was collected of the named graphs, here or in another thread. */
  readonly content: FramingSource['content'] & {
    graphs(): Promise<GraphFiles> | GraphFiles
    tables(...lists: Parameters<Content['tables']>): Promise<void>
    finish(): Promise<ContentTables>
  }
  /** What records say of others, for a later load; absent: nothing. */
  readonly parts?: Pick<PartList, 'replaced' | 'write'>
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
): Promise<{ readonly comparison: Comparison } & Pick<GraphFiles, 'pieces' | 'gone'>> {
  const { model, content } = source
  const tables = createTables(path)
  const types = model.types.map(({ name }) => name)
  const plan = planContent(model, source.folder)
  const stampPlan = { folder: source.folder, types, firstOrder: plan.orders.length }
  const stamps = collectStamps(tables, stampPlan, source.previous)
  try {
    source.parts?.write(tables)
    const graphs = await content.graphs()
    const { records, lists } = writeLists(tables, source, graphs.entries)
    // Meanwhile, where that is another thread:
    const all = readRun(graphs.entries)
    const reuse =
      source.previous && findReuse(model, source.previous, tables, all, source.parts?.replaced, lists)
    const before = source.previous && reuse && { ...reuse, tables: source.previous.tables }
    const collected = Promise.resolve(content.tables({ lists, reuse }))
    ignoreRejection(collected, 'below, where the tables are needed')
    const entities = rememberEntries(readEntities(tables, model, { types, records }), MAX_ENTRIES)
    writeFiles(tables, graphs.files)
    tables.commit()
    const quads = openGraphs(graphs.quads, tables.table('graphs'))
    const named = createNamedEntities({ ...source, index: entities, graphs: quads })
    let [prefixes, columns]: [Counts['prefixes'], Meta['columns']] = [[], []]
    try {
      prefixes = await readEntries(tables, source, before ? undefined : named, graphs.entries, quads)
      const framed = frameRecords(
        tables,
        { ...source, onRecord: countTo(records, source.onShare) },
        entities,
        named,
        readRun(graphs.entries),
        quads,
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
    return { comparison: stamped.stamps, pieces: graphs.pieces, gone: graphs.gone }
  } finally {
    stamps.close()
    await tables.close()
  }
}

/** Records between two calls. */
const RECORDS_PER_CALL = 500
/** Entities of which the types are remembered while records are framed. */
const MAX_ENTRIES = 50_000

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
  { model, folder }: IndexSource,
  entries: string,
): { readonly records: Record<string, number>; readonly lists: readonly string[] } {
  const lists = model.types.map((_, number) => join(folder, `records-${number}`))
  const runs = lists.map(createRun)
  try {
    return { records: writeEntities(tables, model, readRun(entries), runs), lists }
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
  named: NamedEntities | undefined,
  entries: string,
  quads: Pick<GraphsReader, 'graphOf'>,
): Promise<Counts['prefixes']> {
  const addresses = collectAddresses(model, base, folder)
  const entryOf = entriesByMask(model)
  try {
    for await (const [key, entry] of withTurns(readRun(entries))) {
      const { mask, graph } = readGraphEntry(entry)
      const { types } = entryOf(mask)
      const iri = textOfKey(key)
      if (graph.length > 0) named?.add(keyOf(key), types, graph)
      addresses.add(iri, types, () => (graph.length > 0 ? parseGraph(iri, graph) : quads.graphOf(iri)))
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

/** @returns gives the one record that has an identifier of one that is gone, as a record of the same type */
function findSuccessors(
  model: Model,
  { tables: old, meta }: Pick<PreviousIndex, 'tables' | 'meta'>,
  tables: Pick<Tables, 'table'>,
): (iri: string, types: readonly string[]) => string | undefined {
  const typeNames = model.types.map(({ name }) => name)

  /** The identifiers of a record, each as one text; none where it is framed when it is requested. */
  function identifiersOf(records: Table, number: number, iri: string, type: EntityType): string[] {
    const stored = number === -1 ? undefined : records.get(recordKey(number, iri))
    if (!stored || stored.length === 0) return []
    const found = identifiersIn(readAnswer(iri, stored).json, type, model)
    return found.map(({ scheme, value }) => `${scheme} ${value}`)
  }

  return (iri, types) => {
    for (const name of types) {
      const type = model.typeNamed(name)
      if (!type) continue
      const own = identifiersOf(old.table('records'), meta.types.indexOf(name), iri, type)
      const owners = own.flatMap((one) => readOwners(tables.table('owners'), one.slice(one.indexOf(' ') + 1)))
      const holders = [...new Set(owners.map((owner) => owner.iri))].filter((holder) =>
        identifiersOf(tables.table('records'), typeNames.indexOf(name), holder, type).some((one) =>
          own.includes(one),
        ),
      )
      if (holders.length === 1) return holders[0]
    }
    return undefined
  }
}

/** How entities lead to identifiers, and identifiers to their schemes: pairs of predicates. */
function identifierPredicates(model: Model): [holds: string, uses: string][] {
  const steps = model.types.flatMap((type) => model.filtersOf(type).all.flatMap(({ path }) => path.steps))
  const pairs = steps.flatMap(({ identifier, predicates }) =>
    identifier ? predicates.map((holds) => `${holds} ${identifier.scheme.predicates[0]}`) : [],
  )
  return [...new Set(pairs)].map((pair) => pair.split(' ') as [string, string])
}

interface AddressCollector {
  /** Adds the IRI of a named graph. @param nodesOf reads the graph */
  add(iri: string, types: readonly EntityType[], nodesOf: () => TripleIndex): void
  write(tables: TablesSink): void
  close(): void
  prefixes(): Counts['prefixes']
}

/** Collects the IRIs that are themselves identifiers. */
function collectAddresses(model: Model, base: string, folder: string): AddressCollector {
  const prefixes = new Map<string, readonly [string, string, string]>()
  const otherSpellings = createSorter(folder, 'addresses')
  const paths = identifierPredicates(model)

  const isScheme = (term: string, scheme: string): boolean =>
    isIri(term) && model.vocabulary.compactIri(iriOf(term), base).toLowerCase() === scheme

  /** Whether the entity has an identifier of the scheme beside its IRI. */
  function hasIdentifier(iri: string, nodes: TripleIndex, scheme: string): boolean {
    const own = nodes.get(`<${iri}>`)
    return paths.some(([holds, uses]) =>
      own?.get(holds)?.some((node) =>
        nodes
          .get(node)
          ?.get(uses)
          ?.some((term) => isScheme(term, scheme)),
      ),
    )
  }

  return {
    add(iri, types, nodesOf) {
      const address = model.identifiers.readIri(iri)
      if (!address) return
      const { scheme, canonical, prefix } = address
      if (canonical !== iri) otherSpellings.add(keyBytes(canonical), Buffer.from(iri))
      if (hasIdentifier(iri, nodesOf(), scheme)) return
      for (const { name } of types) prefixes.set(`${scheme} ${name} ${prefix}`, [scheme, name, prefix])
    },
    write(tables) {
      const table = tables.table('addresses')
      for (const [canonical, entries] of groupsOf(otherSpellings.sorted(), ([key]) => key))
        table.put(keyOf(canonical), Buffer.from(entries.map(([, iri]) => iri).join('\n')))
    },
    close: () => otherSpellings.close(),
    prefixes: () => [...prefixes.values()],
  }
}
