/** What is known of the content of a graph: it lets a filter be compiled to the query that looks least. */

import type { Operand } from '../sparql/ast.ts'

/** A value of a predicate, and how many triples have it. */
export interface TermCount {
  readonly term: Operand
  readonly count: number
}

export interface GraphStatistics {
  /** Number of triples of a predicate. */
  triples(predicate: string): number
  /** Number of records of an entity type, by name. */
  records(type: string): number
  /** The values of a predicate; undefined where they are not known, or too many. */
  valuesOf(predicate: string): readonly TermCount[] | undefined
  /** Whether anything is said of an entity with this IRI; true also if that is not known. */
  hasSubject(iri: string): boolean
  /** IRIs of the graph that are the identifier with this resolver address, in any spelling. */
  irisOfIdentifier(address: string): readonly string[]
  /**
   * What stands in front of identifiers of a scheme in IRIs of entities of some types (by name); none if each
   * such entity has an identifier of the scheme beside its IRI.
   */
  iriPrefixesOfScheme(scheme: string, types: readonly string[]): readonly string[]
}
