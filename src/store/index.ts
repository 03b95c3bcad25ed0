/** Which IRIs are records of which types: sorted lists and a look-up, kept beside the store. */

import type { EntityType } from '../model/row.ts'
import type { Model } from '../model/model.ts'
import { sortCodePoints } from '../model/order.ts'

/** What is known of an IRI: bit i set if it is of type i; RECORD set if its graph tells more than that. */
export type Mask = number

export const RECORD: Mask = 1 << 30

export interface EntityIndex {
  /** Sorted IRIs of the records of a type. */
  records(type: EntityType): readonly string[]
  /** All types of an IRI, whether record or mention. */
  typesOf(iri: string): readonly EntityType[]
  isRecord(iri: string): boolean
  /** Whether there is a graph of this name, be it of an entity, of a class with labels, or of a thing that has a class. */
  hasGraph(iri: string): boolean
  /** All IRIs that have a graph. */
  iris(): Iterable<string>
}

/** Makes the index of a model's types from masks by IRI; mask 0 marks other graphs. */
export function createIndex(model: Model, masks: ReadonlyMap<string, Mask>): EntityIndex {
  const lists = new Map(model.types.map((type, i) => [type.name, listOf(masks, 1 << i)]))
  const byMask = new Map<Mask, readonly EntityType[]>()
  const typesOfMask = (mask: Mask): readonly EntityType[] => {
    let types = byMask.get(mask)
    if (!types) byMask.set(mask, types = model.types.filter((_, i) => (mask & (1 << i)) !== 0))
    return types
  }
  return {
    records: (type) => lists.get(type.name) ?? [],
    typesOf: (iri) => typesOfMask(masks.get(iri) ?? 0),
    isRecord: (iri) => ((masks.get(iri) ?? 0) & RECORD) !== 0,
    hasGraph: (iri) => masks.has(iri),
    iris: () => masks.keys(),
  }
}

function listOf(masks: ReadonlyMap<string, Mask>, bit: Mask): readonly string[] {
  const list: string[] = []
  for (const [iri, mask] of masks) if ((mask & bit) !== 0 && (mask & RECORD) !== 0) list.push(iri)
  return sortCodePoints(list)
}
