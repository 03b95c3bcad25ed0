/** What a condition asks of a value, and by what its text is read. */

import type { PathTarget } from '../../model/rows/paths.ts'
import { XSD } from '../../model/context/iri.ts'
import type { Model } from '../../model/model.ts'
import type { Expression, Operand } from '../../sparql/ast.ts'

/** A value of a predicate, and how many triples have it. */
export interface TermCount {
  readonly term: Operand
  readonly count: number
}

export interface GraphTerm {
  readonly kind: 'iri' | 'literal' | 'blank'
  readonly value: string
  readonly language?: string | undefined
  /** Of a literal that is no plain string. */
  readonly datatype?: string | undefined
}

export interface GraphStatistics {
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

/** What a value must be for a condition to hold. */
export type ValueTest =
  /** It is one of some terms; about `matches` values of the graph are. */
  | { readonly kind: 'oneOf'; readonly terms: readonly Operand[]; readonly estimate?: number | undefined }
  /** An expression about it is true. */
  | ({
      readonly kind: 'matches' /** The folded text that it contains. */
      readonly needle?: string
    } & ValueExpression)
  /** There is no value of which the expression is true. */
  | ({ readonly kind: 'noneMatches' } & ValueExpression)

export type Holds = (term: GraphTerm) => boolean

interface ValueExpression {
  readonly expression: (value: Expression) => Expression
  /** Whether it is true of a term; absent: SPARQL alone can tell. */
  readonly holds?: Holds | undefined
}

/** Whether a term of the graph is a term of a test. */
export const isTerm = ({ kind, value, language = '', datatype }: GraphTerm, term: Operand): boolean =>
  term.value === value &&
  (term.termType === 'Literal'
    ? kind === 'literal' && term.language === language && (datatype ?? STRING) === term.datatype.value
    : kind === 'iri')

const STRING = `${XSD}string`

/** By what the text of a condition is read. */
export interface CompileContext {
  readonly model: Model
  readonly base: string
  readonly statistics: GraphStatistics
}

export type MakeTest = (leaf: PathTarget, text: string, context: CompileContext) => ValueTest

/**
 * Thrown for an IRI with characters that no IRI can have, if it is not a known spelling of an IRI in the graph; the
 * message says what is expected.
 */
export class InvalidValue extends Error {}

/**
 * Characters that nobody means in an IRI of a request. Blanks are not among them, as people write them for
 * %20.
 */
export const FORBIDDEN_IN_IRI = /[<>"{}|\\^`]/
export const FORBIDDEN_IN_IRI_MESSAGE = 'an IRI cannot hold any of < > " { } | \\ ^ `'
