/** The records whose names have all words of a query, the best first. */

import { fits, type NameQuery } from '../../query/name-search.ts'
import type { Positions } from '../../query/matches.ts'
import { checkpoint, type Task } from '../../admission/task.ts'
import { eachAscending } from '../tables/keys.ts'
import { fitOf, isShort, NO_FIT } from './fit.ts'
import type { WordReader } from '../tables/words.ts'
import type { NameReader } from './read-names.ts'

/**
 * The positions of records that may have all words, ascending: those with the words of which the index can
 * say so; undefined where it can of none.
 * @param readers of the words among which each may be
 * @param count of all records
 * @param lookUp gives the packed positions of the words that a word of the query may be
 */
export function candidatesOf(
  readers: readonly WordReader[],
  query: NameQuery,
  count: number,
  lookUp: LookUp = beginningOrInside,
): number[] | undefined {
  const inPhrases = query.phrases.flatMap((phrase) => phrase.split(' '))
  const postings = [
    ...inPhrases.map((word) => readers.map((words) => exactly(words, word))),
    ...query.words.map((word) => readers.map((words) => lookUp(words, word))),
  ].flatMap((lists) => (lists.includes(undefined) ? [] : [lists.flatMap((list) => list ?? [])]))
  if (postings.length === 0) return undefined
  /** How many of the words in front a position has. */
  const marks = new Uint8Array(count)
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

type LookUp = (words: WordReader, word: string) => Buffer[] | undefined

/** Bytes of positions that are read of a word for a completion: of more, other words tell records apart. */
const MAX_BYTES = 20_000

/** For a completion: whole words, then their beginnings, then what is inside of them. */
export const completionLookUps: readonly LookUp[] = [
  exactly,
  (words, word) => words.startingWith(Buffer.from(word), { uses: MAX_BYTES }),
  (words, word) => (isShort(word) ? undefined : words.containing(Buffer.from(word), { uses: MAX_BYTES })),
]

function exactly(words: WordReader, word: string): Buffer[] {
  const packed = words.exact(Buffer.from(word))
  return packed ? [packed] : []
}

function beginningOrInside(words: WordReader, word: string): Buffer[] | undefined {
  const bytes = Buffer.from(word)
  return isShort(word) ? words.startingWith(bytes) : words.containing(bytes)
}

/** The records that fit, by the number of their fit. @param among those that count; absent: all */
export async function fittingRecords(
  names: NameReader,
  query: NameQuery,
  count: number,
  task: Task,
  among?: Positions,
): Promise<readonly (readonly number[])[]> {
  const byFit: number[][] = fits.map(() => [])
  const { referenced } = names
  const readers = referenced ? [names.words, referenced.words] : [names.words]
  const candidates = candidatesOf(readers, query, count) ?? Array.from({ length: count }, (_, i) => i)
  const mayCount = among && new Uint8Array(count)
  for (const position of among ?? []) mayCount![position] = 1
  for (const position of candidates) {
    if (mayCount?.[position] === 0) continue
    const own = names.namesAt(position)
    const fit = fitOf(own, query, () => referenced?.namesAt(position) ?? [])
    if (fit !== NO_FIT) byFit[fit]?.push(position)
    checkpoint(task)
  }
  return byFit
}

/**
 * Positions by fit, those of equal fit in the order of a list where there is one, else the shortest names first.
 */
export function ranked(
  byFit: readonly (readonly number[])[],
  names: NameReader,
  order: Positions | undefined,
  count: number,
): Uint32Array {
  const sorted = order
    ? inOrder(byFit, order, count)
    : byFit.map((positions) => shortestFirst(positions, names))
  return Uint32Array.from(sorted.flat())
}

function inOrder(byFit: readonly (readonly number[])[], order: Positions, count: number): number[][] {
  const fitAt = new Uint8Array(count).fill(NO_FIT)
  byFit.forEach((positions, fit) => {
    for (const position of positions) fitAt[position] = fit
  })
  const sorted: number[][] = byFit.map(() => [])
  for (const position of order) sorted[fitAt[position] as number]?.push(position)
  return sorted
}

function shortestFirst(positions: readonly number[], names: NameReader): readonly number[] {
  const lengths = new Map(positions.map((position) => [position, names.namesAt(position)[0]?.length ?? 0]))
  return [...positions].sort((a, b) => (lengths.get(a) as number) - (lengths.get(b) as number) || a - b)
}
