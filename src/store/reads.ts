/** What is read of a graph beside filters: by queries of its store, or from an index. */

import type { Compiled } from '../filter/compile.ts'
import type { GraphStatistics } from '../filter/graph-statistics.ts'
import { facetsOf } from '../model/facets.ts'
import type { RecordAnswer } from '../record/record-answer.ts'
import type { Model } from '../model/model.ts'
import type { EntityType } from '../model/rows/row.ts'
import type { Document } from '../record/document.ts'
import { createAddresses } from './entities/addresses.ts'
import { createDocuments } from './documents/documents.ts'
import type { MemoryIndex } from './entities/entity-index.ts'
import { queryFacet } from './search/facet-query.ts'
import type { FacetValue } from './search/facets.ts'
import type { IdentifierSearch } from './search/identifier-search.ts'
import type { ValueSearch } from './search/value-search.ts'
import { createOrderReader } from './search/orders.ts'
import { findHolders } from './entities/find.ts'
import { learnGraph } from './entities/knowledge.ts'
import type { Positions } from './search/matches.ts'
import { createMentions, type Mentions } from './entities/mentions.ts'
import { createReferring, type Referrers } from './entities/referring.ts'
import { countStatistics, type Statistics } from './entities/statistics.ts'
import type { GraphStore, Store } from './store.ts'
import type { NameSearch } from './names/name-search.ts'
import type { TextSearch } from './search/text-search.ts'

/** @template S the store as whoever asks it: what is read from an index alone does without. */
export interface Reads<S extends Store = Store> {
  /** Absent where SPARQL searches texts. */
  readonly texts?: TextSearch
  /** Absent where values are not indexed. */
  readonly withValue?: ValueSearch
  /** Absent where identifiers are not indexed. */
  readonly withIdentifier?: IdentifierSearch
  /** Absent where names are not indexed. */
  readonly names?: NameSearch
  /** What lets filters be compiled to fast queries. */
  knowledge(): Promise<GraphStatistics>
  /** The IRIs of the graph that are the same identifier as an IRI in its one spelling. */
  spellingsOf(canonical: string): readonly string[]
  /** The documents of records, in the order of the IRIs. */
  documents(store: S, iris: readonly string[]): Promise<readonly Document[]>
  /** Sorted IRIs of the records of the types that have the external identifier, in any spelling. */
  holders(store: S, types: readonly EntityType[], identifier: string): Promise<readonly string[]>
  mentions(store: S, iri: string): Promise<Mentions>
  referring(store: S, iri: string): Promise<Referrers>
  statistics(): Promise<Statistics>
  /** The positions of all records in an order of their list. */
  order(type: EntityType, name: string, isDescending: boolean): Promise<Positions>
  /** The most frequent values of a facet: of equal ones those first that come first by code point. */
  facet(store: S, type: EntityType, key: string, search: FacetSearch): Promise<readonly FacetValue[]>
  /** The stored answer of a record; undefined where it is to be framed from its document. */
  answer(type: EntityType, iri: string): RecordAnswer | undefined
  /** Bytes of a record's JSON; Infinity where it is too large to be stored, 0 where nothing is known of it. */
  bytesOf(type: EntityType, iri: string): number
}

/** Of which records a facet is counted, and how many of its values are asked for. */
interface FacetSearch {
  readonly limit: number
  /** Undefined for all. */
  positions(): Promise<Positions | undefined>
  compile(): Promise<Compiled>
}

interface Reading {
  readonly model: Model
  readonly base: string
  readonly store: GraphStore
  readonly index: MemoryIndex
}

/** Reads everything by queries. */
export function storeReads({ model, base, store, index }: Reading): Reads<GraphStore> {
  const addresses = createAddresses(index, model.identifiers)
  const facets = new Map(
    model.types.map((type) => [type, facetsOf(model.filtersOf(type).all, model, base)] as const),
  )
  return {
    knowledge: () => learnGraph({ store, index, addresses, model, base }),
    spellingsOf: addresses.spellingsOf,
    documents: createDocuments({ index, model }),
    holders: (target, types, identifier) => findHolders(target, index, model, types, identifier),
    mentions: createMentions({ index, model, base }),
    referring: createReferring(index, model),
    statistics: () => countStatistics({ store, index, model }),
    answer: () => undefined,
    bytesOf: () => 0,
    order: createOrderReader(store, model, index),
    async facet(target, type, key, { limit, positions, compile }) {
      const facet = facets.get(type)?.find(({ filter }) => filter.key === key)
      if (!facet) throw new Error(`${type.name} has no facet ${key}`)
      const total = (await positions())?.length ?? index.records(type).length
      return queryFacet(target, facet, { compiled: await compile(), total }, limit)
    },
  }
}
