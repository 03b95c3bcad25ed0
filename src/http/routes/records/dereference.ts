/** Dereferencing: redirects an IRI or identifier to its record (303), or lists who refers to it (404). */

import type { RouterMiddleware } from '@koa/router'
import type { Context } from 'koa'
import { encodeIri, isAbsolute } from '../../../model/context/iri.ts'
import { describeProblem, docsOf, Problem, PROBLEM_TYPE } from '../../../errors.ts'
import { offersOf, type MediaType } from '../../../media.ts'
import { negotiate } from '../../request/negotiate.ts'
import { formatUrl, redirect, send, setLinks } from '../../representation/response.ts'
import { contextFor } from '../../middleware/request-task.ts'
import { choicesPage, mentionPage, type RecordLink } from '../../../pages/resolve.ts'
import { candidates, decodeId } from '../../request/resolve-id.ts'
import { readQuery, requireKnown, singleValue } from '../../request/query-parameters.ts'
import { keysOf, loadRecords } from '../../representation/records.ts'
import type { GetContext, GraphContext } from '../../graph-context.ts'

/**
 * Redirects to the URL of a record, in the format that the request names. The target is made from the
 * record, never from the request.
 */
function redirectToRecord(ctx: Context, { urls, typesOf }: GraphContext, iri: string): void {
  const mediaType = offersOf('entity').find(
    ({ name }) => name === new URLSearchParams(ctx.querystring).get('format'),
  )
  const [url, ...alternates] = typesOf(iri)
    .map((type) => urls.entity(type, iri))
    .map((one) => (mediaType ? formatUrl(one, mediaType) : one))
  setLinks(
    ctx,
    alternates.map((href) => ({ href, rel: 'alternate' })),
  )
  redirect(ctx, url as string)
}

/** A record in a list of links. */
interface LinkedRecord {
  readonly local_identifier: string
  readonly entity_type: string
  readonly url: string
  readonly by?: readonly string[]
}

const describeLink = ({ urls }: GraphContext, { iri, type, by }: RecordLink): LinkedRecord => ({
  local_identifier: iri,
  entity_type: type.name,
  url: urls.entity(type, iri),
  ...(by && { by }),
})

const recordLinks = (context: GraphContext, iri: string, by?: readonly string[]): RecordLink[] =>
  keysOf(context, [iri]).map((key) => ({ ...key, ...(by && { by }) }))

/** The context with the names of the linked records, for pages. */
async function withNames(context: GraphContext, found: readonly RecordLink[]): Promise<GraphContext> {
  const records = await loadRecords(context, found)
  return {
    ...context,
    namedRecords: new Map(records.map((record, i) => [(found[i] as RecordLink).iri, record])),
  }
}

/** HTML where the client prefers it, else JSON: the response is an error or a choice in any format. */
function pageOrJson(ctx: Context): MediaType {
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
  context: GraphContext,
  text: string,
  iris: readonly string[],
): Promise<void> {
  const mediaType = pageOrJson(ctx)
  const links = iris.flatMap((iri) => recordLinks(context, iri))
  const choices = links.map((one) => describeLink(context, one))
  setLinks(
    ctx,
    choices.slice(0, 10).map(({ url }) => ({ href: url, rel: 'alternate' })),
  )
  send(
    ctx,
    mediaType,
    300,
    mediaType.name === 'html'
      ? choicesPage(text, links, await withNames(context, links))
      : JSON.stringify({ identifier: text, choices }),
  )
}

/** No record has the identifier: the records that refer to it are listed, if there are any. */
async function sendUnknown(ctx: Context, context: GraphContext, iris: Iterable<string>): Promise<void> {
  const {
    queries,
    urls: { root },
  } = context
  for (const iri of new Set(iris)) {
    const { total, first } = await queries.mentions(iri)
    if (total === 0) continue
    const problem = new Problem(
      'no-record',
      `There is no record of ${iri}; ${total === 1 ? 'one record refers' : `${total} records refer`} to it.`,
    )
    const mediaType = pageOrJson(ctx)
    const found = first.flatMap(({ iri: owner, by }) => recordLinks(context, owner, by))
    const named = (): object => ({
      iri,
      named_by: { total_items: total, items: found.map((one) => describeLink(context, one)) },
    })
    if (mediaType.name === 'html')
      send(ctx, mediaType, problem.status, mentionPage(iri, total, found, await withNames(context, found)))
    else
      send(
        ctx,
        { ...mediaType, type: PROBLEM_TYPE },
        problem.status,
        JSON.stringify({ ...describeProblem(problem, root + ctx.url, docsOf(root)), ...named() }),
      )
    return
  }
  throw new Problem(
    'no-record',
    'This identifier is unknown here: no record has it, and no record refers to it.',
  )
}

/** Redirects to the first of the IRIs that is a record. @returns whether one is */
function redirectToFirst(ctx: Context, context: GraphContext, iris: Iterable<string>): boolean {
  for (const iri of iris) {
    if (context.typesOf(iri).length === 0) continue
    redirectToRecord(ctx, context, iri)
    return true
  }
  return false
}

/**
 * Route with the part of the IRI that follows the base as capture, as it stands in the URL.
 * @param pathIsIri the URL is the IRI itself, so that what is percent-encoded there is so in the IRI
 */
export const dereference = (getContext: GetContext, pathIsIri = false): RouterMiddleware =>
  async function dereference(ctx) {
    const context = contextFor(ctx, getContext)
    const [raw = ''] = ctx.captures ?? []
    if (raw === '')
      throw new Problem(
        'invalid-identifier',
        `An id must follow: the part of an IRI after ${context.base}, percent-encoded.`,
      )
    // What redirects here may leave the query of an IRI as it is.
    const texts = ctx.querystring === '' ? [raw] : [`${raw}?${ctx.querystring}`, raw]
    const belowBase = texts
      .flatMap((text) => (pathIsIri ? [text, decodeId(text)] : [decodeId(text), text]))
      .map((text) => encodeIri(context.base + text))
    const iris = [...belowBase, ...texts.flatMap((text) => [...candidates(text, context)])]
    if (!redirectToFirst(ctx, context, iris)) await sendUnknown(ctx, context, iris)
  }

/** Whether a text that is no IRI may be an identifier. */
const isIdentifier = (text: string, { model }: GraphContext): boolean =>
  !/^[./?#]/.test(text) && model.identifiers.isIdentifier(text)

/** Route for IRIs anywhere and for external identifiers in any spelling, given as the parameter `iri`. */
export const resolve = (getContext: GetContext): RouterMiddleware =>
  async function resolve(ctx) {
    const context = contextFor(ctx, getContext)
    const query = readQuery(ctx.querystring)
    requireKnown(query, ['iri'])
    const [raw = ''] = query.get('iri') ?? []
    if (!singleValue(query, 'iri'))
      throw new Problem(
        'invalid-parameter',
        'iri is missing: the IRI of an entity or an external identifier such as a DOI or an ORCID, percent-encoded.',
      )
    const text = decodeId(raw)
    if (!isAbsolute(text) && !isIdentifier(text, context))
      throw new Problem(
        'invalid-parameter',
        'iri must be an absolute IRI or an external identifier such as a DOI, an ORCID or a ROR ' +
          'id. For ids below the base there is /id/.',
      )
    const iris = [...candidates(raw, context)]
    if (redirectToFirst(ctx, context, iris)) return
    const holders = await context.queries.holders(text)
    if (holders.length > 1) await sendChoices(ctx, context, text, holders)
    else if (!redirectToFirst(ctx, context, holders)) await sendUnknown(ctx, context, iris)
  }
