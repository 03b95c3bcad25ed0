/** Framing: document → the JSON of a record. The framer of each entity type is compiled from its rows. */

import type { EntityType } from '../../model/rows/row.ts'
import type { Model } from '../../model/model.ts'
import type { Json } from '../../model/values/json.ts'
import type { Document } from '../rdf/triples.ts'
import { createFieldCompiler } from './framing/fields.ts'
import { EMPTY_NODE } from './framing/read-node.ts'
import { framerPerType, referenceFramer } from './framing/references.ts'

export type { Json }

/** Frames the record of a document as one entity type: compact JSON with local_identifier as full IRI. */
export type Framer = (document: Document, type: EntityType) => Json

interface FrameOptions {
  /**
   * Whether an entity of which no class is there is shown as what it is assumed to be; without, its type is
   * left out.
   */
  readonly inferTypes?: boolean
  /**
   * Gives references to entities, as the types under which they are shown; absent: each is framed from what the
   * document has of its entity.
   */
  readonly referenceTo?: (iri: string, type: EntityType) => Json
}

/**
 * Compiles the rows of a model into framers.
 * @param base base of the graph: words that the contexts do not know come back without it
 */
export function createFramer(
  model: Model,
  base: string,
  { inferTypes = true, referenceTo }: FrameOptions = {},
): Framer {
  const compile = createFieldCompiler({ model, base, inferTypes, referenceTo })
  const framerOf = framerPerType(({ fields }) => compile(fields))
  return ({ iri, nodes }, type) => {
    const term = `<${iri}>`
    const record = framerOf(type)(nodes.get(term) ?? EMPTY_NODE, { iri, nodes, type }, false, term)
    return Object.assign({ local_identifier: iri, entity_type: type.name }, record)
  }
}

/** Compiles the rows of a model into what frames references: an entity as records that name it show it. */
export const createReferenceFramer = (model: Model, base: string): Framer =>
  referenceFramer(createFieldCompiler({ model, base, inferTypes: true }))
