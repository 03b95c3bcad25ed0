/** What a condition asks of a value, and by what its text is read. */

import type { PathTarget } from '../../model/rows/paths.ts'
import type { Model } from '../../model/model.ts'
import type { Expression, Operand } from '../../sparql/ast.ts'
import type { GraphStatistics } from '../graph-statistics.ts'

/** What a value must be for a condition to hold. */
export type ValueTest =
  /** It is one of some terms; about `matches` values of the graph are. */
  | { readonly kind: 'oneOf'; readonly terms: readonly Operand[]; readonly estimate?: number | undefined }
  /** An expression about it is true. */
  | { readonly kind: 'matches'; readonly expression: (value: Expression) => Expression }
  /** There is no value of which the expression is true. */
  | { readonly kind: 'noneMatches'; readonly expression: (value: Expression) => Expression }

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
