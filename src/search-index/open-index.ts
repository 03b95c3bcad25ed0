/** An index that was written → what a graph reads of it: entities, lists, records, texts, references. */

import { LRUCache } from 'lru-cache'
import { readAnswer, type RecordAnswer } from '../record/answer/record-answer.ts'
import type { Model } from '../model/model.ts'
import type { Filter } from '../model/rows/filters.ts'
import type { EntityType } from '../model/rows/row.ts'
import { memoize } from '../model/values/collections.ts'
import type { EntityIndex } from './query/entity-index.ts'
import { pathKey, resolvePath } from '../model/rows/paths.ts'
import { countFacet, facetOf, groupsOf } from './query/count-facet-values.ts'
import type { Columns } from './query/columns.ts'
import type { Positions } from './query/matches.ts'
import type { IndexFiles, IndexReader, Statistics } from './query/index-reader.ts'
import { createTargetCache, readColumn } from './content/columns.ts'
import { readEntities, rememberEntries } from './content/entities.ts'
import { openGraphs, readGraphs } from './content/graphs.ts'
import { findOwners, holderSearch } from './content/owners.ts'
import { keyOfText, recordKey } from './tables/keys.ts'
import { readMeta, type Meta } from './tables/meta.ts'
import { readOrder } from './content/orders.ts'
import { readReferences, type References } from './content/references.ts'
import { IndexDamaged, openTables, type OnDamage, type TableName, type Tables } from './tables/tables.ts'
import { textSearch } from './content/texts.ts'
import { nameSearch } from './name-search/name-index.ts'
import { createDocuments } from './documents.ts'
import { openStamps } from './read-stamps.ts'
import { mentionsIn, referenceFields, referrersIn } from './referrers.ts'
import type { GraphStatistics, TermCount } from '../filter/values/value-test.ts'
import { iriOf, isIri, lexicalForm } from '../record/rdf/triples.ts'
import { literal, namedNode } from '../sparql/terms.ts'
import { ownTask } from '../admission/task.ts'
import { ONLY_CITED } from '../model/rows/added-filters.ts'

export interface OpenIndex extends IndexFiles {
  readonly index: EntityIndex
  readonly reads: IndexReader
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
  /** Seconds from which the changes of its load count; absent: 0. */
  readonly effective?: number
  /** Hears of each damage that is found. */
  readonly onDamage?: OnDamage | undefined
}

/** Entities of which the types are remembered, as those that one answer names. */
const MAX_ENTRIES = 1000

/** Orders of lists that stay in memory, four bytes a record each. */
const MAX_ORDERS = 16

/** Opens an index; a file `FILE-lock` appears beside that of its tables. @throws IndexDamaged */
export function openIndex(
  { file, quads }: IndexFiles,
  { model, base, effective = 0, onDamage }: IndexOptions,
): OpenIndex {
  const tables = openTables(file, onDamage)
  const meta = readMeta(tables)
  const graphs = openGraphs(quads, tables.table('graphs'), onDamage)
  const index = rememberEntries(readEntities(tables, model, meta), MAX_ENTRIES)
  const documentsOf = createDocuments({ model, index })
  const records = tables.table('records')

  function answer(type: EntityType, iri: string): RecordAnswer | undefined {
    const key = recordKey(meta.types.indexOf(type.name), iri)
    const stored = records.peek(key)
    if (!stored && index.positionIn(type, iri) >= 0) records.peekRequired(key, `the record of ${iri}`)
    return stored && stored.length > 0 ? readAnswer(iri, stored) : undefined
  }

  const spellingsOf = (canonical: string): string[] => [
    ...(index.entryOf(canonical).hasGraph ? [canonical] : []),
    ...(tables.table('addresses').peek(keyOfText(canonical))?.toString().split('\n') ?? []),
  ]

  const referencesOf = (iri: string): References =>
    readReferences(tables.table('references'), meta.predicates, iri)
  const fields = referenceFields(model)
  /** Searches by words need one order of each type each time, the first page some more. */
  const lastOrders = new LRUCache<string, Positions>({ max: MAX_ORDERS })
  const byName = (type: EntityType): Positions => {
    const [name] = Object.entries(type.orders ?? {}).find(([, { by }]) => by === 'text') ?? []
    if (name === undefined) return Uint32Array.from(new Uint32Array(index.records(type).length).keys())
    return orderOf(tables, meta, index, type, name, false)
  }
  const order: IndexReader['order'] = (type, name, isDescending) => {
    const key = `${type.name} ${name} ${isDescending}`
    const last = lastOrders.get(key)
    if (last) return last
    const positions =
      type.orders?.[name]?.by === 'referrers'
        ? orderByCount(byName(type), referrers(type), isDescending)
        : orderOf(tables, meta, index, type, name, isDescending)
    lastOrders.set(key, positions)
    return positions
  }

  const columns = columnReaders(tables, meta, index, model)
  const referrers = memoize((type: EntityType) => countReferrers(type, { model, base, index, columns }))
  const groups = new Map<string, ReturnType<typeof groupsOf>>()

  const reads: IndexReader = {
    filterStatistics: filterStatistics(meta, model, index, spellingsOf),
    statistics: statisticsOf(meta),
    spellingsOf,
    texts: textSearch(tables, meta),
    names: nameSearch({ tables, meta, index, model, ranksOf: referrers }),
    documents: (iris, task) => documentsOf(iris, readGraphs(graphs, iris, task)),
    holders: holderSearch(tables, meta, model, index),
    mentions: (iri) => mentionsIn(referencesOf(iri), index, model, base),
    referrers: (type, iri) => referrers(type)[index.positionIn(type, iri)] ?? 0,
    referring: (iri) => referrersIn(referencesOf(iri), iri, index, fields),
    order,
    async facet(type, key, positions, limit, task) {
      const filter = model.filtersOf(type).find(key) as Filter
      const facet = facetOf(filter, model, base)
      const column = columns(type, pathKey(filter.path.steps, filter.path.target))
      if (!column) throw new Error(`the index has no facet ${key} of ${type.name}: prepare the graph again`)
      const name = `${type.name} ${key}`
      if (!groups.has(name)) groups.set(name, groupsOf(facet, column, task))
      return countFacet(facet, column, groups.get(name), index.records(type).length, positions, limit, task)
    },
    columns,
    withIdentifier: (...search) => findOwners(tables, graphs, meta, ...search),
    answer,
    stamps: openStamps(tables, meta, index, effective),
  }
  return {
    file,
    quads,
    index,
    reads,
    check: () => checkTables(tables, meta),
    close() {
      graphs.close()
      return tables.close()
    },
  }
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
  return readOrder(tables.table('orders'), number, order, index.records(type).length, isDescending)
}

function columnReaders(tables: Tables, meta: Meta, index: EntityIndex, model: Model): Columns {
  const targetCache = createTargetCache()
  const readers = new Map(
    meta.columns.flatMap((column, number) => {
      const type = model.typeNamed(column.type)
      if (!type) return []
      const { length } = index.records(type)
      const numberOf = ({ name }: EntityType): number => meta.types.indexOf(name)
      const reader = readColumn(tables.table('columns'), number, column, length, numberOf, targetCache)
      return [[`${column.type} ${column.key}`, reader] as const]
    }),
  )
  return (type, key) => readers.get(`${type.name} ${key}`)
}

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

/** @param object N-Triples text */
const termCount = (object: string, count: number): TermCount => ({
  term: isIri(object) ? namedNode(iriOf(object)) : literal(lexicalForm(object)),
  count,
})

function filterStatistics(
  { counts, records }: Meta,
  model: Model,
  index: EntityIndex,
  spellingsOf: GraphStatistics['irisOfIdentifier'],
): GraphStatistics {
  const valuesOf = memoize((predicate: string): readonly TermCount[] | undefined => {
    const known = counts.values[predicate]
    return known ? Object.entries(known).map(([object, count]) => termCount(object, count)) : undefined
  })
  return {
    triples: (predicate) => counts.predicates[predicate] ?? 0,
    records: (name) => (model.typeNamed(name) ? (records[name] ?? 0) : 0),
    valuesOf,
    hasSubject: (iri) => index.entryOf(iri).hasGraph,
    irisOfIdentifier: spellingsOf,
    iriPrefixesOfScheme(scheme, types) {
      const own = counts.prefixes.filter(([of, type]) => of === scheme && types.includes(type))
      return [...new Set(own.map(([, , prefix]) => prefix))]
    },
  }
}

/** The most frequent first. */
const ordered = (counts: Readonly<Record<string, number>>): Map<string, number> =>
  new Map(Object.entries(counts).sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)))

const statisticsOf = ({ counts }: Meta): Statistics => ({
  ...counts,
  classes: ordered(counts.classes),
  properties: ordered(counts.predicates),
})

interface CountSources {
  readonly model: Model
  readonly base: string
  readonly index: EntityIndex
  readonly columns: Columns
}

/** The positions of the records that stand in the graph for themselves; undefined where all do. */
function notOnlyCited(
  type: EntityType,
  { model, base, index, columns }: CountSources,
): Positions | undefined {
  const filter = type.citedOnly && model.filtersOf(type).find(ONLY_CITED)
  const column = filter && columns(type, pathKey(filter.path.steps, filter.path.target))
  const cited = column?.having(column.numbersOf([`<${base}>`], ownTask), ownTask) ?? []
  if (cited.length === 0) return undefined
  const isCited = new Uint8Array(index.records(type).length)
  for (const position of cited) isCited[position] = 1
  return Uint32Array.from(isCited.keys()).filter((position) => isCited[position] === 0)
}

/** By position: how many records refer to it; what is only cited does not count. */
function countReferrers(type: EntityType, sources: CountSources): Uint32Array {
  const { model, index, columns } = sources
  const counts = new Uint32Array(index.records(type).length)
  const order = Object.values(type.orders ?? {}).find(({ by }) => by === 'referrers')
  if (!order) return counts
  const owners = order.collection === undefined ? type : (model.typeAt(order.collection) as EntityType)
  const { steps, target } = resolvePath(model, owners, `${order.path}.local_identifier`)
  const column = columns(owners, pathKey(steps, target))
  const targets = column?.targets(type)
  const found = column?.count(notOnlyCited(owners, sources), undefined, column.values, ownTask)
  for (const value of found?.numbers ?? []) {
    const position = (targets?.[value] ?? 0) - 1
    if (position >= 0) counts[position] = found?.counts[value] as number
  }
  return counts
}

/** The positions in the order of counts; of equal ones in that of names. */
const orderByCount = (byName: Positions, counts: Uint32Array, isDescending: boolean): Positions =>
  byName.toSorted((a, b) =>
    isDescending
      ? (counts[b] as number) - (counts[a] as number)
      : (counts[a] as number) - (counts[b] as number),
  )
