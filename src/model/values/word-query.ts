/** What people write into a search box: the words and phrases that are looked for, folded. */

import { foldToPlainLetters } from './fold.ts'

const BETWEEN_WORDS = /[^\p{L}\p{N}]+/gu

/** A text in small letters without accents, its words with one blank between them. */
export const foldWords = (text: string): string => foldToPlainLetters(text).replace(BETWEEN_WORDS, ' ').trim()

/** What is searched for. */
export interface WordQuery {
  /** The whole text, folded. */
  readonly foldedText: string
  /** Words of which each must be in a text of the record. */
  readonly words: readonly string[]
  /** Runs of words that must stand so in one text: what is in quotes. */
  readonly phrases: readonly string[]
}

/** Words and phrases of a query that are looked at; the others of a longer text change nothing. */
const MAX_WORDS = 20
const MAX_PHRASES = 10

const QUOTED = /"([^"]*)"|“([^”“]*)”|„([^“”]*)[“”]|«([^»]*)»/g

/** Reads what somebody wrote into a search box; nothing in it can be wrong. */
export function parseWords(text: string): WordQuery {
  const phrases = [...text.matchAll(QUOTED)].map((match) => foldWords(match.slice(1).find(Boolean) ?? ''))
  const words = foldWords(text.replace(QUOTED, ' ')).split(' ')
  const distinct = [...new Set(words)].filter(Boolean)
  return {
    foldedText: foldWords(text),
    words: distinct.slice(0, MAX_WORDS),
    phrases: [...new Set(phrases)].filter(Boolean).slice(0, MAX_PHRASES),
  }
}

/** Whether nothing is searched for: the text has neither a letter nor a digit. */
export const isEmptyQuery = ({ words, phrases }: WordQuery): boolean => words.length + phrases.length === 0

/** Whether a word is too short to be looked for inside of others, or at their beginning: nearly all have it. */
export const isShort = (word: string): boolean => Buffer.byteLength(word) < 3
