/** Random choices that are the same in every run with the same seed. */

export interface Random {
  /** 0 ≤ number < 1 */
  next(): number
  /** A whole number from 0 below the limit. */
  below(limit: number): number
  pick<T>(values: readonly T[]): T
  chance(probability: number): boolean
  /** Some of the values, each at most once. */
  some<T>(values: readonly T[], count: number): T[]
  /** All values, in another order. */
  shuffled<T>(values: readonly T[]): T[]
}

/** @param seed a whole number */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  const pick = <T>(values: readonly T[]): T => values[below(values.length)] as T
  return {
    next,
    below,
    pick,
    chance: (probability) => next() < probability,
    some: (values, count) => [...new Set(Array.from({ length: count }, () => pick(values)))],
    shuffled: (values) =>
      values
        .map((value) => ({ value, place: next() }))
        .sort((a, b) => a.place - b.place)
        .map(({ value }) => value),
  }
}
