/**
 * The row types of filters: a filter of a list is a row, and parsing, SPARQL, messages, documentation and
 * tests interpret it.
 */

/** What a filter asks of the value at the end of its path. */
export type Operator = 'equals' | 'contains' | 'within' | 'gte' | 'lte' | 'words'

/** Those of which a condition may name several values. */
export const exactOperators: readonly Operator[] = ['equals', 'within']

export const SEPARATOR = '|'

/** The values between the separators; the value itself where there is no separator. */
export const valuesIn = (value: string): string[] => value.split(SEPARATOR).filter((one) => one.trim() !== '')

export interface FilterRow {
  readonly operator: Operator
  /**
   * Keys of the JSON that lead to the value, with dots between; absent: the filter's own key. `a|b` follows both
   * keys, `^` in front follows the first reference backwards. After a reference, `local_identifier` is the id of the
   * entity; after text by language, `@value` and `@language` are the two sides of each text; after a concept,
   * `class` is its IRI.
   */
  readonly path?: string
  /** English that follows the plural of the entity type, with {value} in place of the value. */
  readonly doc: string
  /** What pages call it; absent: its facet, else the names of the fields that lead to the value. */
  readonly label?: string
  /** A value that finds something in the demo graph. */
  readonly example: string
  /** Other keys of the same filter. */
  readonly aliases?: readonly string[]
  /** The value is an identifier of this scheme, or of one of several with `|` between them. */
  readonly scheme?: string
  /** Where values are looked for that are identifiers of a scheme, and no ids of the graph. */
  readonly orIdentifier?: {
    readonly scheme: string
    /** Keys that lead to the value of the identifier, as those of `path` do. */
    readonly path: string
  }
  /** The filter shares nodes with others, although it is no attribute filter. */
  readonly sameItem?: true
  /** The specification does not have it: it is marked as an addition in OpenAPI. */
  readonly addition?: true
  /** Heading of the facet that counts its values; absent: it is no facet. */
  readonly facet?: string
  /** Beside a list, one more value of the facet narrows it: all must hold. Otherwise any may. */
  readonly narrows?: true
  /** Name of the entity type whose records alone stand in charts of the facet, and first beside lists. */
  readonly mainType?: string
}

/** The filters of a list by key, in the order in which they are shown. */
export type FilterRows = Readonly<Record<string, FilterRow>>
