/** One entity by its id. */

import type { RouterMiddleware } from '@koa/router'
import type { Context } from 'koa'
import { offersOf, type FormOf, type MediaType } from '../../../media.ts'
import type { Json } from '../../../model/values/json.ts'
import type { EntityType } from '../../../model/rows/row.ts'
import { Problem } from '../../../errors.ts'
import { entityPage } from '../../../pages/record/entity.ts'
import { bareReferences } from '../../../pages/record/reference-links.ts'
import { recordKey, displayedReferrers } from '../../../pages/record/referrers.ts'
import { notFoundEnvelope, entityEnvelope, serviceLinks } from '../../../record/json/envelope.ts'
import { loadProfiles } from '../../representation/profile-facets.ts'
import { resourcesOf } from '../../../record/citation/csl.ts'
import { signpostsOf } from '../../../record/citation/signposts.ts'
import type { Settings } from '../../../settings.ts'
import {
  negotiateFormat,
  formatUrl,
  linkHeader,
  alternateLinks,
  send,
  sendRepresentation,
  fitInHeader,
  type HeaderLink,
  type Representation,
} from '../../representation/response.ts'
import { fileHeaders } from '../../representation/file-name.ts'
import { contextFor } from '../../middleware/cancellation.ts'
import { referrerLists } from '../../representation/referrer-lists.ts'
import { writeRepresentation } from '../../representation/writers.ts'
import { printFields, readFields, type FieldsRequest } from '../../request/fields.ts'
import { decodeId, idWithQuery, resolveId, type Resolved } from '../../request/resolve-id.ts'
import { readQuery, singleValue } from '../../request/query-parameters.ts'
import { loadForFormat, loadRecords } from '../../representation/records.ts'
import { requireCollection, type GetContext, type GraphContext } from '../../graph-context.ts'
import { cachedRepresentation } from '../../graph-caches.ts'
import { timerOf, type StageTimer } from '../../middleware/server-timing.ts'
import { withTimeout } from '../../middleware/timeout.ts'

type Format = MediaType<FormOf<'entity' | 'citation'>>

/**
 * Where the entity's own page and other forms are, what `meta` would say where the form has none, and its
 * signposts.
 */
function linksOf(context: GraphContext, type: EntityType, record: Json, mediaType: Format): HeaderLink[] {
  const iri = record.local_identifier as string
  const url = context.urls.entity(type, iri)
  const services = mediaType.meta?.entity
    ? []
    : serviceLinks(context, iri, type).map(({ href, rel, media_type }) => ({ href, rel, type: media_type }))
  return fitInHeader([
    { href: url, rel: 'canonical' },
    ...services,
    ...signpostsOf(record, type, context.model),
    ...formatLinks(type, mediaType),
  ])
}

/**
 * Links to the other formats. They are relative to the URL of the response (RFC 8288 section 3.1), and each
 * stands once with all its relations: written in full, they would be longer than many a record.
 */
function formatLinks(type: EntityType, mediaType: Format): HeaderLink[] {
  const describing = new Set<string>(
    offersOf('entity')
      .filter(({ describedby: describes }) => describes)
      .map(({ name }) => name),
  )
  return alternateLinks('', resourcesOf('entity', type), mediaType).map(({ name, ...link }) =>
    describing.has(name) ? { ...link, rel: `describedby ${link.rel}` } : link,
  )
}

/** Records that a page looks up because they are named by their id alone. */
const MAX_NAMED = 50

/** The page of a record, with the records that refer to it. */
async function writePage(
  context: GraphContext,
  type: EntityType,
  record: Json,
  mediaType: Format,
  timer: StageTimer,
): Promise<{ readonly html: string; readonly isWhole: boolean }> {
  const { graph, queries, urls } = context
  const iri = record.local_identifier as string
  const referring = await queries.referring(iri)
  const referrerKeys = displayedReferrers(referring)
  const bare = [...new Set(bareReferences(record, (text) => graph.typesOf(text).length > 0))]
    .filter((one) => one !== iri && graph.typesOf(one).length > 0)
    .slice(0, MAX_NAMED)
  const all = [...referrerKeys, ...bare.map((one) => ({ iri: one, type: graph.typesOf(one)[0]! }))]
  const records = await loadRecords(context, all, timer)
  const referrerRecords = new Map(referrerKeys.map((one, i) => [recordKey(one.iri, one.type), records[i]!]))
  const named = new Map(bare.map((one, i) => [one, records[referrerKeys.length + i]!]))
  const profiles = await loadProfiles(context, type, iri, timer)
  const html = entityPage(
    {
      record,
      type,
      referring,
      referrerRecords,
      profiles: profiles ?? [],
      formats: alternateLinks(urls.entity(type, iri), resourcesOf('entity', type), mediaType),
    },
    { ...context, namedRecords: named },
  )
  return { html, isWhole: profiles !== undefined }
}

/** The representation of a record, from the cache or written and cached. */
async function writeEntity(
  context: GraphContext,
  type: EntityType,
  iri: string,
  fields: FieldsRequest | undefined,
  mediaType: Format,
  timer: StageTimer,
): Promise<Representation | undefined> {
  const parameters = fields ? `?${printFields(fields)}` : ''
  const key = `${mediaType.name} ${type.name} ${iri}${parameters}`
  const known = cachedRepresentation(context, key)
  if (known) return known
  const { records, documents } = await loadForFormat(mediaType, context, type, [iri], timer)
  const record = records[0]!
  const url = context.urls.entity(type, iri)
  const additions = mediaType.meta?.entity ? await referrerLists(context, iri) : {}
  const written = { isWhole: true }
  const body = await timer('write', () =>
    writeRepresentation(
      {
        context,
        type,
        resource: 'entity',
        documents,
        records,
        envelope: (withMeta) =>
          entityEnvelope(context, type, record, withMeta, { additions, selection: fields?.selection }),
        async page() {
          const page = await writePage(context, type, record, mediaType, timer)
          written.isWhole = page.isWhole
          return page.html
        },
      },
      mediaType,
    ),
  )
  const representation = {
    body: Buffer.from(body),
    headers: {
      ...fileHeaders(mediaType, iri.startsWith(context.base) ? iri.slice(context.base.length) : iri),
      'Content-Location': formatUrl(url + parameters, mediaType),
      Link: linkHeader(linksOf(context, type, record, mediaType)),
    },
    ...(!written.isWhole && { isPartial: true as const }),
  }
  if (written.isWhole) context.responseCache?.byRepresentation.set(key, representation)
  return representation
}

/** Forms with an envelope say in it that there is no such record; the others have no place to say so. */
function sendAbsent(
  ctx: Context,
  context: GraphContext,
  type: EntityType,
  id: string,
  { elsewhere }: Resolved,
  mediaType: Format,
): void {
  const links = elsewhere.map((other) => ({
    href: context.urls.entity(other.type, other.iri),
    rel: 'alternate',
  }))
  const headers = links.length > 0 ? { Link: linkHeader(links) } : undefined
  if (!mediaType.meta)
    throw new Problem('not-found', `No ${type.label.toLowerCase()} has this id.`, { headers })
  if (headers) ctx.set(headers)
  send(ctx, mediaType, 404, JSON.stringify(notFoundEnvelope(context, type, id, mediaType.meta.entity)))
}

/**
 * Route with the collection and the raw id as captures. Query parameters other than `format` and `skeg_fields`
 * are ignored. Where a record has a URL with a query as its id, a request for it has no parameters.
 */
export const entity = (
  getContext: GetContext,
  { answerTimeout }: Pick<Settings, 'answerTimeout'>,
): RouterMiddleware =>
  async function entity(ctx) {
    const context = contextFor(ctx, getContext)
    const [collection = '', raw = ''] = ctx.captures ?? []
    const type = requireCollection(context.model, collection)
    const timer = timerOf(ctx)
    const resolve = (id: string): Promise<Resolved> =>
      withTimeout(
        answerTimeout,
        timer('read', () => resolveId(context, type, id)),
      )
    const textWithQuery = idWithQuery(raw, ctx.querystring)
    const withQuery = textWithQuery === undefined ? undefined : await resolve(textWithQuery)
    const query = readQuery(withQuery?.iri === undefined ? ctx.querystring : '')
    const mediaType = negotiateFormat(ctx, resourcesOf('entity', type), singleValue(query, 'format'))
    const fields = readFields(query, type, context.model, mediaType)
    const resolved = withQuery?.iri === undefined ? await resolve(raw) : withQuery
    const representation =
      resolved.iri === undefined
        ? undefined
        : await withTimeout(answerTimeout, writeEntity(context, type, resolved.iri, fields, mediaType, timer))
    if (!representation) {
      const elsewhere = [...resolved.elsewhere, ...(withQuery?.elsewhere ?? [])]
      sendAbsent(ctx, context, type, decodeId(raw), { elsewhere }, mediaType)
      return
    }
    sendRepresentation(ctx, mediaType, representation)
  }
