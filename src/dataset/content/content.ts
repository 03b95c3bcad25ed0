/**
 * What the named graphs of a graph hold, collected chunk by chunk for the tables of its index. It needs no
 * model, only a plan, so that it can be done in a thread of its own.
 */

import { join } from 'node:path'
import { createLiterals } from '../../store/documents/literals.ts'
import { createCounter, type ContentCounts } from './counts.ts'
import { graphText } from './graphs.ts'
import { addIdentifiers, addIdentifiersElsewhere, writeIdentifiers } from './identifiers.ts'
import type { TextColumn } from '../tables/meta.ts'
import type { ContentPlan } from './plan.ts'
import { graphsIn } from './quads.ts'
import { addReferences, writeReferences } from './references.ts'
import { createRun, createSorter, keyBytes, readRun, type Run } from '../tables/sorter.ts'
import type { TableName, TablesSink } from '../tables/tables.ts'
import { collectTexts, type TextCollector } from './texts.ts'

/** The tables for which content is collected, in files of their entries. */
export interface ContentTables {
  /** Paths of the files by the names of their tables. */
  readonly files: Readonly<Partial<Record<TableName, string>>>
  readonly predicates: readonly string[]
  readonly texts: readonly TextColumn[]
  readonly counts: ContentCounts
}

export interface Content {
  /** Adds named graphs. @param texts N-Quads, each named graph in one of them */
  add(texts: Iterable<string>): void
  /** Files of the N-Triples of all named graphs by their IRIs, for `readRuns`. */
  graphs(): readonly string[]
  /** @param records for each type the file of the IRIs of its records, in order */
  tables(records: readonly string[]): ContentTables
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

  return {
    add(nquads) {
      for (const text of nquads) {
        for (const [iri, nodes] of graphsIn(text, asGiven)) {
          graphs.add(keyBytes(iri), graphText(nodes))
          addReferences(references, iri, nodes)
          addIdentifiers(identifiers, paths, nodes)
          for (const [predicate, objects] of nodes.get(`<${iri}>`) ?? [])
            texts.get(predicate)?.add(iri, objects)
          counter.add(nodes)
        }
      }
    },
    graphs: graphs.runs,
    tables(records) {
      const { files, sink, close } = createSink(folder)
      try {
        const predicates = writeReferences(sink, references)
        references.close()
        const columns = plan.texts.map(({ type, predicate }, column) =>
          (texts.get(predicate) as TextCollector).write(
            sink,
            column,
            type,
            readRun(records[plan.types.indexOf(type)] as string),
          ),
        )
        addIdentifiersElsewhere(identifiers, paths, graphs.sorted())
        writeIdentifiers(sink, identifiers.values)
        return { files, predicates, texts: columns, counts: counter.counts() }
      } finally {
        close()
      }
    },
    close() {
      for (const { close } of [
        graphs,
        references,
        identifiers.values,
        identifiers.elsewhere,
        ...texts.values(),
      ])
        close()
    },
  }
}

/** Tables whose entries go to files. */
function createSink(folder: string): {
  readonly files: Partial<Record<TableName, string>>
  readonly sink: TablesSink
  close(): void
} {
  const files: Partial<Record<TableName, string>> = {}
  const runs = new Map<TableName, Run>()
  function runOf(name: TableName): Run {
    let run = runs.get(name)
    if (!run) runs.set(name, (run = createRun((files[name] = join(folder, `table-${name}`)))))
    return run
  }
  return {
    files,
    sink: {
      table: (name) => ({ put: (key, value) => runOf(name).add(key.toString('latin1'), value) }),
    },
    close() {
      for (const run of runs.values()) run.close()
    },
  }
}
