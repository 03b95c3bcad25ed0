/** Numbers as people write them. */

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?$/i

/** The number that a text is; undefined if it is none. */
export function readNumber(text: string): number | undefined {
  const value = NUMBER.test(text.trim()) ? Number(text) : Number.NaN
  return Number.isFinite(value) ? value : undefined
}
