/** Searches for records by their names, as people do: what an index answers of them. */

import type { Task } from '../admission/task.ts'
import type { EntityType } from '../model/rows/row.ts'
import { foldToPlainLetters } from '../model/values/fold.ts'
import type { Matches, Positions } from './matches.ts'

const BETWEEN_WORDS = /[^\p{L}\p{N}]+/gu

/** A text in small letters without accents, its words with one blank between them. */
export const foldName = (text: string): string => foldToPlainLetters(text).replace(BETWEEN_WORDS, ' ').trim()

/** What is searched for among names. */
export interface NameQuery {
  /** The whole text, folded. */
  readonly foldedText: string
  /** Words of which each must be in a name, be it as a part of a word. */
  readonly words: readonly string[]
  /** Runs of words that must stand so in one name: what is in quotes. */
  readonly phrases: readonly string[]
}

/** Words of a query that are looked at; the others of a longer text change nothing. */
const MAX_WORDS = 20

const QUOTED = /"([^"]*)"|“([^”“]*)”|„([^“”]*)[“”]|«([^»]*)»/g

/** Reads what somebody wrote into a search box; nothing in it can be wrong. */
export function parseNameQuery(text: string): NameQuery {
  const phrases = [...text.matchAll(QUOTED)].map((match) => foldName(match.slice(1).find(Boolean) ?? ''))
  const words = foldName(text.replace(QUOTED, ' ')).split(' ')
  const distinct = [...new Set(words)].filter(Boolean)
  return {
    foldedText: foldName(text),
    words: distinct.slice(0, MAX_WORDS),
    phrases: [...new Set(phrases)].filter(Boolean).slice(0, MAX_WORDS),
  }
}

/** Whether nothing is searched for: the text has neither a letter nor a digit. */
export const isEmptyQuery = ({ words, phrases }: NameQuery): boolean => words.length + phrases.length === 0

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
   * @param among the positions of the records that may be found; absent: all
   */
  find(type: EntityType, query: NameQuery, task: Task, among?: Positions): Promise<RankedMatches>
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
