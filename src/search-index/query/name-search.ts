/** Searches for records by their names, as people do: what an index answers of them. */

import type { Task } from '../../admission/task.ts'
import type { EntityType } from '../../model/rows/row.ts'
import type { WordQuery } from '../../model/values/word-query.ts'
import type { Positions } from './matches.ts'

/**
 * How well a record fits a query, the best first: by its names; last where words of names to which it refers, or their
 * beginnings, or its texts have some of the words.
 */
export const fits = [
  'exact',
  'prefix',
  'words',
  'word prefixes',
  'inside',
  'references',
  'reference prefixes',
  'texts',
] as const
export type Fit = (typeof fits)[number]

/** The records that have all words of a query. */
export interface WordMatches {
  /** Ascending. */
  readonly positions: Positions
  /** The number of the fit of each. */
  readonly fits: Uint8Array
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

export interface NameSearch {
  /** The records of a type that have all words and phrases in their names, in those of what they name, in texts. */
  match(type: EntityType, query: WordQuery, task: Task): WordMatches
  /**
   * Those of the words and phrases that the record with the most of them has, as a text, and how many they are;
   * undefined where no record has any.
   */
  mostWords(
    type: EntityType,
    query: WordQuery,
    task: Task,
  ): { readonly text: string; readonly count: number } | undefined
  /** How well records that have all words fit. */
  fitsOf(type: EntityType, query: WordQuery, iris: readonly string[], task: Task): readonly Fit[]
  /** The first of positions of records: those that most records name; of equal ones those with the shortest names. */
  mostReferencedFirst(type: EntityType, positions: Positions, count: number): Positions
  /**
   * Some records of a type for a name that is being typed, for each fit, the best first; none are looked for until they
   * are asked for.
   * @param worst `prefix`: those alone of which a name begins like this, which takes less time
   */
  complete(
    type: EntityType,
    query: WordQuery,
    limit: number,
    worst?: 'prefix' | 'inside',
  ): Generator<readonly string[], void>
  /** The records of a type with the most similar names, spelling mistakes allowed, the best first. */
  similar(type: EntityType, name: string, most: MostSimilar, task: Task): Promise<readonly Similar[]>
  /** The query with words that names of a type have in the place of those that none has; else undefined. */
  correct(type: EntityType, query: WordQuery, task: Task): Promise<string | undefined>
}
