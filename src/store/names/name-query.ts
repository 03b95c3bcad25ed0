/** What somebody wrote into a search box, read as words and phrases. */

import { foldName } from './fold-name.ts'

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
