/** How well the names of a record fit a query. */

import { fits } from '../query/name-search.ts'
import { isShort, type WordQuery } from '../../model/values/word-query.ts'

/** In the place of a fit where the names do not have all that is searched for. */
export const NO_FIT = fits.length

/** A blank before and behind each word, and a sign that is in no word between two names. */
const textOf = (names: readonly string[]): string => ` ${names.join(' | ')} `

const hasAll = (text: string, { words, phrases }: WordQuery): boolean =>
  phrases.every((phrase) => text.includes(` ${phrase} `)) &&
  words.every((word) => text.includes(isShort(word) ? ` ${word}` : word))

/**
 * The number of the fit of folded names; `NO_FIT` where they do not have all that is searched for.
 * @param names of one record; words may be in different ones
 */
export function fitOf(names: readonly string[], query: WordQuery): number {
  const text = textOf(names)
  if (!hasAll(text, query)) return NO_FIT
  const { foldedText, words } = query
  if (names.includes(foldedText)) return 0
  if (text.startsWith(` ${foldedText}`) || text.includes(`| ${foldedText}`)) return 1
  if (words.every((word) => text.includes(` ${word} `))) return 2
  return words.every((word) => text.includes(` ${word}`)) ? 3 : 4
}
