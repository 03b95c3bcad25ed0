/**
 * Dereferencing: from what a thing is called to the document about it (303), or to where it is named (404).
 */

import type { RouterContext, RouterMiddleware } from '@koa/router'
import type { Context, Middleware } from 'koa'
import { encodeIri, isAbsolute } from '../model/context/iri.ts'
import { describeProblem, docsOf, Problem, PROBLEM_TYPE } from '../errors.ts'
import { mediaTypes, negotiate, offersOf, type MediaType } from '../media.ts'
import { formUrl, send, setLinks } from './answer.ts'
import { servedTo } from './asking.ts'
import { choicesPage, mentionPage, type Leading } from '../pages/resolve.ts'
import { candidates, decodeId } from './ids.ts'
import { readQuery, requireKnown, single } from './query.ts'
import { readRecords } from './records.ts'
import type { Serve, Served } from './served.ts'

/**
 * Sends the client to the document of a record, in the form that it names: one of our own URLs, never what
 * the request says.
 */
function see(ctx: Context, { urls, typesOf }: Served, iri: string): void {
  const form = offersOf('entity').find(
    ({ name }) => name === new URLSearchParams(ctx.querystring).get('format'),
  )
  const [url, ...others] = typesOf(iri)
    .map((type) => urls.entity(type, iri))
    .map((one) => (form ? formUrl(one, form) : one))
  setLinks(
    ctx,
    others.map((href) => ({ href, rel: 'alternate' })),
  )
  ctx.set('Location', url as string)
  send(ctx, { name: 'text', ...mediaTypes.text }, 303, `${url}\n`)
}

/** A record as lists of links show it. */
interface Shown {
  readonly local_identifier: string
  readonly entity_type: string
  readonly url: string
  readonly by?: readonly string[]
}

const show = ({ urls }: Served, { iri, type, by }: Leading): Shown => ({
  local_identifier: iri,
  entity_type: type.name,
  url: urls.entity(type, iri),
  ...(by && { by }),
})

const leadingTo = ({ typesOf }: Served, iri: string, by?: readonly string[]): Leading[] =>
  typesOf(iri)
    .slice(0, 1)
    .map((type) => ({ iri, type, ...(by && { by }) }))

/** The server with the names of records, as pages show them. */
async function withNames(served: Served, found: readonly Leading[]): Promise<Served> {
  const records = await readRecords(served, found)
  return { ...served, named: new Map(records.map((record, i) => [(found[i] as Leading).iri, record])) }
}

/** HTML for those who want it; JSON for all others, since what follows is no success in any form. */
function formOf(ctx: Context): MediaType {
  ctx.vary('Accept')
  const [json] = offersOf('overview')
  try {
    return negotiate(ctx.req.headers.accept, offersOf('overview'))
  } catch {
    return json as MediaType
  }
}

/** Several records have the identifier: the client chooses. */
async function sendChoices(
  ctx: Context,
  served: Served,
  text: string,
  iris: readonly string[],
): Promise<void> {
  const form = formOf(ctx)
  const found = iris.flatMap((iri) => leadingTo(served, iri))
  const choices = found.map((one) => show(served, one))
  setLinks(
    ctx,
    choices.slice(0, 10).map(({ url }) => ({ href: url, rel: 'alternate' })),
  )
  send(
    ctx,
    form,
    300,
    form.name === 'html'
      ? choicesPage(text, found, await withNames(served, found))
      : JSON.stringify({ identifier: text, choices }),
  )
}

/** No record has the identifier; where others name it, the answer lists them. */
async function sendUnknown(ctx: Context, served: Served, iris: Iterable<string>): Promise<void> {
  const {
    ask,
    urls: { root },
  } = served
  for (const iri of new Set(iris)) {
    const { total, first } = await ask.mentions(iri)
    if (total === 0) continue
    const problem = new Problem(
      'no-record',
      `The graph has no record of ${iri}; ${total} of its entities ${total === 1 ? 'names' : 'name'} it.`,
    )
    const form = formOf(ctx)
    const found = first.flatMap(({ iri: owner, by }) => leadingTo(served, owner, by))
    const named = (): object => ({
      iri,
      named_by: { total_items: total, items: found.map((one) => show(served, one)) },
    })
    if (form.name === 'html')
      send(ctx, form, problem.status, mentionPage(iri, total, found, await withNames(served, found)))
    else
      send(
        ctx,
        { ...form, type: PROBLEM_TYPE },
        problem.status,
        JSON.stringify({ ...describeProblem(problem, root + ctx.url, docsOf(root)), ...named() }),
      )
    return
  }
  throw new Problem('no-record', 'The graph has no record of that identifier, and nothing in it names one.')
}

/** Answers for the record that one of the IRIs is; true if there is one. */
function seeOneOf(ctx: Context, served: Served, iris: Iterable<string>): boolean {
  for (const iri of iris) {
    if (served.typesOf(iri).length === 0) continue
    see(ctx, served, iri)
    return true
  }
  return false
}

/**
 * Route with the part of the IRI that follows the base as capture, as it stands in the URL.
 * @param asItStands the URL is the IRI itself, so that what is percent-encoded there is so in the IRI
 */
export const dereference = (serve: Serve, asItStands = false): RouterMiddleware =>
  async function dereference(ctx) {
    const served = servedTo(ctx, serve)
    const [raw = ''] = ctx.captures ?? []
    if (raw === '')
      throw new Problem(
        'invalid-identifier',
        `An id must follow: the part of an IRI after ${served.base}, percent-encoded.`,
      )
    // What redirects here may leave the query of an IRI as it is.
    const texts = ctx.querystring === '' ? [raw] : [`${raw}?${ctx.querystring}`, raw]
    const below = texts
      .flatMap((text) => (asItStands ? [text, decodeId(text)] : [decodeId(text), text]))
      .map((text) => encodeIri(served.base + text))
    const iris = [...below, ...texts.flatMap((text) => [...candidates(text, served)])]
    if (!seeOneOf(ctx, served, iris)) await sendUnknown(ctx, served, iris)
  }

/**
 * Where the base lies under our own URL, IRIs are requests: those for which there is no route are
 * dereferenced.
 */
export const ownIris = (serve: Serve, root: string): Middleware => {
  const look = dereference(serve, true)
  return async function ownIris(ctx, next) {
    const { base } = serve()
    const prefix = base.startsWith(`${root}/`) ? base.slice(root.length) : undefined
    const { matched } = ctx as { matched?: readonly unknown[] }
    const asked =
      prefix !== undefined &&
      !matched?.length &&
      ['GET', 'HEAD'].includes(ctx.method) &&
      ctx.path.startsWith(prefix) &&
      ctx.path.length > prefix.length
    if (!asked) return next()
    ctx.captures = [ctx.path.slice(prefix.length)]
    await look(ctx as RouterContext, next)
  }
}

/** Whether a text that is no IRI may be an identifier. */
const isIdentifier = (text: string, { model }: Served): boolean =>
  !/^[./?#]/.test(text) && model.identifiers.isIdentifier(text)

/** Route for IRIs anywhere and for external identifiers in any spelling, given as the parameter `iri`. */
export const resolve = (serve: Serve): RouterMiddleware =>
  async function resolve(ctx) {
    const served = servedTo(ctx, serve)
    const query = readQuery(ctx.querystring)
    requireKnown(query, ['iri'])
    const [raw = ''] = query.get('iri') ?? []
    if (!single(query, 'iri'))
      throw new Problem(
        'invalid-parameter',
        'iri is missing: the IRI of an entity or an external identifier such as a DOI or an ORCID, percent-encoded.',
      )
    const text = decodeId(raw)
    if (!isAbsolute(text) && !isIdentifier(text, served))
      throw new Problem(
        'invalid-parameter',
        'iri must be an absolute IRI or an external identifier such as a DOI, an ORCID or a ROR id. For ids below the base there is /id/.',
      )
    const iris = [...candidates(raw, served)]
    if (seeOneOf(ctx, served, iris)) return
    const holders = await served.ask.holders(text)
    if (holders.length > 1) await sendChoices(ctx, served, text, holders)
    else if (!seeOneOf(ctx, served, holders)) await sendUnknown(ctx, served, iris)
  }
