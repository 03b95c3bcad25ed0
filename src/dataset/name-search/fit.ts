/** How well the names of a record fit a query. */

import { fits, type NameQuery } from '../../query/name-search.ts'

/** In the place of a fit where the names do not have all that is searched for. */
export const NO_FIT = fits.length

/** Whether a word is too short to be looked for inside of others: nearly all have it. */
export const isShort = (word: string): boolean => Buffer.byteLength(word) < 3

/** A blank before and behind each word, and a sign that is in no word between two names. */
const textOf = (names: readonly string[]): string => ` ${names.join(' | ')} `

const hasAll = (text: string, { words, phrases }: NameQuery): boolean =>
  phrases.every((phrase) => text.includes(` ${phrase} `)) &&
  words.every((word) => text.includes(isShort(word) ? ` ${word}` : word))

/**
 * The number of the fit of folded names; `NO_FIT` for none.
 * @param names of one record; words may be in different ones
 * @param referencedNames gives those of the entities to which it refers
 */
export function fitOf(
  names: readonly string[],
  query: NameQuery,
  referencedNames: () => readonly string[] = () => [],
): number {
  const text = textOf(names)
  if (!hasAll(text, query)) {
    const others = referencedNames()
    return others.length > 0 && hasAll(text + textOf(others), query) ? fits.indexOf('references') : NO_FIT
  }
  const { foldedText, words } = query
  if (names.includes(foldedText)) return 0
  if (text.startsWith(` ${foldedText}`) || text.includes(`| ${foldedText}`)) return 1
  if (words.every((word) => text.includes(` ${word} `))) return 2
  return words.every((word) => text.includes(` ${word}`)) ? 3 : 4
}
