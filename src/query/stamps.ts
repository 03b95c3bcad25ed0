/** When records of a graph changed, and which are gone. All times are whole seconds since 1970. */

import type { EntityType, ListOrder } from '../model/rows/row.ts'

/** The order of lists by stamps, which all types have. */
export const MODIFIED = 'modified'

/** An order, and what it is called. */
export type NamedOrder = Omit<ListOrder, 'path'>

/** The orders of the list of a type. */
export const ordersOf = ({ orders }: EntityType): Readonly<Record<string, NamedOrder>> => ({
  ...orders,
  [MODIFIED]: { doc: 'last change here', by: 'date' },
})

export interface RecordStamp {
  /** When its content last changed. */
  readonly modified: number
  /** When it first was a record. */
  readonly created: number
}

/** What is kept of a record that is gone. */
export interface Tombstone {
  readonly iri: string
  /** When it went. */
  readonly modified: number
  /** Names of the types that it had. */
  readonly types: readonly string[]
  /** IRI of the record that had its identifiers then. */
  readonly replacement?: string | undefined
}

/** How many records, or how much that is gone, have one stamp. */
export type StampRun = readonly [stamp: number, count: number]

export interface Stamps {
  /** From when the newest changes of the graph count. */
  readonly effective: number
  /** Undefined for what is no record. */
  of(iri: string): RecordStamp | undefined
  /** Undefined for what is no record that is gone. */
  tombstone(iri: string): Tombstone | undefined
  /** The stamps of the records of a type, ascending. @param type undefined for what is gone */
  runs(type: EntityType | undefined): readonly StampRun[]
  /** IRIs by their stamps, those of one stamp in code point order. @param type undefined for what is gone */
  slice(type: EntityType | undefined, from: number, to: number): readonly string[]
}
