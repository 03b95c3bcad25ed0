/** One entity by its id. */

import type { RouterMiddleware } from '@koa/router'
import type { Context } from 'koa'
import { offersOf, type FormOf, type MediaType } from '../media.ts'
import type { Json } from '../model/values/json.ts'
import type { EntityType } from '../model/rows/row.ts'
import { Problem } from '../errors.ts'
import { entityPage } from '../pages/entity.ts'
import { bareReferences } from '../pages/references.ts'
import { shownKey, shownOf } from '../pages/referrers.ts'
import { notFoundEnvelope, entityEnvelope, serviceLinks } from '../record/json/envelope.ts'
import { resourcesOf } from '../record/citation/csl.ts'
import { signpostsOf } from '../record/citation/signposts.ts'
import type { Settings } from '../settings.ts'
import {
  chooseForm,
  fileHeaders,
  formUrl,
  linkHeader,
  otherForms,
  send,
  sendWritten,
  withinLimit,
  type HeaderLink,
  type Written,
} from './answer.ts'
import { servedTo } from './asking.ts'
import { write } from './forms.ts'
import { decodeId, idWithQuery, resolveId, type Resolved } from './ids.ts'
import { readQuery, single } from './query.ts'
import { readFor, readRecords } from './records.ts'
import { recall, typeAt, type Serve, type Served } from './served.ts'
import { timedOf, type Timed } from './timing.ts'
import { within } from './within.ts'

type Form = MediaType<FormOf<'entity' | 'citation'>>

/**
 * Where the entity's own page and other forms are, what `meta` would say where the form has none, and its
 * signposts.
 */
function linksOf(served: Served, type: EntityType, record: Json, form: Form): HeaderLink[] {
  const iri = record.local_identifier as string
  const url = served.urls.entity(type, iri)
  const services = form.meta?.entity
    ? []
    : serviceLinks(served, iri, type).map(({ href, rel, media_type }) => ({ href, rel, type: media_type }))
  return withinLimit([
    { href: url, rel: 'canonical' },
    ...services,
    ...signpostsOf(record, type, served.model),
    ...formLinks(type, form),
  ])
}

/**
 * Links to the other forms. They are relative to the URL of the answer (RFC 8288 section 3.1), and each is
 * told once with
 * all its relations: written in full, they would be longer than many a record.
 */
function formLinks(type: EntityType, form: Form): HeaderLink[] {
  const describing = new Set<string>(
    offersOf('entity')
      .filter(({ describedby: describes }) => describes)
      .map(({ name }) => name),
  )
  return otherForms('', resourcesOf('entity', type), form).map(({ name, ...link }) =>
    describing.has(name) ? { ...link, rel: `describedby ${link.rel}` } : link,
  )
}

/** Records that a page looks up because they are named by their id alone. */
const MOST_NAMED = 50

/** The page of a record, with the records that refer to it. */
async function writePage(
  served: Served,
  type: EntityType,
  record: Json,
  form: Form,
  timed: Timed,
): Promise<string> {
  const { graph, ask, urls } = served
  const iri = record.local_identifier as string
  const referring = await ask.referring(iri)
  const wanted = shownOf(referring)
  const bare = [...new Set(bareReferences(record, (text) => graph.typesOf(text).length > 0))]
    .filter((one) => one !== iri && graph.typesOf(one).length > 0)
    .slice(0, MOST_NAMED)
  const all = [...wanted, ...bare.map((one) => ({ iri: one, type: graph.typesOf(one)[0]! }))]
  const records = await readRecords(served, all, timed)
  const shown = new Map(wanted.map((one, i) => [shownKey(one.iri, one.type), records[i]!]))
  const named = new Map(bare.map((one, i) => [one, records[wanted.length + i]!]))
  return entityPage(
    {
      record,
      type,
      referring,
      shown,
      forms: otherForms(urls.entity(type, iri), resourcesOf('entity', type), form),
    },
    { ...served, named },
  )
}

/** The answer about a record, kept for the next time. */
async function writeEntity(
  served: Served,
  type: EntityType,
  iri: string,
  form: Form,
  timed: Timed,
): Promise<Written | undefined> {
  const key = `${form.name} ${type.name} ${iri}`
  const known = recall(served, key)
  if (known) return known
  const { records, documents } = await readFor(form, served, type, [iri], timed)
  const record = records[0]!
  const url = served.urls.entity(type, iri)
  const body = await timed('write', () =>
    write(
      {
        served,
        type,
        resource: 'entity',
        documents,
        records,
        envelope: (withMeta) => entityEnvelope(served, type, record, withMeta),
        page: () => writePage(served, type, record, form, timed),
      },
      form,
    ),
  )
  const written = {
    body: Buffer.from(body),
    headers: {
      ...fileHeaders(form, iri.startsWith(served.base) ? iri.slice(served.base.length) : iri),
      'Content-Location': formUrl(url, form),
      Link: linkHeader(linksOf(served, type, record, form)),
    },
  }
  served.memory?.written.set(key, written)
  return written
}

/** Forms with an envelope say in it that there is no such record; the others have no place to say so. */
function sendAbsent(
  ctx: Context,
  served: Served,
  type: EntityType,
  id: string,
  { elsewhere }: Resolved,
  form: Form,
): void {
  const links = elsewhere.map((other) => ({
    href: served.urls.entity(other.type, other.iri),
    rel: 'alternate',
  }))
  const headers = links.length > 0 ? { Link: linkHeader(links) } : undefined
  if (!form.meta)
    throw new Problem('not-found', `There is no record with that id among ${type.path}.`, { headers })
  if (headers) ctx.set(headers)
  send(ctx, form, 404, JSON.stringify(notFoundEnvelope(served, type, id, form.meta.entity)))
}

/**
 * Route with the collection and the raw id as captures. Query parameters other than `format` are ignored. Where
 * a record has a URL with a query as its id, a request for it has no parameters.
 */
export const entity = (serve: Serve, { answerTimeout }: Pick<Settings, 'answerTimeout'>): RouterMiddleware =>
  async function entity(ctx) {
    const served = servedTo(ctx, serve)
    const [collection = '', raw = ''] = ctx.captures ?? []
    const type = typeAt(served.model, collection)
    const timed = timedOf(ctx)
    const resolve = (id: string): Promise<Resolved> =>
      within(
        answerTimeout,
        timed('read', () => resolveId(served, type, id)),
      )
    const whole = idWithQuery(raw, ctx.querystring)
    const byWhole = whole === undefined ? undefined : await resolve(whole)
    const format = byWhole?.iri === undefined ? single(readQuery(ctx.querystring), 'format') : undefined
    const form = chooseForm(ctx, resourcesOf('entity', type), format)
    const resolved = byWhole?.iri === undefined ? await resolve(raw) : byWhole
    const written =
      resolved.iri === undefined
        ? undefined
        : await within(answerTimeout, writeEntity(served, type, resolved.iri, form, timed))
    if (!written) {
      const elsewhere = [...resolved.elsewhere, ...(byWhole?.elsewhere ?? [])]
      sendAbsent(ctx, served, type, decodeId(raw), { elsewhere }, form)
      return
    }
    sendWritten(ctx, form, written)
  }
