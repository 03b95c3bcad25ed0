/** Completions: records for a name that is being typed. */

import { fits, type Fit } from '../../query/name-search.ts'
import { isShort, type WordQuery } from '../../model/values/word-query.ts'
import { eachAscending } from '../tables/keys.ts'
import { exactly, type WordReader } from '../tables/words.ts'
import { fitOf, NO_FIT } from './fit.ts'
import type { WordSources } from './match-words.ts'

/** Records that are compared at once. */
const MAX_COMPARED = 200

/** Bytes of positions that are read of a word: of more, other words tell records apart. */
const MAX_BYTES = 20_000

const PREFIX = fits.indexOf('prefix')
const WORD_PREFIXES = fits.indexOf('word prefixes')

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

export interface CompletionSources extends Pick<WordSources, 'names' | 'count' | 'hasPersonNames'> {
  /** For each record a number that is higher the more records name it. */
  ranks(): Uint32Array
}

/** The first different ones of the positions that are given by what makes them. */
function firstOf(positions: Iterable<number>): number[] {
  const found = new Set<number>()
  for (const position of positions) if (found.add(position).size >= MAX_COMPARED) break
  return [...found]
}

/** The first records for a name that is being typed, the best first; of equal ones those that most records name. */
export function completions(
  { names, count, hasPersonNames, ranks: ranksOf }: CompletionSources,
  query: WordQuery,
  limit: number,
  worst: 'prefix' | 'inside',
): { readonly position: number; readonly fit: Fit }[] {
  const ranks = ranksOf()
  const fitByPosition = new Map<number, number>()
  const mostReferencedFirst = (positions: readonly number[]): number[] =>
    positions.toSorted((a, b) => (ranks[b] as number) - (ranks[a] as number))
  const add = (positions: readonly number[], fit: number): void => {
    for (const position of positions) {
      if (fitByPosition.size >= limit) return
      if (!fitByPosition.has(position)) fitByPosition.set(position, fit)
    }
  }
  const addStarting = (): void => {
    if (fitByPosition.size < limit)
      add(mostReferencedFirst(firstOf(names.withNameStarting(query.foldedText))), PREFIX)
  }
  const addWith = (lookUp: LookUp): void => {
    if (fitByPosition.size >= limit) return
    const byFit: number[][] = [...fits, 'none'].map(() => [])
    const candidates = mostReferencedFirst(candidatesOf(names.words, query, count, lookUp))
    for (const position of candidates.slice(0, MAX_COMPARED)) {
      const fit = fitOf(names.namesAt(position), query)
      // People are looked for by any word of their names.
      byFit[hasPersonNames && fit <= WORD_PREFIXES ? PREFIX : fit]?.push(position)
    }
    byFit.slice(0, NO_FIT).forEach((positions, fit) => add(positions, fit))
  }
  add(mostReferencedFirst(names.withName(query.foldedText)), 0)
  const [whole, beginnings, inside] = lookUps.map((lookUp) => () => addWith(lookUp))
  const inOrder = hasPersonNames
    ? [whole, beginnings, addStarting, inside]
    : [addStarting, whole, beginnings, inside]
  for (const step of worst === 'prefix' ? [addStarting] : inOrder) step?.()
  return Array.from(fitByPosition, ([position, fit]) => ({ position, fit: fits[fit] as Fit }))
}
