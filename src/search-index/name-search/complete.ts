/** Completions: records for a name that is being typed. */

import { fits, type Fit } from '../query/name-search.ts'
import { isShort, type WordQuery } from '../../model/values/word-query.ts'
import { firstSorted } from '../../model/values/sorting.ts'
import { exactly, type WordReader } from '../tables/words.ts'
import { fitOf, NO_FIT } from './fit.ts'
import { withAllTerms, type WordSources } from './match-words.ts'

/** Records whose names are compared at once. */
const MAX_COMPARED = 200

/** Bytes of positions that are read of a word: of more, other words tell records apart. */
const MAX_BYTES = 20_000

const PREFIX = fits.indexOf('prefix')
const WORD_PREFIXES = fits.indexOf('word prefixes')

type LookUp = (words: WordReader, word: string) => Buffer[] | undefined

/** Whole words, then their beginnings, then what is inside of them; how well what each alone finds fits. */
const lookUps: readonly (readonly [fit: Fit, lookUp: LookUp])[] = [
  ['words', exactly],
  ['word prefixes', (words, word) => words.startingWith(Buffer.from(word), { uses: MAX_BYTES })],
  [
    'inside',
    (words, word) => (isShort(word) ? undefined : words.containing(Buffer.from(word), { uses: MAX_BYTES })),
  ],
]

interface Candidates {
  readonly positions: readonly number[]
  /** Whether each has all that is searched for; else its names tell. */
  readonly areMatches: boolean
}

/**
 * The records that may have all words in their names: those with the words of which the index can say so.
 * @param count of all records
 */
function candidatesOf(words: WordReader, query: WordQuery, count: number, lookUp: LookUp): Candidates {
  const inPhrases = query.phrases.flatMap((phrase) => phrase.split(' '))
  const all = [
    ...inPhrases.map((word) => exactly(words, word)),
    ...query.words.map((word) => lookUp(words, word)),
  ]
  const terms = all.flatMap((lists) => (lists ? [[[0, lists] as const]] : []))
  return {
    positions: withAllTerms(terms, new Uint8Array(count)),
    areMatches: inPhrases.length === 0 && terms.length === all.length,
  }
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
  const addWith = (lookUp: LookUp, fitOfMatches: number): void => {
    if (fitByPosition.size >= limit) return
    const byFit: number[][] = [...fits, 'none'].map(() => [])
    const { positions, areMatches } = candidatesOf(names.words, query, count, lookUp)
    const most = areMatches ? limit : MAX_COMPARED
    const compare = (a: number, b: number): number => (ranks[b] as number) - (ranks[a] as number) || a - b
    for (const position of firstSorted(positions, most, compare)) {
      // All that fit better were found before.
      const fit = areMatches ? fitOfMatches : fitOf(names.namesAt(position), query)
      // People are looked for by any word of their names.
      byFit[hasPersonNames && fit <= WORD_PREFIXES ? PREFIX : fit]?.push(position)
    }
    byFit.slice(0, NO_FIT).forEach((some, fit) => add(some, fit))
  }
  add(mostReferencedFirst(names.withName(query.foldedText)), 0)
  const [whole, beginnings, inside] = lookUps.map(
    ([fit, lookUp]) =>
      () =>
        addWith(lookUp, fits.indexOf(fit)),
  )
  const inOrder = hasPersonNames
    ? [whole, beginnings, addStarting, inside]
    : [addStarting, whole, beginnings, inside]
  for (const step of worst === 'prefix' ? [addStarting] : inOrder) step?.()
  return Array.from(fitByPosition, ([position, fit]) => ({ position, fit: fits[fit] as Fit }))
}
