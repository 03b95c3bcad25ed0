/** "Did you mean": corrections of misspelt words by words of names that differ in a few letters. */

import { checkpoint, type Task } from '../../admission/task.ts'
import { parseWords, type WordQuery } from '../../model/values/word-query.ts'
import { keyBytes, textOfKey } from '../tables/sorter.ts'
import { allowedMistakes, countBits, editDistance, lettersOf } from '../../model/values/closest-match.ts'
import { hasWord, matchWords, type WordSources } from './match-words.ts'
import type { NameReader } from './read-names.ts'
import { splitWord } from './word-breaks.ts'

/** A word of names that is, or may be meant by, a misspelt word. */
export interface WordMatch {
  /** Each byte a character. */
  readonly word: string
  readonly mistakes: number
}

/** Blocks of words up to which all words are compared; of more, those with the same first letter. */
const MAX_BLOCKS = 48

/** The block in which words that begin with a byte begin. */
function firstBlockOf({ blocks, wordsOf }: NameReader['words'], start: string): number {
  let [low, high] = [0, blocks - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((wordsOf(middle)[0] as string) < start) low = middle
    else high = middle - 1
  }
  return Math.max(low, 0)
}

/**
 * The words of names that differ by a few letters from a word; itself where it is one.
 * @param word each byte a character
 */
export async function similarWords(
  { words, wordsByLength }: NameReader,
  word: string,
  task: Task,
): Promise<WordMatch[]> {
  const limit = allowedMistakes(word.length)
  const matches: WordMatch[] = words.exact(Buffer.from(word, 'latin1')) ? [{ word, mistakes: 0 }] : []
  if (limit === 0) return matches
  const letters = lettersOf(word)
  const [start] = words.blocks > MAX_BLOCKS ? word : ''
  for (let block = start ? firstBlockOf(words, start) : 0; block < words.blocks; block++) {
    const { first, groups } = wordsByLength(block)
    if (start && first[0]! > start) break
    for (let length = word.length - limit; length <= word.length + limit; length++) {
      const group = groups[length]
      group?.letters.forEach((others, i) => {
        if (countBits(letters & ~others) > limit || countBits(others & ~letters) > limit) return
        const other = group.words[i] as string
        const mistakes = other === word ? 0 : editDistance(word, other, limit)
        if (mistakes > 0 && mistakes <= limit) matches.push({ word: other, mistakes })
      })
    }
    checkpoint(task)
  }
  return matches
}

/** The most used of the words that differ by the fewest letters; undefined where none is near. */
async function correctWord(
  names: NameReader,
  word: string,
  isThere: boolean,
  task: Task,
): Promise<string | undefined> {
  const occurrencesOf = (one: string): number => names.words.exact(Buffer.from(one, 'latin1'))?.length ?? 0
  const similar = await similarWords(names, keyBytes(word), task)
  const [best] = (isThere ? similar.filter(({ mistakes }) => mistakes > 0) : similar).sort(
    (a, b) => a.mistakes - b.mistakes || occurrencesOf(b.word) - occurrencesOf(a.word),
  )
  return best && textOfKey(best.word)
}

/** Misspelt words up to which a query is corrected: what has more is no slip. */
const MAX_CORRECTED = 8

/** The words that are looked for and that no record has; undefined for too many. */
function misspeltWords(source: WordSources, { words, phrases }: WordQuery, task: Task): string[] | undefined {
  const misspelt: string[] = []
  for (const word of new Set([...words, ...phrases.flatMap((phrase) => phrase.split(' '))])) {
    checkpoint(task)
    if (!hasWord(source, word) && misspelt.push(word) > MAX_CORRECTED) return undefined
  }
  return misspelt
}

/** The text with other words. */
const replaceWords = (text: string, words: ReadonlyMap<string, string>): string =>
  text
    .split(' ')
    .map((word) => words.get(word) ?? word)
    .join(' ')

/**
 * The words of a query, those that no record has replaced by the nearest of names, or by the two that were joined;
 * where nothing has all of these, one of the others too: a slip may stand in some record.
 */
export async function correctWords(
  source: WordSources,
  query: WordQuery,
  task: Task,
): Promise<string | undefined> {
  const isFound = (text: string): boolean => matchWords(source, parseWords(text), task).positions.length > 0
  const misspelt = misspeltWords(source, query, task)
  if (!misspelt?.length) return undefined
  const corrections = new Map<string, string>()
  for (const word of misspelt) {
    checkpoint(task)
    const better = (await correctWord(source.names, word, false, task)) ?? splitWord(source.names, word)
    if (better !== undefined) corrections.set(word, better)
  }
  const text = replaceWords(query.foldedText, corrections)
  if (corrections.size > 0 && isFound(text)) return text
  const others = query.words.filter((word) => !misspelt.includes(word)).slice(0, MAX_CORRECTED)
  for (const word of others) {
    checkpoint(task)
    const better = await correctWord(source.names, word, true, task)
    const other = better === undefined ? text : replaceWords(text, new Map([[word, better]]))
    if (other !== text && isFound(other)) return other
  }
  return undefined
}
