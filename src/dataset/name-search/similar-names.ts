/** Records with a name like a given one: words with mistakes, and words that are missing. */

import { checkpoint, type Task } from '../../admission/task.ts'
import type { Similar } from '../../store/names/name-search.ts'
import { foldName } from '../../store/names/fold-name.ts'
import { eachAscending } from '../tables/keys.ts'
import { keyBytes } from '../tables/sorter.ts'
import type { NameReader } from './read-names.ts'
import { withOtherBreaks } from './word-breaks.ts'
import { similarWords, type WordMatch } from './word-corrections.ts'

/** How much a word with mistakes is like the one meant, 0 to 1. */
const likeness = (length: number, mistakes: number): number => Math.max(0, 1 - (1.5 * mistakes) / length)

/** Words of a name that are looked at, and records that are compared. */
const MAX_WORDS = 12
const MAX_RECORDS = 3000

/** What is left of a similarity where a blank is missing or too many, and the texts that are tried for that. */
const OTHER_BREAKS_FACTOR = 0.95
const MAX_OTHER_BREAKS = 3

type SimilarRecord = Omit<Similar, 'iri'> & { readonly position: number }

/** The records of similar names, the best first. */
export async function similarRecords(
  names: NameReader,
  text: string,
  limit: number,
  task: Task,
): Promise<readonly SimilarRecord[]> {
  const whole = foldName(text)
  const recordByPosition = new Map(
    (await recordsLike(names, whole, task)).map((record) => [record.position, record]),
  )
  const words = whole.split(' ').slice(0, MAX_WORDS)
  for (const other of withOtherBreaks(names, words).slice(0, MAX_OTHER_BREAKS)) {
    for (const record of await recordsLike(names, other, task)) {
      const similarity = record.similarity * OTHER_BREAKS_FACTOR
      if (similarity > (recordByPosition.get(record.position)?.similarity ?? 0))
        recordByPosition.set(record.position, { ...record, similarity, isExact: false })
    }
  }
  return [...recordByPosition.values()]
    .sort((a, b) => b.similarity - a.similarity || a.position - b.position)
    .slice(0, limit)
}

/** The records of names like a folded one, blanks where they are. */
async function recordsLike(names: NameReader, whole: string, task: Task): Promise<SimilarRecord[]> {
  const words = [...new Set(keyBytes(whole).split(' '))].filter(Boolean).slice(0, MAX_WORDS)
  const matches = await Promise.all(words.map((word) => similarWords(names, word, task)))
  const matchesByWord = new Map(words.map((word, i) => [word, matches[i] as WordMatch[]]))
  const exact = new Set(names.withName(whole))
  return [
    ...exact,
    ...(await recordsOf(names, matchesByWord, task)).filter((position) => !exact.has(position)),
  ]
    .map((position) => ({
      position,
      similarity: exact.has(position) ? 1 : nearest(names.namesAt(position), matchesByWord),
      isExact: exact.has(position),
    }))
    .filter(({ similarity }) => similarity > 0)
}

/** The records that have most of the rarest words: as many as can be compared. */
async function recordsOf(
  { words }: NameReader,
  meant: ReadonlyMap<string, readonly WordMatch[]>,
  task: Task,
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
    await checkpoint(task)
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
function nearest(names: readonly string[], matchesByWord: ReadonlyMap<string, readonly WordMatch[]>): number {
  const mistakesIn = (word: string, has: ReadonlySet<string>): number | undefined =>
    matchesByWord
      .get(word)
      ?.reduce<number | undefined>(
        (best, one) =>
          has.has(one.word) && (best === undefined || one.mistakes < best) ? one.mistakes : best,
        undefined,
      )
  let best = 0
  for (const name of names) {
    const wordsOfName = new Set(keyBytes(name).split(' '))
    let [common, total] = [0, 0]
    for (const word of matchesByWord.keys()) {
      const mistakes = mistakesIn(word, wordsOfName)
      if (mistakes !== undefined) common += word.length * likeness(word.length, mistakes)
      total += word.length
    }
    for (const word of wordsOfName) total += word.length
    best = Math.max(best, (2 * common) / total)
  }
  return best
}
