/** The order of texts: by code points, as SPARQL and our index sort; and keys by which people sort names and dates. */

import { memoize } from './collections.ts'
import { foldToPlainLetters } from './fold.ts'
import { intervalOf } from './dates.ts'

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

/** Characters of a text by which it is sorted. */
const MAX_TEXT = 200

/** A text in plain letters without signs in front, as people sort it: Łódź among those with L. */
export const sortableText = (text: string): string =>
  foldToPlainLetters(text)
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .slice(0, MAX_TEXT)
    .toWellFormed()
    .replaceAll('\0', '')

/** The first instant of a date, of a fixed length; undefined for what is no date of the common era. */
export const sortableDate = memoize((text: string): string | undefined => {
  const from = intervalOf(text)?.from
  const time = from === undefined ? Number.NaN : Date.parse(from)
  if (Number.isNaN(time)) return undefined
  const iso = new Date(time).toISOString()
  return /^\d/.test(iso) ? iso : undefined
})

/** The first `count` of items in an order; the others are compared with the last of them at most. */
export function firstSorted<T>(items: Iterable<T>, count: number, compare: (a: T, b: T) => number): T[] {
  const found: T[] = []
  let last: T | undefined
  for (const item of items) {
    if (last !== undefined && compare(item, last) >= 0) continue
    if (found.push(item) < 2 * count) continue
    found.sort(compare).length = count
    last = found[count - 1]
  }
  return found.sort(compare).slice(0, count)
}
