/** A CONSTRUCT about ?subject as two queries: the next subjects, and the triples of some of them. */

import sparqljs from 'sparqljs'
import type { ConstructQuery, Pattern, SparqlQuery } from 'sparqljs'
import { filter, operation, orderedPage, selectDistinct, values, variable } from './ast.ts'
import { createPrinter } from './print.ts'
import { rdf } from './rdf.ts'
import { literal, namedNode } from './terms.ts'

export interface ConstructPages {
  /** Asks for the IRIs of the next subjects in the order of their text, as ?subject. */
  subjects(limit: number, after?: string): string
  /** Asks for the triples of the subjects. @throws Error if an IRI is none */
  triples(subjects: readonly string[]): string
}

const SUBJECT = 'subject'

const isConstruct = (query: SparqlQuery): query is ConstructQuery =>
  query.type === 'query' && query.queryType === 'CONSTRUCT'

/** Patterns that choose the subjects: those before the first OPTIONAL or UNION, or that UNION alone. */
function choosing(where: readonly Pattern[]): readonly Pattern[] {
  const end = where.findIndex(({ type }) => type === 'optional' || type === 'union')
  return end === -1 ? where : where.slice(0, end === 0 && where[0]?.type === 'union' ? 1 : end)
}

/** Whether a variable stands anywhere in a part of a query. */
function mentions(part: unknown, name: string): boolean {
  if (typeof part !== 'object' || part === null) return false
  if ('termType' in part) return part.termType === 'Variable' && (part as { value?: unknown }).value === name
  return Object.values(part).some((inner) => mentions(inner, name))
}

/**
 * Reads a CONSTRUCT.
 * @throws Error if it is none, or if its first patterns do not say what ?subject is
 */
export function readConstruct(text: string): ConstructPages {
  const query = new sparqljs.Parser({ factory: rdf }).parse(text)
  if (!isConstruct(query)) throw new Error('is no CONSTRUCT')
  if (['limit', 'offset', 'order'].some((name) => name in query))
    throw new Error('has LIMIT, OFFSET or ORDER BY, which come from the pages; leave them out')
  const { where = [], from } = query
  const first = choosing(where)
  if (!mentions(first, SUBJECT))
    throw new Error('has no variable ?subject before the first OPTIONAL or UNION; it names the record')
  const print = createPrinter(new Map())
  const isIri = filter(operation('isiri', variable(SUBJECT)))
  const chosen = { ...selectDistinct(SUBJECT, [...first, isIri]), ...(from && { from }) }
  return {
    subjects: (limit, after) =>
      print(orderedPage(chosen, SUBJECT, limit, after === undefined ? undefined : literal(after))),
    triples: (subjects) =>
      print({ ...query, where: [values(SUBJECT, subjects.map(namedNode)), ...where] } as SparqlQuery),
  }
}
