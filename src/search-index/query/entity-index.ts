/** Which IRIs are records of which types: sorted lists and a look-up, kept beside the store. */

import { memoize } from '../../model/values/collections.ts'
import type { EntityType } from '../../model/rows/row.ts'
import type { Model } from '../../model/model.ts'
import type { RecordList } from './matches.ts'

/** What is known of an IRI: bit i set if it is of type i; RECORD set if its graph tells more than that. */
export type Mask = number

export const RECORD: Mask = 1 << 30

export const bitOf = (model: Model, type: EntityType): Mask => 1 << model.types.indexOf(type)
export const typesIn = (model: Model, mask: Mask): EntityType[] =>
  model.types.filter((_, i) => (mask & (1 << i)) !== 0)

/** What is known of an IRI: one object for all IRIs of which the same is known. */
export interface Entry {
  /** All its types, whether it is a record or a mention. */
  readonly types: readonly EntityType[]
  readonly isRecord: boolean
  /**
   * Whether there is a graph of this name, be it of an entity, of a class with labels, or of a thing that has
   * a class.
   */
  readonly hasGraph: boolean
}

export interface EntityIndex {
  entryOf(iri: string): Entry
  /** The position of a record in the list of a type; -1 for what is none. */
  positionIn(type: EntityType, iri: string): number
  /** The records of a type in code point order of their IRIs. */
  records(type: EntityType): RecordList
}

export const UNKNOWN: Entry = { types: [], isRecord: false, hasGraph: false }

/** Gives one object for all IRIs of one mask. */
export const entriesByMask = (model: Model): ((mask: Mask) => Entry) =>
  memoize((mask) => ({ types: typesIn(model, mask), isRecord: (mask & RECORD) !== 0, hasGraph: true }))
