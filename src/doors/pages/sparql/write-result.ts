/** Pages of the SPARQL endpoint: on which queries are written, and answers, with the query to go on from. */

import { checkpoint } from '../../../admission/task.ts'
import { describeProblem, docsOf, hasFailed, Problem } from '../../../config/errors.ts'
import { bareType, mediaTypes } from '../../../config/media.ts'
import { SPARQL_PATH } from '../../../api/request/paths.ts'
import { MAX_ROWS, MAX_TEXT_LENGTH, recordsIn, sparqlPage, type QueryResult } from './sparql-page.ts'
import { parseTsvResults } from '../../../record/serializers/tsv-results.ts'
import type { Limits } from '../../../store/endpoint/endpoint.ts'
import type { Json } from '../../../model/values/json.ts'
import { loadRecords } from '../../../api/representation/records.ts'
import { alternateLinks, answerIn, type Answer } from '../../../api/representation/answer.ts'
import type { ResultKind, ResultRequest } from '../../../api/request/pages.ts'
import { siteOf } from '../shared/site.ts'
import type { RouteRequest } from '../../../api/request/route-request.ts'
import type { GraphContext } from '../../../api/graph-context.ts'
import type { SparqlRequest } from '../../../api/request/sparql-request.ts'

interface ResultReader {
  readonly type: string
  read(body: Buffer): QueryResult
}

/** The media type from which a page is made, and how it is read. */
const readers: { readonly [A in ResultKind]: ResultReader } = {
  select: {
    type: mediaTypes.tsv.type,
    read: (body) => ({ kind: 'solutions', ...parseTsvResults(body.toString(), MAX_ROWS) }),
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
    read: (body) => ({
      kind: 'triples',
      turtle: body.subarray(0, MAX_TEXT_LENGTH).toString(),
      bytes: body.length,
    }),
  },
}

/** The graphs that a request names, as it names them. */
const graphsOf = ({
  defaultGraphs = [],
  namedGraphs = [],
}: SparqlRequest): (readonly [name: string, iri: string])[] => [
  ...defaultGraphs.map((iri) => ['default-graph-uri', iri] as const),
  ...namedGraphs.map((iri) => ['named-graph-uri', iri] as const),
]

/** A problem with the query, shown as part of the page; other problems are thrown as everywhere. */
function problemOf(error: unknown): Problem {
  if (!(error instanceof Problem) || hasFailed(error)) throw error
  return error
}

/** The records that an answer names, for their titles. */
async function namedRecords(context: GraphContext, answer: QueryResult): Promise<ReadonlyMap<string, Json>> {
  if (answer.kind !== 'solutions') return new Map()
  const keys = recordsIn(answer.solutions, context)
  const records = await loadRecords(context, keys)
  return new Map(keys.map(({ iri }, i) => [iri, records[i] as Json]))
}

export const writeForm = async (request: RouteRequest, limits: Limits): Promise<string> =>
  sparqlPage({ formats: [], limits }, siteOf(request))

/** @param ask gives the answer in a media type */
export async function writeResult(
  routeRequest: RouteRequest,
  { request, resource, mediaType }: ResultRequest,
  limits: Limits,
  ask: (type: string) => Promise<Buffer>,
): Promise<Answer> {
  const { url: target } = routeRequest
  const context = siteOf(routeRequest)
  const { root } = context.urls
  const { query = '' } = request
  const graphs = graphsOf(request)
  const parameters = [['query', query] as const, ...graphs].map(
    ([name, value]) => `${name}=${encodeURIComponent(value)}`,
  )
  const url = `${root}${SPARQL_PATH}?${parameters.join('&')}`
  const { type, read } = readers[resource]
  // application/json is a second name of the same.
  const page = async (answer: QueryResult, more?: Partial<Answer>): Promise<Answer> =>
    answerIn(
      mediaType,
      sparqlPage(
        {
          query,
          graphs,
          answer,
          limits,
          formats: alternateLinks(context, url, [resource], mediaType).filter(({ name }) => name !== 'json'),
        },
        { ...context, namedRecords: await namedRecords(context, answer) },
      ),
      more,
    )
  try {
    const result = await ask(bareType({ ...mediaType, type }))
    checkpoint(context.task)
    return await page(read(result))
  } catch (error) {
    const problem = problemOf(error)
    const { status, headers } = problem
    return page(
      { kind: 'problem', code: problem.code, problem: describeProblem(problem, root + target, docsOf(root)) },
      { status, headers },
    )
  }
}
