/** Memoizes a slow function of a text, for a few texts that come again and again. */

const MAX_TEXTS = 1000

/** @param maxTexts in the cache, which is emptied when it is full */
export function memoize<T>(answer: (text: string) => T, maxTexts = MAX_TEXTS): (text: string) => T {
  const answers = new Map<string, T>()
  return (text) => {
    const known = answers.get(text)
    if (known !== undefined) return known
    const found = answer(text)
    if (answers.size >= maxTexts) answers.clear()
    answers.set(text, found)
    return found
  }
}
