/** Similar names, for reconciliation: records with a name like a given one, with mistakes or missing words. */

import { checkpoint, type Task } from '../../admission/task.ts'
import { type MostSimilar, type Similar } from '../query/name-search.ts'
import { foldWords } from '../../model/values/word-query.ts'
import { eachAscending } from '../tables/keys.ts'
import { keyBytes } from '../tables/sorter.ts'
import type { CompletionSources } from './complete.ts'
import type { NameReader } from './read-names.ts'
import { withOtherBreaks } from './word-breaks.ts'
import { similarWords, type WordMatch } from './word-corrections.ts'

/** How much a word with mistakes is like the one meant, 0 to 1. */
const likeness = (length: number, mistakes: number): number => Math.max(0, 1 - (1.5 * mistakes) / length)

/** The same of a letter that stands for a whole word: “H. Zhou” for Hao Zhou. */
const INITIAL_LIKENESS = 0.9

/** Whether a word is a letter that may stand for a longer word; scripts without capitals write no initials. */
const isInitial = (word: string): boolean => [...word].length === 1 && word.toUpperCase() !== word

/** Words of a name that are looked at, and records that are compared. */
const MAX_WORDS = 12
const MAX_RECORDS = 3000

/** What is left of a similarity where a blank is missing or too many, and the texts that are tried for that. */
const OTHER_BREAKS_FACTOR = 0.95
const MAX_OTHER_BREAKS = 3

/** The same of a text of which a part alone is looked for, and the parts that are. */
const PART_FACTOR = 0.85
const MAX_PARTS = 2

type SimilarRecord = Omit<Similar, 'iri'> & { readonly position: number }

/** The most similar first, of equal ones those that most records name. */
const bestFirst =
  (ranks: Uint32Array) =>
  (a: SimilarRecord, b: SimilarRecord): number =>
    b.similarity - a.similarity ||
    (ranks[b.position] as number) - (ranks[a.position] as number) ||
    a.position - b.position

/** The folded text with blanks between capitals that may be initials: “Gomez HC”; none where all are capitals. */
function withSeparateInitials(text: string): [] | [string] {
  const separated = text.replace(/(?<![\p{L}\p{M}])\p{Lu}{2,3}(?![\p{L}\p{M}])/gu, (capitals) =>
    [...capitals].join(' '),
  )
  return separated !== text && /\p{Ll}/u.test(text) ? [foldWords(separated)] : []
}

/** The folded parts behind a comma: of “Dept. of Physics, Xinjiang University” the name stands there. */
const partsBehindCommas = (text: string): string[] =>
  text
    .split(',')
    .slice(1)
    .map(foldWords)
    .filter((part) => part.includes(' '))
    .slice(0, MAX_PARTS)

/** The records of similar names, the best first. */
export async function similarRecords(
  { names, hasPersonNames, ranks: ranksOf }: CompletionSources,
  text: string,
  most: MostSimilar,
  task: Task,
): Promise<readonly SimilarRecord[]> {
  const ranks = ranksOf()
  const whole = foldWords(text)
  const known = new Map<string, Promise<WordMatch[]>>()
  /** Texts with other breaks have most words in common. */
  const matchesOf = (word: string): Promise<WordMatch[]> => {
    const matches = known.get(word) ?? similarWords(names, word, task)
    known.set(word, matches)
    return matches
  }
  const like = (folded: string): Promise<SimilarRecord[]> =>
    recordsLike({ names, ranks }, folded, most.similar, matchesOf, task)
  const recordByPosition = new Map((await like(whole)).map((record) => [record.position, record]))
  const words = whole.split(' ').slice(0, MAX_WORDS)
  const withBreaks = [
    ...(hasPersonNames ? withSeparateInitials(text) : []),
    ...withOtherBreaks(names, words).slice(0, MAX_OTHER_BREAKS),
  ]
  const others = [
    ...withBreaks.map((other) => [other, OTHER_BREAKS_FACTOR] as const),
    ...(hasPersonNames ? [] : partsBehindCommas(text)).map((part) => [part, PART_FACTOR] as const),
  ]
  for (const [other, factor] of others) {
    for (const record of await like(other)) {
      const similarity = record.similarity * factor
      if (similarity > (recordByPosition.get(record.position)?.similarity ?? 0))
        recordByPosition.set(record.position, { ...record, similarity, isExact: false })
    }
  }
  const all = [...recordByPosition.values()].sort(bestFirst(ranks))
  return [
    ...all.filter(({ isExact }) => isExact).slice(0, most.exact),
    ...all.filter(({ isExact }) => !isExact).slice(0, most.similar),
  ]
}

/** The records of names like a folded one, blanks where they are: all that may be among the best. */
async function recordsLike(
  { names, ranks }: { readonly names: NameReader; readonly ranks: Uint32Array },
  whole: string,
  limit: number,
  matchesOf: (word: string) => Promise<WordMatch[]>,
  task: Task,
): Promise<SimilarRecord[]> {
  const words = [...new Set(keyBytes(whole).split(' '))].filter(Boolean).slice(0, MAX_WORDS)
  const matches = await Promise.all(words.map(matchesOf))
  const matchesByWord = new Map(words.map((word, i) => [word, matches[i] as WordMatch[]]))
  const initials = new Set(whole.split(' ').filter(isInitial).map(keyBytes))
  const exact = new Set(names.withName(whole))
  const found: SimilarRecord[] = []
  const letters = words.reduce((sum, { length }) => sum + length, 0)
  let threshold = 0
  for (const { position, common } of await recordsOf(names, matchesByWord, initials, task)) {
    // It has these letters in common at most, as all that follow, and the texts have those of the query and some more.
    if ((2 * common) / letters < threshold) break
    if (exact.has(position)) continue
    const similarity = nearest(names.namesAt(position), matchesByWord, initials)
    if (similarity > 0) found.push({ position, similarity, isExact: false })
    if (found.length >= 2 * limit) threshold = keepBest(found, limit, ranks)
    checkpoint(task)
  }
  return [...[...exact].map((position) => ({ position, similarity: 1, isExact: true })), ...found]
}

/** Leaves the best records. @returns the similarity of the last of them */
function keepBest(records: SimilarRecord[], count: number, ranks: Uint32Array): number {
  records.sort(bestFirst(ranks))
  records.length = count
  return records.at(-1)?.similarity ?? 0
}

/** A record that has some of the words. */
interface PossibleRecord {
  readonly position: number
  /** Letters of the words that it may have, and all initials. */
  readonly common: number
}

/** The records that have most of the rarest words: as many as can be compared. */
async function recordsOf(
  { words }: NameReader,
  meant: ReadonlyMap<string, readonly WordMatch[]>,
  initials: ReadonlySet<string>,
  task: Task,
): Promise<PossibleRecord[]> {
  const lists = [...meant]
    .map(([word, matches]) => ({
      letters: initials.has(word) ? 0 : word.length,
      packed: matches.flatMap(({ word }) => words.exact(Buffer.from(word, 'latin1')) ?? []),
    }))
    .map((list) => ({ ...list, bytes: list.packed.reduce((sum, { length }) => sum + length, 0) }))
    .filter(({ bytes }) => bytes > 0)
    // A letter alone says less than any word.
    .sort((a, b) => Number(a.letters === 0) - Number(b.letters === 0) || a.bytes - b.bytes)
  const counts = new Map<number, number>()
  const common = new Map<number, number>()
  for (const { packed, bytes, letters } of lists) {
    // A frequent word speaks for those alone that have a rarer one too.
    const isOpen = counts.size === 0 || counts.size + bytes <= MAX_RECORDS
    checkpoint(task)
    const seen = new Set<number>()
    for (const one of packed)
      eachAscending(one, (position) => {
        if (seen.has(position) || (!isOpen && !counts.has(position))) return
        seen.add(position)
        counts.set(position, (counts.get(position) ?? 0) + 1)
        common.set(position, (common.get(position) ?? initials.size) + letters)
      })
  }
  return [...counts]
    .sort(([a, x], [b, y]) => y - x || a - b)
    .slice(0, MAX_RECORDS)
    .map(([position]) => ({ position, common: common.get(position) as number }))
    .sort((a, b) => b.common - a.common)
}

/** How much the nearest of the names is like the words that somebody wrote, 0 to 1. */
function nearest(
  names: readonly string[],
  matchesByWord: ReadonlyMap<string, readonly WordMatch[]>,
  initials: ReadonlySet<string>,
): number {
  const matchIn = (word: string, has: ReadonlySet<string>): WordMatch | undefined =>
    matchesByWord
      .get(word)
      ?.reduce<WordMatch | undefined>(
        (best, one) => (has.has(one.word) && (!best || one.mistakes < best.mistakes) ? one : best),
        undefined,
      )
  let best = 0
  for (const name of names) {
    const wordsOfName = new Set(keyBytes(name).split(' '))
    const free = new Set(wordsOfName)
    const open: string[] = []
    let [common, total] = [0, 0]
    for (const word of matchesByWord.keys()) {
      const match = matchIn(word, wordsOfName)
      total += word.length
      if (match) {
        common += word.length * likeness(word.length, match.mistakes)
        free.delete(match.word)
      } else if (initials.has(word)) open.push(word)
    }
    for (const word of wordsOfName) total += word.length
    for (const initial of open) {
      const word = [...free].find((one) => one.startsWith(initial))
      if (word === undefined) continue
      free.delete(word)
      common += initial.length * INITIAL_LIKENESS
      // What the letter leaves out is not missing.
      total -= word.length - initial.length
    }
    best = Math.max(best, (2 * common) / total)
  }
  return best
}
