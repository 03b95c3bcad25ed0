/**
 * The types that an extension is made of beside its rows: its contexts, and what it adds to the types of
 * others.
 */

import type { ContextDocument, Correction } from '../context/context-document.ts'
import type { FilterRows } from './filter-row.ts'
import type { IdentifierSchemes } from '../identifiers/row.ts'
import type { EntityType, Fields } from './row.ts'
import type { Source } from './source-row.ts'

/** Words added to a vocabulary, and what stands for them on input. */
export interface VocabularyExtension {
  /** @minItems 1 */
  readonly terms: readonly string[]
  readonly termAliases?: Readonly<Record<string, string>>
}

/** What an extension adds to an entity type. */
export interface TypeExtension {
  readonly fields?: Fields
  /**
   * Words added to class fields, and to term fields that have values: the keys that lead there, with dots
   * between → words.
   * @propertyNames {"pattern": "^[^.\\s][^\\n]*$", "expected": "keys with dots between are expected"}
   */
  readonly vocabularies?: Readonly<Record<string, VocabularyExtension>>
  readonly filters?: FilterRows
}

/** What an extension is called. */
export interface ExtensionName {
  /**
   * @pattern ^[a-z][a-z0-9_-]*$
   * @expected a name of small letters, digits, - and _
   */
  readonly name: string
  readonly version: string
}

export interface Extension extends ExtensionName {
  /**
   * Contexts by name, in the order in which answers list them.
   * @propertyNames {
   *   "pattern": "^[a-z][a-z0-9_-]*$",
   *   "expected": "a name of small letters, digits, - and _ is expected"
   * }
   */
  readonly contexts: Readonly<Record<string, ContextDocument>>
  /** How terms are read and stored otherwise than its contexts say, as these are published. */
  readonly corrections?: readonly Correction[]
  /**
   * Identifier schemes, by the word that names them in data.
   * @propertyNames {"pattern": "^[^A-Z\\s]+$", "expected": "a word in lower case is expected"}
   */
  readonly identifierSchemes?: IdentifierSchemes
  /** Entity types of its own. */
  readonly entities?: readonly EntityType[]
  /** Formats of metadata from elsewhere that it reads. */
  readonly sources?: readonly Source[]
  /** What it adds to types of other extensions, by type name. */
  readonly extend?: Readonly<Record<string, TypeExtension>>
  /**
   * What pages say in place of the English of its rows (labels, facets, one sentence on a type, terms): language →
   * English → text. What is not there stays as it is; in English, that is all but terms which are no words.
   * @propertyNames {"enum": ["en", "de"], "expected": "a language of the pages is expected: en, de"}
   */
  readonly translations?: Readonly<Record<string, Readonly<Record<string, string>>>>
}
