/** The row type of profiles: what pages count in the records that refer to one. */

export interface ProfileRow {
  /** Path of the collection of the records that are counted. */
  readonly collection: string
  /** Key of the filter of that collection that takes the id of the record. */
  readonly filter: string
  /** What the records are to it, as a heading. */
  readonly label: string
  /** Facets of that collection, each with its heading. */
  readonly facets: Readonly<Record<string, string>>
  /**
   * Facets that are counted in the items of a list alone that name the record (the affiliations of one
   * contributor), in the newest records.
   */
  readonly itemFacets?: Readonly<Record<string, string>>
}
