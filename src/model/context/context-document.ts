/** What a JSON-LD context document holds, and how a correction deviates from it. */

/**
 * A term definition of JSON-LD 1.1; contexts/README.md says what skeg supports of it.
 * @expected "an IRI, or an object with \u0040id or \u0040reverse"
 */
export interface TermDefinition {
  readonly '@id'?: string
  /** The triple points from the value to what has the key. */
  readonly '@reverse'?: string
  /** How values are read: as words or IRIs, or as literals of a datatype of XML Schema. */
  readonly '@type'?: string
  readonly '@container'?: '@language' | '@set'
  readonly '@nest'?: string
  /** Namespace of the values of this term alone. */
  readonly '@context'?: {
    readonly '@vocab'?: string
    /**
     * @pattern ^[^:\s]+:\S+$
     * @expected an IRI, whole or prefixed
     */
    readonly '@base'?: string
  }
  /** Makes a prefix of an IRI that does not look like a namespace. */
  readonly '@prefix'?: true
}

/**
 * A JSON-LD context: prefixes and terms.
 * @expected an object of prefixes and terms
 * @propertyNames {
 *   "pattern": "^(?:[^\\u0040]|\\u0040version$|\\u0040protected$)",
 *   "expected": "known are \u0040version, \u0040protected and keys that do not start with \u0040"
 * }
 */
export interface JsonLdContext {
  readonly '@version'?: 1.1
  readonly '@protected'?: boolean
  readonly [term: string]: string | TermDefinition | 1.1 | boolean | undefined
}

/** A JSON-LD context document; JSON-LD processors ignore what stands beside the context. */
export interface ContextDocument {
  /**
   * Where the context is published.
   * @pattern ^https?:\/\/[^\s#]+$
   * @expected the http(s) URL under which the context is published
   */
  readonly url: string
  readonly version: string
  readonly '@context': JsonLdContext
}

/** A deviation from a published context, as contexts/corrections.json lists those of skeg. */
export interface Correction {
  readonly context: string
  /**
   * @minItems 1
   * @items {"type": "string", "pattern": "^[^\\u0040]", "expected": "a term, which does not start with \u0040"}
   */
  readonly terms: readonly string[]
  /** What replaces the published definition. */
  readonly definition?: string | TermDefinition
  readonly datatypeFrom?: 'lexicalForm'
  /** The values, and all inside them, are stored as the rows say, which no context can. */
  readonly storedAs?: 'rows'
  readonly reason: string
}
