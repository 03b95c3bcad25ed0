/** Answers of the SPARQL endpoint as pages, with the query to go on from. */

import type { Context } from 'koa'
import { describeProblem, docsOf, Problem } from '../errors.ts'
import { bareType, mediaTypes, type MediaType, type Resource } from '../media.ts'
import { SPARQL_PATH } from '../pages/site.ts'
import { MOST_ROWS, MOST_TEXT, sparqlPage, type Answer } from '../pages/sparql.ts'
import { parseTsvResults } from '../record/rdf/tsv-results.ts'
import type { Limits } from '../store/endpoint.ts'
import { otherForms, sendTool } from './answer.ts'
import type { Served } from './served.ts'
import type { SparqlRequest } from './sparql-request.ts'

/** What a query is answered with. */
export type Answered = Extract<Resource, 'select' | 'ask' | 'triples'>

interface Way {
  readonly type: string
  read(body: Buffer): Answer
}

/** The media type from which a page is made, and how it is read. */
const ways: { readonly [A in Answered]: Way } = {
  select: {
    type: mediaTypes.tsv.type,
    read: (body) => ({ kind: 'solutions', ...parseTsvResults(body.toString(), MOST_ROWS) }),
  },
  ask: {
    type: mediaTypes.results.type,
    read: (body) => ({
      kind: 'boolean',
      value: (JSON.parse(body.toString()) as { boolean: boolean }).boolean,
    }),
  },
  triples: {
    type: mediaTypes.turtle.type,
    read: (body) => ({ kind: 'triples', turtle: body.subarray(0, MOST_TEXT).toString(), bytes: body.length }),
  },
}

interface Asked {
  readonly request: SparqlRequest
  readonly resource: Answered
  readonly form: MediaType
  readonly limits: Limits
}

/** The graphs that a request names, as it names them. */
const graphsOf = ({
  defaultGraphs = [],
  namedGraphs = [],
}: SparqlRequest): (readonly [name: string, iri: string])[] => [
  ...defaultGraphs.map((iri) => ['default-graph-uri', iri] as const),
  ...namedGraphs.map((iri) => ['named-graph-uri', iri] as const),
]

/** A problem that the query has, as part of the page; others are told as they are everywhere. */
function problemOf(error: unknown, ctx: Context): Problem {
  if (!(error instanceof Problem) || (error.status >= 500 && error.code !== 'busy')) throw error
  ctx.set(error.headers)
  return error
}

/** @param ask gives the answer in a media type */
export async function sendAnswerPage(
  ctx: Context,
  served: Served,
  { request, resource, form, limits }: Asked,
  ask: (type: string) => Promise<Buffer>,
): Promise<void> {
  const { root } = served.urls
  const { query = '' } = request
  const graphs = graphsOf(request)
  const url = `${root}${SPARQL_PATH}?${[['query', query] as const, ...graphs].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')}`
  const { type, read } = ways[resource]
  // application/json is a second name of the same.
  const page = (status: number, answer: Answer): void =>
    sendTool(
      ctx,
      form,
      status,
      sparqlPage(
        {
          query,
          graphs,
          answer,
          limits,
          forms: otherForms(url, [resource], form).filter(({ name }) => name !== 'json'),
        },
        served,
      ),
      'editor',
    )
  try {
    page(200, read(await ask(bareType({ ...form, type }))))
  } catch (error) {
    const problem = problemOf(error, ctx)
    page(problem.status, { kind: 'problem', problem: describeProblem(problem, root + ctx.url, docsOf(root)) })
  }
}
