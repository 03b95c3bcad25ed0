/** The entities that a record names, found by the rows. */

import { isObject, type Json } from '../model/values/json.ts'
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
export function referencesIn(record: Json, type: EntityType, model: Model, base: string): Reference[] {
  const found: Reference[] = []
  addWithin(record, type.fields, { model, base, found })
  return found
}

interface Search {
  readonly model: Model
  readonly base: string
  readonly found: Reference[]
}

function addWithin(record: Json, fields: Fields, search: Search): void {
  for (const [key, field] of namingFields(fields)) {
    const value = record[key]
    if (Array.isArray(value)) for (const item of value) addNamed(item, field, search)
    else if (value !== undefined) addNamed(value, field, search)
  }
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

function addNamed(value: unknown, field: Field, search: Search): void {
  if (field.kind === 'reference') addReference(value, field, search)
  else if (field.kind === 'typedIri') addTyped(value, search)
  else if ('fields' in field && isObject(value)) addWithin(value, field.fields, search)
}

/** What has an IRI and a class may be an entity of any type. */
function addTyped(value: unknown, { base, found }: Search): void {
  const iri = isObject(value) ? value['@id'] : value
  if (typeof iri === 'string') found.push({ iri: resolveIri(iri, base), types: [] })
}

function addReference(value: unknown, { range }: ReferenceField, search: Search): void {
  const { model, base, found } = search
  if (typeof value === 'string') found.push({ iri: resolveIri(value, base), types: range })
  if (!isObject(value) || typeof value.local_identifier !== 'string') return
  const type = typeof value.entity_type === 'string' ? model.typeNamed(value.entity_type) : undefined
  const types = type && type.name !== range[0] ? [type.name, ...range] : range
  found.push({ iri: resolveIri(value.local_identifier, base), types })
  if (type) addWithin(value, type.fields, search)
}
