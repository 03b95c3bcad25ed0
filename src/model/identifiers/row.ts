/**
 * The row of an identifier scheme: what its identifiers look like, and every form in which people write them.
 */

import type { CheckDigit } from './check-digits.ts'

/** @format regex */
type Pattern = string

interface Replacement {
  readonly replace: Pattern
  /** @minLength 0 */
  readonly by: string
}

/**
 * A change of a text wherever a regular expression matches: to lower or upper case, or to another text.
 * @expected an object with lower, upper, or replace and by
 */
export type TextChange = { readonly lower: Pattern } | { readonly upper: Pattern } | Replacement

/** Patterns are the texts of regular expressions, without ^ and $: rows are sent to other processes. */
export interface IdentifierScheme {
  /** What it identifies, and by whom. */
  readonly doc: string
  /**
   * Other words that mean the scheme, in lower case.
   * @items {"type": "string", "pattern": "^[^A-Z]+$", "expected": "a word in lower case"}
   */
  readonly aliases?: readonly string[]
  /** The contexts do not define it as a term: it gets an IRI below the base of the graph. */
  readonly localTerm?: true
  /** The identifier alone, with nothing in front of it, in any case. */
  readonly pattern: Pattern
  /** A narrower pattern, in the case that `normalise` gives, which `check` demands; absent: `pattern`. */
  readonly valid?: Pattern
  /**
   * What may stand in front of the identifier: nothing (''), a word such as `doi:`, or the start of a URL
   * (https://). URLs are also read with http, with or without www., and without their scheme; a host of * is
   * any host.
   * @minItems 1
   * @items {
   *   "type": "string",
   *   "pattern": "^(?:|https:\\/\\/(?:\\*|[^\\s\\/*]+)\\/\\S*|(?!https?:)[^\\s*]*[^\\w\\s*])$",
   *   "expected": "empty, a word with a mark behind it such as doi:, or the start of a URL that begins with https:"
   * }
   */
  readonly prefixes: readonly string[]
  /**
   * The one of the prefixes with which it is stored and shown; absent: the one with which it came.
   * @minLength 0
   */
  readonly stored?: string
  /** Changes that give the identifier alone its one spelling: its case, its hyphens. */
  readonly normalise?: readonly TextChange[]
  /**
   * Start of the URL of the page about what it identifies.
   * @pattern ^https?:\/\/[^\s\/]+\/\S*$
   * @expected the start of an http(s) URL
   */
  readonly resolver?: string
  /** An entity may have the URL at the resolver as its own IRI; such an IRI is an identifier of it. */
  readonly ofEntities?: true
  /** No two entities have the same one: where they do, both are named in a finding. */
  readonly ofOneEntity?: true
  /** How the last characters of the identifier alone follow from those before them. */
  readonly checkDigit?: CheckDigit
  /** Identifiers of other schemes do not look like these by chance. */
  readonly unambiguous?: true
  /** An identifier as it is stored. */
  readonly example: string
}

/** Schemes by the word that names them in data, in lower case. */
export type IdentifierSchemes = Readonly<Record<string, IdentifierScheme>>
