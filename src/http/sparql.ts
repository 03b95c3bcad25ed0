/** The SPARQL endpoint: SPARQL 1.1 Protocol for queries, and the description of the service. */

import type { RouterMiddleware } from '@koa/router'
import type { Context } from 'koa'
import type { About } from '../about.ts'
import { describeService } from '../docs/service-description.ts'
import { sparqlForm } from '../docs/sparql-form.ts'
import { prefixes } from '../docs/void.ts'
import { Problem } from '../errors.ts'
import { bareType, type Resource } from '../media.ts'
import { writeRdf } from '../record/rdf.ts'
import { kindOf, type QueryKind } from '../sparql/outline.ts'
import type { Endpoint } from '../store/endpoint.ts'
import { chooseForm, send, setLinks } from './answer.ts'
import { leaving } from './asking.ts'
import type { Serve, Served } from './served.ts'
import { readSparqlRequest, type SparqlRequest } from './sparql-request.ts'

const SPARQL_PATH = '/sparql'

/** What the answer to a query of a kind is. */
const answers: { readonly [K in QueryKind]: Resource } = { select: 'select', ask: 'ask', construct: 'triples', describe: 'triples' }

/** What a query asks for; text that is no query is given to the store, which says where the fault is. @throws Problem query-refused */
function resourceOf(query: string): Resource {
  const kind = kindOf(query)
  if (kind === 'update') throw new Problem('query-refused', 'The endpoint takes no updates: a query begins with SELECT, ASK, CONSTRUCT or DESCRIBE.')
  return answers[kind ?? 'select']
}

async function describe(ctx: Context, { urls, graph }: Served, endpoint: Endpoint, about: About, { format }: SparqlRequest): Promise<void> {
  const url = urls.root + SPARQL_PATH
  const form = chooseForm(ctx, 'endpoint', format)
  setLinks(ctx, [{ href: url, rel: 'canonical' }])
  if (form.name === 'html') send(ctx, form, 200, sparqlForm(url, about, endpoint.limits))
  else send(ctx, form, 200, await writeRdf(describeService(url, about, await graph.statistics()), form.name, prefixes))
}

/** Bytes of answers on their way, beyond which further queries are asked to come again: clients may read slowly. */
const MOST_SENDING = 4
const MEGABYTE = 1_000_000

/** Serves the graph's endpoint. A complete answer is there before its status is sent, so that no 200 is cut off. */
export function sparql(serve: Serve, about: About): RouterMiddleware {
  let sending = 0
  return async function sparql(ctx) {
    const served = serve()
    const { endpoint } = served.graph
    if (!endpoint) throw new Problem('not-found', 'There is no SPARQL endpoint over this graph.')
    const request = await readSparqlRequest(ctx)
    if (request.query === undefined) { await describe(ctx, served, endpoint, about, request); return }
    const form = chooseForm(ctx, resourceOf(request.query), request.format)
    if (sending > MOST_SENDING * endpoint.limits.size * MEGABYTE) throw new Problem('busy', 'Too many answers are on their way.', { headers: { 'Retry-After': '5' } })
    const { query: text, defaultGraphs, namedGraphs } = request
    const body = await endpoint.ask({ text, type: bareType(form), defaultGraphs, namedGraphs }, { client: ctx.ip, signal: leaving(ctx) })
    sending += body.length
    ctx.res.once('close', () => { sending -= body.length })
    // Queries may ask for the time, or for chance.
    ctx.set('Cache-Control', 'no-cache')
    send(ctx, form, 200, body)
  }
}
