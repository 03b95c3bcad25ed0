/** Completions: records for a name that is being typed. */

import { fits } from '../query/name-search.ts'
import { isShort, type WordQuery } from '../../model/values/word-query.ts'
import { firstSorted } from '../../model/values/sorting.ts'
import { exactly, type WordReader } from '../tables/words.ts'
import { withAllTerms, type Found, type WordSources } from './match-words.ts'

/** In the place of a fit where the names do not have all that is searched for. */
export const NO_FIT = fits.length

/** A blank before and behind each word, and a sign that is in no word between two names. */
const joinNames = (names: readonly string[]): string => ` ${names.join(' | ')} `

const hasAll = (text: string, { words, phrases }: WordQuery): boolean =>
  phrases.every((phrase) => text.includes(` ${phrase} `)) &&
  words.every((word) => text.includes(isShort(word) ? ` ${word}` : word))

/**
 * The number of the fit of folded names; `NO_FIT` where they do not have all that is searched for.
 * @param names of one record; words may be in different ones
 */
export function fitOf(names: readonly string[], query: WordQuery): number {
  const text = joinNames(names)
  if (!hasAll(text, query)) return NO_FIT
  const { foldedText, words } = query
  if (names.includes(foldedText)) return 0
  if (text.startsWith(` ${foldedText}`) || text.includes(`| ${foldedText}`)) return 1
  if (words.every((word) => text.includes(` ${word} `))) return 2
  return words.every((word) => text.includes(` ${word}`)) ? 3 : 4
}

/** Records whose names are compared at once. */
const MAX_COMPARED = 200

/** Bytes of positions that are read of a word: of more, other words tell records apart. */
const MAX_BYTES = 20_000

const WORD_PREFIXES = fits.indexOf('word prefixes')

type LookUp = (words: WordReader, word: string) => Buffer[] | undefined

const beginnings: LookUp = (words, word) => words.startingWith(Buffer.from(word), { uses: MAX_BYTES })

const insides: LookUp = (words, word) =>
  isShort(word) ? undefined : words.containing(Buffer.from(word), { uses: MAX_BYTES })

/**
 * The records that may have all words in their names: those with the words of which the index can say so.
 * @param count of all records
 * @returns with whether each has all that is searched for; else its names tell
 */
function candidatesOf(words: WordReader, query: WordQuery, count: number, lookUp: LookUp) {
  let areMatches = query.phrases.length === 0
  function* terms(): Generator<Found[]> {
    for (const word of query.phrases.flatMap((phrase) => phrase.split(' '))) yield [[0, exactly(words, word)]]
    for (const word of query.words) {
      const lists = lookUp(words, word)
      if (lists) yield [[0, lists]]
      else areMatches = false
    }
  }
  return { positions: withAllTerms(terms(), count).positions, areMatches }
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

/**
 * The first records for a name that is being typed: for each fit, the best first, their positions. Of equal ones those
 * that most records name come first. What is inside of words is looked for when it is asked for.
 */
export function* completions(
  { names, count, hasPersonNames, ranks: ranksOf }: CompletionSources,
  query: WordQuery,
  limit: number,
  worst: 'prefix' | 'inside',
): Generator<readonly number[], void> {
  const ranks = ranksOf()
  const found = new Set<number>()
  const byFit: number[][] = fits.map(() => [])
  const compare = (a: number, b: number): number => (ranks[b] as number) - (ranks[a] as number)
  const add = (positions: readonly number[], fit: number): void => {
    for (const position of positions) {
      if (found.size >= limit) return
      if (!found.has(position)) byFit[fit]?.push(position)
      found.add(position)
    }
  }
  const addStarting = (fit: number): void =>
    add(firstOf(names.withNameStarting(query.foldedText)).sort(compare), fit)
  const addWith = (lookUp: LookUp) => (best: number) => {
    const { positions, areMatches } = candidatesOf(names.words, query, count, lookUp)
    const first = firstSorted(positions, areMatches ? limit : MAX_COMPARED, (a, b) => compare(a, b) || a - b)
    // All that fit better were found before; people are looked for by any word of their names.
    if (areMatches) return add(first, best)
    const fitAt = first.map((position) => fitOf(names.namesAt(position), query))
    const isAsGood = (fit: number): boolean => fit <= best || (hasPersonNames && fit <= WORD_PREFIXES)
    for (let fit = best; fit < NO_FIT; fit++)
      add(
        first.filter((_, i) => (isAsGood(fitAt[i] as number) ? best : fitAt[i]) === fit),
        fit,
      )
  }
  const [exact, whole] = [() => add(names.withName(query.foldedText).toSorted(compare), 0), addWith(exactly)]
  const [starts, inside] = [addWith(beginnings), addWith(insides)]
  const stepsByFit =
    worst === 'prefix'
      ? [[exact], [addStarting]]
      : hasPersonNames
        ? [[exact], [whole, starts, addStarting], [], [], [inside]]
        : [[exact], [addStarting], [whole], [starts], [inside]]
  for (const [fit, steps] of stepsByFit.entries()) {
    for (const step of steps) if (found.size < limit) step(fit)
    yield byFit[fit] as number[]
  }
}
