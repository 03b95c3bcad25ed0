/** Values of records, chosen by rows: for pages, links and citations. */

/** Values of a record. */
export interface ValuePath {
  /** Keys that lead there. */
  readonly path: readonly string[]
  /** Of the nodes on the way, only those that have these values. */
  readonly where?: Readonly<Record<string, string>>
}

/**
 * How citations are made (Citation Style Language,
 * https://docs.citationstyles.org/en/stable/specification.html).
 */
export interface Citation {
  /**
   * The places that may give the type of item, of which the first with a value counts: words, or last segments
   * of classes, with their types. Absent: such records are not cited themselves, but named where others are.
   */
  readonly itemTypes?: readonly (ValuePath & { readonly types: Readonly<Record<string, string>> })[]
  /** Key of the forms of the record, of which the one that says most is cited. */
  readonly versions?: string
  /** Variables; of several places the first that has a value. */
  readonly variables: Readonly<Record<string, ValuePath | readonly ValuePath[]>>
}
