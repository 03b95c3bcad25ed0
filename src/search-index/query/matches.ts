/** Lists of records as positions in the sorted list of their type: four bytes each, ascending. */

import type { Task } from '../../admission/task.ts'
import { compareCodePoints } from '../../model/values/sorting.ts'

export type Positions = Uint32Array

/** IRIs of records, in code point order. */
export interface Matches {
  readonly length: number
  /** As the method of arrays. */
  slice(from?: number, to?: number): readonly string[]
}

/** The list of all records of a type. */
export interface RecordList extends Matches {
  /** The IRIs at ascending positions. */
  pick(positions: Positions): readonly string[]
  /** The positions of IRIs, in any order; those that are no records of the type are left out. */
  positionsOf(iris: readonly string[], task: Task): Promise<Positions>
  /** The positions of the IRIs that begin like this. */
  startingWith(prefix: string): Positions
}

export const matchesOf = (records: RecordList, positions: Positions): Matches => ({
  length: positions.length,
  slice: (from, to) => records.pick(positions.subarray(from, to)),
})

/**
 * The IRIs of records in an order: `count` of them from place `from`.
 * @param order the positions of all records
 * @param matches the positions of those that count; absent: all
 */
export function pickSorted(
  records: RecordList,
  order: Positions,
  matches: Positions | undefined,
  from: number,
  count: number,
): readonly string[] {
  if (!matches) return iriOfEach(records, order.subarray(from, from + count))
  const has = new Uint8Array(records.length)
  for (const position of matches) has[position] = 1
  const positions: number[] = []
  let place = 0
  for (const position of order) {
    if (has[position] === 0 || place++ < from) continue
    if (positions.push(position) === count) break
  }
  return iriOfEach(records, positions)
}

/** The IRIs at positions in any order. */
export const iriOfEach = (records: RecordList, positions: Iterable<number>): string[] =>
  Array.from(positions, (position) => records.pick(Uint32Array.of(position))[0] as string)

/** The first place of sorted IRIs, from `start` to `end`, that comes behind an IRI. */
export function placeBehind(
  slice: (from: number, to: number) => readonly string[],
  start: number,
  end: number,
  iri: string,
): number {
  let [low, high] = [start, end]
  while (low < high) {
    const middle = (low + high) >> 1
    const [found] = slice(middle, middle + 1)
    if (compareCodePoints(found as string, iri) <= 0) low = middle + 1
    else high = middle
  }
  return low
}

export function includesIri(matches: Matches, iri: string): boolean {
  const place = placeBehind((from, to) => matches.slice(from, to), 0, matches.length, iri)
  return place > 0 && matches.slice(place - 1, place)[0] === iri
}

/** A list of a share of all records is picked from the list of all rather than looked up one by one. */
export const LARGE_SHARE = 1 / 16

/** Positions in any order, -1 for what has none → those that are there, each once. */
export const sortedPositions = (positions: readonly number[]): Positions =>
  Uint32Array.from(new Set(positions.filter((position) => position !== -1))).sort()

/** What is in one list or both. */
export const unite = (a: Positions, b: Positions): Positions =>
  b.length === 0 ? a : Uint32Array.from(new Set([...a, ...b])).sort()

/** What is in both lists. */
export function intersect(a: Positions, b: Positions): Positions {
  const common = new Uint32Array(Math.min(a.length, b.length))
  let length = 0
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    const [x, y] = [a[i] as number, b[j] as number]
    if (x === y) common[length++] = x
    if (x <= y) i++
    if (y <= x) j++
  }
  return common.slice(0, length)
}
