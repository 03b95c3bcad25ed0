/** Dates and web addresses of records from elsewhere, read as far as they go. */

import { parseDate } from '../../../../model/values/dates.ts'
import { textOf } from './json.ts'

/** A date of numbers, of which months and days may have one digit: `2013-8-5`, `2013/08`. */
const NUMBERS = /^(\d{1,4})(?:[-/](\d{1,2})(?:[-/](\d{1,2}))?)?(?:T.*)?$/

/**
 * A date, as precise as it is one: of `2013-00-00` the year, and of `2013-02-30` the month.
 * @param lose takes what is none, but for zeros, which say nothing
 */
export function dateFrom(text: string, lose: (what: string) => void): string | undefined {
  if (parseDate(text)) return text
  const [, year = '', ...rest] = NUMBERS.exec(text) ?? []
  const parts = [year.padStart(4, '0'), ...rest.flatMap((part) => part?.padStart(2, '0') ?? [])]
  const until = parts.indexOf('00')
  const known = until === -1 ? parts : parts.slice(0, until)
  for (let length = known.length; length > 0; length--) {
    const date = known.slice(0, length).join('-')
    if (!parseDate(date)) continue
    if (length < known.length) lose(NO_DATE)
    return date
  }
  lose(NO_DATE)
  return undefined
}

const NO_DATE = 'dates that are none, such as a month 13'

/** A name of a host as it stands before a path, without the scheme. */
const HOST = /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z]{2,}(?:[/?#]\S*)?$/i

/** A web address, to which some give no scheme; undefined for other texts, such as N/A. */
export function urlOf(value: unknown): string | undefined {
  const text = textOf(value)
  if (text === undefined || /^(?:https?|ftp):\/\/\S/i.test(text)) return text
  return HOST.test(text) ? `https://${text}` : undefined
}

/** The same, of a member of which it is said where it is none. */
export function websiteOf(value: unknown, lose: (what: string) => void): string | undefined {
  const url = urlOf(value)
  if (url === undefined && textOf(value) !== undefined) lose('web addresses that are none')
  return url
}

/** A text that is more than a word for none, as some give for pages and volumes. */
export function statedOf(value: unknown): string | undefined {
  const text = textOf(value)
  return text === undefined || /^(?:n\/?a|no|null|none|undefined)(?:-(?:n\/?a|no))?$/i.test(text)
    ? undefined
    : text
}
