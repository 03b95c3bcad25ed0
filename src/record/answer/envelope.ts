/**
 * The envelope of an answer: `@context`, `meta` and `@graph`. Source: specification.md, "Response envelope".
 */

import type { Json } from '../../model/values/json.ts'
import type { EntityType } from '../../model/rows/row.ts'
import { memoize } from '../../model/values/collections.ts'
import { bareType, offersIn } from '../../config/media.ts'
import type { LinkTemplate } from '../../config/setting-row.ts'
import { selectAnswer, type NamedRecord, type RecordAnswer } from './record-answer.ts'
import { suffixOf, type Page, type PublishedGraph } from '../urls.ts'
import type { FieldSelection } from '../json/select-fields.ts'

export interface Link {
  readonly entity_type: 'link'
  readonly rel: string
  readonly href: string
  readonly media_type?: string
}

export interface Envelope {
  /** What stands before `@graph`. */
  readonly head: { readonly '@context': unknown[]; readonly meta?: Json | undefined }
  /** The records of `@graph`. */
  readonly answers: readonly RecordAnswer[]
}

/** An envelope as JSON, in which the texts of the records stand as they are. */
export function writeEnvelope({ head: before, answers }: Envelope): Buffer {
  const head = JSON.stringify(before).slice(0, -1)
  const parts: Uint8Array[] = [Buffer.from(`${head},"@graph":[`)]
  for (const [i, { text }] of answers.entries()) parts.push(...(i > 0 ? [COMMA] : []), text)
  return Buffer.concat([...parts, END])
}

const [COMMA, END] = [Buffer.from(','), Buffer.from(']}')]

/** Contexts of the first extension, the base, and the contexts of the extensions that the records use. */
export function contextOf(
  { model, base }: PublishedGraph,
  type: EntityType,
  answers: readonly Pick<RecordAnswer, 'contexts'>[],
): unknown[] {
  const [first] = model.contexts
  const core = model.contexts.filter(({ extension }) => extension === first?.extension).map(({ url }) => url)
  const extra =
    answers.length > 0 ? answers.flatMap(({ contexts }) => contexts) : model.extraContexts(type, {})
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

/** The other forms of an entity that are of use to others than API clients. */
const otherForms = memoize((hasPages: boolean | undefined) =>
  offersIn({ hasPages }, 'entity')
    .filter(({ serviceLink }) => serviceLink)
    .map((form) => ({ query: `?format=${form.name}`, media_type: bareType(form) })),
)

/** Links to them. @param url of the entity */
const formLinks = ({ hasPages }: PublishedGraph, url: string): Link[] =>
  otherForms(hasPages).map(({ query, media_type }) => ({
    entity_type: 'link',
    rel: 'service',
    href: url + query,
    media_type,
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

/** Adds an item for each record that is named: those that can be had by id. */
function apiItemsOf(
  named: readonly NamedRecord[],
  publication: PublishedGraph,
  items: Map<string, ApiItem>,
): ApiItem[] {
  for (const [iri, name] of named) {
    const item: ApiItem = items.get(iri) ?? { local_identifier: iri, urls: [] }
    const link = selfLink(publication, iri, publication.model.typeNamed(name) as EntityType)
    if (!item.urls.some(({ href }) => href === link.href)) item.urls.push(link)
    items.set(iri, item)
  }
  return [...items.values()]
}

/** `meta` of one entity: links to itself, its services, and every record that it names. */
function entityMeta(publication: PublishedGraph, type: EntityType, { iri, notes }: RecordAnswer): Json {
  const url = publication.urls.entity(type, iri)
  const item: ApiItem = {
    local_identifier: iri,
    urls: [
      selfLink(publication, iri, type),
      ...formLinks(publication, url),
      ...serviceLinks(publication, iri, type),
    ],
  }
  const api_items = apiItemsOf(notes.named, publication, new Map([[iri, item]]))
  return { local_identifier: url, entity_type: 'single_entity', api_items }
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
  answer: RecordAnswer,
  withMeta: boolean,
  { additions, selection }: EnvelopeOptions = {},
): Envelope {
  const shown = selection ? selectAnswer(answer, type, selection, publication) : answer
  const meta = withMeta ? { ...entityMeta(publication, type, shown), ...additions } : undefined
  return { head: { '@context': contextOf(publication, type, [answer]), meta }, answers: [shown] }
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
        local_identifier: publication.urls.requestUrl(type, id),
        entity_type: 'single_entity',
        api_items: [],
      }
    : undefined
  return { head: { '@context': contextOf(publication, type, []), meta }, answers: [] }
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
  answers: readonly RecordAnswer[],
  additions: Json = {},
): Json {
  const { urls } = publication
  const reference = (other: Page | undefined): Json | undefined =>
    other && { local_identifier: urls.page(type, other), entity_type: 'search_result_page' }
  const { first, prev, next, last } = pageLinks(page, total)
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
    api_items: apiItemsOf(
      answers.map(({ iri }) => [iri, type.name]),
      publication,
      new Map(),
    ),
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
  answers: readonly RecordAnswer[],
  withMeta: boolean,
  { additions, selection }: EnvelopeOptions = {},
): Envelope {
  const meta = withMeta ? listMeta(publication, type, page, total, answers, additions) : undefined
  const shown = selection
    ? answers.map((answer) => selectAnswer(answer, type, selection, publication))
    : answers
  return { head: { '@context': contextOf(publication, type, answers), meta }, answers: shown }
}
