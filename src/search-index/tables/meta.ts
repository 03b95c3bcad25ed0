/** The table `meta`: the version of an index, what its numbers stand for, and what was counted of the graph. */

import type { Partitions } from '../query/index-reader.ts'
import type { StampRun } from '../query/stamps.ts'
import type { Table, TableName } from './tables.ts'

/** The texts of one predicate of the records of one type. */
export interface TextColumn {
  readonly type: string
  readonly predicate: string
  /** The block of a position is the position without this many lower bits. */
  readonly shift: number
  /** Blocks of words. */
  readonly wordBlocks: number
  /** Blocks of words with accents as they are without; absent where records are not found by their words. */
  readonly plainBlocks?: number
  /** Bytes of the texts. */
  readonly bytes: number
}

/** The number of the column of the plain words of a column. @param columns of texts */
export const plainColumn = (column: number, columns: number): number => columns + column

/** A column of a type. */
export interface Column {
  readonly type: string
  /** Key of the path of its values. */
  readonly key: string
  /** Of a reference: names of the types of what it leads to, an empty one for what has none. */
  readonly types?: readonly string[]
  /** How many different values there are. */
  readonly values: number
}

/** An order of the records of a type. */
export interface SortOrder {
  readonly type: string
  readonly name: string
  /** How many records have what they are sorted by. */
  readonly length: number
}

/** The names of the records of one type. */
export interface NameColumn {
  readonly type: string
  /** Blocks of words. */
  readonly wordBlocks: number
  /** Blocks of words of the names of entities to which its records refer; absent where none count. */
  readonly referencedBlocks?: number
}

/** A pair of predicates: from the owner to the node of an identifier, and from there to its value. */
export type IdentifierPath = readonly [holds: string, value: string]

export interface Counts {
  readonly triples: number
  /** Different subjects, those without identity included. */
  readonly subjects: number
  /** Triples by predicate IRI. */
  readonly predicates: Readonly<Record<string, number>>
  /** Instances by class IRI. */
  readonly classes: Readonly<Record<string, number>>
  /**
   * Triples by the classes of their subject, their property, and what their object is: a datatype, classes of a node of
   * the same graph with blanks between, or empty. None where there are too many.
   */
  readonly partitions: Partitions
  /**
   * Triples by object, as N-Triples text, of predicates of vocabularies; null where there are too many
   * objects.
   */
  readonly values: Readonly<Record<string, Readonly<Record<string, number>> | null>>
  /** What stands in front of identifiers of a scheme in IRIs of entities of a type. */
  readonly prefixes: readonly (readonly [scheme: string, type: string, prefix: string])[]
}

/** What differs from the graph that was replaced, and which stamps there are. */
interface Stamps {
  readonly new: number
  readonly changed: number
  readonly gone: number
  readonly unchanged: number
  /** Since when records are compared: before that, nothing is known of what is gone. */
  readonly began: number
  /** For each type, ascending. */
  readonly runs: readonly (readonly StampRun[])[]
  readonly goneRuns: readonly StampRun[]
}

/** What is listed. */
export interface RecordCounts {
  /** Names of the entity types, in the order of their bits in masks. */
  readonly types: readonly string[]
  /** Records by name of their type. */
  readonly records: Readonly<Record<string, number>>
}

export interface Meta extends RecordCounts {
  /** Predicates by which entities are referred to, by number. */
  readonly predicates: readonly string[]
  /** Where identifiers stand, by number. */
  readonly identifiers: readonly IdentifierPath[]
  /** Texts that are searched, by number. */
  readonly texts: readonly TextColumn[]
  readonly counts: Counts
  /** Values at the paths of filters, by number. */
  readonly columns: readonly Column[]
  /** Names by which people search, by number. */
  readonly names: readonly NameColumn[]
  /** Orders of lists, by number. */
  readonly orders: readonly SortOrder[]
  readonly stamps: Stamps
  /** Entries by table. */
  readonly entries: Readonly<Record<string, number>>
}

export const META_KEY = Buffer.from('index')

export function readMeta(tables: { table(name: TableName): Table }): Meta {
  return JSON.parse(tables.table('meta').require(META_KEY, 'what it holds').toString()) as Meta
}
