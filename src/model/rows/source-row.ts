/** Sources: formats of metadata from elsewhere, whose records become records of the entity types. */

import type { Json } from '../values/json.ts'

/** What a source says of a record while it reads it. */
export interface SourceNotes {
  /** Something has no place in the records that are made, such as «member assertion»; it is counted. */
  lose(what: string): void
  /** What this record says of another entity, as a record; it is united with what that says of itself. */
  add(record: Json): void
  /** The record cannot be read; the message says what would have been right. */
  refuse(message: string): void
}

export interface Source {
  /** What --source calls it. */
  readonly name: string
  /** What messages call its records. */
  readonly label: string
  /**
   * Where the records stand in a document that is no record itself: keys with dots between that lead to a
   * list of records, or to a single one.
   */
  readonly containers?: readonly string[]
  /** Names of files that stand beside the records in its archives, and hold none. */
  readonly otherFiles?: readonly string[]
  /** Whether a JSON object is one of its records. */
  recognises(record: Json): boolean
  /** The records that a record becomes, as a user would write them. */
  read(record: Json, notes: SourceNotes): readonly Json[]
}
