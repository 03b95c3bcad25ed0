/** An index that was written → what a graph reads of it: entities, lists, records, texts, references. */

import type { TermCount, GraphStatistics } from '../filter/graph-statistics.ts'
import { readAnswer, type RecordAnswer } from '../record/record-answer.ts'
import type { Model } from '../model/model.ts'
import type { EntityType } from '../model/rows/row.ts'
import { createDocuments } from '../store/documents/documents.ts'
import type { EntityIndex } from '../store/entities/entity-index.ts'
import { prefixesIn, valueOf } from '../store/entities/knowledge.ts'
import { mostFrequent } from '../store/search/facets.ts'
import type { Positions } from '../store/search/matches.ts'
import { firstMentions, MAX_MENTIONS, type Mentions } from '../store/entities/mentions.ts'
import type { Reads } from '../store/reads.ts'
import { MOST_REFERRING, referrersFrom } from '../store/entities/referring.ts'
import { ordered, type Statistics } from '../store/entities/statistics.ts'
import { readColumn, type ColumnReader } from './content/columns.ts'
import { readEntities } from './content/entities.ts'
import { readGraphs } from './content/graphs.ts'
import { findOwners, holderSearch } from './content/owners.ts'
import { keyOfText } from './tables/keys.ts'
import { readMeta, type Meta } from './tables/meta.ts'
import { readOrder } from './content/orders.ts'
import { readReferences } from './content/references.ts'
import { IndexDamaged, openTables, type OnDamage, type TableName, type Tables } from './tables/tables.ts'
import { textSearch } from './content/texts.ts'
import { nameSearch } from './name-search/name-index.ts'
import { recordKey } from './content/records.ts'

export interface OpenIndex {
  readonly index: EntityIndex
  readonly reads: Reads
  /**
   * Reads every entry.
   * @returns how many there are
   * @throws IndexDamaged if one is not as it was written, or is missing
   */
  check(): Promise<number>
  close(): Promise<void>
}

interface IndexOptions {
  readonly model: Model
  readonly base: string
  /** Hears of each damage that is found. */
  readonly onDamage?: OnDamage | undefined
}

/** Opens an index; a file `PATH-lock` appears beside it. @throws IndexDamaged */
export function openIndex(path: string, { model, base, onDamage }: IndexOptions): OpenIndex {
  const tables = openTables(path, onDamage)
  const meta = readMeta(tables)
  const index = readEntities(tables, model, meta)
  const documentsOf = createDocuments({ model, index })
  const source = { graphs: (iris: readonly string[]) => readGraphs(tables.table('graphs'), iris) }
  const records = tables.table('records')
  const holdersOf = holderSearch(tables, meta, model, index)

  function answer(type: EntityType, iri: string): RecordAnswer | undefined {
    const { types, isRecord } = index.entryOf(iri)
    if (!isRecord || !types.includes(type)) return undefined
    const stored = records.peekRequired(recordKey(meta.types.indexOf(type.name), iri), `the record of ${iri}`)
    return stored.length === 0 ? undefined : readAnswer(iri, stored)
  }

  function bytesOf(type: EntityType, iri: string): number {
    const bytes = records.peek(recordKey(meta.types.indexOf(type.name), iri))?.length
    return bytes === undefined ? 0 : bytes || Infinity
  }

  const spellingsOf = (canonical: string): string[] => [
    ...(index.hasGraph(canonical) ? [canonical] : []),
    ...(tables.table('addresses').peek(keyOfText(canonical))?.toString().split('\n') ?? []),
  ]

  const reads: Reads = {
    spellingsOf,
    texts: textSearch(tables, meta),
    knowledge: async () => knowledgeOf(meta, model, index, spellingsOf),
    documents: async (_, iris) => documentsOf(source, iris),
    holders: async (_, types, identifier) => holdersOf(types, identifier),
    mentions: async (_, iri) => mentionsOf(tables, meta, model, base, index, iri),
    referring: async (_, iri) => {
      const found = readReferences(tables.table('references'), meta.predicates, iri)
      return referrersFrom(found.first(MOST_REFERRING), found.total > MOST_REFERRING, iri, index, model)
    },
    statistics: async () => statisticsOf(meta),
    order: async (type, name, isDescending) => orderOf(tables, meta, index, type, name, isDescending),
    async facet({ task }, type, key, { limit, positions }) {
      const column = columnOf(tables, meta, index, type, key)
      return mostFrequent(await column.count(await positions(), task), column, limit)
    },
    withValue: (type, key, values, task) =>
      meta.columns.some((column) => column.type === type.name && column.key === key)
        ? columnOf(tables, meta, index, type, key).having(values, task)
        : undefined,
    withIdentifier: (identifiers, mayBe) => findOwners(tables, meta, identifiers, mayBe),
    answer,
    bytesOf,
    names: nameSearch({
      tables,
      meta,
      index,
      order: (type, name, isDescending) => orderOf(tables, meta, index, type, name, isDescending),
    }),
  }
  return { index, reads, check: () => checkTables(tables, meta), close: tables.close }
}

function orderOf(
  tables: Tables,
  { orders }: Meta,
  index: EntityIndex,
  type: EntityType,
  name: string,
  isDescending: boolean,
): Positions {
  const number = orders.findIndex((order) => order.type === type.name && order.name === name)
  const order = orders[number]
  if (!order) throw new Error(`the index has no order ${name} of ${type.name}: prepare the graph again`)
  const isZero = type.orders?.[name]?.by === 'referrers'
  return readOrder(tables.table('orders'), number, order, index.records(type).length, {
    isDescending,
    isZero,
  })
}

function columnOf(
  tables: Tables,
  { columns }: Meta,
  index: EntityIndex,
  type: EntityType,
  key: string,
): ColumnReader {
  const number = columns.findIndex((column) => column.type === type.name && column.key === key)
  const column = columns[number]
  if (!column) throw new Error(`the index has no facet ${key} of ${type.name}: prepare the graph again`)
  return readColumn(tables.table('columns'), number, column, index.records(type).length)
}

function knowledgeOf(
  { counts, records }: Meta,
  model: Model,
  index: EntityIndex,
  spellingsOf: GraphStatistics['irisOfIdentifier'],
): GraphStatistics {
  const values = new Map<string, readonly TermCount[] | undefined>()
  for (const [predicate, known] of Object.entries(counts.values))
    values.set(
      predicate,
      known ? Object.entries(known).map(([object, count]) => valueOf(object, count)) : undefined,
    )
  return {
    triples: (predicate) => counts.predicates[predicate] ?? 0,
    records: (name) => (model.typeNamed(name) ? (records[name] ?? 0) : 0),
    valuesOf: (predicate) => values.get(predicate),
    hasSubject: index.hasGraph,
    irisOfIdentifier: spellingsOf,
    iriPrefixesOfScheme: prefixesIn(counts.prefixes),
  }
}

function mentionsOf(
  tables: Tables,
  { predicates }: Meta,
  model: Model,
  base: string,
  index: EntityIndex,
  iri: string,
): Mentions {
  const { owners, total, first } = readReferences(tables.table('references'), predicates, iri)
  // As many references as there may be of the owners that are listed.
  let found = first(MAX_MENTIONS * 4)
  if (new Set(found.map(({ owner }) => owner)).size <= MAX_MENTIONS && found.length < total)
    found = first(MAX_MENTIONS * 100)
  return { total: owners, first: firstMentions(found, { index, model, base }) }
}

const statisticsOf = ({ counts: { triples, subjects, classes, predicates } }: Meta): Statistics => ({
  triples,
  subjects,
  classes: ordered(Object.entries(classes)),
  properties: ordered(Object.entries(predicates)),
})

/** Entries that are read before others have their turn. */
const BATCH = 10_000

async function checkTables(tables: Tables, { entries }: Meta): Promise<number> {
  let total = 0
  for (const [name, expected] of Object.entries(entries)) {
    let count = 0
    for (const _ of tables.table(name as TableName).range())
      if (++count % BATCH === 0) await new Promise(setImmediate)
    if (count !== expected)
      throw new IndexDamaged(
        `the index is damaged: its table ${name} has ${count} entries instead of ${expected}`,
      )
    total += count
  }
  return total
}
