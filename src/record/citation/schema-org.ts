/**
 * Records as search engines read them: schema.org in JSON-LD, by the columns of the rows
 * (https://schema.org/docs/schemas.html).
 */

import { itemsOf, type Json } from '../../model/values/json.ts'
import type { EntityType } from '../../model/rows/row.ts'
import type { PublishedGraph } from '../urls.ts'
import {
  identifierIn,
  identifiersIn,
  selectValues,
  type Identifier,
  type FieldValue,
} from '../naming/field-values.ts'
import { kindNames } from '../naming/kind-of-record.ts'
import { titleOf } from '../naming/title.ts'

/** Values of one property: a paper may cite thousands. */
const MOST = 100

/** What schema.org calls the record, without its namespace. */
export function schemaClass(type: EntityType, record: Json): string {
  const { name = 'Thing', subtypeField = '', subtypes = {} } = type.schemaOrg ?? {}
  const word = itemsOf(record[subtypeField]).find((one) => subtypes[one as string] !== undefined)
  return kindNames(record, type)?.schemaOrg ?? subtypes[word as string] ?? name
}

const identifierValue = ({ scheme, value, url }: Identifier): Json => ({
  '@type': 'PropertyValue',
  ...(scheme && { propertyID: scheme }),
  value,
  ...(url && { url }),
})

const languageValues = (map: Json): unknown[] =>
  Object.entries(map).flatMap(([language, texts]) =>
    itemsOf(texts).map((text) => (language === 'none' ? text : { '@value': text, '@language': language })),
  )

function entityValue(value: unknown, { model, typesOf, urls }: PublishedGraph): Json {
  const iri = String(typeof value === 'object' && value !== null ? (value as Json).local_identifier : value)
  const shown = typeof value === 'object' && value !== null ? (value as Json) : {}
  const type = model.typeNamed(String(shown.entity_type)) ?? typesOf(iri)[0]
  const here = typesOf(iri).find(({ name }) => name === type?.name) ?? typesOf(iri)[0]
  const sameAs = identifiersIn(shown, type, model).flatMap(({ url }) => url ?? [])
  const name = titleOf(shown, type)
  return {
    '@type': type ? schemaClass(type, shown) : 'Thing',
    '@id': iri,
    ...(name !== undefined && { name }),
    ...(here && { url: urls.entity(here, iri) }),
    ...(sameAs.length > 0 && { sameAs }),
  }
}

function valuesOf({ value, field }: FieldValue, publication: PublishedGraph): unknown[] {
  if (field.kind === 'reference') return [entityValue(value, publication)]
  if (field.kind === 'langString') return languageValues(value as Json)
  const identifier = identifierIn(value, field, publication.model)
  return [identifier ? identifierValue(identifier) : value]
}

/** The record as an object of schema.org with its context. Lists of one are their value. */
export function toSchemaOrg(record: Json, type: EntityType, publication: PublishedGraph): Json {
  const iri = record.local_identifier as string
  const properties = Object.entries(type.schemaOrg?.properties ?? {}).flatMap(([name, selection]) => {
    const values = [...selectValues(record, type.fields, selection)]
      .slice(0, MOST)
      .flatMap((found) => valuesOf(found, publication))
    return values.length > 0 ? [[name, values.length === 1 ? values[0] : values] as const] : []
  })
  return {
    '@context': 'https://schema.org/',
    '@type': schemaClass(type, record),
    '@id': iri,
    ...Object.fromEntries(properties),
    mainEntityOfPage: publication.urls.entity(type, iri),
  }
}
