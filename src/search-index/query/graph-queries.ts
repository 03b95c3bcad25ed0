/** What is asked of a graph, for one client or for all. */

import type { Task } from '../../admission/task.ts'
import type { Condition } from '../../filter/condition.ts'
import type { EntityType } from '../../model/rows/row.ts'
import type { Model } from '../../model/model.ts'
import type { Document } from '../../record/rdf/triples.ts'
import type { EntityIndex } from './entity-index.ts'
import type { Mentions, Referrers } from './references.ts'
import type { IndexReader } from './index-reader.ts'
import type { FacetValue } from './count-facet-values.ts'
import { iriOfEach, pickSorted, type Matches, type Positions } from './matches.ts'
import { dateOrderOf, RELEVANCE, sortByRelevance } from './relevance.ts'
import { samplePositions, type Sample } from './sample.ts'
import type { Search } from './search.ts'
import type { IriQuery, Queries, Row } from '../../store/store.ts'
import type { SortBy } from './sort-by.ts'

export interface GraphQueries {
  /** For which they are asked. */
  readonly task: Task
  /** The records of a type that meet all conditions. @throws Problem invalid-filter */
  search(type: EntityType, conditions: readonly Condition[]): Promise<Matches>
  /**
   * IRI of the one record of a type that has this external identifier, in any spelling; undefined if none or
   * several have it.
   */
  find(type: EntityType, identifier: string): Promise<string | undefined>
  /** Whether a record of a type has this external identifier, spelled like this. */
  has(type: EntityType, identifier: string): boolean
  /** Sorted IRIs of the records of whatever type that have this external identifier, in any spelling. */
  holders(identifier: string): Promise<readonly string[]>
  /** The documents of records, in the order of the IRIs. */
  documents(iris: readonly string[]): Promise<readonly Document[]>
  /** What names an IRI. */
  mentions(iri: string): Promise<Mentions>
  /** What names an entity: at most `MAX_REFERRING` references are looked at. */
  referring(iri: string): Promise<Referrers>
  /** How many records refer to one, as the order by referrers of its type counts them. */
  referrers(type: EntityType, iri: string): number
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
  /** The IRIs of a query of our own, in any order. */
  iris(query: IriQuery): Promise<readonly string[]>
  /** Runs a SELECT query of our own over the union of all graphs. */
  select(query: string): Promise<Row[]>
}

interface GraphSources {
  readonly model: Model
  readonly index: EntityIndex
  readonly reads: IndexReader
  readonly search: Search
}

/** @param client the store, as this client asks it */
export function createGraphQueries(sources: GraphSources, client: Omit<Queries, 'forTask'>): GraphQueries {
  const { model, index, reads, search } = sources

  async function pick(
    type: EntityType,
    conditions: readonly Condition[],
    { name, isDescending }: SortBy,
    matches: Positions | undefined,
    from: number,
    count: number,
  ): Promise<readonly string[]> {
    if (name === RELEVANCE) return mostRelevant(sources, client.task, type, conditions, matches, from, count)
    return pickSorted(index.records(type), reads.order(type, name, isDescending), matches, from, count)
  }

  return {
    task: client.task,
    search: (type, conditions) => search.search(client, type, conditions),
    async find(type, identifier) {
      const [only, ...more] = reads.holders([type], identifier)
      return more.length === 0 ? only : undefined
    },
    has: (type, identifier) => reads.holders([type], identifier, true).length > 0,
    async sorted(type, conditions, sort, from, count) {
      return pick(type, conditions, sort, await search.positions(client, type, conditions), from, count)
    },
    async sample(type, conditions, sample, sort, from, count) {
      const records = index.records(type)
      const matches = await search.positions(client, type, conditions)
      const drawn = samplePositions(records.length, matches, sample)
      if (!sort) return { total: drawn.length, iris: records.pick(drawn.subarray(from, from + count)) }
      return { total: drawn.length, iris: await pick(type, conditions, sort, drawn, from, count) }
    },
    facet: async (type, key, conditions, limit) =>
      reads.facet(type, key, await search.positions(client, type, conditions), limit, client.task),
    holders: async (identifier) => reads.holders(model.types, identifier),
    documents: async (iris) => reads.documents(iris, client.task),
    mentions: async (iri) => reads.mentions(iri),
    referring: async (iri) => reads.referring(iri),
    referrers: reads.referrers,
    iris: (query) => client.iris(query),
    select: (query) => client.select(query),
  }
}

/** The IRIs of `count` matches from place `from`, those first that fit best what is searched for. */
async function mostRelevant(
  { index, reads }: GraphSources,
  task: Task,
  type: EntityType,
  conditions: readonly Condition[],
  matches: Positions | undefined,
  from: number,
  count: number,
): Promise<readonly string[]> {
  const records = index.records(type)
  const date = dateOrderOf(type)
  const newestFirst = date === undefined ? undefined : reads.order(type, date, true)
  const sorted =
    matches &&
    (await sortByRelevance(
      type,
      conditions,
      matches,
      from + count,
      { texts: reads.texts, names: reads.names, newestFirst },
      task,
    ))
  // Where no text is searched for, all fit alike.
  if (!sorted) return newestFirst ? pickSorted(records, newestFirst, matches, from, count) : []
  return iriOfEach(records, sorted.subarray(from))
}
