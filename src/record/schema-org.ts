/**
 * Records as search engines read them: schema.org in JSON-LD, by the columns of the rows
 * (https://schema.org/docs/schemas.html).
 */

import { itemsOf, type Json } from '../model/json.ts'
import type { EntityType } from '../model/row.ts'
import type { Publication } from './envelope.ts'
import { identifierIn, identifiersIn, select, type Identifier, type Selected } from './select.ts'
import { titleOf } from './title.ts'

/** Values of one property: a paper may cite thousands. */
const MOST = 100

/** What schema.org calls the record, without its namespace. */
export function schemaClass({ schema }: EntityType, record: Json): string {
  const word =
    schema?.by === undefined
      ? undefined
      : itemsOf(record[schema.by]).find((one) => schema.words?.[one as string] !== undefined)
  return schema?.words?.[word as string] ?? schema?.name ?? 'Thing'
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

function entityValue(value: unknown, { model, typesOf, urls }: Publication): Json {
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

function valuesOf({ value, field }: Selected, publication: Publication): unknown[] {
  if (field.kind === 'entity') return [entityValue(value, publication)]
  if (field.kind === 'languages') return languageValues(value as Json)
  const identifier = identifierIn(value, field, publication.model)
  return [identifier ? identifierValue(identifier) : value]
}

/** The record as an object of schema.org with its context. Lists of one are their value. */
export function toSchemaOrg(record: Json, type: EntityType, publication: Publication): Json {
  const iri = record.local_identifier as string
  const properties = Object.entries(type.schema?.properties ?? {}).flatMap(([name, selection]) => {
    const values = [...select(record, type.fields, selection)]
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
