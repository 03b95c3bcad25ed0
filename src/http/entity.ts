/** One entity by its id. */

import type { RouterMiddleware } from '@koa/router'
import type { Context } from 'koa'
import type { EntityType } from '../model/row.ts'
import { bareType, offersOf, type MediaType } from '../media.ts'
import { absentEnvelope, entityEnvelope, serviceLinks } from '../record/envelope.ts'
import { chooseForm, linkHeader, send, setLinks, type HeaderLink } from './answer.ts'
import { decodeId, resolveId, type Resolved } from './ids.ts'
import { readQuery, single } from './query.ts'
import { readRecords, typeAt, type Serve, type Served, type Written } from './served.ts'

/** The other forms of an entity, and what `meta` would say where the form has none. */
function linksOf(served: Served, type: EntityType, iri: string, form: MediaType): HeaderLink[] {
  const url = served.urls.entity(type, iri)
  const alternates = offersOf('entity').filter(({ name }) => name !== form.name)
    .map((other) => ({ href: `${url}?format=${other.name}`, rel: 'alternate', type: bareType(other) }))
  const services = form.meta.entity ? [] : serviceLinks(served, iri, type).map(({ href, rel, media_type }) => ({ href, rel, type: media_type }))
  return [{ href: url, rel: 'canonical' }, ...alternates, ...services]
}

/** The answer about a record, kept for the next time. */
async function writeEntity(served: Served, type: EntityType, iri: string, form: MediaType): Promise<Written | undefined> {
  const key = `${form.name} ${type.name} ${iri}`
  const known = served.written?.get(key)
  if (known) return known
  const [record] = await readRecords(served, [iri], type)
  if (!record) return undefined
  const written = {
    body: Buffer.from(JSON.stringify(entityEnvelope(served, type, record, form.meta.entity))),
    headers: { 'Content-Location': served.urls.entity(type, iri), Link: linkHeader(linksOf(served, type, iri, form)) },
  }
  served.written?.set(key, written)
  return written
}

function sendAbsent(ctx: Context, served: Served, type: EntityType, id: string, { elsewhere }: Resolved, form: MediaType): void {
  setLinks(ctx, elsewhere.map((other) => ({ href: served.urls.entity(other.type, other.iri), rel: 'alternate' })))
  send(ctx, form, 404, JSON.stringify(absentEnvelope(served, type, id, form.meta.entity)))
}

/** Route with the collection and the raw id as captures. Query parameters other than `format` are ignored. */
export const entity = (serve: Serve): RouterMiddleware => async function entity(ctx) {
  const served = serve()
  const [collection = '', raw = ''] = ctx.captures ?? []
  const type = typeAt(served.model, collection)
  const form = chooseForm(ctx, 'entity', single(readQuery(ctx.querystring), 'format'))
  const resolved = await resolveId(served.graph, type, raw)
  const written = resolved.iri === undefined ? undefined : await writeEntity(served, type, resolved.iri, form)
  if (!written) { sendAbsent(ctx, served, type, decodeId(raw), resolved, form); return }
  ctx.set(written.headers)
  send(ctx, form, 200, written.body)
}
