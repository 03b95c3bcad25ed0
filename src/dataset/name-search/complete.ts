/** Completions: records for a name that is being typed. */

import { fits, type Fit } from '../../query/name-search.ts'
import { isShort, type WordQuery } from '../../model/values/word-query.ts'
import { eachAscending } from '../tables/keys.ts'
import { exactly, type WordReader } from '../tables/words.ts'
import { fitOf, NO_FIT } from './fit.ts'
import type { NameReader } from './read-names.ts'

/** Records that are compared at once. */
const MAX_COMPARED = 200

/** Bytes of positions that are read of a word: of more, other words tell records apart. */
const MAX_BYTES = 20_000

type LookUp = (words: WordReader, word: string) => Buffer[] | undefined

/** Whole words, then their beginnings, then what is inside of them. */
const lookUps: readonly LookUp[] = [
  exactly,
  (words, word) => words.startingWith(Buffer.from(word), { uses: MAX_BYTES }),
  (words, word) => (isShort(word) ? undefined : words.containing(Buffer.from(word), { uses: MAX_BYTES })),
]

/**
 * The positions of records that may have all words in their names, ascending: those with the words of which the index
 * can say so.
 * @param count of all records
 */
function candidatesOf(words: WordReader, query: WordQuery, count: number, lookUp: LookUp): number[] {
  const inPhrases = query.phrases.flatMap((phrase) => phrase.split(' '))
  const postings = [
    ...inPhrases.map((word) => exactly(words, word)),
    ...query.words.map((word) => lookUp(words, word)),
  ].filter((lists) => lists !== undefined)
  if (postings.length === 0) return []
  /** How many of the words in front a position has. */
  const marks = new Uint16Array(count)
  postings.forEach((lists, i) => {
    for (const packed of lists)
      eachAscending(packed, (position) => {
        if (marks[position] === i) marks[position] = i + 1
      })
  })
  const found: number[] = []
  for (let position = 0; position < count; position++)
    if (marks[position] === postings.length) found.push(position)
  return found
}

/**
 * The first records for a name that is being typed, the best first.
 * @param count of all records
 */
export function completions(
  names: NameReader,
  query: WordQuery,
  count: number,
  limit: number,
  worst: 'prefix' | 'inside',
): { readonly position: number; readonly fit: Fit }[] {
  const fitByPosition = new Map<number, number>()
  const add = (positions: Iterable<number>, fit: number): void => {
    for (const position of positions) {
      if (fitByPosition.size >= limit) return
      if (!fitByPosition.has(position)) fitByPosition.set(position, fit)
    }
  }
  add(names.withName(query.foldedText), 0)
  add(names.withNameStarting(query.foldedText), 1)
  for (const lookUp of worst === 'prefix' ? [] : lookUps) {
    if (fitByPosition.size >= limit) break
    const byFit: number[][] = [...fits, 'none'].map(() => [])
    for (const position of candidatesOf(names.words, query, count, lookUp).slice(0, MAX_COMPARED))
      byFit[fitOf(names.namesAt(position), query)]?.push(position)
    byFit.slice(0, NO_FIT).forEach((positions, fit) => add(positions, fit))
  }
  return Array.from(fitByPosition, ([position, fit]) => ({ position, fit: fits[fit] as Fit }))
}
