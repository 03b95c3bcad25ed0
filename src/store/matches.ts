/** Lists of records as positions in the sorted list of their type: four bytes each, ascending. */

import { compareCodePoints } from '../model/order.ts'

export type Positions = Uint32Array

/** IRIs of records, in code point order. */
export interface Matches {
  readonly length: number
  /** As the method of arrays. */
  slice(from?: number, to?: number): readonly string[]
}

export const matchesOf = (records: readonly string[], positions: Positions): Matches => ({
  length: positions.length,
  slice: (from, to) => Array.from(positions.subarray(from, to), (position) => records[position] as string),
})

/** A list of a share of all records is picked from the list of all rather than looked up one by one. */
const LARGE = 1 / 16

/** The positions of IRIs, in any order; those that are no records are left out. */
export function positionsOf(records: readonly string[], iris: readonly string[]): Positions {
  if (iris.length < records.length * LARGE) {
    const found = [...new Set(iris)]
      .map((iri) => positionOf(records, iri))
      .filter((position) => position !== -1)
    return Uint32Array.from(found).sort()
  }
  const set = new Set(iris)
  const positions = new Uint32Array(Math.min(set.size, records.length))
  let length = 0
  records.forEach((iri, position) => {
    if (set.has(iri)) positions[length++] = position
  })
  return positions.slice(0, length)
}

function positionOf(records: readonly string[], iri: string): number {
  let [low, high] = [0, records.length - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    const order = compareCodePoints(records[middle] as string, iri)
    if (order === 0) return middle
    if (order < 0) low = middle + 1
    else high = middle - 1
  }
  return -1
}

/** For each of some IRIs in code point order its position among the records, -1 for none. */
export function translate(iris: readonly string[], records: readonly string[]): Int32Array {
  const positions = new Int32Array(iris.length).fill(-1)
  for (let i = 0, position = 0; i < iris.length && position < records.length;) {
    const order = compareCodePoints(iris[i] as string, records[position] as string)
    if (order === 0) positions[i] = position
    if (order <= 0) i++
    if (order >= 0) position++
  }
  return positions
}

/** What is in both lists. */
export function intersect(a: Positions, b: Positions): Positions {
  const both = new Uint32Array(Math.min(a.length, b.length))
  let length = 0
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    const [x, y] = [a[i] as number, b[j] as number]
    if (x === y) both[length++] = x
    if (x <= y) i++
    if (y <= x) j++
  }
  return both.slice(0, length)
}
