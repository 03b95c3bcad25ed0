/** Ranges: numbers as they compare, and dates by the instants that they span. */

import { nextDay, parseIsoDate, yearText, type DateText } from '../../model/values/dates.ts'
import { XSD } from '../../model/context/iri.ts'
import { functionCall, inList, operation, type Expression, type IriTerm } from '../../sparql/ast.ts'
import { namedNode, literal } from '../../sparql/terms.ts'
import { memoize } from '../../model/values/memoize.ts'
import { foldToPlainLetters } from '../../model/values/fold.ts'

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

/** A number as a term, and a value of the graph as what compares with it: decimals of any length. */
export const numberTerm = (value: number): Expression => literal(String(value), `${XSD}double`)
export const asNumber = (value: Expression): Expression =>
  functionCall(`${XSD}double`, operation('str', value))

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

export const instantTerm = (text: string): Expression => literal(text, `${XSD}dateTime`)

const text = (value: string): Expression => literal(value)
const cast = (type: string, value: Expression): Expression => functionCall(XSD + type, value)
const completed = (value: Expression, pattern: string, added: string): Expression =>
  cast('date', operation('replace', value, text(pattern), text(`$1${added}`)))

/** How a date of each precision becomes one that has an instant, as its text with a zone. */
const PRECISIONS: readonly (readonly [type: string, dated: (zoned: Expression) => Expression])[] = [
  ['gYear', (zoned) => completed(zoned, '^(-?[0-9]+)', '-01-01')],
  ['gYearMonth', (zoned) => completed(zoned, '^(-?[0-9]+-[0-9]{2})', '-01')],
  ['date', (zoned) => cast('date', zoned)],
  ['dateTime', (zoned) => zoned],
]

const typeTerm = (type: string): IriTerm => namedNode(XSD + type)

/**
 * Whether a value of the graph is a date: what else there is compares with nothing by the standard, but with
 * anything in Virtuoso.
 */
export const isDate = (value: Expression): Expression =>
  inList(
    operation('datatype', value),
    PRECISIONS.map(([type]) => typeTerm(type)),
  )

/** The first instant of a date of the graph, whatever its precision. No zone is UTC. */
export function instantExpression(value: Expression): Expression {
  const lexicalForm = operation('str', value)
  const zone = operation(
    'if',
    operation('regex', lexicalForm, text('(Z|[+-][0-9]{2}:[0-9]{2})$')),
    text(''),
    text('Z'),
  )
  const zoned = operation('concat', lexicalForm, zone)
  const isOf = (type: string): Expression => operation('=', operation('datatype', value), typeTerm(type))
  // Virtuoso casts whatever is no date too, and fails if the text is neither blank nor one.
  return cast(
    'dateTime',
    PRECISIONS.reduceRight<Expression>(
      (otherwise, [type, make]) => operation('if', isOf(type), make(zoned), otherwise),
      text(''),
    ),
  )
}
