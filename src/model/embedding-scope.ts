/** Which triples a document shows of what its entity names, by predicate: taken from the rows. */

import type { LabelledClassField, EntityType } from './rows/row.ts'
import { walkFields, type Model } from './model.ts'
import { RDF_TYPE } from './context/iri.ts'

export interface EmbeddingScope {
  /** Predicates whose objects are shown as entities. */
  readonly entities: ReadonlySet<string>
  /** Predicates whose objects are shown with their class, if they have one. */
  readonly typedIris: ReadonlySet<string>
  /** Predicates of classes (of nodes without identity) that are shown with them. */
  readonly classLabels: ReadonlySet<string>
}

/** What the documents of an entity type show beside its own graph. */
export function embeddingScopeOf(model: Model, type: EntityType): EmbeddingScope {
  const scope = {
    entities: new Set<string>(),
    typedIris: new Set<string>(),
    classLabels: new Set<string>(),
  }
  for (const { path, field } of walkFields(type.fields)) {
    const predicate = model.vocabulary.iri(path.at(-1) as string) ?? ''
    if (field.kind === 'reference' && field.serializeAs !== 'id') scope.entities.add(predicate)
    if (field.kind === 'typedIri') scope.typedIris.add(predicate)
    if (field.kind === 'labelledClass') {
      for (const predicateOfLabel of predicatesOf(model, field)) scope.classLabels.add(predicateOfLabel)
      const by = field.selfClass ? (model.vocabulary.iri(path.at(-2) as string) as string) : predicate
      // What rdf:type names is found by its place.
      if (by !== RDF_TYPE) scope.typedIris.add(by)
    }
  }
  return scope
}

const predicatesOf = (model: Model, field: LabelledClassField): string[] =>
  Object.keys(field.fields).map((key) => model.vocabulary.iri(key) as string)

/** Predicates that a reference to an entity of the type shows. */
export const referencePredicates = (model: Model, type: EntityType): string[] =>
  type.referenceFields.map((key) => model.vocabulary.iri(key) as string)
