/** The most frequent values of a facet. */

/** A value, as the filter of the facet takes it, and how many records have it. */
export interface FacetValue {
  readonly value: string
  readonly count: number
}

/** A column of values by records. */
export interface Countable {
  valueOf(number: number): string
}

/**
 * The values with the largest counts; of equal ones those first that come first.
 * @param counts by the numbers of values
 */
export function mostFrequent(counts: Uint32Array, { valueOf }: Countable, limit: number): FacetValue[] {
  const least = smallestOfLargest(counts, limit)
  const frequent: number[] = []
  counts.forEach((count, number) => {
    if (count > 0 && count >= least) frequent.push(number)
  })
  return frequent
    .sort((a, b) => (counts[b] as number) - (counts[a] as number) || a - b)
    .slice(0, limit)
    .map((number) => ({ value: valueOf(number), count: counts[number] as number }))
}

/** The smallest of the `limit` largest counts, found without sorting all. */
function smallestOfLargest(counts: Uint32Array, limit: number): number {
  const times = new Map<number, number>()
  for (const count of counts) if (count > 0) times.set(count, (times.get(count) ?? 0) + 1)
  let valuesSoFar = 0
  for (const count of [...times.keys()].sort((a, b) => b - a)) {
    valuesSoFar += times.get(count) as number
    if (valuesSoFar >= limit) return count
  }
  return 1
}
