/** Dereferencing: redirects an IRI or identifier to its record (303), or lists who refers to it (404). */

import { encodeIri, isAbsolute } from '../../../model/context/iri.ts'
import type { EntityType } from '../../../model/rows/row.ts'
import { describeProblem, docsOf, Problem, PROBLEM_TYPE } from '../../../config/errors.ts'
import { offersIn, type MediaType } from '../../../config/media.ts'
import { negotiate } from '../../negotiate.ts'
import { answerIn, formatUrl, redirectTo, type Answer } from '../../representation/answer.ts'
import { candidates, decodeId } from '../../request/resolve-id.ts'
import { knownQuery, singleValue } from '../../request/query-parameters.ts'
import { keysOf } from '../../representation/records.ts'
import { typesOfGone } from '../../../search-index/query/stamps.ts'
import type { RecordLink } from '../../request/pages.ts'
import { pagesOf, type Parts, type RouteServices } from '../../request/route.ts'
import type { MainRequest, RouteRequest } from '../../request/route-request.ts'
import type { GraphContext } from '../../graph-context.ts'

/**
 * Redirects to the URL of a record, in the format that the request names. The target is made from the
 * record, never from the request.
 */
function redirectToRecord(
  { querystring, context }: RouteRequest,
  iri: string,
  types: readonly EntityType[],
): Answer {
  const mediaType = offersIn(context, 'entity').find(
    ({ name }) => name === new URLSearchParams(querystring).get('format'),
  )
  const [url, ...alternates] = types
    .map((type) => context.urls.entity(type, iri))
    .map((one) => (mediaType ? formatUrl(one, mediaType) : one))
  return redirectTo(url as string, { links: alternates.map((href) => ({ href, rel: 'alternate' })) })
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

/** HTML where the client prefers it, else JSON: the answer is an error or a choice in any format. */
function pageOrJson({ headers, context }: RouteRequest): MediaType {
  const offers = offersIn(context, 'overview')
  const [json] = offers
  try {
    return negotiate(headers.accept, offers)
  } catch {
    return json as MediaType
  }
}

/** Several records have the identifier: the client chooses. */
async function choicesAnswer(
  request: RouteRequest,
  { text, holders }: { readonly text: string; readonly holders: readonly string[] },
  services: RouteServices,
): Promise<Answer> {
  const { context } = request
  const mediaType = pageOrJson(request)
  const links = holders.flatMap((iri) => recordLinks(context, iri))
  const choices = links.map((one) => describeLink(context, one))
  const body =
    mediaType.name === 'html'
      ? await pagesOf(services).choices(request, text, links)
      : JSON.stringify({ identifier: text, choices })
  return answerIn(mediaType, body, {
    status: 300,
    isNegotiated: true,
    links: choices.slice(0, 10).map(({ url }) => ({ href: url, rel: 'alternate' })),
  })
}

/**
 * No record has the identifier: the records that refer to it are listed.
 * @throws Problem no-record where there are none
 */
async function unknownAnswer(
  request: RouteRequest,
  iris: Iterable<string>,
  services: RouteServices,
): Promise<Answer> {
  const { context } = request
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
    const mediaType = pageOrJson(request)
    const found = first.flatMap(({ iri: owner, by }) => recordLinks(context, owner, by))
    const named = (): object => ({
      iri,
      named_by: { total_items: total, items: found.map((one) => describeLink(context, one)) },
    })
    const more = { status: problem.status, isNegotiated: true }
    return mediaType.name === 'html'
      ? answerIn(mediaType, await pagesOf(services).mention(request, iri, total, found), more)
      : answerIn(
          { ...mediaType, type: PROBLEM_TYPE },
          JSON.stringify({ ...describeProblem(problem, root + request.url, docsOf(root)), ...named() }),
          more,
        )
  }
  throw new Problem(
    'no-record',
    'This identifier is unknown here: no record has it, and no record refers to it.',
  )
}

/** What takes longer than a look-up. */
export const parts = { unknown: unknownAnswer, choices: choicesAnswer } satisfies Parts

/** Redirects to the first of the IRIs that is a record; undefined if none is. */
function redirectToFirst(
  request: RouteRequest,
  iris: Iterable<string>,
  typesOf = request.context.typesOf,
): Answer | undefined {
  for (const iri of iris) {
    const types = typesOf(iri)
    if (types.length > 0) return redirectToRecord(request, iri, types)
  }
  return undefined
}

/** Redirects to the tombstone of the first of the IRIs that has one, else lists who refers to them. */
function withoutRecord(request: MainRequest, iris: readonly string[]): Answer | Promise<Answer> {
  const { graph, model } = request.context
  const gone = redirectToFirst(request, iris, (iri) => typesOfGone(iri, graph.stamps, model))
  return gone ?? request.compute('unknown', iris)
}

/**
 * Finds the record of which the path has the part of the IRI that follows the base, as it stands in the URL.
 * @param pathIsIri the URL is the IRI itself, so that what is percent-encoded there is so in the IRI
 */
async function dereferenceSuffix(request: MainRequest, pathIsIri: boolean): Promise<Answer> {
  const { context, querystring } = request
  const { suffix: raw = '' } = request.path
  if (raw === '')
    throw new Problem(
      'invalid-identifier',
      `An id must follow: the part of an IRI after ${context.base}, percent-encoded.`,
    )
  // What redirects here may leave the query of an IRI as it is.
  const texts = querystring === '' ? [raw] : [`${raw}?${querystring}`, raw]
  const belowBase = texts
    .flatMap((text) => (pathIsIri ? [text, decodeId(text)] : [decodeId(text), text]))
    .map((text) => encodeIri(context.base + text))
  const iris = [...belowBase, ...texts.flatMap((text) => [...candidates(text, context)])]
  return redirectToFirst(request, iris) ?? withoutRecord(request, iris)
}

export const dereference = (request: MainRequest): Promise<Answer> => dereferenceSuffix(request, false)

/** The same for an IRI that is the URL of the request. */
export const dereferenceOwnIri = (request: MainRequest): Promise<Answer> => dereferenceSuffix(request, true)

/** Whether a text that is no IRI may be an identifier. */
const isIdentifier = (text: string, { model }: GraphContext): boolean =>
  !/^[./?#]/.test(text) && model.identifiers.isIdentifier(text)

/** IRIs anywhere and external identifiers in any spelling, given as the parameter `iri`. */
export async function resolve(request: MainRequest): Promise<Answer> {
  const { context } = request
  const query = knownQuery(request)
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
  const found = redirectToFirst(request, iris)
  if (found) return found
  const holders = await context.queries.holders(text)
  if (holders.length > 1) return request.compute('choices', { text, holders })
  return redirectToFirst(request, holders) ?? withoutRecord(request, iris)
}
