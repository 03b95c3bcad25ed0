/** A record by its id, in every form. */

import { checkpoint } from '../../../admission/task.ts'
import { mediaTypes, resourcesOf, type FormOf, type MediaType } from '../../../config/media.ts'
import type { EntityType } from '../../../model/rows/row.ts'
import { Problem } from '../../../config/errors.ts'
import {
  entityEnvelope,
  notFoundEnvelope,
  serviceLinks,
  writeEnvelope,
} from '../../../record/answer/envelope.ts'
import type { RecordAnswer } from '../../../record/answer/record-answer.ts'
import { signpostsOf } from '../../../record/answer/signposts.ts'
import type { Json } from '../../../model/values/json.ts'
import { english } from '../../../record/naming/locale.ts'
import { listOfReferrers } from '../../lookup/referrer-list.ts'
import {
  negotiateFormat,
  formatLink,
  formatUrl,
  linkHeader,
  alternateLinks,
  answerIn,
  fileHeaders,
  type Answer,
  type HeaderLink,
} from '../../representation/answer.ts'
import { type AlternateLink } from '../../answer.ts'
import { writeLinkset } from '../../representation/linkset.ts'
import { goneAnswer } from './gone.ts'
import { needsDocuments, writeRepresentation } from '../../representation/writers.ts'
import { printFields, readFields, type RequestedFields } from '../../request/fields.ts'
import { decodeId, idWithQuery, resolveId, type Resolved } from '../../request/resolve-id.ts'
import { readQuery, requireKnown, singleValue } from '../../request/query-parameters.ts'
import { loadForFormat } from '../../representation/records.ts'
import { requireCollection, type GraphContext } from '../../graph-context.ts'
import { pagesOf, type Parts, type RouteServices } from '../../request/route.ts'
import type { MainRequest, RouteRequest } from '../../request/route-request.ts'

/** One list for each field in which records name an entity. */
async function referrerLists(context: GraphContext, iri: string): Promise<Json> {
  const { lists: all, isTruncated } = await context.queries.referring(iri)
  const lists = all.flatMap((referring): Json[] => {
    const url = listOfReferrers(iri, referring, context)
    const { type, path, field, iris, isSelfReferring } = referring
    if (url === undefined) return []
    return [
      {
        local_identifier: url,
        entity_type: 'search_result',
        // Where there are more references than were looked at, the number of these says nothing.
        ...(!isTruncated && { total_items: iris.length + Number(isSelfReferring) }),
        collection: type.path,
        field: path.join('.'),
        label: field.inverseLabel ?? english.labelOf(path.at(-1) as string, field),
      },
    ]
  })
  return lists.length > 0 ? { skeg_referrers: lists } : {}
}

type Format = MediaType<FormOf<'entity' | 'citation'>>

/** Where the entity's own page is, and what `meta` would say. */
const ownLinks = (context: GraphContext, type: EntityType, iri: string, mediaType: Format): HeaderLink[] => [
  { href: context.urls.entity(type, iri), rel: 'canonical' },
  ...(mediaType.meta?.entity
    ? []
    : serviceLinks(context, iri, type).map(({ href, rel, media_type }) => ({ href, rel, type: media_type }))),
]

/** Links to all other forms: those of metadata describe the entity too. */
const formLinks = (
  context: GraphContext,
  url: string,
  type: EntityType,
  mediaType: Format,
): AlternateLink[] =>
  alternateLinks(context, url, resourcesOf('entity', type), mediaType).map((link) =>
    isMetadata(link) ? { ...link, rel: `describedby ${link.rel}` } : link,
  )

const isMetadata = ({ name }: AlternateLink): boolean => 'describedby' in mediaTypes[name]

/**
 * The links of the header. The landing page has its signposts; a form that has a URL of its own leads to that page.
 * What has no place here stands in the linkset.
 */
function linksOf(
  { request: { context }, type, mediaType, isOwnUrl }: EntityRequest,
  { iri, notes }: RecordAnswer,
): (HeaderLink | string)[] {
  const { urls, hasPages } = context
  const landing = { href: urls.entity(type, iri), rel: 'describes', ...(hasPages && { type: 'text/html' }) }
  return [
    ...ownLinks(context, type, iri, mediaType),
    ...firstForms(context, type, mediaType),
    ...(isOwnUrl ? [landing] : notes.signposts),
  ]
}

/** Everything that is said of a record by links. */
function linksetOf(
  { request: { context }, type, mediaType }: EntityRequest,
  { iri, json }: RecordAnswer,
): string {
  const url = context.urls.entity(type, iri)
  return writeLinkset(context, url, [
    ...ownLinks(context, type, iri, mediaType),
    ...signpostsOf(json, type, context.model, Infinity),
    ...formLinks(context, url, type, mediaType),
  ])
}

const linksByForms = new Map<string, readonly string[]>()

/**
 * Links to the forms that are looked for in headers, the same for all records that have these. They are relative to
 * the URL of the response (RFC 8288 section 3.1), and each stands once with all its relations: written in full, they
 * would be longer than many a record.
 */
function firstForms(context: GraphContext, type: EntityType, mediaType: Format): readonly string[] {
  const key = `${mediaType.name} ${resourcesOf('entity', type).join(' ')}`
  const known = linksByForms.get(key)
  if (known) return known
  const isFirst = (link: AlternateLink): boolean =>
    isMetadata(link) || link.rel === 'linkset' || 'serviceLink' in mediaTypes[link.name]
  const links = formLinks(context, '', type, mediaType)
    .filter(isFirst)
    .map(({ name: _name, ...link }) => formatLink(link))
  linksByForms.set(key, links)
  return links
}

/** What is asked of a record, as a message can hold it. */
interface RecordForm {
  /** Name of the type. */
  readonly type: string
  readonly iri: string
  readonly fields: RequestedFields | undefined
  readonly mediaType: Format
  /** The form is asked for by a URL of its own, and is no page. */
  readonly isOwnUrl: boolean
}

interface EntityRequest extends Omit<RecordForm, 'type'> {
  readonly request: RouteRequest
  readonly services: RouteServices
  readonly type: EntityType
}

/**
 * Bytes of a record's JSON up to which the main thread writes it: as it is stored, parsed for its fields or another
 * form, or as a page.
 */
const MAX_BYTES = { stored: 1 << 18, parsed: 1 << 15, page: 1 << 14 }

/** Bytes of a record up to which a form is small. */
function maxBytesOf(type: EntityType, { fields, mediaType: { meta, name } }: RecordForm): number {
  if (meta) return MAX_BYTES[fields ? 'parsed' : 'stored']
  if (name !== 'html') return MAX_BYTES.parsed
  // Profiles count what refers to the record, and its size does not say that.
  return type.profiles || type.display?.series ? 0 : MAX_BYTES.page
}

function recordAnswer(
  request: MainRequest,
  services: RouteServices,
  type: EntityType,
  form: RecordForm,
): Answer | Promise<Answer> {
  const maxBytes = maxBytesOf(type, form)
  const stored = maxBytes > 0 ? request.context.graph.answer(type, form.iri) : undefined
  const isSmall = stored && stored.text.length < maxBytes
  return isSmall && form.mediaType.meta
    ? writeEntity({ ...form, request, services, type }, stored)
    : request.compute('record', form, isSmall)
}

export const parts = {
  record: (request: RouteRequest, form: RecordForm, services: RouteServices) =>
    writeEntity({
      ...form,
      request,
      services,
      type: request.context.model.typeNamed(form.type) as EntityType,
    }),
} satisfies Parts

/** Whether a form shows the record and nothing of what else the graph holds, so that it is as old as the record. */
const isRecordAlone = (mediaType: Format): boolean =>
  mediaType.name !== 'html' && !mediaType.meta?.entity && !needsDocuments(mediaType)

/** When a record last changed, as an HTTP date, which is never in the future (RFC 9110, section 8.8.2.1). */
const dateOf = ({ graph }: GraphContext, iri: string): string => {
  const { modified } = graph.stamps.of(iri) ?? {}
  return new Date(
    Math.min(modified === undefined ? graph.loaded.getTime() : modified * 1000, Date.now()),
  ).toUTCString()
}

/** A record in the form that was negotiated. */
async function writeEntity(entity: EntityRequest, stored?: RecordAnswer): Promise<Answer> {
  const { request, services, type, iri, fields, mediaType } = entity
  const { context } = request
  const parameters = fields ? `?${printFields(fields)}` : ''
  // No form of what is stored needs documents.
  const { answers, documents } = stored
    ? { answers: [stored], documents: [] }
    : await loadForFormat(mediaType, context, type, [iri])
  const answer = answers[0]!
  const url = context.urls.entity(type, iri)
  const additions = mediaType.meta?.entity ? await referrerLists(context, iri) : {}
  const written = { isComplete: true }
  checkpoint(context.task)
  const body = await writeRepresentation(
    {
      context,
      type,
      resource: 'entity',
      documents,
      get records() {
        return [answer.json]
      },
      envelope: (withMeta) =>
        entityEnvelope(context, type, answer, withMeta, { additions, selection: fields?.selection }),
      async page() {
        const page = await pagesOf(services).record(request, type, answer.json, mediaType)
        written.isComplete = page.isComplete
        return page.html
      },
      linkset: () => linksetOf(entity, answer),
    },
    mediaType,
  )
  return answerIn(mediaType, body, {
    headers: {
      ...fileHeaders(mediaType, iri.startsWith(context.base) ? iri.slice(context.base.length) : iri),
      'Content-Location': formatUrl(url + parameters, mediaType),
      ...(isRecordAlone(mediaType) && { 'Last-Modified': dateOf(context, iri) }),
    },
    links: linksOf(entity, answer),
    uncacheable: written.isComplete ? undefined : 'no-store',
  })
}

/** Forms with an envelope say in it that there is no such record; the others have no place to say so. */
function absentAnswer(
  context: GraphContext,
  type: EntityType,
  id: string,
  elsewhere: Resolved['elsewhere'],
  mediaType: Format,
): Answer {
  const links = elsewhere.map((other) => ({
    href: context.urls.entity(other.type, other.iri),
    rel: 'alternate',
  }))
  const headers: Record<string, string> = links.length > 0 ? { Link: linkHeader(links) } : {}
  if (!mediaType.meta)
    throw new Problem('not-found', `No ${type.label.toLowerCase()} has this id.`, { headers, identifier: id })
  const envelope = notFoundEnvelope(context, type, id, mediaType.meta.entity)
  return answerIn(mediaType, writeEnvelope(envelope), { status: 404, headers })
}

/** Where a record has a URL with a query as its id, a request for it has no parameters. */
export async function entity(request: MainRequest, services: RouteServices): Promise<Answer> {
  const { context, querystring } = request
  const { collection = '', local_identifier: raw = '' } = request.path
  const type = requireCollection(context.model, collection)
  const resolve = (id: string): Promise<Resolved> => resolveId(context, type, id)
  const textWithQuery = idWithQuery(raw, querystring)
  const withQuery = textWithQuery === undefined ? undefined : await resolve(textWithQuery)
  const query = readQuery(withQuery?.iri === undefined ? querystring : '')
  // What follows the ? of a URL that stands raw in the path may be part of an id that nobody has.
  // Clients that page everything say so for a record, too.
  if (textWithQuery === undefined) requireKnown(query, [...request.parameters, 'page', 'page_size'])
  const format = singleValue(query, 'format')
  const mediaType = negotiateFormat(request, resourcesOf('entity', type), format)
  const isOwnUrl = format !== undefined && mediaType.name !== 'html'
  const fields = readFields(query, type, context.model, mediaType)
  const { iri, elsewhere } = withQuery?.iri === undefined ? await resolve(raw) : withQuery
  if (iri !== undefined)
    return recordAnswer(request, services, type, { type: type.name, iri, fields, mediaType, isOwnUrl })
  const gone = elsewhere.length === 0 && (await goneAnswer(context, type, raw, mediaType))
  if (gone) return gone
  const everywhere = [...elsewhere, ...(withQuery?.elsewhere ?? [])]
  return absentAnswer(context, type, decodeId(raw), everywhere, mediaType)
}
