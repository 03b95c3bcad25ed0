/**
 * The document of an entity: its own graph, the reference fields of the entities it names, and the labels of
 * classes.
 */

import type { TripleIndex } from './rdf/triples.ts'

export interface Document {
  /** IRI of the entity. */
  readonly iri: string
  /** All triples of the document, by subject. */
  readonly nodes: TripleIndex
}
