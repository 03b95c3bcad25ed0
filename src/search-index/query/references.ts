/** What refers to an entity, as an index tells it. */

import type { EntityType, ReferenceField } from '../../model/rows/row.ts'

/** A record that names an IRI, and the words of the properties by which it or a node of it does. */
interface Mention {
  readonly iri: string
  readonly by: readonly string[]
}

export interface Mentions {
  /** Number of all entities that name the IRI. */
  readonly total: number
  /** The records among the first of them, the newest first. */
  readonly first: readonly Mention[]
}

/** The records of one type that name an entity in one field. */
export interface Referring {
  readonly type: EntityType
  readonly path: readonly string[]
  readonly field: ReferenceField
  /** Without the entity itself; the newest first. */
  readonly iris: readonly string[]
  /** The entity names itself in the field as well. */
  readonly isSelfReferring: boolean
}

export interface Referrers {
  readonly lists: readonly Referring[]
  /** There are more than were looked at. */
  readonly isTruncated: boolean
}

/** References that are looked at. */
export const MAX_REFERRING = 10_000
