/** The SPARQL endpoint: SPARQL 1.1 Protocol for queries, and the description of the service. */

import type { RouterMiddleware } from '@koa/router'
import type { Context } from 'koa'
import { describeService } from '../docs/service-description.ts'
import { prefixes } from '../docs/void.ts'
import { Problem } from '../errors.ts'
import { bareType } from '../media.ts'
import { SPARQL_PATH } from '../pages/site.ts'
import { sparqlPage } from '../pages/sparql.ts'
import { writeRdf } from '../record/rdf/serializers.ts'
import { declareBase, withoutBaseLine } from '../sparql/base.ts'
import { kindOf, type QueryKind } from '../sparql/outline.ts'
import { describeUndeclaredPrefixes } from '../sparql/prefixes.ts'
import type { Endpoint } from '../store/endpoint.ts'
import { chooseForm, send, sendTool, setLinks } from './answer.ts'
import { leaving } from './asking.ts'
import { exchangeOf } from './exchange.ts'
import type { Serve, Served } from './served.ts'
import { sendAnswerPage, type Answered } from './sparql-page.ts'
import { readSparqlRequest, type SparqlRequest } from './sparql-request.ts'

/** What the answer to a query of a kind is. */
const answers: { readonly [K in QueryKind]: Answered } = {
  select: 'select',
  ask: 'ask',
  construct: 'triples',
  describe: 'triples',
}

/**
 * What a query asks for; text that is no query may be meant as any, and the store says where the fault is.
 * @throws Problem query-refused
 */
function resourcesOf(query: string): readonly [Answered, ...Answered[]] {
  const kind = kindOf(query)
  if (kind === 'update')
    throw new Problem(
      'query-refused',
      'The endpoint takes no updates: a query begins with SELECT, ASK, CONSTRUCT or DESCRIBE.',
    )
  return kind ? [answers[kind]] : ['select', 'ask', 'triples']
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
  served: Served,
  endpoint: Endpoint,
  { format }: SparqlRequest,
): Promise<void> {
  const { urls, graph, about } = served
  const url = urls.root + SPARQL_PATH
  const form = chooseForm(ctx, 'endpoint', format)
  setLinks(ctx, [{ href: url, rel: 'canonical' }])
  if (form.name === 'html')
    sendTool(ctx, form, 200, sparqlPage({ forms: [], limits: endpoint.limits }, served), 'editor')
  else
    send(
      ctx,
      form,
      200,
      await writeRdf(describeService(url, about, await graph.statistics()), form.name, prefixes),
    )
}

/**
 * Bytes of answers on their way, beyond which further queries are asked to come again: clients may read
 * slowly.
 */
const MOST_SENDING = 4
const MEGABYTE = 1_000_000

/**
 * Serves the graph's endpoint. A complete answer is there before its status is sent, so that no 200 is cut
 * off.
 */
export function sparql(serve: Serve): RouterMiddleware {
  let sending = 0

  async function answer(
    ctx: Context,
    { urls, graph: { model } }: Served,
    endpoint: Endpoint,
    { query: text = '', defaultGraphs, namedGraphs }: SparqlRequest,
    type: string,
  ): Promise<Buffer> {
    if (sending > MOST_SENDING * endpoint.limits.size * MEGABYTE)
      throw new Problem('busy', 'Too many answers are on their way.', { headers: { 'Retry-After': '5' } })
    const signal = leaving(ctx)
    const sent = declareBase(text, urls.root + SPARQL_PATH)
    const body = await endpoint
      .ask({ text: sent, type, defaultGraphs, namedGraphs }, { client: exchangeOf(ctx).client, signal })
      .catch((error: unknown) => {
        throw explainRefusal(error, { text, sent, prefixes: model.vocabulary.prefixes })
      })
    if (signal.aborted) return body
    sending += body.length
    ctx.res.once('close', () => {
      sending -= body.length
    })
    return body
  }

  return async function sparql(ctx) {
    const served = serve()
    const { endpoint } = served.graph
    if (!endpoint) throw new Problem('not-found', 'There is no SPARQL endpoint over this graph.')
    const request = await readSparqlRequest(ctx)
    if (request.query === undefined) {
      await describe(ctx, served, endpoint, request)
      return
    }
    const resources = resourcesOf(request.query)
    const form = chooseForm(ctx, resources, request.format)
    const ask = (type: string): Promise<Buffer> => answer(ctx, served, endpoint, request, type)
    // Queries may ask for the time, or for chance.
    ctx.set('Cache-Control', 'no-cache')
    if (form.name === 'html')
      await sendAnswerPage(
        ctx,
        served,
        { request, resource: resources[0], form, limits: endpoint.limits },
        ask,
      )
    else send(ctx, form, 200, await ask(bareType(form)))
  }
}
