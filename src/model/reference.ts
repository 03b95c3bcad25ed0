/** Which triples a document shows of what its entity names, by predicate: taken from the rows. */

import type { ConceptField, EntityType } from './row.ts'
import { walkFields, type Model } from './model.ts'
import { RDF_TYPE } from './rdf.ts'

export interface Follow {
  /** Predicates whose objects are shown as entities. */
  readonly entities: ReadonlySet<string>
  /** Predicates of the objects whose graphs have something to show. */
  readonly fetched: ReadonlySet<string>
  /** Predicates whose objects are shown with their class, if they have one. */
  readonly typed: ReadonlySet<string>
  /** Predicates of classes (of nodes without identity) that are shown with them. */
  readonly concepts: ReadonlySet<string>
}

/** What the documents of an entity type show beside its own graph. */
export function followOf(model: Model, type: EntityType): Follow {
  const found = {
    entities: new Set<string>(),
    fetched: new Set<string>(),
    typed: new Set<string>(),
    concepts: new Set<string>(),
  }
  for (const { path, field } of walkFields(type.fields)) {
    const predicate = model.vocabulary.iri(path.at(-1) as string) ?? ''
    if (field.kind === 'entity' && field.written !== 'id') {
      found.entities.add(predicate)
      if (field.of.some((name) => (model.typeNamed(name)?.reference.length ?? 0) > 0))
        found.fetched.add(predicate)
    }
    if (field.kind === 'typed') {
      found.typed.add(predicate)
      found.fetched.add(predicate)
    }
    if (field.kind === 'concept') {
      for (const shown of predicatesOf(model, field)) found.concepts.add(shown)
      const by = field.itself ? (model.vocabulary.iri(path.at(-2) as string) as string) : predicate
      // What rdf:type names is found by its place.
      if (by !== RDF_TYPE) for (const set of [found.typed, found.fetched]) set.add(by)
    }
  }
  return found
}

const predicatesOf = (model: Model, field: ConceptField): string[] =>
  Object.keys(field.fields).map((key) => model.vocabulary.iri(key) as string)

/** Predicates that a reference to an entity of the type shows. */
export const referencePredicates = (model: Model, type: EntityType): string[] =>
  type.reference.map((key) => model.vocabulary.iri(key) as string)
