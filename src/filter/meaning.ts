/** What a condition asks of a value, and by what its text is read. */

import type { Leaf } from '../model/paths.ts'
import type { Model } from '../model/model.ts'
import type { Expression, Operand } from '../sparql/ast.ts'
import type { Knowledge } from './knowledge.ts'

/** What a value must be for a condition to hold. */
export type Test =
  /** It is one of some terms; about `matches` values of the graph are. */
  | { readonly kind: 'terms'; readonly terms: readonly Operand[]; readonly matches?: number | undefined }
  /** An expression about it is true. */
  | { readonly kind: 'holds'; readonly of: (value: Expression) => Expression }
  /** There is no value of which the expression is true. */
  | { readonly kind: 'lacks'; readonly of: (value: Expression) => Expression }

/** By what the text of a condition is read. */
export interface Meaning {
  readonly model: Model
  readonly base: string
  readonly knowledge: Knowledge
}

export type MakeTest = (leaf: Leaf, text: string, meaning: Meaning) => Test

/**
 * A text that only the graph could have made sense of, and it does not; the message says what is expected.
 */
export class ImpossibleValue extends Error {}

/**
 * Characters that nobody means in an IRI of a request. Blanks are not among them, as people write them for
 * %20.
 */
export const NEVER_IN_IRI = /[<>"{}|\\^`]/
export const NEVER_IN_IRI_FAULT = 'an IRI cannot hold any of < > " { } | \\ ^ `'
