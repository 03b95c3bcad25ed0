/** What the readers of a document have in common: what they are given, and what they give. */

import type { Json } from '../../../model/values/json.ts'
import type { EntityType, Field, FieldOf, Fields, Kind } from '../../../model/rows/row.ts'
import type { Model } from '../../../model/model.ts'
import type { PredicateMap, Document } from '../../rdf/triples.ts'

/** A document, and the type as which its entity is framed. */
export interface TypedDocument extends Document {
  readonly type: EntityType
}

/**
 * Reads the properties of a node.
 * @param nested references are shown by id and type only
 * @param subject the term that the node stands for
 */
export type ReadNode = (node: PredicateMap, document: TypedDocument, nested: boolean, subject: string) => Json

/** Reads the value of a field. */
export type ReadField = (...at: Parameters<ReadNode>) => unknown

/** Where a field stands: its key, and the fields of the same object. */
export interface FieldPlace {
  readonly key: string
  readonly siblings: Fields
}

/** Makes the readers of fields. */
export type Readers<Kinds extends Kind> = {
  readonly [K in Kinds]: (field: FieldOf<K>, predicate: string, place: FieldPlace) => ReadField
}

/** Compiles fields into what reads the nodes that have them. */
export type CompileFields = (fields: Fields) => ReadNode

export interface FramingContext {
  readonly model: Model
  /** Base of the graph: words that the contexts do not know come back without it. */
  readonly base: string
  /** Whether an entity of which no class is there is shown as what it is assumed to be. */
  readonly inferTypes: boolean
  /** Gives references that are framed already; what it does not give is framed from what the document has of it. */
  readonly referenceTo?: ((iri: string, type: EntityType) => Json | undefined) | undefined
}

export const EMPTY_NODE: PredicateMap = new Map()

/** The reader of a field, whatever its kind. */
export const readerOf = (
  readers: Readers<Kind>,
  field: Field,
  predicate: string,
  place: FieldPlace,
): ReadField =>
  (readers[field.kind] as (field: Field, predicate: string, place: FieldPlace) => ReadField)(
    field,
    predicate,
    place,
  )

/**
 * Adds the properties from the own graph of an entity or class. May run after sorting: nodes sort by their JSON,
 * which begins with local_identifier, so that properties added later cannot change the order.
 */
export function withProperties(
  json: Json,
  term: string,
  { nodes }: Document,
  read: (node: PredicateMap) => Json,
): Json {
  const node = nodes.get(term)
  return node ? Object.assign(json, read(node)) : json
}
