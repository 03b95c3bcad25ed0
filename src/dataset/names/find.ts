/** The records whose names have all words of a query, the best first. */

import type { NameQuery } from '../../store/names/name-text.ts'
import { fits } from '../../store/names/name-search.ts'
import type { Positions } from '../../store/search/matches.ts'
import { beginTurn } from '../event-loop.ts'
import { eachAscending } from '../tables/keys.ts'
import { fitOf, isShort, NO_FIT } from './fit.ts'
import type { NameReader } from './read-names.ts'

/**
 * The positions of records that may have all words, ascending: those with the words of which the index can
 * say so; undefined where it can of none.
 * @param count of all records
 */
export function candidatesOf(names: NameReader, query: NameQuery, count: number): number[] | undefined {
  const whole = query.phrases.flatMap((phrase) => phrase.split(' '))
  const lists = [
    ...whole.map((word) => exactly(names, word)),
    ...query.words.map((word) => {
      const bytes = Buffer.from(word)
      return isShort(word)
        ? names.words.startingWith(bytes, Infinity)
        : names.words.containing(bytes, Infinity)
    }),
  ].filter((list) => list !== undefined)
  if (lists.length === 0) return undefined
  /** How many of the lists in front have a position. */
  const marks = new Uint8Array(count)
  lists.forEach((list, i) => {
    for (const packed of list)
      eachAscending(packed, (position) => {
        if (marks[position] === i) marks[position] = i + 1
      })
  })
  const found: number[] = []
  marks.forEach((mark, position) => {
    if (mark === lists.length) found.push(position)
  })
  return found
}

function exactly(names: NameReader, word: string): Buffer[] {
  const packed = names.words.exact(Buffer.from(word))
  return packed ? [packed] : []
}

/** The records that fit, by the number of their fit. */
export async function fittingRecords(
  names: NameReader,
  query: NameQuery,
  count: number,
): Promise<readonly (readonly number[])[]> {
  const byFit: number[][] = fits.map(() => [])
  const candidates = candidatesOf(names, query, count) ?? Array.from({ length: count }, (_, i) => i)
  const turn = beginTurn()
  for (const position of candidates) {
    const fit = fitOf(names.namesAt(position), query)
    if (fit !== NO_FIT) byFit[fit]?.push(position)
    if (turn.isOver()) await turn.next()
  }
  return byFit
}

/**
 * Positions by fit, those of equal fit in an order: that of a list where there is one, else the shortest
 * names
 * first.
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
