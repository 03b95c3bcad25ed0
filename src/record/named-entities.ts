/** The entities that a record names, found by the rows. */

import { isObject, itemsOf, type Json } from '../model/values/json.ts'
import type { ReferenceField, EntityType, Field, Fields } from '../model/rows/row.ts'
import { resolveIri } from '../model/context/iri.ts'
import type { Model } from '../model/model.ts'

/** A named entity, and the types that the place where it is named lets expect, the likeliest first. */
export interface Reference {
  readonly iri: string
  readonly types: readonly string[]
}

/**
 * Every entity that a record names, in the order of the rows; one named twice comes twice.
 * @param record a record as answers show it
 * @param base base of the graph, against which bare ids are read
 */
export function* referencesIn(
  record: Json,
  type: EntityType,
  model: Model,
  base: string,
): Generator<Reference> {
  yield* within(record, type.fields, model, base)
}

function* within(record: Json, fields: Fields, model: Model, base: string): Generator<Reference> {
  for (const [key, field] of namingFields(fields))
    for (const item of itemsOf(record[key])) yield* inValue(item, field, model, base)
}

type Entries = readonly (readonly [key: string, field: Field])[]

const namingFieldsOf = new WeakMap<Fields, Entries>()

/** The fields in which entities may be named: most values of a record are in others. */
function namingFields(fields: Fields): Entries {
  let naming = namingFieldsOf.get(fields)
  if (!naming)
    namingFieldsOf.set(fields, (naming = Object.entries(fields).filter(([, field]) => mayName(field))))
  return naming
}

const mayName = (field: Field): boolean =>
  field.kind === 'reference' ||
  field.kind === 'typedIri' ||
  ('fields' in field && namingFields(field.fields).length > 0)

function* inValue(value: unknown, field: Field, model: Model, base: string): Generator<Reference> {
  if (field.kind === 'reference') yield* named(value, field, model, base)
  else if (field.kind === 'typedIri') yield* typed(value, base)
  else if ('fields' in field && isObject(value)) yield* within(value, field.fields, model, base)
}

/** What has an IRI and a class may be an entity of any type. */
function* typed(value: unknown, base: string): Generator<Reference> {
  const iri = isObject(value) ? value['@id'] : value
  if (typeof iri === 'string') yield { iri: resolveIri(iri, base), types: [] }
}

function* named(value: unknown, { range }: ReferenceField, model: Model, base: string): Generator<Reference> {
  if (typeof value === 'string') yield { iri: resolveIri(value, base), types: range }
  if (!isObject(value) || typeof value.local_identifier !== 'string') return
  const type = typeof value.entity_type === 'string' ? model.typeNamed(value.entity_type) : undefined
  yield { iri: resolveIri(value.local_identifier, base), types: type ? [type.name, ...range] : range }
  if (type) yield* within(value, type.fields, model, base)
}
