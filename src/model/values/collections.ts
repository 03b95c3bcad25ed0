/** Collections: items by what they have in common, tables of words, and answers that are kept. */

/** The items of each key, in their order; keys in the order in which they come. */
export function groupBy<T, K>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}

/** Values that several items have, with these items. */
export const duplicates = <T>(
  items: Iterable<T>,
  valueOf: (item: T) => string,
): (readonly [value: string, items: readonly [T, T, ...T[]]])[] =>
  [...groupBy(items, valueOf)].flatMap(([value, found]) =>
    found.length > 1 ? [[value, found as [T, T, ...T[]]] as const] : [],
  )

export const words = (text: string): string[] => text.split(/\s+/)

/** The same for each of the words of a text. */
export const each = <T>(text: string, value: T): Record<string, T> =>
  Object.fromEntries(words(text).map((word) => [word, value]))

/** A table of words by what they mean, as one of meanings by word. */
export const byWord = (table: Readonly<Record<string, string>>): Record<string, string> =>
  Object.assign({}, ...Object.entries(table).map(([meaning, text]) => each(text, meaning))) as Record<
    string,
    string
  >

const MAX_KEYS = 1000

/**
 * The values that were used last: two maps, of which the older one goes when the other is full. That takes less work
 * with each use than an order of all keys.
 */
export class RecentValues<K, T> {
  readonly #half: number
  #recent = new Map<K, T>()
  #older = new Map<K, T>()

  /** @param maxKeys for which there are values at most; of half as many, those used last, there are */
  constructor(maxKeys: number) {
    this.#half = maxKeys / 2
  }

  get(key: K): T | undefined {
    const recent = this.#recent.get(key)
    if (recent !== undefined) return recent
    const older = this.#older.get(key)
    if (older !== undefined) this.set(key, older)
    return older
  }

  set(key: K, value: T): void {
    if (this.#recent.size >= this.#half) {
      this.#older = this.#recent
      this.#recent = new Map()
    }
    this.#recent.set(key, value)
  }
}

/** Memoizes a slow function of a text or number. @param maxKeys in the cache */
export function memoize<T, K = string>(answer: (key: K) => T, maxKeys = MAX_KEYS): (key: K) => T {
  const answers = new RecentValues<K, T>(maxKeys)
  return (key) => {
    const known = answers.get(key)
    if (known !== undefined) return known
    const found = answer(key)
    answers.set(key, found)
    return found
  }
}
