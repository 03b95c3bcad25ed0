/** The reads that the server needs of a graph: from its index, and of its store what that cannot tell. */

import type { Task } from '../../admission/task.ts'
import type { Compiled } from '../../filter/query/compile.ts'
import type { Condition } from '../../filter/condition.ts'
import type { RecordAnswer } from '../../record/answer/record-answer.ts'
import type { EntityType } from '../../model/rows/row.ts'
import type { Model } from '../../model/model.ts'
import type { Endpoint } from '../../store/endpoint/endpoint.ts'
import type { EntityIndex } from './entity-index.ts'
import type { NameSearch } from './name-search.ts'
import type { IndexFiles, IndexReader, Statistics } from './index-reader.ts'
import { createGraphQueries, type GraphQueries } from './graph-queries.ts'
import { Search, type FilterAnswerer } from './search.ts'
import type { Queries, Store } from '../../store/store.ts'
import type { Stamps } from './stamps.ts'

/** How a graph came to be. */
export interface GraphOrigin {
  /** Program and version. */
  readonly software: string
  /** URLs, and names of files and directories without where they are. */
  readonly sources: readonly string[]
}

export interface Graph extends GraphQueries {
  readonly model: Model
  /** Base IRI of the graph. */
  readonly base: string
  /** When the graph was loaded. */
  readonly loaded: Date
  /** By what it was loaded, and from where; absent where that is not known. */
  readonly origin?: GraphOrigin | undefined
  /** Content hash of the graph; absent where it carries none. */
  readonly version?: string | undefined
  /** What answers filters. */
  readonly filters: FilterAnswerer
  /** Searches by names. */
  readonly names: NameSearch
  /** Number of records of a type. */
  count(type: EntityType): number
  /** IRIs of records of a type in code point order: `count` of them from position `from` (0 is the first). */
  list(type: EntityType, from: number, count: number): readonly string[]
  /** The queries of a task, which end with it. */
  forTask(task: Task): GraphQueries
  /** Resolves when its files are known to be as they were written; until then queries wait. @throws Error if not */
  readonly verified: Promise<void>
  /** The SPARQL of conditions. @throws Problem invalid-filter */
  compile(type: EntityType, conditions: readonly Condition[]): Compiled
  /** The types of which the IRI is a record; none for a mention or an unknown IRI. */
  typesOf(iri: string): readonly EntityType[]
  /**
   * The IRIs of the graph that are the same identifier as an IRI in its one spelling, itself first: a DOI, for
   * instance, in upper case.
   */
  spellingsOf(iri: string): readonly string[]
  /** What there is how often. */
  readonly statistics: Statistics
  /** The stored answer of a record; undefined where it is to be framed from its document. */
  answer(type: EntityType, iri: string): RecordAnswer | undefined
  /** When its records changed. */
  readonly stamps: Stamps
  /** Answers public queries; absent where they are not offered. */
  readonly endpoint?: Endpoint
  /**
   * N-Quads files of the graph (.nq, .nq.gz), which are there until it is closed; absent where there are
   * none.
   */
  readonly quads?: readonly string[]
  /**
   * Whether the store answers soon, has much to do, does not answer at all, or holds another graph than the index;
   * or whether some answers fail because the index is damaged.
   */
  state(): Promise<'ok' | 'busy' | 'gone' | 'different' | 'damaged'>
  /** Says how the graph of the store differs; absent where the store is filled from this graph. */
  readonly difference?: () => string | undefined
  /** How others open its index, and say that an entry is not as it was written; absent where there is none. */
  readonly index?: IndexFiles & { onDamage(cause: Error): void }
  /** Is called before the graph is closed, which waits for that. */
  beforeClose(callback: () => Promise<void>): void
  /** What is being made of it ends with its time; files that are still being sent are cut off. */
  close(): Promise<void>
}

/** A graph as requests read it. */
export type ServedGraph = Omit<Graph, 'endpoint'> & {
  readonly endpoint?: Pick<Endpoint, 'limits' | 'ask'>
}

interface GraphOptions {
  readonly model: Model
  readonly base: string
  readonly store: Queries & Pick<Store, 'ping' | 'close'>
  readonly index: EntityIndex
  readonly reads: IndexReader
  /** Bytes of the searches that are kept. */
  readonly searchCacheBytes?: number
  /** What answers filters; absent: the index. */
  readonly filters?: FilterAnswerer | undefined
  readonly loaded?: Date
  readonly origin?: GraphOrigin | undefined
  readonly version?: string
  /** N-Quads files of the graph. */
  readonly quads?: readonly string[]
  /** Resolves when its files are known to be as they were written. */
  readonly verified?: Promise<void>
}

export function createGraph({
  model,
  base,
  store,
  index,
  reads,
  searchCacheBytes,
  filters = 'index',
  loaded = new Date(),
  origin,
  version,
  quads,
  verified = Promise.resolve(),
}: GraphOptions): Graph {
  const callbacks: (() => Promise<void>)[] = []
  const search = new Search({ model, base, index, reads, maxCacheBytes: searchCacheBytes, filters })
  /** Most are answered by the index: the store hears of those alone that are not. */
  const queriesOf = (task: Task): GraphQueries =>
    createGraphQueries(
      { model, index, reads, search },
      {
        task,
        iris: (query) => store.forTask(task).iris(query),
        select: (query) => store.forTask(task).select(query),
      },
    )

  return {
    model,
    base,
    loaded,
    origin,
    version,
    filters,
    compile: (type, conditions) => search.compile(type, conditions),
    ...queriesOf(store.task),
    forTask: queriesOf,
    ...(quads && { quads }),
    verified,
    answer: reads.answer,
    stamps: reads.stamps,
    names: reads.names,
    count: (type) => index.records(type).length,
    list: (type, from, count) => index.records(type).slice(from, from + count),
    typesOf(iri) {
      const { isRecord, types } = index.entryOf(iri)
      return isRecord ? types : []
    },
    spellingsOf: reads.spellingsOf,
    statistics: reads.statistics,
    state: () => store.ping().catch(() => 'gone' as const),
    beforeClose: (callback) => void callbacks.push(callback),
    async close() {
      await Promise.all(callbacks.splice(0).map((callback) => callback()))
      await store.close()
    },
  }
}
