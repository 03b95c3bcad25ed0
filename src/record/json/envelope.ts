/**
 * The envelope of an answer: `@context`, `meta` and `@graph`. Source: specification.md, "Response envelope".
 */

import type { Json } from '../../model/values/json.ts'
import type { EntityType } from '../../model/rows/row.ts'
import type { Model } from '../../model/model.ts'
import { bareType, offersOf } from '../../media.ts'
import type { LinkTemplate } from '../../settings.ts'
import { referencesIn, type Reference } from '../named-entities.ts'
import { suffixOf, type Page, type Urls } from '../urls.ts'
import { selectFields, type FieldSelection } from './select-fields.ts'

/** What envelopes need to know of the graph and of where it is published. */
export interface PublishedGraph {
  readonly model: Model
  readonly base: string
  readonly urls: Urls
  /** Links to other services, shown with the requested entity. */
  readonly services: readonly LinkTemplate[]
  /** The types of which an IRI is a record. */
  typesOf(iri: string): readonly EntityType[]
}

export interface Link {
  readonly entity_type: 'link'
  readonly rel: string
  readonly href: string
  readonly media_type?: string
}

export interface Envelope {
  '@context': unknown[]
  meta?: Json
  '@graph': readonly Json[]
}

/** Contexts of the first extension, the base, and the contexts of the extensions that the records use. */
export function contextOf(
  { model, base }: PublishedGraph,
  type: EntityType,
  records: readonly Json[],
): unknown[] {
  const [first] = model.contexts
  const core = model.contexts.filter(({ extension }) => extension === first?.extension).map(({ url }) => url)
  const extra = (records.length > 0 ? records : [{}]).flatMap((record) => model.extraContexts(type, record))
  return [...core, { '@base': base }, ...new Set(extra)]
}

/**
 * The variables of a link template. A template that asks for a suffix makes no link for an IRI outside the
 * base.
 */
function expand({ template, mediaType }: LinkTemplate, iri: string, type: EntityType, base: string): Link[] {
  const suffix = suffixOf(iri, base)
  if (suffix === undefined && template.includes('{suffix}')) return []
  const values: Readonly<Record<string, string>> = {
    '{iri}': encodeURIComponent(iri),
    '{+iri}': iri,
    '{suffix}': encodeURIComponent(suffix ?? ''),
    '{type}': type.name,
  }
  const href = template.replace(/\{[^}]*\}/g, (name) => values[name] ?? name)
  return [{ entity_type: 'link', rel: 'service', href, ...(mediaType && { media_type: mediaType }) }]
}

/** Links to other services for an entity, as the templates say. */
export const serviceLinks = ({ services, base }: PublishedGraph, iri: string, type: EntityType): Link[] =>
  services.flatMap((service) => expand(service, iri, type, base))

/** Links to the entity's own other forms that are of use to others than API clients. */
const formLinks = ({ urls }: PublishedGraph, iri: string, type: EntityType): Link[] =>
  offersOf('entity')
    .filter(({ serviceLink }) => serviceLink)
    .map((form) => ({
      entity_type: 'link',
      rel: 'service',
      href: `${urls.entity(type, iri)}?format=${form.name}`,
      media_type: bareType(form),
    }))

interface ApiItem {
  readonly local_identifier: string
  readonly urls: Link[]
}

const selfLink = ({ urls }: PublishedGraph, iri: string, type: EntityType): Link => ({
  entity_type: 'link',
  rel: 'self',
  href: urls.entity(type, iri),
})

/** The type under which a reference is best followed; undefined for a mention. */
function typeOf({ iri, types: range }: Reference, { typesOf }: PublishedGraph): EntityType | undefined {
  const types = typesOf(iri)
  return range.map((name) => types.find((type) => type.name === name)).find(Boolean) ?? types[0]
}

/** An item for each record that is named: those that can be had by id. */
function apiItemsOf(
  references: Iterable<Reference>,
  publication: PublishedGraph,
  items: Map<string, ApiItem>,
): ApiItem[] {
  for (const reference of references) {
    const type = typeOf(reference, publication)
    if (!type) continue
    const item: ApiItem = items.get(reference.iri) ?? { local_identifier: reference.iri, urls: [] }
    const link = selfLink(publication, reference.iri, type)
    if (!item.urls.some(({ href }) => href === link.href)) item.urls.push(link)
    items.set(reference.iri, item)
  }
  return [...items.values()]
}

/** `meta` of one entity: links to itself, its services, and every record that it names. */
function entityMeta(publication: PublishedGraph, type: EntityType, record: Json): Json {
  const { model, base, urls } = publication
  const iri = record.local_identifier as string
  const item: ApiItem = {
    local_identifier: iri,
    urls: [
      selfLink(publication, iri, type),
      ...formLinks(publication, iri, type),
      ...serviceLinks(publication, iri, type),
    ],
  }
  const api_items = apiItemsOf(referencesIn(record, type, model, base), publication, new Map([[iri, item]]))
  return { local_identifier: urls.entity(type, iri), entity_type: 'single_entity', api_items }
}

/** What an envelope holds besides, or in place of, what the specification says. */
interface EnvelopeOptions {
  /** Members of `meta` that are skeg's own. */
  readonly additions?: Json
  /** The fields of the records that are shown; absent: all. */
  readonly selection?: FieldSelection | undefined
}

/** The envelope of one entity. Its `@context` is that of the whole record. */
export function entityEnvelope(
  publication: PublishedGraph,
  type: EntityType,
  record: Json,
  withMeta: boolean,
  { additions = {}, selection }: EnvelopeOptions = {},
): Envelope {
  const shown = selection ? selectFields(record, selection) : record
  const meta = withMeta ? { meta: { ...entityMeta(publication, type, shown), ...additions } } : {}
  return { '@context': contextOf(publication, type, [record]), ...meta, '@graph': [shown] }
}

/** The envelope for an id that no record of the type has. */
export function notFoundEnvelope(
  publication: PublishedGraph,
  type: EntityType,
  id: string,
  withMeta: boolean,
): Envelope {
  const meta = withMeta
    ? {
        meta: {
          local_identifier: publication.urls.requestUrl(type, id),
          entity_type: 'single_entity',
          api_items: [],
        },
      }
    : {}
  return { '@context': contextOf(publication, type, []), ...meta, '@graph': [] }
}

/** The pages around one: those that exist. */
export interface PageLinks {
  readonly first?: Page
  readonly prev?: Page
  readonly next?: Page
  readonly last?: Page
}

/** @param total number of records in the whole list */
export function pageLinks(page: Page, total: number): PageLinks {
  const last = Math.ceil(total / page.pageSize)
  const at = (number: number): Page | undefined =>
    number >= 1 && number <= last ? { ...page, page: number } : undefined
  return { first: at(1), prev: at(page.page - 1), next: at(page.page + 1), last: at(last) }
}

/** `meta` of one page of a list. @param additions members of skeg's own */
export function listMeta(
  publication: PublishedGraph,
  type: EntityType,
  page: Page,
  total: number,
  records: readonly Json[],
  additions: Json = {},
): Json {
  const { urls } = publication
  const reference = (other: Page | undefined): Json | undefined =>
    other && { local_identifier: urls.page(type, other), entity_type: 'search_result_page' }
  const { first, prev, next, last } = pageLinks(page, total)
  const iris = records.map(({ local_identifier }) => ({
    iri: local_identifier as string,
    types: [type.name],
  }))
  return present({
    ...reference(page),
    prev_page: reference(prev),
    next_page: reference(next),
    part_of: present({
      local_identifier: urls.list(type, page.filter, page.sample),
      entity_type: 'search_result',
      total_items: total,
      first_page: reference(first),
      last_page: reference(last),
    }),
    api_items: apiItemsOf(iris, publication, new Map()),
    ...additions,
  })
}

const present = (object: Json): Json =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined))

/** The envelope of one page of a list. Its `@context` is that of the whole records. */
export function listEnvelope(
  publication: PublishedGraph,
  type: EntityType,
  page: Page,
  total: number,
  records: readonly Json[],
  withMeta: boolean,
  { additions, selection }: EnvelopeOptions = {},
): Envelope {
  const meta = withMeta ? { meta: listMeta(publication, type, page, total, records, additions) } : {}
  const shown = selection ? records.map((record) => selectFields(record, selection)) : records
  return { '@context': contextOf(publication, type, records), ...meta, '@graph': shown }
}
