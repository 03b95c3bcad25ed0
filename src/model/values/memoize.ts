/** Memoizes a slow function of a text or number, for a few that come again and again. */

const MAX_KEYS = 1000

/** @param maxKeys in the cache, which is emptied when it is full */
export function memoize<T, K = string>(answer: (key: K) => T, maxKeys = MAX_KEYS): (key: K) => T {
  const answers = new Map<K, T>()
  return (key) => {
    const known = answers.get(key)
    if (known !== undefined) return known
    const found = answer(key)
    if (answers.size >= maxKeys) answers.clear()
    answers.set(key, found)
    return found
  }
}
