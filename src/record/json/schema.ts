/**
 * JSON Schema (2020-12) of the records, made from the rows: the shapes that the model's documentation gives,
 * and no others.
 */

import { isArray } from '../../model/rows/walk.ts'
import type { EntityType, Field, FieldOf, Fields, Kind } from '../../model/rows/row.ts'
import type { Model } from '../../model/model.ts'

export type Schema = Readonly<Record<string, unknown>>

/**
 * Keyword of our own: the key is understood, but the model calls it otherwise. Other validators pass it over.
 */
export const ALIAS_OF = 'aliasOf'

const text: Schema = { type: 'string' }

/** Keys of JSON-LD that stand for those of records. */
const ids: Readonly<Record<string, string>> = {
  '@id': 'local_identifier',
  local_identifiers: 'local_identifier',
  '@type': 'entity_type',
}

const reference = (name: string): string => `#/$defs/${name}`

/** Any value but the empty one of its type, which says nothing. */
const full: Schema = { minLength: 1, minItems: 1, minProperties: 1 }

/** The schema of one value of a field. */
const schemas: { [K in Kind]: (field: FieldOf<K>) => Schema } = {
  string: () => text,
  langString: ({ multiple }) => ({
    type: 'object',
    additionalProperties: multiple ? { type: 'array', items: text } : text,
  }),
  number: ({ datatype, minimum, maximum }) => ({
    type: datatype === 'integer' ? 'integer' : 'number',
    ...(minimum !== undefined && { minimum: minimum }),
    ...(maximum !== undefined && { maximum: maximum }),
  }),
  boolean: () => ({ type: 'boolean' }),
  date: () => text,
  iri: () => text,
  vocabTerm: () => text,
  rdfType: () => text,
  reference: ({ range }) => ({
    type: ['string', 'object'],
    ...(range.length === 1
      ? { $ref: reference(range[0] as string) }
      : {
          allOf: range.map((name) => ({
            if: { type: 'object', properties: { entity_type: { const: name } }, required: ['entity_type'] },
            then: { $ref: reference(name) },
          })),
        }),
  }),
  object: ({ fields, hoistFrom }) => {
    const { properties, ...rest } = objectSchema(fields) as { properties: Record<string, Schema> }
    const moved = Object.entries(hoistFrom ?? {}).map(
      ([key, names]) =>
        [
          key,
          {
            ...properties[key],
            properties: Object.fromEntries(
              names.map((name) => [name, { [ALIAS_OF]: `${name} beside ${key}` }]),
            ),
          },
        ] as const,
    )
    return { ...rest, properties: { ...properties, ...Object.fromEntries(moved) } }
  },
  nest: ({ fields }) => objectSchema(fields),
  labelledClass: ({ fields }) => ({ ...objectSchema(fields), type: ['object', 'string'] }),
  typedIri: () => ({ type: ['string', 'object'] }),
}

function schemaOf(field: Field): Schema {
  const one = schemas[field.kind](field as never)
  const many = isArray(field)
  const whole = !many
    ? one
    : field.kind === 'date'
      ? { type: ['string', 'array'], items: one }
      : { type: 'array', items: one }
  return { description: field.doc, ...whole, ...(field.required && full) }
}

function objectSchema(fields: Fields): Schema {
  const own = Object.entries(fields)
  const properties: Record<string, Schema> = Object.fromEntries(
    own.map(([key, field]) => [key, schemaOf(field)]),
  )
  for (const [key, field] of own)
    for (const alias of field.aliases ?? []) properties[alias] ??= { [ALIAS_OF]: key }
  const required = own.filter(([, field]) => field.required).map(([key]) => key)
  return { type: 'object', properties, ...(required.length > 0 && { required }) }
}

/** Entities as others embed them: nothing is demanded at the top. */
function embedded(type: EntityType): Schema {
  const { required: _, ...schema } = objectSchema(type.fields)
  return { ...schema, type: ['string', 'object'] }
}

/** The schema of the records of a type, with those of the types that it may embed. */
export function recordSchema(model: Model, type: EntityType): Schema {
  const { properties, required = [] } = objectSchema(type.fields) as {
    properties: Schema
    required?: readonly string[]
  }
  const other = Object.fromEntries(Object.entries(ids).map(([alias, key]) => [alias, { [ALIAS_OF]: key }]))
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: type.label,
    description: type.doc,
    type: 'object',
    properties: { local_identifier: text, entity_type: text, ...properties, ...other },
    patternProperties: { '"$': { [ALIAS_OF]: 'the key without the quotation mark' } },
    required: ['local_identifier', 'entity_type', ...required],
    $defs: Object.fromEntries(model.types.map((one) => [one.name, embedded(one)])),
  }
}
