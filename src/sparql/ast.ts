/** Syntax trees of SPARQL: short makers for the parts that skeg writes, in the shape of sparqljs. */

import type { NamedNode, Term, Variable } from '@rdfjs/types'
import type {
  BgpPattern,
  BindPattern,
  Expression,
  FilterPattern,
  IriTerm,
  OptionalPattern,
  Pattern,
  PropertyPath,
  SelectQuery,
  Triple,
  UnionPattern,
  ValuesPattern,
} from 'sparqljs'
import { namedNode, termOf } from './terms.ts'

export type { Expression, IriTerm, Pattern, SelectQuery } from 'sparqljs'

/** A subject or object of a pattern. */
export type Operand = Term

export const variable = (name: string): Variable => termOf({ termType: 'Variable', value: name })

/** A predicate; several mean that one of them holds. */
export function predicate(iris: readonly string[]): IriTerm | PropertyPath {
  const terms = iris.map(namedNode)
  return terms.length === 1 ? (terms[0] as NamedNode) : { type: 'path', pathType: '|', items: terms }
}

export const triple = (subject: Operand, by: IriTerm | PropertyPath, object: Operand): BgpPattern => ({
  type: 'bgp',
  triples: [{ subject, predicate: by, object } as Triple],
})

export const filter = (expression: Expression): FilterPattern => ({ type: 'filter', expression })

export const operation = (
  operator: string,
  ...args: readonly (Expression | readonly Expression[] | Pattern)[]
): Expression => ({ type: 'operation', operator, args: args as Expression[] })

/** A cast or another function that is named by an IRI. */
export const functionCall = (iri: string, ...args: readonly Expression[]): Expression => ({
  type: 'functionCall',
  function: namedNode(iri),
  distinct: false,
  args: [...args],
})

export const inList = (value: Expression, terms: readonly Operand[]): Expression =>
  terms.length === 1
    ? operation('=', value, terms[0] as Expression)
    : operation('in', value, terms as readonly Expression[])

export const or = (expressions: readonly Expression[]): Expression =>
  expressions.reduce((a, b) => operation('||', a, b))

export const exists = (patterns: readonly Pattern[], not = false): Expression =>
  operation(not ? 'notexists' : 'exists', { type: 'group', patterns: [...patterns] })

export const values = (name: string, terms: readonly Operand[]): ValuesPattern => ({
  type: 'values',
  values: terms.map((term) => ({ [`?${name}`]: term as IriTerm })),
})

/** The greatest value that an expression has in a group. */
export const maximum = (expression: Expression): Expression => ({
  type: 'aggregate',
  aggregation: 'max',
  expression,
  distinct: false,
})

export const bind = (name: string, expression: Expression): BindPattern => ({
  type: 'bind',
  variable: variable(name),
  expression,
})

export const optional = (patterns: readonly Pattern[]): OptionalPattern => ({
  type: 'optional',
  patterns: mergeBgps(patterns),
})

export const union = (alternatives: readonly (readonly Pattern[])[]): UnionPattern => ({
  type: 'union',
  patterns: alternatives.map((patterns) => ({ type: 'group', patterns: mergeBgps(patterns) })),
})

/** Neighbouring triples in one block. */
function mergeBgps(patterns: readonly Pattern[]): Pattern[] {
  const output: Pattern[] = []
  for (const pattern of patterns) {
    const last = output.at(-1)
    if (pattern.type === 'bgp' && last?.type === 'bgp')
      output[output.length - 1] = { ...last, triples: [...last.triples, ...pattern.triples] }
    else output.push(pattern)
  }
  return output
}

export const selectDistinct = (name: string, where: readonly Pattern[]): SelectQuery => ({
  type: 'query',
  queryType: 'SELECT',
  distinct: true,
  variables: [variable(name)],
  where: mergeBgps(where),
  prefixes: {},
})

/** `SELECT ?name`, each value once of whose solutions a condition holds. */
export const selectGroups = (
  name: string,
  where: readonly Pattern[],
  condition: Expression,
): SelectQuery => ({
  type: 'query',
  queryType: 'SELECT',
  variables: [variable(name)],
  where: mergeBgps(where),
  group: [{ expression: variable(name) }],
  having: [condition],
  prefixes: {},
})

/**
 * The first solutions of a query in the order of the text of a variable, those behind `after` if that is
 * given.
 */
export function orderedPage(
  query: SelectQuery,
  name: string,
  limit: number,
  after: Expression | undefined,
): SelectQuery {
  const text = operation('str', variable(name))
  const rest = after === undefined ? [] : [filter(operation('>', text, after))]
  return { ...query, where: [...(query.where ?? []), ...rest], order: [{ expression: text }], limit }
}

/** A query inside another. */
export const subquery = (query: SelectQuery): Pattern => ({ type: 'group', patterns: [query] })
