/** What is read of a graph beside filters: by queries of its store, or from an index. */

import type { GraphStatistics } from '../filter/graph-statistics.ts'
import type { Json } from '../model/values/json.ts'
import type { Model } from '../model/model.ts'
import type { EntityType } from '../model/rows/row.ts'
import type { Document } from '../record/document.ts'
import { createAddresses } from './entities/addresses.ts'
import { createDocuments } from './documents/documents.ts'
import type { MemoryIndex } from './entities/entity-index.ts'
import type { Countable } from './search/facets.ts'
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
  /** The positions of all records in an order of their list; absent, or undefined, where it is not indexed. */
  order?(type: EntityType, name: string, isDescending: boolean): Positions | undefined
  /** The values of a facet by records; absent, or undefined, where they are not indexed. */
  column?(
    type: EntityType,
    key: string,
  ): (Countable & { count(positions?: Positions): Uint32Array }) | undefined
  /** A record that is framed already; undefined where it is to be framed from its document. */
  framed(type: EntityType, iri: string): Json | undefined
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
  return {
    knowledge: () => learnGraph({ store, index, addresses, model, base }),
    spellingsOf: addresses.spellingsOf,
    documents: createDocuments({ index, model }),
    holders: (asked, types, identifier) => findHolders(asked, index, model, types, identifier),
    mentions: createMentions({ index, model, base }),
    referring: createReferring(index, model),
    statistics: () => countStatistics({ store, index, model }),
    framed: () => undefined,
  }
}
