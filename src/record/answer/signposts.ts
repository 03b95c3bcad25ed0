/**
 * Links that tell programs what a record is about: FAIR Signposting, by the rows
 * (https://signposting.org/FAIR/).
 */

import { encodeIri } from '../../model/context/iri.ts'
import type { Json } from '../../model/values/json.ts'
import type { Model } from '../../model/model.ts'
import type { EntityType } from '../../model/rows/row.ts'
import { schemaClass } from '../citation/schema-org.ts'
import {
  identifierIn,
  identifiersIn,
  selectValues,
  type Identifier,
  type FieldValue,
} from '../naming/field-values.ts'

/** A link of a header. */
export interface TypedLink {
  readonly href: string
  readonly rel: string
}

/** Links of one relation in a header; a paper may have thousands of authors, and headers have limits. */
const MOST = 10

const isWeb = (iri: unknown): iri is string => typeof iri === 'string' && /^https?:\/\/./i.test(iri)

/** The address of an identifier: at its resolver, or itself where it is one. */
function identifierAddress({ scheme, value }: Identifier, { identifiers }: Model): string | undefined {
  const [iri] = identifiers.entityIris(value, scheme)
  return iri ?? (isWeb(value) ? encodeIri(value) : undefined)
}

/** Many records that are framed at load share the references to one entity. */
const addressesOf = new WeakMap<object, string | undefined>()

/** The address of an entity that is named: that of an identifier, or its IRI. */
function entityAddress(value: unknown, model: Model): string | undefined {
  if (typeof value !== 'object' || value === null) return isWeb(value) ? value : undefined
  if (!addressesOf.has(value)) addressesOf.set(value, addressOf(value as Json, model))
  return addressesOf.get(value)
}

function addressOf(value: Json, model: Model): string | undefined {
  const { local_identifier: iri, entity_type: name } = value
  const addresses = identifiersIn(value, model.typeNamed(String(name)), model).map((one) =>
    identifierAddress(one, model),
  )
  return addresses.find((address) => address !== undefined) ?? (isWeb(iri) ? iri : undefined)
}

function addressAt({ value, field }: FieldValue, model: Model): string | undefined {
  if (field.kind === 'reference') return entityAddress(value, model)
  if (field.kind !== 'object') return isWeb(value) ? value : undefined
  const identifier = identifierIn(value, field, model)
  return identifier && identifierAddress(identifier, model)
}

/**
 * The signposts of a record, those that most depends on first; `cite-as` is one alone, and the record's own
 * IRI where it has no better.
 * @param most links of one relation
 */
export function signpostsOf(record: Json, type: EntityType, model: Model, most = MOST): TypedLink[] {
  const links = (type.signposts ?? []).flatMap((post) => {
    const addresses = new Set<string>()
    for (const one of selectValues(record, type.fields, post)) {
      const address = addressAt(one, model)
      if (address !== undefined) addresses.add(address)
      if (addresses.size === (post.rel === 'cite-as' ? 1 : most)) break
    }
    return [...addresses].map((href): TypedLink => ({ href, rel: post.rel }))
  })
  const selfLinks =
    isWeb(record.local_identifier) && !links.some(({ rel }) => rel === 'cite-as')
      ? [{ href: record.local_identifier, rel: 'cite-as' }]
      : []
  const classes = ['AboutPage', schemaClass(type, record)].map((name) => ({
    href: `https://schema.org/${name}`,
    rel: 'type',
  }))
  return [...selfLinks, ...classes, ...links]
}
