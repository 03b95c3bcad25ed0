/** Code point order: the order of every list that nothing else orders. */

const SURROGATE = /[\uD800-\uDFFF]/

const isSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdfff

/** Compares by code point. `<` compares UTF-16 units, which puts U+10000 and above before U+E000. */
export function compareCodePoints(a: string, b: string): number {
  if (a === b) return 0
  if (!SURROGATE.test(a) && !SURROGATE.test(b)) return a < b ? -1 : 1
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i)
    const y = b.charCodeAt(i)
    if (x === y) continue
    if (isSurrogate(x) !== isSurrogate(y)) return isSurrogate(x) ? 1 : -1
    return x - y
  }
  return a.length - b.length
}

/** Sorts texts in place by code point. */
export function sortCodePoints(texts: string[]): string[] {
  if (texts.length < 2) return texts
  return texts.some((text) => SURROGATE.test(text)) ? texts.sort(compareCodePoints) : texts.sort()
}

/** The smallest by code point of at least one text. */
export function minByCodePoint(texts: readonly string[]): string {
  return texts.reduce((least, text) => (compareCodePoints(text, least) < 0 ? text : least))
}
