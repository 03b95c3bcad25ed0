/** What refers to an entity: the records that name it, by the fields that do. */

import type { ReferenceField, EntityType } from '../../model/rows/row.ts'
import { walkFields, type Model } from '../../model/model.ts'
import { compareCodePoints } from '../../model/values/code-points.ts'
import { iriOf, isIri } from '../../record/rdf/triples.ts'
import type { EntityIndex } from './entity-index.ts'
import { layoutOf } from '../documents/graph-layout.ts'
import type { Store } from '../store.ts'

/** The records of one type that name an entity in one field. */
export interface Referring {
  readonly type: EntityType
  readonly path: readonly string[]
  readonly field: ReferenceField
  /** Without the entity itself; an index gives the newest first, a query in code point order. */
  readonly iris: readonly string[]
  /** The entity names itself in the field as well. */
  readonly isSelfReferring: boolean
}

export interface Referrers {
  readonly lists: readonly Referring[]
  /** There are more than were looked at. */
  readonly isTruncated: boolean
}

/** Triples that are looked at. */
export const MOST_REFERRING = 10_000

type FieldOfType = Pick<Referring, 'type' | 'path' | 'field'>

/** An entity field by the type that has it and its predicate. */
function fieldsOf(model: Model): Map<string, FieldOfType> {
  const fields = new Map<string, FieldOfType>()
  for (const type of model.types) {
    for (const { path, field } of walkFields(type.fields)) {
      const key = `${type.name} ${model.vocabulary.iri(path.at(-1) as string)}`
      if (field.kind === 'reference' && !fields.has(key)) fields.set(key, { type, path, field })
    }
  }
  return fields
}

type Fields = ReadonlyMap<string, FieldOfType>

const fieldsByModel = new WeakMap<Model, Fields>()

function fieldsFor(model: Model): Fields {
  let fields = fieldsByModel.get(model)
  if (!fields) fieldsByModel.set(model, (fields = fieldsOf(model)))
  return fields
}

/**
 * References to an entity → the fields by which records refer to it, in their order.
 * @param isTruncated whether there are more references
 */
export function referrersFrom(
  references: Iterable<{ readonly owner: string; readonly predicate: string }>,
  isTruncated: boolean,
  iri: string,
  index: EntityIndex,
  model: Model,
): Referrers {
  const fields = fieldsFor(model)
  const ownersByField = new Map<string, Set<string>>()
  const selfReferring = new Set<string>()
  for (const { owner, predicate } of references) {
    if (!index.isRecord(owner)) continue
    for (const { name } of index.typesOf(owner)) {
      const key = `${name} ${predicate}`
      if (!fields.has(key)) continue
      if (owner === iri) {
        selfReferring.add(key)
        continue
      }
      const iris = ownersByField.get(key)
      if (iris) iris.add(owner)
      else ownersByField.set(key, new Set([owner]))
    }
  }
  const lists = [...fields].flatMap(([key, field]) =>
    ownersByField.has(key)
      ? [
          {
            ...field,
            iris: [...(ownersByField.get(key) as Set<string>)],
            isSelfReferring: selfReferring.has(key),
          },
        ]
      : [],
  )
  return { lists, isTruncated }
}

/** Finds what refers to an entity by a query. */
export const createReferring =
  (index: EntityIndex, model: Model) =>
  async (store: Store, iri: string): Promise<Referrers> => {
    const maxReferences = Math.min(MOST_REFERRING, (store.mostRows ?? Infinity) - 2)
    const rows = await store.select(
      `SELECT ?owner ?property WHERE { ${layoutOf(store).naming(iri)} } LIMIT ${maxReferences + 1}`,
    )
    const references = rows.flatMap(({ owner = '', property = '' }) =>
      isIri(owner) ? [{ owner: iriOf(owner), predicate: iriOf(property) }] : [],
    )
    references.sort((a, b) => compareCodePoints(a.owner, b.owner))
    return referrersFrom(references, rows.length > maxReferences, iri, index, model)
  }
