/** Names that are nearly the one that somebody wrote: words with mistakes, and words that are missing. */

import type { Similar } from '../../store/names/name-search.ts'
import { foldName } from '../../store/names/name-text.ts'
import { beginTurn } from '../event-loop.ts'
import { eachAscending } from '../tables/keys.ts'
import { keyBytes, textOfKey } from '../tables/sorter.ts'
import { allowedMistakes, countBits, editDistance, lettersOf } from './edit-distance.ts'
import type { NameReader } from './read-names.ts'

/** A word of names that is, or may be meant by, a word that somebody wrote. */
interface WordMatch {
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
async function similarWords({ words }: NameReader, word: string): Promise<WordMatch[]> {
  const limit = allowedMistakes(word.length)
  const found: WordMatch[] = words.exact(Buffer.from(word, 'latin1')) ? [{ word, mistakes: 0 }] : []
  if (limit === 0) return found
  const letters = lettersOf(word)
  const [start] = words.blocks > MAX_BLOCKS ? word : ''
  const turn = beginTurn()
  for (let block = start ? firstBlockOf(words, start) : 0; block < words.blocks; block++) {
    const some = words.wordsOf(block)
    if (start && (some[0] as string)[0]! > start) break
    for (const other of some) {
      if (Math.abs(other.length - word.length) > limit || other === word) continue
      const others = lettersOf(other)
      if (countBits(letters & ~others) > limit || countBits(others & ~letters) > limit) continue
      const mistakes = editDistance(word, other, limit)
      if (mistakes <= limit) found.push({ word: other, mistakes })
    }
    if (turn.isOver()) await turn.next()
  }
  return found
}

/** How much a word with mistakes is like the one meant, 0 to 1. */
const likeness = (length: number, mistakes: number): number => Math.max(0, 1 - (1.5 * mistakes) / length)

/** Words of a name that are looked at, and records that are compared. */
const MAX_WORDS = 12
const MAX_RECORDS = 3000

/** The records of similar names, the best first. */
export async function similarRecords(
  names: NameReader,
  text: string,
  limit: number,
): Promise<readonly (Omit<Similar, 'iri'> & { readonly position: number })[]> {
  const whole = foldName(text)
  const words = [...new Set(keyBytes(whole).split(' '))].filter(Boolean).slice(0, MAX_WORDS)
  const matches = await Promise.all(words.map((word) => similarWords(names, word)))
  const meant = new Map(words.map((word, i) => [word, matches[i] as WordMatch[]]))
  const exact = new Set(names.withName(whole))
  return [...exact, ...(await recordsOf(names, meant)).filter((position) => !exact.has(position))]
    .map((position) => ({
      position,
      similarity: exact.has(position) ? 1 : nearest(names.namesAt(position), meant),
      isExact: exact.has(position),
    }))
    .filter(({ similarity }) => similarity > 0)
    .sort((a, b) => b.similarity - a.similarity || a.position - b.position)
    .slice(0, limit)
}

/** The records that have most of the rarest words: as many as can be compared. */
async function recordsOf(
  { words }: NameReader,
  meant: ReadonlyMap<string, readonly WordMatch[]>,
): Promise<number[]> {
  const lists = [...meant.values()]
    .map((matches) => matches.flatMap(({ word }) => words.exact(Buffer.from(word, 'latin1')) ?? []))
    .map((packed) => ({ packed, bytes: packed.reduce((sum, { length }) => sum + length, 0) }))
    .filter(({ bytes }) => bytes > 0)
    .sort((a, b) => a.bytes - b.bytes)
  const counts = new Map<number, number>()
  for (const { packed, bytes } of lists) {
    // A frequent word speaks for those alone that have a rarer one too.
    const isOpen = counts.size === 0 || counts.size + bytes <= MAX_RECORDS
    const seen = new Set<number>()
    for (const one of packed)
      eachAscending(one, (position) => {
        if (seen.has(position) || (!isOpen && !counts.has(position))) return
        seen.add(position)
        counts.set(position, (counts.get(position) ?? 0) + 1)
      })
  }
  return [...counts]
    .sort(([a, x], [b, y]) => y - x || a - b)
    .slice(0, MAX_RECORDS)
    .map(([position]) => position)
}

/** How much the nearest of the names is like the words that somebody wrote, 0 to 1. */
function nearest(names: readonly string[], meant: ReadonlyMap<string, readonly WordMatch[]>): number {
  const mistakesIn = (word: string, has: ReadonlySet<string>): number | undefined =>
    meant
      .get(word)
      ?.reduce<number | undefined>(
        (best, one) =>
          has.has(one.word) && (best === undefined || one.mistakes < best) ? one.mistakes : best,
        undefined,
      )
  let best = 0
  for (const name of names) {
    const own = new Set(keyBytes(name).split(' '))
    let [common, total] = [0, 0]
    for (const word of meant.keys()) {
      const mistakes = mistakesIn(word, own)
      if (mistakes !== undefined) common += word.length * likeness(word.length, mistakes)
      total += word.length
    }
    for (const word of own) total += word.length
    best = Math.max(best, (2 * common) / total)
  }
  return best
}

/** The most used of the words that differ by the fewest letters; undefined where none is near. */
export async function correctWord(names: NameReader, word: string): Promise<string | undefined> {
  const uses = (one: string): number => names.words.exact(Buffer.from(one, 'latin1'))?.length ?? 0
  const [best] = (await similarWords(names, keyBytes(word))).sort(
    (a, b) => a.mistakes - b.mistakes || uses(b.word) - uses(a.word),
  )
  return best && textOfKey(best.word)
}
