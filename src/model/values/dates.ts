/** Dates: the datatype and normal text of a date, and where it begins. */

import { memoize } from './collections.ts'

export type DateType = 'gYear' | 'gYearMonth' | 'date' | 'dateTime'

/** Years have six digits at most: more are a date without hyphens, or nothing that stores can compare. */
const FORM = /^(-?\d{4,6})(?:-(\d\d)(?:-(\d\d)(?:T(\d\d):(\d\d):(\d\d)(\.\d+)?)?)?)?(Z|[+-]\d\d:\d\d)?$/

export interface DateText {
  readonly text: string
  readonly type: DateType
}

const daysIn = (year: number, month: number): number =>
  new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate()

/**
 * A date as XML Schema writes it, or undefined if the text is none. A zero offset becomes Z and zeros at the
 * end of a fraction go, as in XSD canonical form: stores rewrite them so, and one text must come back.
 */
export function parseDate(text: string): DateText | undefined {
  const [, year, month, day, hour, minute, second, fraction, zone] = FORM.exec(text) ?? []
  if (year === undefined || /^-?0{4}$/.test(year) || /^-?0\d{4}/.test(year)) return undefined
  if (month && (Number(month) < 1 || Number(month) > 12)) return undefined
  if (day && (Number(day) < 1 || Number(day) > daysIn(Number(year), Number(month)))) return undefined
  if (hour && (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59)) return undefined
  if (
    zone &&
    zone !== 'Z' &&
    (Number(zone.slice(1, 3)) > 13 || Number(zone.slice(4)) > 59) &&
    !zone.endsWith('14:00')
  )
    return undefined
  const type = hour ? 'dateTime' : day ? 'date' : month ? 'gYearMonth' : 'gYear'
  const digits = fraction?.replace(/0+$/, '')
  const clock = hour ? `T${hour}:${minute}:${second}${digits && digits !== '.' ? digits : ''}` : ''
  const offset = zone && /^[+-]00:00$/.test(zone) ? 'Z' : (zone ?? '')
  return { text: [year, month, day].filter(Boolean).join('-') + clock + offset, type }
}

/** The year of a date, as it is written there; what is no date stays as it is. */
export const writtenYear = (text: string): string =>
  parseDate(text) === undefined ? text : (/^-?\d+/.exec(text)?.[0] ?? text)

/** A year of at least four digits. */
export const yearText = (year: number): string =>
  (year < 0 ? '-' : '') + String(Math.abs(year)).padStart(4, '0')

/** The day after a day, as a date text. */
function nextDay(year: number, month: number, day: number): string {
  const cycle = ((year % 400) + 400) % 400
  const date = new Date(Date.UTC(2000 + cycle, month - 1, day + 1))
  return `${yearText(year + date.getUTCFullYear() - 2000 - cycle)}-${date.toISOString().slice(5, 10)}`
}

/** ISO 8601 beyond XML Schema: basic format, no seconds, decimal comma, short offsets, a blank for the T. */
const ISO_DATE = /(?:(-?\d{4,6})-(\d\d)-(\d\d)|(\d{4})(\d\d)(\d\d))/
const ISO_TIME = /[T ](\d\d):?(\d\d)(?::?(\d\d)(?:[.,](\d+))?)?/
const ISO_FORM = new RegExp(`^${ISO_DATE.source}(?:${ISO_TIME.source})? ?(Z|[+-]\\d\\d(?::?\\d\\d)?)?$`, 'i')

function offsetText(zone: string): string {
  const digits = zone.slice(1).replace(':', '')
  return digits === '' ? 'Z' : `${zone[0]}${digits.slice(0, 2)}:${digits.slice(2) || '00'}`
}

/**
 * A date as people write it by ISO 8601 (`20210101T1015`, `2021-01-01T10:15+01`, `T24:00`, a blank for the
 * T), in the form of XML Schema; undefined if the text is no date.
 */
export function parseIsoDate(text: string): DateText | undefined {
  const trimmed = text.trim()
  const [match, ...groups] = parseDate(trimmed) ? [] : (ISO_FORM.exec(trimmed) ?? [])
  if (match === undefined) return parseDate(trimmed)
  const [year = groups[3], month = groups[4], day = groups[5]] = groups as (string | undefined)[]
  const [hour, minute, second = '00', fraction = '', zone] = groups.slice(6) as (string | undefined)[]
  const offset = zone === undefined ? '' : offsetText(zone)
  const date = `${year}-${month}-${day}`
  if (hour === undefined) return parseDate(date + offset)
  const rest = `:${minute}:${second}${fraction && `.${fraction}`}${offset}`
  if (hour !== '24') return parseDate(`${date}T${hour}${rest}`)
  if (!parseDate(date) || Number(minute) > 0 || Number(second) > 0 || Number(fraction) > 0) return undefined
  return parseDate(`${nextDay(Number(year), Number(month), Number(day))}T00${rest}`)
}

/**
 * First instant that a date text covers, in milliseconds since 1970 UTC; without a zone UTC. NaN if it is no
 * date.
 */
export function firstInstant(text: string): number {
  const [
    match,
    year,
    month = '01',
    day = '01',
    hour = '00',
    minute = '00',
    second = '00',
    fraction = '',
    zone = 'Z',
  ] = FORM.exec(text) ?? []
  if (!match || year === undefined || !parseDate(text)) return Number.NaN
  const instant = new Date(0)
  instant.setUTCFullYear(Number(year), Number(month) - 1, Number(day))
  instant.setUTCHours(
    Number(hour),
    Number(minute),
    Number(second),
    Math.trunc(Number(`0${fraction || '.0'}`) * 1000),
  )
  const offset =
    zone === 'Z' ? 0 : (Number(zone.slice(1, 3)) * 60 + Number(zone.slice(4))) * (zone[0] === '-' ? -1 : 1)
  return instant.getTime() - offset * 60_000
}

/** Whole seconds since 1970 as an xsd:dateTime in UTC. */
export const instantText = memoize((seconds: number) =>
  new Date(seconds * 1000).toISOString().replace('.000', ''),
)

/** Where a date begins and where it ends; `closed`: the end is an instant of the date itself. */
export interface Interval {
  readonly from: string
  readonly to: string
  readonly inclusiveEnd: boolean
}

/** Digits of a fraction of a second beyond those that stores keep. */
const LONG_FRACTION = /(\.\d{18})\d+$/

/** A blank behind a time and before an offset: URLs lose the plus. */
const LOST_PLUS = /(?<=[T ]\d\d:?\d\d[\d:.,]*) (?=\d\d(?::?\d\d)?$)/i

/** A date of a filter, in the form of XML Schema; undefined if the text is no date. */
export const readDateValue = (text: string): DateText | undefined =>
  parseIsoDate(text.trim().replace(LOST_PLUS, '+'))

/** The instants that a date text spans, as xsd:dateTime; undefined if it is no date. */
export function intervalOf(text: string): Interval | undefined {
  const date = readDateValue(text)
  if (!date) return undefined
  const zone = /(?:Z|[+-]\d\d:\d\d)$/.exec(date.text)?.[0] ?? ''
  const core = date.text.slice(0, date.text.length - zone.length).replace(LONG_FRACTION, '$1')
  const [, sign = '', ...parts] = /^(-?)(\d+)(?:-(\d\d))?(?:-(\d\d))?/.exec(core) ?? []
  const [year, month = 1, day = 1] = parts.filter((part) => part !== undefined).map(Number) as [
    number,
    number?,
    number?,
  ]
  const signed = sign ? -year : year
  const midnight = (text: string): string => `${text}T00:00:00${zone || 'Z'}`
  const start = `${yearText(signed)}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  const ends = {
    gYear: () => `${yearText(signed + 1)}-01-01`,
    gYearMonth: () =>
      month === 12
        ? `${yearText(signed + 1)}-01-01`
        : `${yearText(signed)}-${String(month + 1).padStart(2, '0')}-01`,
    date: () => nextDay(signed, month, day),
  }
  if (date.type === 'dateTime')
    return { from: core + (zone || 'Z'), to: core + (zone || 'Z'), inclusiveEnd: true }
  return { from: midnight(start), to: midnight(ends[date.type]()), inclusiveEnd: false }
}
