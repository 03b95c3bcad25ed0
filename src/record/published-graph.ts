/** A graph as its answers know it. */

import type { EntityType } from '../model/rows/row.ts'
import type { Model } from '../model/model.ts'
import type { LinkTemplate } from '../setting-row.ts'
import type { Urls } from './urls.ts'

/** What envelopes need to know of the graph and of where it is published. */
export interface PublishedGraph {
  readonly model: Model
  readonly base: string
  readonly urls: Urls
  /** Links to other services, shown with the requested entity. */
  readonly services: readonly LinkTemplate[]
  /** The types of which an IRI is a record. */
  typesOf(iri: string): readonly EntityType[]
}
