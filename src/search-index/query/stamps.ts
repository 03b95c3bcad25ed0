/**
 * When records of a graph changed, and which are gone; both in the order of their stamps. All times are whole seconds
 * since 1970.
 */

import type { Condition } from '../../filter/condition.ts'
import { intervalOf, type Interval } from '../../model/values/dates.ts'
import type { Model } from '../../model/model.ts'
import type { EntityType, ListOrder } from '../../model/rows/row.ts'
import type { Positions } from './matches.ts'

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

/** The types that a record had that is gone; none for what is no such record. */
export const typesOfGone = (iri: string, stamps: Stamps, model: Model): EntityType[] =>
  (stamps.tombstone(iri)?.types ?? []).flatMap((name) => model.typeNamed(name) ?? [])

/** How many records, or how much that is gone, have one stamp. */
export type StampRun = readonly [stamp: number, count: number]

export interface Stamps {
  /** Since when changes are recorded: what was there before and went is not among what is gone. */
  readonly began: number
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

/** Whether a condition asks when records changed. */
export const isStampSearch = ({ filter: { isOfStamp } }: Pick<Condition, 'filter'>): boolean =>
  isOfStamp === true

/** Seconds of an instant; what no clock will show is infinitely far away. */
function secondsOf(instant: string): number {
  const ms = Date.parse(instant)
  return Number.isNaN(ms) ? (instant.startsWith('-') ? -Infinity : Infinity) : ms / 1000
}

/**
 * The positions of the records of a type that changed when a condition says.
 * @param order those of all records in the order of their stamps
 */
export function positionsChanged(
  { runs }: Pick<Stamps, 'runs'>,
  type: EntityType,
  { filter: { row }, value }: Condition,
  order: Positions,
): Positions {
  const { from, to, inclusiveEnd } = intervalOf(value) as Interval
  const [start, end] = [secondsOf(from), secondsOf(to)]
  const isEarly = (stamp: number): boolean =>
    row.operator === 'gte' ? stamp < start : inclusiveEnd ? stamp <= end : stamp < end
  const early = runs(type).reduce((sum, [stamp, count]) => sum + (isEarly(stamp) ? count : 0), 0)
  return (row.operator === 'gte' ? order.slice(early) : order.slice(0, early)).sort()
}
