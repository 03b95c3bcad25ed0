/** The fields of an object, compiled into what reads the nodes that have them. */

import type { Json } from '../../../model/values/json.ts'
import type { Vocabulary } from '../../../model/context/vocabulary.ts'
import type { Field, Kind } from '../../../model/rows/row.ts'
import { classReader, typedIriReader } from './classes.ts'
import { isNonEmpty } from './lists.ts'
import { objectReader } from './objects.ts'
import { readerOf, type CompileFields, type FramingContext, type Readers } from './read-node.ts'
import { referenceReader } from './references.ts'
import { valueReaders } from './values.ts'

/** @returns the compiler of the fields of a model */
export function createFieldCompiler(context: FramingContext): CompileFields {
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
