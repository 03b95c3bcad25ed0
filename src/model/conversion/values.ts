/** Dates, pages and web addresses of records from elsewhere, read as far as they go. */

import { parseDate } from '../values/dates.ts'
import { creativeCommonsIri, spdxId } from '../identifiers/licences.ts'
import type { Json } from '../values/json.ts'
import { words } from '../values/collections.ts'
import { byName, textOf } from './json.ts'

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

/** The day of the load, by which embargoes are over or not. */
export const today = (): string => new Date().toISOString().slice(0, 10)

/** Access rights by the codes of COAR. */
export const accessByCode = byName<string>({
  c_abf2: 'open',
  c_16ec: 'restricted',
  c_14cb: 'closed',
  c_f1cf: 'embargoed',
})

/** Types of organisations that ROR, and who takes its words, have under the names of SKG-IF; `other` says nothing. */
export const organisationTypes = words(
  'archive company education facility funder government healthcare nonprofit',
)

/** What a grant pays; nothing where that is not known, or 0. */
export function amountOf(amount: unknown, currency: unknown): Json {
  const paid = Number(amount ?? 0)
  return Number.isFinite(paid) && paid > 0 ? { funded_amount: paid, currency: textOf(currency) } : {}
}

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

/** A name of a host as it stands before a path, without the scheme. */
const HOST = /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z]{2,}(?:[/?#]\S*)?$/i

/** A web address, to which some give no scheme; undefined for other texts, such as N/A. */
export function urlOf(value: unknown): string | undefined {
  const text = textOf(value)
  if (text === undefined || /^(?:https?|ftp):\/\/\S/i.test(text)) return text
  return HOST.test(text) ? `https://${text}` : undefined
}

/** The same, of a member of which it is said where it is none. */
export function websiteOf(value: unknown, drop: (what: string) => void): string | undefined {
  const url = urlOf(value)
  if (url === undefined && textOf(value) !== undefined) drop('web addresses that are none')
  return url
}

/**
 * The IRI of a licence: of those of Creative Commons the one of the licence itself for each that leads there. That of
 * its text stays, by which SPDX and DataCite name it.
 */
export function licenceIri(url: string): string {
  const [text = ''] = /(?<=\/)legalcode[^/]*/i.exec(url) ?? []
  const iri = creativeCommonsIri(url)
  const spdx = spdxId(url)
  return iri === undefined ? (spdx ? `https://spdx.org/licenses/${spdx}` : url) : iri + text.toLowerCase()
}

/** A text that is more than a word for none, as some give for pages and volumes. */
export function statedOf(value: unknown): string | undefined {
  const text = textOf(value)
  return text === undefined || /^(?:n\/?a|no|null|none|undefined)(?:-(?:n\/?a|no))?$/i.test(text)
    ? undefined
    : text
}
