/**
 * Records as search engines read them: schema.org in JSON-LD, by the columns of the rows
 * (https://schema.org/docs/schemas.html).
 */

import { itemsOf, type Json } from '../../model/values/json.ts'
import { licenceIri } from '../../model/identifiers/licences.ts'
import type { EntityType, SchemaOrgProperty } from '../../model/rows/row.ts'
import type { PublishedGraph } from '../urls.ts'
import {
  identifierIn,
  identifiersIn,
  selectValues,
  type Identifier,
  type FieldValue,
} from '../naming/field-values.ts'
import { kindNames } from '../naming/name-of-record.ts'
import { isPersonName, titleOf } from '../naming/title.ts'

/** Values of one property: a paper may cite thousands. */
const MOST = 100

/** What schema.org calls the record, without its namespace. */
export function schemaClass(type: EntityType, record: Json): string {
  const { name = 'Thing', subtypes = {}, ofPersonName } = type.schemaOrg ?? {}
  if (ofPersonName !== undefined && isPersonName(titleOf(record, type) ?? '')) return ofPersonName
  const word = itemsOf(record[type.display?.subtype ?? '']).find(
    (one) => subtypes[one as string] !== undefined,
  )
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

function valuesOf(
  { value, field }: FieldValue,
  { classOfContent }: SchemaOrgProperty,
  publication: PublishedGraph,
): unknown[] {
  if (field.kind === 'reference') return [entityValue(value, publication)]
  if (field.kind === 'langString') return languageValues(value as Json)
  if (field.kind === 'iri' && field.isLicence) return [licenceIri(String(value))]
  const identifier = identifierIn(value, field, publication.model)
  if (!identifier) return [value]
  return classOfContent === undefined
    ? [identifierValue(identifier)]
    : [{ '@type': classOfContent, contentUrl: identifier.url ?? identifier.value }]
}

/** The record as an object of schema.org with its context. Lists of one are their value. */
export function toSchemaOrg(record: Json, type: EntityType, publication: PublishedGraph): Json {
  const iri = record.local_identifier as string
  const ownClass = schemaClass(type, record)
  const selections: Readonly<Record<string, SchemaOrgProperty>> = {
    ...type.schemaOrg?.properties,
    ...type.schemaOrg?.propertiesOf?.[ownClass],
  }
  const properties = Object.entries(selections).flatMap(([name, selection]) => {
    const all = [...selectValues(record, type.fields, selection)]
      .slice(0, MOST)
      .flatMap((found) => valuesOf(found, selection, publication))
    const values = [...new Map(all.map((value) => [JSON.stringify(value), value])).values()]
    return values.length > 0 ? [[name, values.length === 1 ? values[0] : values] as const] : []
  })
  return {
    '@context': 'https://schema.org/',
    '@type': ownClass,
    '@id': iri,
    ...Object.fromEntries(properties),
    mainEntityOfPage: publication.urls.entity(type, iri),
  }
}
