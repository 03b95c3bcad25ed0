/** Framing: document → the JSON of a record. The framer of each entity type is compiled from its rows. */

import type { EntityType, Field, Kind } from '../../model/rows/row.ts'
import type { Model } from '../../model/model.ts'
import type { Json } from '../../model/values/json.ts'
import type { Document } from '../rdf/triples.ts'
import {
  EMPTY_NODE,
  readerOf,
  type CompileFields,
  type FramingContext,
  type Readers,
} from './framing/read-node.ts'
import { framerPerType, referenceFramer, referenceReader } from './framing/references.ts'
import type { Vocabulary } from '../../model/context/vocabulary.ts'
import { classReader, typedIriReader } from './framing/classes.ts'
import { isNonEmpty } from './framing/lists.ts'
import { objectReader } from './framing/objects.ts'
import { valueReaders } from './framing/values.ts'

/** @returns the compiler of the fields of a model */
function createFieldCompiler(context: FramingContext): CompileFields {
  const { model, base } = context
  const { vocabulary } = model
  const readers: Readers<Kind> = {
    ...valueReaders(vocabulary, base),
    reference: referenceReader(context, compile),
    object: objectReader(vocabulary, compile),
    nest: ({ fields }) => {
      const read = compile(fields)
      return (...at) => {
        const group = read(...at)
        return isNonEmpty(group) ? group : undefined
      }
    },
    labelledClass: classReader(model, compile),
    typedIri: typedIriReader(model),
  }

  function compile(fields: Parameters<CompileFields>[0]): ReturnType<CompileFields> {
    const steps = Object.entries(fields).map(([key, field]) => ({
      key,
      predicate: requiredPredicate(key, field, vocabulary),
      read: readerOf(readers, field, vocabulary.iri(key) ?? '', { key, siblings: fields }),
    }))
    return (node, document, nested, subject) => {
      const record: Json = {}
      for (const { key, predicate, read } of steps) {
        if (predicate !== undefined && !node.has(predicate)) continue
        const value = read(node, document, nested, subject)
        if (value !== undefined) record[key] = value
      }
      return record
    }
  }

  return compile
}

/**
 * The predicate without which a node has no value of the field; undefined for nested objects, for a class that is
 * the node itself and for reverse properties (this node has no predicate of them), and for rdf:type, which all
 * entities have.
 */
const requiredPredicate = (key: string, field: Field, vocabulary: Vocabulary): string | undefined =>
  field.kind === 'nest' ||
  field.kind === 'rdfType' ||
  (field.kind === 'labelledClass' && field.selfClass) ||
  vocabulary.terms.get(key)?.reverse === true
    ? undefined
    : vocabulary.iri(key)

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
   * Gives references to entities, as the types under which they are shown; what it does not give is framed from
   * what the document has of the entity.
   */
  readonly referenceTo?: (iri: string, type: EntityType) => Json | undefined
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
