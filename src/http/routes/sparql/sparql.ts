/** The SPARQL endpoint: SPARQL 1.1 Protocol for queries, and the description of the service. */

import type { RouterMiddleware } from '@koa/router'
import type { Context } from 'koa'
import { describeService } from '../../../docs/service-description.ts'
import { prefixes } from '../../../docs/void.ts'
import { Problem } from '../../../errors.ts'
import { retryLater } from '../../../retry-later.ts'
import { bareType } from '../../../media.ts'
import { SPARQL_PATH } from '../../../pages/shared/site.ts'
import { sparqlPage } from '../../../pages/sparql.ts'
import { writeRdf } from '../../../record/rdf/serializers.ts'
import { declareBase, withoutBaseLine } from '../../../sparql/base.ts'
import { kindOf, type QueryKind } from '../../../sparql/outline.ts'
import { describeUndeclaredPrefixes } from '../../../sparql/prefixes.ts'
import type { Endpoint } from '../../../store/endpoint/endpoint.ts'
import { forbidCaching, negotiateFormat, send, setLinks } from '../../representation/response.ts'
import { disconnectSignal } from '../../middleware/request-task.ts'
import { requestContextOf } from '../../server/request-context.ts'
import type { GetContext, GraphContext } from '../../graph-context.ts'
import { sendResultPage, type ResultKind } from './sparql-result-page.ts'
import { readSparqlRequest, type SparqlRequest } from './sparql-request.ts'

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

async function describe(
  ctx: Context,
  context: GraphContext,
  endpoint: Endpoint,
  { format }: SparqlRequest,
): Promise<void> {
  const { urls, graph, about } = context
  const url = urls.root + SPARQL_PATH
  const mediaType = negotiateFormat(ctx, 'endpoint', format)
  setLinks(ctx, [{ href: url, rel: 'canonical' }])
  if (mediaType.name === 'html')
    send(ctx, mediaType, 200, sparqlPage({ formats: [], limits: endpoint.limits }, context))
  else
    send(
      ctx,
      mediaType,
      200,
      await writeRdf(describeService(url, about, await graph.statistics()), mediaType.name, prefixes),
    )
}

/**
 * Megabytes of results that slow clients have not read yet, beyond which further queries get 503.
 */
const MAX_ANSWERS_IN_FLIGHT = 4
const MEGABYTE = 1_000_000

/**
 * Serves the graph's endpoint. A complete answer is there before its status is sent, so that no 200 is cut
 * off.
 */
export function sparql(getContext: GetContext): RouterMiddleware {
  let bytesInFlight = 0

  async function answer(
    ctx: Context,
    { urls, graph: { model } }: GraphContext,
    endpoint: Endpoint,
    { query: text = '', defaultGraphs, namedGraphs }: SparqlRequest,
    type: string,
  ): Promise<Buffer> {
    if (bytesInFlight > MAX_ANSWERS_IN_FLIGHT * endpoint.limits.size * MEGABYTE)
      throw retryLater('Too many answers are on their way.')
    const signal = disconnectSignal(ctx)
    const sent = declareBase(text, urls.root + SPARQL_PATH)
    const body = await endpoint
      .ask({ text: sent, type, defaultGraphs, namedGraphs }, { client: requestContextOf(ctx).client, signal })
      .catch((error: unknown) => {
        throw explainRefusal(error, { text, sent, prefixes: model.vocabulary.prefixes })
      })
    if (signal.aborted) return body
    bytesInFlight += body.length
    ctx.res.once('close', () => {
      bytesInFlight -= body.length
    })
    return body
  }

  return async function sparql(ctx) {
    const context = getContext()
    const { endpoint } = context.graph
    if (!endpoint) throw new Problem('not-found', 'There is no SPARQL endpoint over this graph.')
    const request = await readSparqlRequest(ctx)
    if (request.query === undefined) {
      await describe(ctx, context, endpoint, request)
      return
    }
    const resources = resourcesOf(request.query)
    const mediaType = negotiateFormat(ctx, resources, request.format)
    const ask = (type: string): Promise<Buffer> => answer(ctx, context, endpoint, request, type)
    // Queries may ask for the time, or for chance.
    forbidCaching(ctx, 'no-cache')
    if (mediaType.name === 'html')
      await sendResultPage(
        ctx,
        context,
        { request, resource: resources[0], mediaType, limits: endpoint.limits },
        ask,
      )
    else send(ctx, mediaType, 200, await ask(bareType(mediaType)))
  }
}
