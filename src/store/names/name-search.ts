/** Searches for records by their names, as people do: what an index answers of them. */

import type { Task } from '../../admission/task.ts'
import type { EntityType } from '../../model/rows/row.ts'
import type { Matches } from '../search/matches.ts'
import type { NameQuery } from './name-query.ts'

/** How well a name fits a query, the best first; last where names to which the record refers have some words. */
export const fits = ['exact', 'prefix', 'words', 'word prefixes', 'inside', 'references'] as const
export type Fit = (typeof fits)[number]

/** A record found by a part of its name. */
export interface Completion {
  readonly iri: string
  readonly fit: Fit
}

/** A record of a similar name. */
export interface Similar {
  readonly iri: string
  /** 1 for the same words, 0 for none in common. */
  readonly similarity: number
  /** The name is the same but for case, accents and punctuation. */
  readonly isExact: boolean
}

/** How many records of similar names may be found: of the same name, and of others. */
export interface MostSimilar {
  readonly exact: number
  readonly similar: number
}

/** Records that a search found, the best first. */
interface RankedMatches extends Matches {
  /** How well the record at a place fits. */
  fitAt(place: number): Fit
}

export interface NameSearch {
  /**
   * The records of a type that have all words and phrases in their names, or in names to which they refer, the
   * best first.
   */
  find(type: EntityType, query: NameQuery, task: Task): Promise<RankedMatches>
  /**
   * Some records of a type for a name that is being typed, the best first.
   * @param worst `prefix`: those alone of which a name begins like this, which takes less time
   */
  complete(
    type: EntityType,
    query: NameQuery,
    limit: number,
    worst?: 'prefix' | 'inside',
  ): readonly Completion[]
  /** The records of a type with the most similar names, spelling mistakes allowed, the best first. */
  similar(type: EntityType, name: string, most: MostSimilar, task: Task): Promise<readonly Similar[]>
  /** The query with words that names of a type have in the place of those that none has; else undefined. */
  correct(type: EntityType, query: NameQuery, task: Task): Promise<string | undefined>
}
