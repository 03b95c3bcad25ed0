/** Plain pages about records and lists: everything that is known, as it stands in the record, with links. */

import type { Model } from '../model/model.ts'
import type { EntityType } from '../model/row.ts'
import { titleOf } from '../record/title.ts'
import type { Urls } from '../record/urls.ts'

type Json = Record<string, unknown>

/** What pages need to know of the graph. */
interface Linking { readonly model: Model; readonly urls: Urls; typesOf(iri: string): readonly EntityType[] }

/** A link of a page. */
interface PageLink { readonly href: string; readonly text: string }

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] as string)

const isWeb = (text: string): boolean => /^https?:\/\/\S+$/i.test(text)
const anchor = (href: string, text: string): string => (isWeb(href) ? `<a href="${escape(href)}"><bdi>${escape(text)}</bdi></a>` : `<bdi>${escape(text)}</bdi>`)

const frame = (title: string, content: string): string =>
  `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(title)}</title></head>\n<body><h1><bdi>${escape(title)}</bdi></h1>\n${content}</body></html>\n`

const navigation = (links: readonly PageLink[]): string => (links.length > 0 ? `<p>${links.map(({ href, text }) => anchor(href, text)).join(' ')}</p>\n` : '')

/** URL and title of a record that is named, or its IRI where it has no page here. */
function referenceTo(value: Json, { model, urls, typesOf }: Linking): string {
  const iri = String(value.local_identifier)
  const type = model.typeNamed(String(value.entity_type))
  const here = typesOf(iri).find(({ name }) => name === type?.name) ?? typesOf(iri)[0]
  return anchor(here ? urls.entity(here, iri) : iri, titleOf(value, type) ?? iri)
}

function valueText(value: unknown, linking: Linking): string {
  if (Array.isArray(value)) return value.length === 1 ? valueText(value[0], linking) : `<ul>${value.map((one) => `<li>${valueText(one, linking)}</li>`).join('')}</ul>`
  if (typeof value !== 'object' || value === null) return anchor(String(value), String(value))
  if ('local_identifier' in value) return referenceTo(value as Json, linking)
  return facts(value as Json, linking)
}

const facts = (record: Json, linking: Linking): string =>
  `<dl>${Object.entries(record).map(([key, value]) => `<dt>${escape(key)}</dt><dd>${valueText(value, linking)}</dd>`).join('\n')}</dl>\n`

/** A page about a record. @param forms its other forms */
export function entityPage(record: Json, type: EntityType, forms: readonly PageLink[], linking: Linking): string {
  const title = titleOf(record, type) ?? String(record.local_identifier)
  return frame(title, `<p>${escape(type.label)}</p>\n${facts(record, linking)}${navigation(forms)}`)
}

/** A page of a list. @param links to other pages of the list, and to its other forms */
export function listPage(records: readonly Json[], type: EntityType, total: number, links: readonly PageLink[], linking: Linking): string {
  const items = records.map((record) => `<li>${referenceTo(record, linking)}</li>`).join('\n')
  return frame(type.plural, `<p>${total} in all. ${escape(type.doc)}</p>\n<ul>${items}</ul>\n${navigation(links)}`)
}
