/** Ranges in SPARQL: numbers as they compare, and dates by their first instants. */

import { XSD } from '../../model/context/iri.ts'
import { functionCall, inList, operation, type Expression, type IriTerm } from '../../sparql/ast.ts'
import { namedNode, literal } from '../../sparql/terms.ts'

/** A number as a term, and a value of the graph as what compares with it: decimals of any length. */
export const numberTerm = (value: number): Expression => literal(String(value), `${XSD}double`)
export const asNumber = (value: Expression): Expression =>
  functionCall(`${XSD}double`, operation('str', value))

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
