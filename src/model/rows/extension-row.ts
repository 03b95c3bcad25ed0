/**
 * The types that an extension is made of beside its rows: its contexts, and what it adds to the types of
 * others.
 */

import type { FilterRows } from './filter-row.ts'
import type { IdentifierSchemes } from '../identifiers/row.ts'
import type { EntityType, Fields } from './row.ts'
import type { Source } from './source-row.ts'

/** A JSON-LD context as a table of terms; see contexts/README.md for the shorthand. */
export interface TermTable {
  readonly url: string
  readonly version: string
  readonly prefixes: Readonly<Record<string, string>>
  readonly terms: Readonly<Record<string, string>>
}

/** A deviation from a published context, as contexts/corrections.json lists those of skeg. */
export interface Correction {
  readonly context: string
  readonly terms: readonly string[]
  readonly definition?: string
  readonly datatypeFrom?: 'lexicalForm'
  /** The values, and all inside them, are stored as the rows say, which no context can. */
  readonly storedAs?: 'rows'
  readonly reason: string
}

/** Words added to a vocabulary, and what stands for them on input. */
export interface VocabularyExtension {
  readonly terms: readonly string[]
  readonly termAliases?: Readonly<Record<string, string>>
}

/** What an extension adds to an entity type. */
export interface TypeExtension {
  readonly fields?: Fields
  /**
   * Words added to class fields, and to term fields that have values: the keys that lead there, with dots
   * between → words.
   */
  readonly vocabularies?: Readonly<Record<string, VocabularyExtension>>
  readonly filters?: FilterRows
}

/** What an extension is called. */
export interface ExtensionName {
  readonly name: string
  readonly version: string
}

/** A context as the model has it: corrected, and with the extension that brings it. */
export interface PublishedContext {
  readonly name: string
  readonly url: string
  readonly table: TermTable
  readonly extension: string
}

export interface Extension extends ExtensionName {
  /** Contexts by name, in the order in which answers list them. */
  readonly contexts: Readonly<Record<string, TermTable>>
  /** How terms are read and stored otherwise than its contexts say, as these are published. */
  readonly corrections?: readonly Correction[]
  /** Identifier schemes, by the word that names them in data. */
  readonly identifierSchemes?: IdentifierSchemes
  /** Entity types of its own. */
  readonly entities?: readonly EntityType[]
  /** Formats of metadata from elsewhere that it reads. */
  readonly sources?: readonly Source[]
  /** What it adds to types of other extensions, by type name. */
  readonly extend?: Readonly<Record<string, TypeExtension>>
}
