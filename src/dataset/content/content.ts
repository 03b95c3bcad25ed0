/**
 * What the named graphs of a graph hold, collected chunk by chunk for the tables of its index. It needs no
 * model, only a plan, so that it can be done in a thread of its own.
 */

import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createLiterals } from './literals.ts'
import { createCounter, type ContentCounts } from './counts.ts'
import { iriOf } from '../../record/rdf/triples.ts'
import type { Graphs } from '../../record/rdf/content-hash.ts'
import { graphText } from './graphs.ts'
import { addIdentifiers, addIdentifiersElsewhere, writeIdentifiers } from './identifiers.ts'
import type { Meta, TextColumn } from '../tables/meta.ts'
import type { ContentPlan } from './plan.ts'
import { nodesOf } from './nodes.ts'
import { collectRecords, type RecordBatch } from './records.ts'
import { addReferences, dateReader, writeReferences } from './references.ts'
import { createRun, createSorter, keyBytes, readRun, type Run, type Sorted } from '../tables/sorter.ts'
import type { BlockWriter } from '../tables/blocks.ts'
import { blocksOf, seal, type TableName, type TablesSink } from '../tables/tables.ts'
import { collectTexts, type TextCollector } from './texts.ts'

/** The tables for which content is collected, in files of their sealed entries, and what is said of them. */
export interface ContentTables extends Pick<Meta, 'predicates' | 'texts' | 'orders' | 'names'> {
  /** Paths of the files by the names of their tables. */
  readonly files: Readonly<Partial<Record<TableName, string>>>
  readonly counts: ContentCounts
}

export interface Content {
  /** Adds named graphs, each as a whole. */
  add(graphs: Graphs): void
  /** Files of the texts of all named graphs, by their IRIs, for `readRuns`. */
  graphs(): readonly string[]
  /**
   * Makes the tables of what the graphs hold; between any two of them other calls have their turn.
   * @param lists for each type the file of the IRIs of its records, in order
   */
  tables(lists: readonly string[]): Promise<void>
  /** Adds framed records, in the order of their types and lists. */
  records(batch: RecordBatch): void
  /** All tables, when those of the graphs are made and all records are added. */
  finish(): ContentTables
  close(): void
}

export function collectContent(plan: ContentPlan): Content {
  const { folder, identifiers: paths } = plan
  const graphs = createSorter(folder, 'graphs')
  const references = createSorter(folder, 'references')
  const identifiers = {
    values: createSorter(folder, 'owners'),
    elsewhere: createSorter(folder, 'elsewhere'),
  }
  const texts = new Map<string, TextCollector>()
  for (const { predicate } of plan.texts)
    if (!texts.has(predicate)) texts.set(predicate, collectTexts(folder, String(texts.size), predicate))
  const counter = createCounter(plan.vocabularies, plan.maxValues)
  const asGiven = createLiterals()
  const dateOf = dateReader(plan.dates)
  const { files, sink, close } = createSink(folder)
  const records = collectRecords(plan, sink)
  /** How many refer to each IRI. */
  const referrers = join(folder, 'referrers')
  let lists: readonly string[] = []
  const listOf = (type: number): Generator<Sorted> => readRun(lists[type] as string)
  let [predicates, columns]: [readonly string[], TextColumn[]] = [[], []]

  return {
    add(named) {
      for (const [name, triples] of named) {
        const iri = iriOf(name)
        const key = keyBytes(iri)
        const nodes = nodesOf(triples, asGiven)
        graphs.add(key, graphText(nodes))
        addReferences(references, iri, dateOf(iri, nodes), nodes)
        addIdentifiers(identifiers, paths, nodes)
        for (const [predicate, objects] of nodes.get(name) ?? []) texts.get(predicate)?.add(iri, objects)
        counter.add(nodes)
      }
    },
    graphs: () => graphs.runs(),
    async tables(recordLists) {
      lists = recordLists
      addIdentifiersElsewhere(identifiers, paths, graphs.sorted())
      writeIdentifiers(sink, identifiers.values)
      await nextTurn()
      predicates = writeReferences(sink, references, plan.countedReferences, referrers)
      references.close()
      for (const [column, { type, predicate }] of plan.texts.entries()) {
        await nextTurn()
        const collector = texts.get(predicate) as TextCollector
        columns.push(collector.write(sink, column, type, listOf(plan.types.indexOf(type))))
      }
    },
    records: records.add,
    finish() {
      const written = records.write(listOf, () => readRun(referrers))
      close()
      return { files, predicates, texts: columns, counts: counter.counts(), ...written }
    },
    close() {
      close()
      for (const one of [
        records,
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
  readonly files: Partial<Record<TableName, string>>
  readonly sink: TablesSink
  close(): void
} {
  const files: Partial<Record<TableName, string>> = {}
  const runs = new Map<TableName, Run>()
  const blocks = new Map<TableName, BlockWriter>()
  function runOf(name: TableName): Run {
    let run = runs.get(name)
    if (!run) runs.set(name, (run = createRun((files[name] = join(folder, `table-${name}`)))))
    return run
  }
  return {
    files,
    sink: {
      table(name) {
        const put = (key: Buffer, sealed: Buffer): void => runOf(name).add(key.toString('latin1'), sealed)
        const own = blocks.get(name) ?? blocksOf(name, put)
        if (own) blocks.set(name, own)
        return { put: own ? own.add : (key, value) => put(key, seal(name, key, value)) }
      },
    },
    close() {
      for (const block of blocks.values()) block.flush()
      for (const run of runs.values()) run.close()
      runs.clear()
    },
  }
}
