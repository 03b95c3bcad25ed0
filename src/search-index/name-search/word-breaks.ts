/** Words that were joined or taken apart by mistake: "FlybyMedia" for "Flyby Media", and the other way round. */

import type { NameReader } from './read-names.ts'

/** Letters of each part of a word: shorter parts are in too many names. */
const MIN_PART = 3

/** Letters of the words that are taken apart. */
const MAX_LETTERS = 60

const has = ({ words }: NameReader, word: string): boolean => words.exact(Buffer.from(word)) !== undefined

/** The two words of names that a folded word may be; undefined where it is none. */
export function splitWord(names: NameReader, word: string): string | undefined {
  if (word.length > MAX_LETTERS) return undefined
  for (let at = MIN_PART; at <= word.length - MIN_PART; at++) {
    const [first, second] = [word.slice(0, at), word.slice(at)]
    if (has(names, first) && has(names, second)) return `${first} ${second}`
  }
  return undefined
}

/** The texts with one blank more or less, all of whose changed words are in names. @param words folded */
export function withOtherBreaks(names: NameReader, words: readonly string[]): string[] {
  const replaced = (from: number, count: number, text: string): string =>
    words.toSpliced(from, count, text).join(' ')
  return words.flatMap((word, i) => {
    const split = splitWord(names, word)
    const joined = i + 1 < words.length ? word + (words[i + 1] as string) : ''
    return [
      ...(split === undefined ? [] : [replaced(i, 1, split)]),
      ...(joined !== '' && has(names, joined) ? [replaced(i, 2, joined)] : []),
    ]
  })
}
