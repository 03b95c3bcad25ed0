/**
 * The types that an extension is made of beside its rows: its contexts, and what it adds to the types of
 * others.
 */

import type { FilterRows } from './filter-row.ts'
import type { IdentifierSchemes } from '../identifiers/row.ts'
import type { EntityType, Fields } from './row.ts'
import type { Source } from './source-row.ts'

/** A term definition of JSON-LD 1.1; contexts/README.md says what skeg supports of it. */
export interface TermDefinition {
  readonly '@id'?: string
  /** The triple points from the value to what has the key. */
  readonly '@reverse'?: string
  /** How values are read: as words or IRIs, or as literals of a datatype of XML Schema. */
  readonly '@type'?: string
  readonly '@container'?: '@language' | '@set'
  readonly '@nest'?: string
  /** Namespace of the values of this term alone. */
  readonly '@context'?: { readonly '@vocab'?: string; readonly '@base'?: string }
  /** Makes a prefix of an IRI that does not look like a namespace. */
  readonly '@prefix'?: true
}

/** A JSON-LD context: prefixes and terms. */
export interface JsonLdContext {
  readonly '@version'?: 1.1
  readonly '@protected'?: boolean
  readonly [term: string]: string | TermDefinition | 1.1 | boolean | undefined
}

/** A JSON-LD context document; JSON-LD processors ignore what stands beside the context. */
export interface ContextDocument {
  /** Where the context is published. */
  readonly url: string
  readonly version: string
  readonly '@context': JsonLdContext
}

/** A deviation from a published context, as contexts/corrections.json lists those of skeg. */
export interface Correction {
  readonly context: string
  readonly terms: readonly string[]
  /** What replaces the published definition. */
  readonly definition?: string | TermDefinition
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

export interface Extension extends ExtensionName {
  /** Contexts by name, in the order in which answers list them. */
  readonly contexts: Readonly<Record<string, ContextDocument>>
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
