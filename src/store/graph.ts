/** The reads that the server needs of a graph, on any store. */

import type { Compiled } from '../filter/compile.ts'
import type { Condition } from '../filter/condition.ts'
import type { Json } from '../model/values/json.ts'
import type { EntityType } from '../model/rows/row.ts'
import type { Model } from '../model/model.ts'
import type { Document } from '../record/document.ts'
import { documentQuery } from './documents/document-query.ts'
import type { Endpoint } from './endpoint/endpoint.ts'
import type { EntityIndex } from './entities/entity-index.ts'
import type { FacetValue } from './search/facets.ts'
import { dateOrderOf, RELEVANCE, sortByRelevance } from './search/relevance.ts'
import { layoutOf } from './documents/graph-layout.ts'
import { iriOfEach, pickSorted, type Matches } from './search/matches.ts'
import { samplePositions, type Sample } from './search/sample.ts'
import type { Mentions } from './entities/mentions.ts'
import type { NameSearch } from './names/name-search.ts'
import type { Reads } from './reads.ts'
import { createSearch } from './search/search.ts'
import type { Statistics } from './entities/statistics.ts'
import type { Row, Store } from './store.ts'
import type { Referrers } from './entities/referring.ts'

/** An order of a list, by the name that its type has for it. */
export interface SortBy {
  readonly name: string
  readonly isDescending: boolean
}

/** What is answered by asking the store. */
export interface Questions {
  /** Aborted when the client disconnects; absent where there is no one client. */
  readonly clientSignal?: AbortSignal
  /** The records of a type that meet all conditions. @throws Problem invalid-filter */
  search(type: EntityType, conditions: readonly Condition[]): Promise<Matches>
  /**
   * IRI of the one record of a type that has this external identifier, in any spelling; undefined if none or
   * several have it.
   */
  find(type: EntityType, identifier: string): Promise<string | undefined>
  /** Sorted IRIs of the records of whatever type that have this external identifier, in any spelling. */
  holders(identifier: string): Promise<readonly string[]>
  /** The documents of records, in the order of the IRIs. */
  documents(iris: readonly string[]): Promise<readonly Document[]>
  /** What names an IRI. */
  mentions(iri: string): Promise<Mentions>
  /** What names an entity: at most `MOST_REFERRING` references are looked at. */
  referring(iri: string): Promise<Referrers>
  /**
   * The records that meet all conditions, in an order of their list: `count` of them from position `from`.
   * @throws Problem invalid-filter
   */
  sorted(
    type: EntityType,
    conditions: readonly Condition[],
    order: SortBy,
    from: number,
    count: number,
  ): Promise<readonly string[]>
  /**
   * A random sample of the records that meet all conditions, by IRI or in an order of their list: how many there
   * are, and `count` of them from position `from`.
   * @throws Problem invalid-filter
   */
  sample(
    type: EntityType,
    conditions: readonly Condition[],
    sample: Sample,
    order: SortBy | undefined,
    from: number,
    count: number,
  ): Promise<{ readonly total: number; readonly iris: readonly string[] }>
  /**
   * The most frequent values of a facet among the records that meet all conditions.
   * @param key of the filter that is the facet
   * @throws Problem invalid-filter
   */
  facet(
    type: EntityType,
    key: string,
    conditions: readonly Condition[],
    limit: number,
  ): Promise<readonly FacetValue[]>
  /** Runs a SELECT query of our own over the union of all graphs. */
  select(query: string): Promise<Row[]>
}

export interface Graph extends Questions {
  readonly model: Model
  /** Base IRI of the graph. */
  readonly base: string
  /** When the graph was loaded. */
  readonly loaded: Date
  /** Content hash of the graph; absent where it carries none. */
  readonly version?: string | undefined
  /** Others ask the store too: nothing is asked of it before somebody wants to know. */
  readonly shared?: true
  /** Whether records, facets and orders come from an index, so that a page may ask for many of them. */
  readonly isIndexed: boolean
  /** Searches by names; absent where they are not indexed. */
  readonly names?: NameSearch
  /** Number of records of a type. */
  count(type: EntityType): number
  /** IRIs of records of a type in code point order: `count` of them from position `from` (0 is the first). */
  list(type: EntityType, from: number, count: number): readonly string[]
  /**
   * The questions of one client, which end when the signal is aborted. Absent where no question can be ended.
   */
  forClient?(signal: AbortSignal): Questions
  /**
   * Resolves when filters answer as fast as they can; until then they wait for what they need. @throws Error
   * if the graph turns out to be of no use
   */
  warmUp(): Promise<unknown>
  /** The SPARQL of conditions. @throws Problem invalid-filter */
  compile(type: EntityType, conditions: readonly Condition[]): Promise<Compiled>
  /** The types of which the IRI is a record; none for a mention or an unknown IRI. */
  typesOf(iri: string): readonly EntityType[]
  /**
   * The IRIs of the graph that are the same identifier as an IRI in its one spelling, itself first: a DOI, for
   * instance, in upper case.
   */
  spellingsOf(iri: string): readonly string[]
  /** What there is how often; counted when first asked, and kept. */
  statistics(): Promise<Statistics>
  /** A record that is framed already; undefined where it is to be framed from its document. */
  framed(type: EntityType, iri: string): Json | undefined
  /** The CONSTRUCT query that gives the document of a record. @throws Error if the text is no absolute IRI */
  documentQuery(iri: string): string
  /** Answers public queries; absent where they are not offered. */
  readonly endpoint?: Endpoint
  /**
   * N-Quads files of the graph (.nq, .nq.gz), which are there until it is closed; absent where there are
   * none.
   */
  readonly quads?: readonly string[]
  /**
   * Whether the store answers soon, has much to do, or does not answer at all; or whether some answers fail
   * because the index is damaged.
   */
  state(): Promise<'ok' | 'busy' | 'gone' | 'damaged'>
  close(): Promise<void>
}

interface GraphOptions<S extends Store> {
  readonly model: Model
  readonly base: string
  readonly store: S
  readonly index: EntityIndex
  /** How all is read that is no filter. */
  readonly reads: Reads<S>
  readonly loaded?: Date
  readonly version?: string
  /** N-Quads files of the graph. */
  readonly quads?: readonly string[]
  /** Resolves when the store holds the graph. */
  readonly filled?: Promise<void>
}

export function createGraph<S extends Store>({
  model,
  base,
  store,
  index,
  reads,
  loaded = new Date(),
  version,
  quads,
  filled = Promise.resolve(),
}: GraphOptions<S>): Graph {
  const { search, positions, compile, warmUp } = createSearch({ model, base, index, reads })

  const recordTypes = (iri: string): readonly EntityType[] => {
    const { isRecord, types } = index.entryOf(iri)
    return isRecord ? types : []
  }

  const questionsTo = (target: S): Questions => ({
    ...(target.clientSignal && { clientSignal: target.clientSignal }),
    search: (type, conditions) => search(target, type, conditions),
    async find(type, identifier) {
      const [only, ...more] = await reads.holders(target, [type], identifier)
      return more.length === 0 ? only : undefined
    },
    async sorted(type, conditions, { name, isDescending }, from, count) {
      if (name === RELEVANCE) return mostRelevant(target, type, conditions, from, count)
      const order = await reads.order(type, name, isDescending)
      const matches = await positions(target, type, conditions)
      return pickSorted(index.records(type), order, matches, from, count)
    },
    async sample(type, conditions, sample, sort, from, count) {
      const records = index.records(type)
      const drawn = samplePositions(records.length, await positions(target, type, conditions), sample)
      if (!sort) return { total: drawn.length, iris: records.pick(drawn.subarray(from, from + count)) }
      const order = await reads.order(type, sort.name, sort.isDescending)
      return { total: drawn.length, iris: pickSorted(records, order, drawn, from, count) }
    },
    facet: (type, key, conditions, limit) =>
      reads.facet(target, type, key, {
        limit,
        positions: () => positions(target, type, conditions),
        compile: () => compile(type, conditions),
      }),
    holders: (identifier) => reads.holders(target, model.types, identifier),
    documents: (iris) => reads.documents(target, iris),
    mentions: (iri) => reads.mentions(target, iri),
    referring: (iri) => reads.referring(target, iri),
    select: (query) => target.select(query),
  })

  async function mostRelevant(
    target: S,
    type: EntityType,
    conditions: readonly Condition[],
    from: number,
    count: number,
  ): Promise<readonly string[]> {
    const matches = await positions(target, type, conditions)
    const records = index.records(type)
    const date = dateOrderOf(type)
    const newestFirst = date === undefined ? undefined : await reads.order(type, date, true)
    const sorted =
      reads.texts &&
      matches &&
      (await sortByRelevance(type, conditions, matches, { texts: reads.texts, newestFirst }))
    // Without an index of texts all fit alike.
    if (!sorted) return newestFirst ? pickSorted(records, newestFirst, matches, from, count) : []
    return iriOfEach(records, sorted.subarray(from, from + count))
  }

  let counting: Promise<Statistics> | undefined

  function statistics(): Promise<Statistics> {
    counting ??= reads.statistics()
    counting.catch(() => {
      counting = undefined
    })
    return counting
  }

  return {
    model,
    base,
    loaded,
    version,
    compile,
    ...questionsTo(store),
    ...(store.forClient && { forClient: (signal: AbortSignal) => questionsTo(store.forClient!(signal)) }),
    ...(quads && { quads }),
    warmUp: () => Promise.all([warmUp(), filled]),
    framed: reads.framed,
    ...(reads.names && { names: reads.names }),
    isIndexed: reads.texts !== undefined,
    count: (type) => index.records(type).length,
    list: (type, from, count) => index.records(type).slice(from, from + count),
    typesOf: recordTypes,
    spellingsOf: reads.spellingsOf,
    documentQuery: (iri) =>
      store.layout === 'triples'
        ? `CONSTRUCT { ?s ?p ?o } WHERE { ${layoutOf(store).triplesOf([iri])} }\n`
        : documentQuery(model, iri, recordTypes(iri)),
    statistics,
    state: () => store.ping().catch(() => 'gone' as const),
    close: () => store.close(),
  }
}
