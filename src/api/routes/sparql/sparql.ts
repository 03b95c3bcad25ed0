/** The SPARQL endpoint: SPARQL 1.1 Protocol for queries, and the description of the service. */

import { describeService } from '../../dataset/service-description.ts'
import { prefixes } from '../../dataset/void.ts'
import { Problem } from '../../../config/errors.ts'
import { bareType } from '../../../config/media.ts'
import { SPARQL_PATH } from '../../request/paths.ts'
import { writeRdf } from '../../../record/serializers/serializers.ts'
import { kindOf, type QueryKind } from '../../../sparql/outline.ts'
import { describeUndeclaredPrefixes } from '../../../sparql/prefixes.ts'
import type { Endpoint } from '../../../store/endpoint/endpoint.ts'
import { iriText } from '../../../sparql/terms.ts'
import { tokensOf } from '../../../sparql/tokens.ts'
import { answerIn, negotiateFormat, type Answer } from '../../representation/answer.ts'
import type { ResultKind, ResultRequest } from '../../request/pages.ts'
import { pagesOf, type Parts, type RouteServices } from '../../request/route.ts'
import type { MainRequest, RouteRequest } from '../../request/route-request.ts'
import { readSparqlRequest, type SparqlRequest } from '../../request/sparql-request.ts'

const SCHEME = /^[a-z][a-z0-9+.-]*:/i

/** Where a relative IRI may begin; most queries have no such place, and need no closer look. */
const MAY_BE_RELATIVE = /<(?![a-z][a-z0-9+.-]{0,20}:)/i

function hasRelativeIri(text: string): boolean {
  if (!MAY_BE_RELATIVE.test(text)) return false
  for (const { kind, text: iri } of tokensOf(text)) if (kind === 'iri' && !SCHEME.test(iri)) return true
  return false
}

/**
 * Declares a base in a line of its own before a query that has relative IRIs. A base that the query declares
 * itself comes later and outweighs it; a query without relative IRIs stays as it is.
 */
export const declareBase = (text: string, base: string): string =>
  hasRelativeIri(text) ? `BASE ${iriText(base)}\n${text}` : text

/** Line numbers, as skeg and the usual engines write them in messages about a query. */
const LINE = /\b(line |error at )(\d+)/gi

/** A message about a query that had one more line at its head, as a message about the query itself. */
export const withoutBaseLine = (message: string): string =>
  message.replace(LINE, (_, words: string, line: string) => `${words}${Math.max(1, Number(line) - 1)}`)

/** What the answer to a query of a kind is. */
const resultKinds: { readonly [K in QueryKind]: ResultKind } = {
  select: 'select',
  ask: 'ask',
  construct: 'triples',
  describe: 'triples',
}

/**
 * What a query asks for; text that is no query may be meant as any, and the store says where the fault is.
 * @throws Problem query-refused
 */
function resourcesOf(query: string): readonly [ResultKind, ...ResultKind[]] {
  const kind = kindOf(query)
  if (kind === 'update')
    throw new Problem(
      'query-refused',
      'The endpoint takes no updates: a query begins with SELECT, ASK, CONSTRUCT or DESCRIBE.',
    )
  return kind ? [resultKinds[kind]] : ['select', 'ask', 'triples']
}

/**
 * Says what is wrong with a query in terms of the text that the client sent, whatever store has refused it.
 * @param sent what the store was given: the text, or the text below a declaration of the base
 */
function explainRefusal(
  error: unknown,
  { text, sent, prefixes }: { text: string; sent: string; prefixes: ReadonlyMap<string, string> },
): unknown {
  if (!(error instanceof Problem) || error.code !== 'invalid-query') return error
  const message = sent === text ? error.message : withoutBaseLine(error.message)
  return new Problem('invalid-query', describeUndeclaredPrefixes(text, prefixes) ?? message, { cause: error })
}

/** The description of the service, or the page on which queries are written. */
async function describe(
  request: RouteRequest,
  { format }: SparqlRequest,
  services: RouteServices,
): Promise<Answer> {
  const { context } = request
  const { urls, graph, about } = context
  const { limits } = endpointOf(request)
  const url = urls.root + SPARQL_PATH
  const mediaType = negotiateFormat(request, 'endpoint', format)
  const body =
    mediaType.name === 'html'
      ? await pagesOf(services).sparql(request, limits)
      : await writeRdf(describeService(url, about, graph.statistics), mediaType.name, prefixes)
  return answerIn(mediaType, body, { links: [{ href: url, rel: 'canonical' }] })
}

/** @throws Problem not-found where there is none */
function endpointOf({ context }: RouteRequest): Pick<Endpoint, 'limits' | 'ask'> {
  const { endpoint } = context.graph
  if (!endpoint) throw new Problem('not-found', 'There is no SPARQL endpoint over this graph.')
  return endpoint
}

/** A complete answer is there before its status is sent, so that no 200 is cut off. */
async function askEndpoint(
  request: RouteRequest,
  { query: text = '', defaultGraphs, namedGraphs }: SparqlRequest,
  type: string,
  signal: AbortSignal,
): Promise<Buffer> {
  const { urls, task, model } = request.context
  const sent = declareBase(text, urls.root + SPARQL_PATH)
  return endpointOf(request)
    .ask({ text: sent, type, defaultGraphs, namedGraphs }, { client: task.client, signal, task })
    .catch((error: unknown) => {
      throw explainRefusal(error, { text, sent, prefixes: model.vocabulary.prefixes })
    })
}

/** What takes longer than asking. */
export const parts = {
  describe,
  page: (request: RouteRequest, result: ResultRequest, services: RouteServices) =>
    pagesOf(services).sparqlResult(request, result, endpointOf(request).limits, (type) =>
      askEndpoint(request, result.request, type, request.context.task.signal),
    ),
} satisfies Parts

/** Serves the endpoint of the graph. */
export async function sparql(request: MainRequest): Promise<Answer> {
  endpointOf(request)
  const sparqlRequest = readSparqlRequest(request)
  if (sparqlRequest.query === undefined) return request.compute('describe', sparqlRequest)
  const [resource, ...others] = resourcesOf(sparqlRequest.query)
  const mediaType = negotiateFormat(request, [resource, ...others], sparqlRequest.format)
  const answer =
    mediaType.name === 'html'
      ? await request.compute('page', { request: sparqlRequest, resource, mediaType } satisfies ResultRequest)
      : answerIn(mediaType, await askEndpoint(request, sparqlRequest, bareType(mediaType), request.signal()))
  // Queries may ask for the time, or for chance.
  return { ...answer, uncacheable: 'no-cache' }
}
