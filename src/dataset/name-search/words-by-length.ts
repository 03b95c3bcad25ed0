/** The words of names as corrections look at them. */

import { lettersOf } from '../../model/values/closest-match.ts'

/** The words of a block by their length, with the letters of each. */
export interface WordsByLength {
  /** Of all words, in the order of their bytes. */
  readonly first: string
  readonly groups: readonly (
    { readonly words: readonly string[]; readonly letters: readonly number[] } | undefined
  )[]
}

/** @param words each byte a character */
export function groupByLength(words: readonly string[]): WordsByLength {
  const groups: { words: string[]; letters: number[] }[] = []
  for (const word of words) {
    const group = (groups[word.length] ??= { words: [], letters: [] })
    group.words.push(word)
    group.letters.push(lettersOf(word))
  }
  return { first: words[0] as string, groups }
}
