/** JSON Schemas (2020-12) of what the server answers with, made from the rows. */

import { isArray } from '../../model/rows/walk.ts'
import type { EntityType, Field, FieldOf, Fields, Kind } from '../../model/rows/row.ts'
import type { Model } from '../../model/model.ts'
import { closed, IRI, refTo, TEXT, type Schema } from './json-schema.ts'
import { staticSchemas } from './server-schemas.ts'

/** Schemas that are none of a type. */
export const reservedNames: ReadonlySet<string> = new Set([
  ...Object.keys(staticSchemas),
  'AbsentEntity',
  'Context',
  'EmptyList',
  'Problem',
  'Reference',
])

/** Name of the schema of a type: its label in one word, distinct from the names of other schemas. */
export function schemaName({ label }: EntityType): string {
  const name = label
    .replace(/(?:^|\s)(\S)/g, (_, letter: string) => letter.toUpperCase())
    .replace(/[^\w.-]/g, '_')
  return reservedNames.has(name) ? `${name}Record` : name
}
const referenceName = (type: EntityType): string => `${schemaName(type)}Reference`

/** The extension that a type, a field of it or a value of that field comes from; undefined for the core. */
export function extensionOf(
  model: Model,
  type: EntityType,
  key?: string,
  value: unknown = '',
): string | undefined {
  const [url] = model.extraContexts(type, key === undefined ? {} : { [key]: value })
  return model.contexts.find((context) => context.url === url)?.extension
}

/** Known words first; data may bring others, which come back as they were given. */
const words = (values: readonly string[] = []): Schema =>
  values.length === 0 ? TEXT : { anyOf: [{ enum: values }, TEXT] }

/** What a field of each kind looks like, one value of it. */
const shapes: { readonly [K in Kind]: (field: FieldOf<K>, model: Model) => Schema } = {
  string: ({ terms }) => words(terms),
  langString: ({ multiple }) => ({
    type: 'object',
    minProperties: 1,
    additionalProperties: multiple ? { type: 'array', minItems: 1, items: TEXT } : TEXT,
  }),
  number: ({ datatype }) => ({ type: datatype === 'integer' ? datatype : 'number' }),
  boolean: () => ({ type: 'boolean' }),
  date: () => ({ ...TEXT, examples: ['2016', '2016-03', '2016-03-15', '2016-03-15T12:00:00Z'] }),
  iri: () => IRI,
  vocabTerm: ({ terms }) => words(terms),
  rdfType: ({ terms, default: defaultTerm }) =>
    words(defaultTerm === undefined ? terms : [...terms, defaultTerm]),
  reference: ({ range, serializeAs }, model) =>
    serializeAs === 'id'
      ? IRI
      : {
          anyOf: [
            ...range.flatMap((name) => model.typeNamed(name) ?? []).map((type) => refTo(referenceName(type))),
            refTo('Reference'),
          ],
        },
  object: ({ fields }, model) => ({ ...closed({}, propertiesOf(fields, model)), minProperties: 1 }),
  nest: ({ fields }, model) => ({ ...closed({}, propertiesOf(fields, model)), minProperties: 1 }),
  labelledClass: ({ fields }, model) => ({
    ...closed({}, { class: IRI, ...propertiesOf(fields, model) }),
    minProperties: 1,
  }),
  typedIri: () => ({ anyOf: [IRI, closed({ '@id': IRI, '@type': TEXT })] }),
}

function schemaOf(field: Field, model: Model): Schema {
  const one = (shapes[field.kind] as (field: Field, model: Model) => Schema)(field, model)
  const many = isArray(field)
  return many
    ? { description: field.doc, type: 'array', minItems: 1, items: one }
    : { description: field.doc, ...one }
}

const propertiesOf = (fields: Fields, model: Model): Record<string, Schema> =>
  Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, schemaOf(field, model)]))

/** The mark of what an extension adds; nothing for the core. */
export const mark = (extension: string | undefined): Schema =>
  extension === undefined ? {} : { 'x-extension': extension }

/** A field of a type, marked if an extension adds it or words of it. */
function markedField(type: EntityType, key: string, field: Field, model: Model): Schema {
  const added =
    field.kind === 'rdfType'
      ? field.terms.filter((word) => extensionOf(model, type, key, word) !== extensionOf(model, type))
      : []
  const by = added.map((word) => [word, extensionOf(model, type, key, word)])
  const isAdded =
    extensionOf(model, type) === undefined &&
    extensionOf(model, type, key) !== undefined &&
    added.length === 0
  return {
    ...schemaOf(field, model),
    ...(isAdded && mark(extensionOf(model, type, key))),
    ...(by.length > 0 && { 'x-extension-values': Object.fromEntries(by) }),
  }
}

const identity = (type: EntityType): Record<string, Schema> => ({
  local_identifier: IRI,
  entity_type: { const: type.name },
})

function recordSchema(type: EntityType, model: Model): Schema {
  const fields = Object.fromEntries(
    Object.entries(type.fields).map(([key, field]) => [key, markedField(type, key, field, model)]),
  )
  return {
    title: type.label,
    description: type.doc,
    ...mark(extensionOf(model, type)),
    ...closed(identity(type), fields),
  }
}

function referenceSchema(type: EntityType, model: Model): Schema {
  const fields = Object.fromEntries(
    type.referenceFields.map((key) => [key, schemaOf(type.fields[key] as Field, model)]),
  )
  return {
    description: `What others show of this: ${type.doc}`,
    ...mark(extensionOf(model, type)),
    ...closed(identity(type), fields),
  }
}

/** An entity as others name it, of whatever type. */
const anyReference = ({ types }: Model): Schema => ({
  description: 'An entity that is named by another.',
  anyOf: types.map((type) => refTo(referenceName(type))),
})

/**
 * Schemas of the entity types and of references to them, by name, for `components.schemas` of an OpenAPI
 * document.
 */
export const entitySchemas = (model: Model): Record<string, Schema> => ({
  ...Object.fromEntries(model.types.map((type) => [schemaName(type), recordSchema(type, model)])),
  ...Object.fromEntries(model.types.map((type) => [referenceName(type), referenceSchema(type, model)])),
  Reference: anyReference(model),
})
