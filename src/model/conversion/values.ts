/** Dates and pages of records from elsewhere, read as far as they go, and the type of what was retracted. */

import type { Json } from '../values/json.ts'
import { textOf } from './json.ts'
import { parseDate } from '../values/dates.ts'

/** A date of numbers, of which months and days may have one digit: `2013-8-5`, `2013/08`. */
const NUMBERS = /^(\d{1,4})(?:[-/](\d{1,2})(?:[-/](\d{1,2}))?)?(?:T.*)?$/

/**
 * A date, as precise as it is one: of `2013-00-00` the year, and of `2013-02-30` the month.
 * @param drop takes what is none, but for zeros, which say nothing
 */
export function dateFrom(value: unknown, drop: (what: string) => void): string | undefined {
  const text = textOf(value)
  if (text === undefined || parseDate(text)) return text
  const [, year = '', ...rest] = NUMBERS.exec(text) ?? []
  const parts = [year.padStart(4, '0'), ...rest.flatMap((part) => part?.padStart(2, '0') ?? [])]
  const until = parts.indexOf('00')
  const nonZeroParts = until === -1 ? parts : parts.slice(0, until)
  for (let length = nonZeroParts.length; length > 0; length--) {
    const date = nonZeroParts.slice(0, length).join('-')
    if (!parseDate(date)) continue
    if (length < nonZeroParts.length) drop(NO_DATE)
    return date
  }
  drop(NO_DATE)
  return undefined
}

const NO_DATE = 'dates that are none, such as a month 13'

/** Hyphens and dashes between two pages. */
const DASHES = /\s*[-‐‑‒–—]+\s*/g

/** What stands before and behind a hyphen that is part of a page: a letter of a supplement and a number, as in S-12. */
const isOnePage = (before: string, behind: string): boolean =>
  /^\p{L}+$/u.test(before) && /^\d+$/.test(behind)

/**
 * The first and the last page of a text such as `54–58`; a single one is both. Of several hyphens, that in the
 * middle stands between the two: S-12-S-19. More ranges are left out.
 */
export function pagesOf(text: string | undefined): Json | undefined {
  const [range = ''] = (text ?? '').split(/[,;]/)
  const dashes = [...range.matchAll(DASHES)]
  const middle = dashes[Math.floor(dashes.length / 2)]
  const ends = middle
    ? [range.slice(0, middle.index), range.slice(middle.index + middle[0].length)].map((end) => end.trim())
    : [range.trim()]
  if (ends.length === 2 && isOnePage(...(ends as [string, string])))
    return { first: range.trim(), last: range.trim() }
  const [first, last = first] = ends.filter(Boolean)
  return first === undefined ? undefined : { first, last }
}

/** The type of a manifestation that says no more than that the work was retracted: dates.retraction wants a date. */
export const retracted = {
  class: 'http://purl.org/spar/pso/retracted-from-publication',
  label: 'Retracted',
  scheme: 'http://purl.org/spar/pso',
}
