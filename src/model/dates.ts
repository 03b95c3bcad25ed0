/** Dates: the datatype and normal text of a date, and where it begins. */

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
    !/14:00$/.test(zone)
  )
    return undefined
  const type = hour ? 'dateTime' : day ? 'date' : month ? 'gYearMonth' : 'gYear'
  const digits = fraction?.replace(/0+$/, '')
  const clock = hour ? `T${hour}:${minute}:${second}${digits && digits !== '.' ? digits : ''}` : ''
  const offset = zone && /^[+-]00:00$/.test(zone) ? 'Z' : (zone ?? '')
  return { text: [year, month, day].filter(Boolean).join('-') + clock + offset, type }
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
