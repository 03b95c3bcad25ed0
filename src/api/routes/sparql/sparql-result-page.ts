/** Answers of the SPARQL endpoint as pages, with the query to go on from. */

import { checkpoint } from '../../../admission/task.ts'
import { describeProblem, docsOf, hasFailed, Problem } from '../../../config/errors.ts'
import { bareType, mediaTypes, type MediaType, type Resource } from '../../../config/media.ts'
import { SPARQL_PATH } from '../../../pages/shared/site.ts'
import { MAX_ROWS, MAX_TEXT_LENGTH, recordsIn, sparqlPage, type QueryResult } from '../../../pages/sparql.ts'
import { parseTsvResults } from '../../../record/serializers/tsv-results.ts'
import type { Limits } from '../../../store/endpoint/endpoint.ts'
import type { Json } from '../../../model/values/json.ts'
import { loadRecords } from '../../representation/records.ts'
import { alternateLinks, answerIn, type Answer } from '../../representation/answer.ts'
import type { RouteRequest } from '../../request/route-request.ts'
import type { GraphContext } from '../../graph-context.ts'
import type { SparqlRequest } from './sparql-request.ts'

/** What a query is answered with. */
export type ResultKind = Extract<Resource, 'select' | 'ask' | 'triples'>

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

export interface ResultPageOptions {
  readonly request: SparqlRequest
  readonly resource: ResultKind
  readonly mediaType: MediaType
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

/** @param ask gives the answer in a media type */
export async function resultPage(
  routeRequest: RouteRequest,
  { request, resource, mediaType, limits }: ResultPageOptions,
  ask: (type: string) => Promise<Buffer>,
): Promise<Answer> {
  const { url: target, site: context } = routeRequest
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
          formats: alternateLinks(url, [resource], mediaType).filter(({ name }) => name !== 'json'),
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
