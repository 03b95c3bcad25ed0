/** Sources: formats of metadata from elsewhere, whose records become records of the entity types. */

import type { Json } from '../values/json.ts'

/** Where a record came from, so that a later load knows it again. */
export interface RecordOrigin {
  /** What it is a part of, such as a repository by its base URL; absent: all records of the source. */
  readonly collection?: string
  /** Its id there. */
  readonly key?: string
  /** As of when it is, by what its source says: texts that sort by time, such as 2026-06-25T04:02:26. */
  readonly sourceDate?: string
  /** It is gone there, and what it brought is to go, too. */
  readonly deleted?: true
}

/** What a source says of a record while it reads it. */
export interface SourceNotes {
  /**
   * Something has no place in the records that are made, such as «member assertion», or cannot be read as what its
   * member holds (`wrong-value`); it is counted.
   */
  drop(what: string, kind?: 'wrong-value'): void
  /** What this record says of another entity, as a record; it is united with what that says of itself. */
  add(record: Json): void
  /**
   * Records of sources call an entity by another id than this one: what they say of the other id is said of this
   * one, whatever comes first. Two ids that are aliases of each other are one, the smaller by code point; an alias of
   * several is that of the smallest.
   */
  alias(other: string, id: string): void
  /**
   * An entity is the one of this name within the scope of another entity, such as a grant by its number at a funder:
   * where several scopes turn out to be one, so do the entities of one name in them.
   */
  scopedName(id: string, scope: string, name: string): void
  /**
   * Which record of its source it is, and as of when: a later copy takes its place, within a load by the date.
   * Without a key, that is the id of the first record which is made of it.
   */
  origin(origin: RecordOrigin): void
  /** The record cannot be read; the message says what would have been right. */
  refuse(message: string): void
}

/** A record of a text that is no JSON, or why it cannot be read. */
export type TextRecord = { readonly line: number } & (
  | {
      readonly record: Json
      /** What it lacks, where it is not whole and read as far as it goes. */
      readonly warning?: string
    }
  | { readonly fault: string }
  /** There is nothing to be read, and nothing is refused. */
  | { readonly warning: string }
)

/** Thrown by `records` of a text that cannot be read on; the message says what would have been right. */
export class UnreadableText extends Error {}

/** The endings of files that are texts of sources. */
export const textEndings: readonly string[] = ['.csv', '.tsv', '.xlsx', '.bib', '.bibtex', '.ris', '.xml']

/** How the records of a source stand in a text that is no JSON. */
export interface TextFormat {
  /**
   * Endings of its files; a file with another one than `textEndings` is no text of a source.
   * @items {"type": "string", "enum": [".csv", ".tsv", ".xlsx", ".bib", ".bibtex", ".ris", ".xml"]}
   */
  readonly endings?: readonly string[]
  /** Whether a text that begins so is of the source. */
  readonly recognises: (head: string) => boolean
  /** The records as the text streams by, each as the object that `read` of the source gets. */
  readonly records: (pieces: AsyncIterable<string>) => AsyncIterable<readonly TextRecord[]>
  /** How a text that begins so is read, as a text that `withMaps` takes; undefined where nothing can be chosen. */
  readonly mapOf?: (head: string) => string | undefined
  /** The same format, read as maps say (--map). @throws Error that says what is expected of a map */
  readonly withMaps?: (maps: readonly string[]) => TextFormat
}

/** Takes what is left out, which is counted. @param name of one that is left out: messages give the first few */
export type Drop = (what: string, name?: string) => void

/** How the records that several sources give of one entity become one. */
export interface RecordMerger {
  /** Whether a record is of a kind that is joined. */
  readonly merges: (record: Json) => boolean
  /** One record of several with one id, the fullest first. */
  readonly merge: (records: readonly Json[], drop: Drop) => Json
}

/**
 * Where a record says, as it came, what an expression of --keep asks for: paths with blanks between, each of keys with
 * dots between, which lead through lists.
 */
export interface SelectionPaths {
  /** Whether the expression is asked of the record. Others are kept where a record that is kept names them. */
  readonly isWork: (record: Json) => boolean
  /** Its own ids, or of a relation that of the work that it is about. */
  readonly ids: string
  /** Ids of what it cites. */
  readonly cites?: string
  /** By the keys of expressions. */
  readonly keys: Readonly<Record<string, string>>
}

/** Who publishes the records of a source. */
export interface Provider {
  /** What readers call it, such as Crossref. */
  readonly name: string
  /**
   * The IRI that stands for it in graphs: its homepage.
   * @pattern ^https?:\/\/[^\s<>"{}|\\^`]+$
   * @expected an http(s) URL
   */
  readonly url: string
}

export interface Source {
  /**
   * What --source calls it.
   * @pattern ^[a-z][a-z0-9_-]*$
   * @expected a name of small letters, digits, - and _
   */
  readonly name: string
  /** What messages call its records. */
  readonly label: string
  /** The graph says of each record that it came from there; absent for formats in which anybody writes records. */
  readonly provider?: Provider
  /**
   * Where the records stand in a document that is no record itself: keys with dots between that lead to a
   * list of records, or to a single one.
   */
  readonly containers?: readonly string[]
  /**
   * Names of files that stand beside the records in its archives, and hold none; * stands for any
   * characters, ? for one.
   */
  readonly otherFiles?: readonly string[]
  /** For sources that come as text; their records may also come as JSON. */
  readonly text?: TextFormat
  /** What --keep finds in its records; absent: it keeps them all. */
  readonly selection?: SelectionPaths
  /** Absent: what its records and those of others say of one entity is united value by value. */
  readonly merger?: RecordMerger
  /** Whether a JSON object is one of its records. */
  readonly recognises: (record: Json) => boolean
  /** The records that a record becomes, as a user would write them. */
  readonly read: (record: Json, notes: SourceNotes) => readonly Json[]
}
