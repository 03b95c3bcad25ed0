/** Ranges in SPARQL: numbers as they compare, and dates by their first instants. */

import { XSD } from '../../model/context/iri.ts'
import { firstInstant, parseDate, type Interval } from '../../model/values/dates.ts'
import { functionCall, inList, operation, type Expression, type IriTerm } from '../../sparql/ast.ts'
import { namedNode, literal } from '../../sparql/terms.ts'
import { readNumber } from '../../model/values/text.ts'
import type { GraphTerm, Holds } from './value-test.ts'

/** A number as a term, and a value of the graph as what compares with it: decimals of any length. */
export const numberTerm = (value: number): Expression => literal(String(value), `${XSD}double`)
export const asNumber = (value: Expression): Expression =>
  functionCall(`${XSD}double`, operation('str', value))
/** The same of a term; NaN where it is no number. */
export const numberOf = ({ kind, value }: GraphTerm): number =>
  kind === 'literal' && value === value.trim() ? (readNumber(value) ?? Number.NaN) : Number.NaN

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

/** Digits of a fraction of a second that JavaScript does not keep, which sort as they compare. */
const FINE_DIGITS = /\.\d{3}(\d+)/

/** Compares the first instants of two dates; NaN where one of them is none. */
function compareInstants(a: string, b: string): number {
  const difference = firstInstant(a) - firstInstant(b)
  const [fineA = '', fineB = ''] = [a, b].map((date) => FINE_DIGITS.exec(date)?.[1])
  return difference !== 0 || fineA === fineB ? difference : fineA < fineB ? -1 : 1
}

/** Whether a term is a date with an instant in an interval; undefined if JavaScript cannot tell. */
export function holdsWithin({ from, to, inclusiveEnd }: Partial<Interval>): Holds | undefined {
  if ([from, to].some((bound) => bound !== undefined && Number.isNaN(firstInstant(bound)))) return undefined
  return ({ value, datatype }) =>
    datatype === XSD + parseDate(value)?.type &&
    (from === undefined || compareInstants(value, from) >= 0) &&
    (to === undefined || compareInstants(value, to) < (inclusiveEnd ? Number.MIN_VALUE : 0))
}

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
