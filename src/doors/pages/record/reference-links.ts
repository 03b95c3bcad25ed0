/** Links to records: to their page, or to where their IRI leads, and to the registers that know them. */

import { isAbsolute } from '../../../model/context/iri.ts'
import { isGeneratedId } from '../../../model/identifiers/generated-ids.ts'
import type { Json } from '../../../model/values/json.ts'
import type { EntityType } from '../../../model/rows/row.ts'
import { identifiersIn } from '../../../record/naming/field-values.ts'
import { hostOf, nameOf as nameOfRecord, schemeName } from '../../../record/naming/name-of-record.ts'
import { titleOf } from '../../../record/naming/title.ts'
import { external, h, type Content } from '../../shared/html.ts'
import { markWords } from '../shared/components.ts'
import { relativeHref, type Site } from '../shared/site.ts'
import { shorten } from '../../../model/values/text.ts'

/** Characters of a title in a list. */
const MAX_TITLE_LENGTH = 300

interface Named {
  readonly iri: string
  readonly record: Json
  readonly type: EntityType | undefined
}

/** Whether a reference says nothing but what it refers to. */
const isBare = (record: Json): boolean => Object.keys(record).length <= 2

/** IRIs of all that a value names by id alone, at any depth, and all other texts that could be IRIs. */
export function bareReferences(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value === 'string' && isAbsolute(value)) found.add(value)
  if (typeof value !== 'object' || value === null) return found
  const object = value as Json
  if (typeof object.local_identifier === 'string' && isBare(object)) found.add(object.local_identifier)
  else for (const key in object) bareReferences(object[key], found)
  return found
}

function resolveReference(value: unknown, { model, typesOf, namedRecords }: Site): Named {
  const given = (typeof value === 'object' && value !== null ? value : { local_identifier: value }) as Json
  const iri = String(given.local_identifier)
  const record = isBare(given) ? (namedRecords?.get(iri) ?? given) : given
  const here = typesOf(iri)
  return {
    iri,
    record,
    type:
      here.find(({ name }) => name === record.entity_type) ??
      here[0] ??
      model.typeNamed(String(record.entity_type)),
  }
}

/** The text by which a record that is named is known. */
export function nameOf(value: unknown, site: Site): string {
  const { record, type } = resolveReference(value, site)
  return shorten(nameOfRecord(record, type, site), MAX_TITLE_LENGTH)
}

/** References by a title before those by an identifier alone, each in their order. */
export function titledFirst(values: readonly unknown[], site: Site): unknown[] {
  const titled = new Set(
    values.filter((value) => {
      const { record, type } = resolveReference(value, site)
      return titleOf(record, type) !== undefined
    }),
  )
  return [...titled, ...values.filter((value) => !titled.has(value))]
}

/** What tells a named record from others: its name, where that says more than the host of its address. */
export function nameKey(value: unknown, site: Site): string {
  const [{ iri, type }, name] = [resolveReference(value, site), nameOf(value, site)]
  const { at, translate } = site.locale
  return type && URL.canParse(iri) && name === at(hostOf(iri), translate(type.label)) ? iri : name
}

/** Where the page of a record is; undefined for a mention. */
const pageOf = ({ iri, type }: Named, site: Site): string | undefined =>
  type && site.typesOf(iri).includes(type) ? relativeHref(site, site.urls.entity(type, iri)) : undefined

/** A link to the page of a record; a mention leads to where its IRI leads, unless that was made. */
export function reference(value: unknown, site: Site): Content {
  const found = resolveReference(value, site)
  const text = h('bdi', null, markWords(nameOf(value, site), site.sought))
  const href = pageOf(found, site)
  if (href !== undefined) return h('a', { href }, text)
  return isGeneratedId(found.iri) ? text : external(found.iri, text)
}

/** Small links to the registers of persons, organisations and publications that know a record. */
export function badges(value: unknown, site: Site): Content[] {
  const { record, type } = resolveReference(value, site)
  const name = nameOf(value, site)
  const { ofEntities } = site.model.identifiers
  return identifiersIn(record, type, site.model)
    .filter((one) => one.url && ofEntities.includes(one.scheme.toLowerCase()) && !name.includes(one.value))
    .map(({ scheme, value: id, url }) => [
      ' ',
      external(url as string, schemeName(scheme), {
        class: 'badge',
        title: id,
        'aria-label': `${schemeName(scheme)} ${id}`,
      }),
    ])
}
