/** Queries for the values at the end of a path: how many entities have each, and which those of some are. */

import { XSD } from '../model/context/rdf.ts'
import type { Path } from '../model/rows/paths.ts'
import {
  filter,
  functionCall,
  operation,
  predicate,
  subquery,
  triple,
  values,
  variable,
  type Expression,
  type Pattern,
  type SelectQuery,
  type SelectVariable,
} from '../sparql/ast.ts'
import { literal, namedNode } from '../sparql/terms.ts'
import { ENTITY } from './compile.ts'
import { instantExpression, isDate } from './values/instants.ts'

/** Names of the variables that the queries give beside the entity. */
export const VALUE = 'group'
export const COUNT = 'count'

/** At the end of the path. */
const TERM = 'term'

const bind = (name: string, expression: Expression): Pattern => ({
  type: 'bind',
  variable: variable(name),
  expression,
})

const countOf = (name: string): SelectVariable => ({
  expression: { type: 'aggregate', aggregation: 'count', distinct: true, expression: variable(name) },
  variable: variable(COUNT),
})

/** The way from the entity to the terms at the end of a path. */
function patternsOf({ steps, target }: Path): Pattern[] {
  const links = [
    ...steps.map(({ predicates, inverse }) => ({ predicates, inverse })),
    ...(target.predicates.length > 0 ? [{ predicates: target.predicates, inverse: false }] : []),
  ]
  return links.map(({ predicates, inverse }, i) => {
    const from = variable(i === 0 ? ENTITY : `node${i}`)
    const to = variable(i === links.length - 1 ? TERM : `node${i + 1}`)
    return inverse ? triple(to, predicate(predicates), from) : triple(from, predicate(predicates), to)
  })
}

const AFTER_YEAR_OF_DATE = '(-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01])(T[0-9:.]+)?)?)?'
/** Dates whose year is that of their text. */
const PLAIN_DATE = `^-?[0-9]{4,}${AFTER_YEAR_OF_DATE}Z?$`
/** Dates with an offset: those that begin near New Year are of another year in UTC. */
const DATE_WITH_OFFSET = `^[1-9][0-9]{3}${AFTER_YEAR_OF_DATE}[+-][0-9]{2}:[0-9]{2}$`
const AFTER_YEAR = '^(-?[0-9]{4,}).*$'

const TERM_TEXT = operation('str', variable(TERM))

/** The digits in front of a text. Virtuoso groups texts that functions of the same name made, not others. */
const yearIn = (text: Expression): Expression =>
  operation('replace', text, literal(AFTER_YEAR), literal('$1'))
const YEAR_OF_TEXT = yearIn(TERM_TEXT)

/**
 * The year in UTC in which a date with an offset begins, as text. YEAR() is that of the offset, which would count
 * other records than the filter finds; instants compare alike in all engines.
 */
function yearInUtc(): Expression {
  const integer = (value: Expression): Expression => functionCall(`${XSD}integer`, value)
  const other = (sign: '+' | '-'): Expression =>
    yearIn(operation('str', operation(sign, integer(YEAR_OF_TEXT), literal('1', `${XSD}integer`))))
  const startOf = (year: Expression): Expression =>
    functionCall(`${XSD}dateTime`, operation('concat', year, literal('-01-01T00:00:00Z')))
  const instant = instantExpression(variable(TERM))
  return operation(
    'if',
    operation('<', instant, startOf(YEAR_OF_TEXT)),
    other('-'),
    operation('if', operation('>=', instant, startOf(other('+'))), other('+'), YEAR_OF_TEXT),
  )
}

/** The year of a date in UTC, so that dates of one year are one group; of what is no date its text. */
function yearOrText(): Expression {
  const has = (pattern: string): Expression => operation('regex', TERM_TEXT, literal(pattern))
  return operation(
    'if',
    has(PLAIN_DATE),
    YEAR_OF_TEXT,
    operation('if', has(DATE_WITH_OFFSET), yearInUtc(), TERM_TEXT),
  )
}

/** By what the terms at the end of a path are counted together. */
function groupingOf({ target: { kind } }: Path): Pattern[] {
  const literals = filter(operation('isliteral', variable(TERM)))
  switch (kind) {
    case 'id':
    case 'iri':
    case 'rdfType':
    case 'vocabTerm':
      return [bind(VALUE, variable(TERM))]
    case '@language':
      return [literals, bind(VALUE, operation('lang', variable(TERM)))]
    case 'date':
      return [filter(isDate(variable(TERM))), bind(VALUE, yearOrText())]
    default:
      return [literals, bind(VALUE, TERM_TEXT)]
  }
}

/**
 * How many entities have each value at the end of a path: those that most have first. What is counted stands in
 * a query of its own, as Virtuoso else makes a group of each term.
 * @param entities a pattern that ?entity meets
 */
export function countByValue(entities: Pattern, path: Path, limit: number): SelectQuery {
  const pairs: SelectQuery = {
    type: 'query',
    queryType: 'SELECT',
    distinct: true,
    variables: [variable(ENTITY), variable(VALUE)],
    where: [entities, ...patternsOf(path), ...groupingOf(path)],
    prefixes: {},
  }
  return {
    type: 'query',
    queryType: 'SELECT',
    variables: [variable(VALUE), countOf(ENTITY)],
    where: [subquery(pairs)],
    group: [{ expression: variable(VALUE) }],
    order: [
      { expression: variable(COUNT), descending: true },
      { expression: operation('str', variable(VALUE)) },
    ],
    limit,
    prefixes: {},
  }
}

/** How many entities have one of the terms (IRIs) at the end of a path. */
export const countWithTerm = (entities: Pattern, path: Path, iris: readonly string[]): SelectQuery => ({
  type: 'query',
  queryType: 'SELECT',
  variables: [countOf(ENTITY)],
  where: [entities, ...patternsOf(path), values(TERM, iris.map(namedNode))],
  prefixes: {},
})

/** The values at the end of a path that some entities have. */
export const valuesOfEntities = (iris: readonly string[], path: Path): SelectQuery => ({
  type: 'query',
  queryType: 'SELECT',
  distinct: true,
  variables: [variable(ENTITY), { expression: variable(TERM), variable: variable(VALUE) }],
  where: [values(ENTITY, iris.map(namedNode)), ...patternsOf(path)],
  prefixes: {},
})

/** How many others refer to each of some entities by the predicate at the end of a path. */
export const countReferrers = (iris: readonly string[], { target }: Path): SelectQuery => ({
  type: 'query',
  queryType: 'SELECT',
  variables: [variable(ENTITY), countOf(VALUE)],
  where: [
    values(ENTITY, iris.map(namedNode)),
    triple(variable(VALUE), predicate(target.predicates), variable(ENTITY)),
  ],
  group: [{ expression: variable(ENTITY) }],
  prefixes: {},
})
