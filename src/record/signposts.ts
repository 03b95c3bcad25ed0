/** Links that tell programs what a record is about: FAIR Signposting, by the rows (https://signposting.org/FAIR/). */

import { encodeIri } from '../model/iri.ts'
import type { Model } from '../model/model.ts'
import type { EntityType, Field, Fields, NodeField, Signpost } from '../model/row.ts'
import { addressOf } from '../model/schemes.ts'
import { schemaClass } from './schema-org.ts'

type Json = Record<string, unknown>

/** A link of a header. */
export interface TypedLink { readonly href: string; readonly rel: string }

/** Links of one relation; a paper may have thousands of authors, and headers have limits. */
const MOST = 10

const isWeb = (iri: unknown): iri is string => typeof iri === 'string' && /^https?:\/\/./i.test(iri)
const items = (value: unknown): unknown[] => (value === undefined ? [] : [value].flat())

/** The address of an identifier: at its resolver, or itself where it is one. */
function identifierAddress(node: Json, { fields }: NodeField): string | undefined {
  for (const [key, field] of Object.entries(fields)) {
    if (field.kind !== 'text' || field.scheme === undefined || typeof node[key] !== 'string') continue
    const value = node[key] as string
    return addressOf(String(node[field.scheme]), value) ?? (isWeb(value) ? encodeIri(value) : undefined)
  }
  return undefined
}

/** The address of an entity that is named: that of an identifier, or its IRI. */
function entityAddress(value: unknown, model: Model): string | undefined {
  if (typeof value !== 'object' || value === null) return isWeb(value) ? value : undefined
  const { local_identifier: iri, entity_type: name } = value as Json
  const fields = Object.entries(model.typeNamed(String(name))?.fields ?? {})
  const identified = fields.flatMap(([key, field]) => (field.kind === 'node' ? items((value as Json)[key]).map((node) => identifierAddress(node as Json, field)) : []))
  return identified.find((address) => address !== undefined) ?? (isWeb(iri) ? iri : undefined)
}

function addressAt(value: unknown, field: Field, model: Model): string | undefined {
  if (field.kind === 'entity') return entityAddress(value, model)
  if (field.kind === 'node') return identifierAddress(value as Json, field)
  return isWeb(value) ? value : undefined
}

/** The addresses to which a signpost leads, in the order of the record. */
function* addressesOf({ path, where = {} }: Signpost, record: Json, fields: Fields, model: Model): Generator<string> {
  const [key, ...rest] = path as [string, ...string[]]
  const field = fields[key] as Field
  for (const value of items(record[key])) {
    if ('fields' in field && Object.entries(where).some(([name, wanted]) => Object.hasOwn(field.fields, name) && (value as Json)[name] !== wanted)) continue
    if (rest.length > 0 && 'fields' in field) yield* addressesOf({ rel: 'item', path: rest, where }, value as Json, field.fields, model)
    else {
      const address = addressAt(value, field, model)
      if (address !== undefined) yield address
    }
  }
}

/** The signposts of a record, those that most depends on first; `cite-as` is one alone, and the record's own IRI where it has no better. */
export function signpostsOf(record: Json, type: EntityType, model: Model): TypedLink[] {
  const found = (type.signposts ?? []).flatMap((post) => {
    const addresses = new Set<string>()
    for (const address of addressesOf(post, record, type.fields, model)) {
      addresses.add(address)
      if (addresses.size === (post.rel === 'cite-as' ? 1 : MOST)) break
    }
    return [...addresses].map((href): TypedLink => ({ href, rel: post.rel }))
  })
  const own = isWeb(record.local_identifier) && !found.some(({ rel }) => rel === 'cite-as') ? [{ href: record.local_identifier, rel: 'cite-as' }] : []
  const classes = ['AboutPage', schemaClass(type, record)].map((name) => ({ href: `https://schema.org/${name}`, rel: 'type' }))
  return [...own, ...classes, ...found]
}
