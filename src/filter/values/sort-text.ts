/** What records are sorted by: text that sorts as its bytes do. */

import { foldToPlainLetters } from '../../model/values/fold.ts'
import { intervalOf } from './instants.ts'

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
export function sortableDate(text: string): string | undefined {
  const from = intervalOf(text)?.from
  const time = from === undefined ? Number.NaN : Date.parse(from)
  if (Number.isNaN(time)) return undefined
  const iso = new Date(time).toISOString()
  return /^\d/.test(iso) ? iso : undefined
}
