/** What an index answers of a graph. */

import type { Task } from '../../admission/task.ts'
import type { GraphStatistics } from '../../filter/values/value-test.ts'
import type { RecordAnswer } from '../../record/answer/record-answer.ts'
import type { EntityType } from '../../model/rows/row.ts'
import type { Document } from '../../record/rdf/triples.ts'
import type { NameSearch } from './name-search.ts'
import type { Mentions, Referrers } from './references.ts'
import type { FacetValue } from './count-facet-values.ts'
import type { Columns } from './columns.ts'
import type { IdentifierSearch } from './index-search.ts'
import type { Positions } from './matches.ts'
import type { TextSearch } from './text-search.ts'
import type { Stamps } from './stamps.ts'

/** Triples by the classes of their subjects, then by property, then by datatype or classes of the object. */
export type Partitions = readonly (readonly [
  classes: readonly string[],
  properties: readonly (readonly [
    property: string,
    ranges: readonly (readonly [range: string, triples: number])[],
  ])[],
])[]

export interface Statistics {
  readonly triples: number
  /** Different subjects, those without identity included. */
  readonly subjects: number
  /** Class IRI → instances; property IRI → triples. The most frequent first. */
  readonly classes: ReadonlyMap<string, number>
  readonly properties: ReadonlyMap<string, number>
  readonly partitions: Partitions
  /** Objects, as N-Triples text, of predicates of vocabularies → triples; null where there are too many. */
  readonly values: Readonly<Record<string, Readonly<Record<string, number>> | null>>
}

/** The files that an index reads. */
export interface IndexFiles {
  /** Of its tables. */
  readonly file: string
  /** Of the named graphs. */
  readonly quads: string
}

export interface IndexReader {
  readonly texts: TextSearch
  readonly columns: Columns
  readonly withIdentifier: IdentifierSearch
  readonly names: NameSearch
  /** What lets filters be compiled to fast queries. */
  readonly filterStatistics: GraphStatistics
  readonly statistics: Statistics
  /** The IRIs of the graph that are the same identifier as an IRI in its one spelling. */
  spellingsOf(canonical: string): readonly string[]
  /** The documents of records, in the order of the IRIs. */
  documents(iris: readonly string[], task: Task): readonly Document[]
  /** Sorted IRIs of the records of the types that have the external identifier, in any spelling, or as it is given. */
  holders(types: readonly EntityType[], identifier: string, isAsGiven?: boolean): readonly string[]
  mentions(iri: string): Mentions
  referring(iri: string): Referrers
  /** How many records refer to one, as the order by referrers of its type counts them; 0 without such an order. */
  referrers(type: EntityType, iri: string): number
  /** The positions of all records in an order of their list. */
  order(type: EntityType, name: string, isDescending: boolean): Positions
  /**
   * The most frequent values of a facet: of equal ones those first that come first by code point.
   * @param positions of the records that are counted; absent: all
   */
  facet(
    type: EntityType,
    key: string,
    positions: Positions | undefined,
    limit: number,
    task: Task,
  ): Promise<readonly FacetValue[]>
  /** The stored answer of a record; undefined where it is to be framed from its document. */
  answer(type: EntityType, iri: string): RecordAnswer | undefined
  readonly stamps: Stamps
}
