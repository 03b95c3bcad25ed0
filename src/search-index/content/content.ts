/**
 * What the named graphs of a graph hold, collected chunk by chunk for the tables of its index. It needs no
 * model, only a plan, so that it can be done in a thread of its own.
 */

import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { iriOf, type TripleIndex } from '../../record/rdf/triples.ts'
import { plainColumn, type Meta, type TextColumn } from '../tables/meta.ts'
import { createRun, createSorter, keyBytes, readRun, type Sorted } from '../tables/sorter.ts'
import type { OpenReuse, Reuse } from '../tables/reuse.ts'
import {
  blocksOf,
  openTables,
  seal,
  type Table,
  type TableName,
  type TableSink,
  type TablesSink,
} from '../tables/tables.ts'
import { createCounter, type ContentCounts } from './graph-counts.ts'
import { createContentHash } from '../../record/rdf/content-hash.ts'
import { entryElsewhere } from './entities.ts'
import { keyOf } from '../tables/keys.ts'
import { GROWN_MEMBER_BYTES, openGraphs, quadsIn, readGraphEntry, takeGraphs, writeGraphs } from './graphs.ts'
import { addIdentifiers, addIdentifiersElsewhere, writeIdentifiers } from './identifiers.ts'
import type { ContentPlan } from './plan.ts'
import { collectRecords, type RecordBatch } from './records.ts'
import { addReferences, dateReader, writeReferences } from './references.ts'
import { collectTexts, type TextCollector } from './texts.ts'

/** The tables for which content is collected, in files of their sealed entries, and what is said of them. */
export interface ContentTables extends Pick<Meta, 'predicates' | 'texts' | 'orders' | 'names'> {
  /** Paths of the files by the names of their tables, each in the order of its keys and behind the one before. */
  readonly files: Readonly<Partial<Record<TableName, readonly string[]>>>
  readonly counts: ContentCounts
}

/** Files of the named graphs. */
export interface GraphFiles {
  /** For `readRun`: by its IRI the entry of each (`readGraphEntry`). */
  readonly entries: string
  readonly quads: string
  /** Lengths of the pieces of that file (`GraphsWriter`). */
  readonly pieces: readonly number[]
  /** The table of where they stand in the file of quads. */
  readonly files: ContentTables['files']
  /** Of the graph before what is not taken over. */
  readonly gone: { readonly quads: number; readonly sum: Uint32Array }
}

export interface Content {
  /** Adds a named graph as a whole; they come in the order of their IRIs. @param entry of `graphEntry` */
  add(name: string, nodes: TripleIndex, entry: Buffer): void
  /** When all are added. */
  graphs(): GraphFiles
  /**
   * Makes the tables of what the graphs hold; between any two of them other calls have their turn.
   * @param source for each type the file of the IRIs of its records, in order; what stays of the index before
   */
  tables(source: { readonly lists: readonly string[]; readonly reuse: Reuse | undefined }): Promise<void>
  /** Adds framed records, those of each type in the order of its list: all that do not stay as they are. */
  records(batch: RecordBatch): void
  /** All tables, when those of the graphs are made and all records are added. */
  finish(): Promise<ContentTables>
  close(): void
}

export function collectContent(plan: ContentPlan): Content {
  const { folder, identifiers: paths, earlier } = plan
  const { takeFiles, sink, close } = createSink(folder)
  const graphFiles = { entries: join(folder, 'graphs'), quads: quadsIn(folder) }
  const entries = createRun(graphFiles.entries)
  const graphs = writeGraphs(graphFiles.quads, sink.table('graphs'), earlier && GROWN_MEMBER_BYTES)
  const references = createSorter(folder, 'references')
  const identifiers = {
    values: createSorter(folder, 'owners'),
    elsewhere: createSorter(folder, 'elsewhere'),
  }
  const texts = new Map<string, TextCollector>()
  for (const { predicate } of plan.texts)
    if (!texts.has(predicate)) texts.set(predicate, collectTexts(folder, String(texts.size), predicate))
  const counter = createCounter(plan.vocabularies, plan.maxValues)
  const dateOf = dateReader(plan.dates)
  const records = collectRecords(plan, sink)
  let lists: readonly string[] = []
  const listOf = (type: number): Generator<Sorted> => readRun(lists[type] as string)
  const goneHash = createContentHash()
  let goneQuads = 0
  const earlierTables = earlier && openTables(earlier.index)
  const earlierGraphs = earlierTables?.table('graphs')
  const earlierEntities = earlierTables?.table('entities')
  const take =
    earlier &&
    takeGraphs(
      earlier.quads,
      earlierGraphs as Table,
      earlier.replaced,
      graphs,
      (key, iri, nodes) => {
        entries.add(key, entryElsewhere(earlierEntities?.require(keyOf(key), 'an entity') as Buffer))
        collect(iri, nodes)
      },
      (_, iri, nodes) => {
        goneHash.add(`<${iri}>`, nodes)
        for (const node of nodes.values()) for (const objects of node.values()) goneQuads += objects.length
      },
    )
  function collect(iri: string, nodes: TripleIndex): void {
    addReferences(references, iri, dateOf(iri, nodes), nodes)
    addIdentifiers(identifiers, paths, nodes)
    for (const [predicate, objects] of nodes.get(`<${iri}>`) ?? []) texts.get(predicate)?.add(iri, objects)
    counter.add(nodes)
  }
  let before: OpenReuse | undefined
  let [predicates, columns]: [readonly string[], TextColumn[]] = [[], []]

  return {
    add(name, nodes, entry) {
      const iri = iriOf(name)
      const key = keyBytes(iri)
      take?.(key)
      graphs.add(key, readGraphEntry(entry).graph)
      entries.add(key, entry)
      collect(iri, nodes)
    },
    graphs() {
      take?.()
      entries.close()
      const pieces = graphs.close()
      return { ...graphFiles, pieces, files: takeFiles(), gone: { quads: goneQuads, sum: goneHash.sum } }
    },
    async tables(source) {
      lists = source.lists
      if (source.reuse) {
        before = { ...source.reuse, tables: openTables(source.reuse.file) }
        records.reuse(before)
      }
      const quadsBefore = earlier && openGraphs(earlier.quads, earlierGraphs as Table)
      addIdentifiersElsewhere(identifiers, paths, readRun(graphFiles.entries), quadsBefore?.graphOf)
      quadsBefore?.close()
      writeIdentifiers(sink, identifiers.values)
      await nextTurn()
      predicates = writeReferences(sink, references)
      references.close()
      for (const [column, { type, predicate, isInWords }] of plan.texts.entries()) {
        await nextTurn()
        const collector = texts.get(predicate) as TextCollector
        const plain = isInWords ? plainColumn(column, plan.texts.length) : undefined
        columns.push(collector.write(sink, column, type, listOf(plan.types.indexOf(type)), plain, before))
      }
    },
    records: records.add,
    async finish() {
      const written = records.write()
      await before?.tables.close()
      await earlierTables?.close()
      before = undefined
      return { files: takeFiles(), predicates, texts: columns, counts: counter.counts(), ...written }
    },
    close() {
      close()
      for (const one of [
        records,
        entries,
        graphs,
        references,
        identifiers.values,
        identifiers.elsewhere,
        ...texts.values(),
      ])
        one.close()
    },
  }
}

/** Tables whose entries go to files, sealed. */
function createSink(folder: string): {
  /** The files of the tables that there are so far. */
  takeFiles(): ContentTables['files']
  readonly sink: TablesSink
  close(): void
} {
  const tables = new Map<TableName, TablePart[]>()
  function close(): void {
    for (const parts of tables.values()) for (const part of parts) part?.close()
  }
  return {
    takeFiles() {
      close()
      const paths = Array.from(tables, ([name, parts]) => [name, parts.flatMap((part) => part?.path ?? [])])
      tables.clear()
      return Object.fromEntries(paths)
    },
    sink: {
      table(name, part = 0) {
        let parts = tables.get(name)
        if (!parts) tables.set(name, (parts = []))
        return (parts[part] ??= createPart(name, join(folder, `table-${name}-${part}`)))
      },
    },
    close,
  }
}

interface TablePart extends TableSink {
  readonly path: string
  close(): void
}

function createPart(name: TableName, path: string): TablePart {
  const run = createRun(path)
  const putSealed = (key: Buffer, sealed: Buffer): void => run.add(key.toString('latin1'), sealed)
  const blocks = blocksOf(name, putSealed)
  return {
    path,
    put: blocks ? blocks.add : (key, value) => putSealed(key, seal(name, key, value)),
    putSealed(key, value) {
      blocks?.flush()
      putSealed(key, value)
    },
    close() {
      blocks?.flush()
      run.close()
    },
  }
}
