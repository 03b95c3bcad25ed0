/** Memoizes a slow function of a text, for a few texts that come again and again. */

/** Texts in the cache; at the limit it is emptied. */
const MAX_TEXTS = 1000

export function memoize<T>(answer: (text: string) => T): (text: string) => T {
  const answers = new Map<string, T>()
  return (text) => {
    const known = answers.get(text)
    if (known !== undefined) return known
    const found = answer(text)
    if (answers.size >= MAX_TEXTS) answers.clear()
    answers.set(text, found)
    return found
  }
}
