/** Which entity types the classes of a subject make of it. */

import type { EntityType } from '../../model/rows/row.ts'
import { walkFields, type Model } from '../../model/model.ts'
import { RDF_TYPE } from './triples.ts'

/** The types that have one of the classes (IRIs) for their own; `predicates` are those of the subject. */
export type TypeDetector = (classes: readonly string[], predicates: Iterable<string>) => EntityType[]

/**
 * A class that is also a word of another type's vocabulary (a venue of type other is a fabio:Work) makes no second
 * type unless the subject has properties that only the second type has.
 */
export function createTypeDetector(model: Model): TypeDetector {
  const mapped = new Map(model.types.map((type) => [type.name, predicatesOf(model, type)]))
  /** Pairs of types of which the first may be no more than a word of the second. */
  const ambiguousPairs = model.types.flatMap((type) =>
    model.types
      .filter((other) => other !== type && isWordOf(model.classOf(type), other, model))
      .map((other) => [type, other] as const),
  )
  const has = ({ name }: EntityType, predicate: string): boolean => mapped.get(name)?.has(predicate) ?? false
  return (classes, predicates) => {
    const types = model.types.filter((type) => classes.includes(model.classOf(type)))
    const all = [...predicates]
    const isWord = (type: EntityType): boolean =>
      ambiguousPairs.some(
        ([one, other]) =>
          one === type &&
          types.includes(other) &&
          all.every((predicate) => has(other, predicate) || !has(type, predicate)),
      )
    return types.filter((type) => !isWord(type))
  }
}

function predicatesOf(model: Model, type: EntityType): ReadonlySet<string> {
  const found = new Set<string>([RDF_TYPE])
  for (const { path, field } of walkFields(type.fields)) {
    const nestedInNode = path.length > 1 && !isGrouped(type, path)
    if (!nestedInNode && field.kind !== 'nest' && field.kind !== 'rdfType')
      found.add(model.vocabulary.iri(path.at(-1) as string) as string)
  }
  return found
}

const isGrouped = (type: EntityType, path: readonly string[]): boolean =>
  path.length === 2 && type.fields[path[0] as string]?.kind === 'nest'

const isWordOf = (classIri: string, type: EntityType, model: Model): boolean =>
  Object.values(type.fields).some(
    (field) =>
      field.kind === 'rdfType' && field.terms.some((word) => model.vocabulary.iri(word) === classIri),
  )
