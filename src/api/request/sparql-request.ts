/** What a request asks of the SPARQL endpoint, in each of the ways of the SPARQL 1.1 Protocol. */

import { Problem } from '../../config/errors.ts'
import { isIriText } from '../../sparql/terms.ts'
import { decodeValue, readQuery, requireKnown, singleValue } from './query-parameters.ts'
import type { RouteRequest } from './route-request.ts'

export interface SparqlRequest {
  /** Absent: the endpoint responds with its service description. */
  readonly query?: string | undefined
  readonly defaultGraphs: readonly string[] | undefined
  readonly namedGraphs: readonly string[] | undefined
  readonly format: string | undefined
}

const FORM = 'application/x-www-form-urlencoded'
const QUERY = 'application/sparql-query'
const UPDATE = 'application/sparql-update'

/** Names under which clients send the format a second time: SPARQLWrapper all three. */
const FORMAT_SYNONYMS = ['output', 'results']

/** How many graphs a request may name: each costs the store a look. */
const MAX_GRAPHS = 1000

const readOnly = (): Problem => new Problem('query-refused', 'The endpoint takes no updates.')

/** The queries of the body, and the parameters beside them. */
function readPost({ bodyType, body = '' }: RouteRequest): { queries: string[]; parameters: string } {
  if (bodyType === UPDATE) throw readOnly()
  if (bodyType === QUERY) return { queries: [body], parameters: '' }
  if (bodyType === FORM) return { queries: [], parameters: body }
  throw new Problem(
    'unsupported-media-type',
    `A query is posted as ${QUERY}, or as the parameter query of ${FORM}.`,
    { headers: { Accept: `${QUERY}, ${FORM}` } },
  )
}

function graphs(name: string, values: readonly string[] | undefined): readonly string[] | undefined {
  if (!values) return undefined
  const iris = new Set(values.map((value) => decodeValue(name, value)))
  if (iris.size > MAX_GRAPHS)
    throw new Problem('invalid-parameter', `${name} is given ${iris.size} times; the limit is ${MAX_GRAPHS}.`)
  for (const iri of iris)
    if (!isIriText(iri)) throw new Problem('invalid-parameter', `${name} must be an absolute IRI.`)
  return [...iris]
}

/**
 * Reads a request.
 * @throws Problem invalid-query (none where there must be one, or several), query-refused (updates),
 * invalid-parameter, and what reading a body throws
 */
export function readSparqlRequest(request: RouteRequest): SparqlRequest {
  const posted = request.method === 'POST'
  const { queries, parameters } = posted ? readPost(request) : { queries: [], parameters: '' }
  const query = readQuery([request.querystring, parameters].filter(Boolean).join('&'))
  if (query.has('update')) throw readOnly()
  requireKnown(new Map([...query].filter(([name]) => !FORMAT_SYNONYMS.includes(name))), request.parameters)
  const all = [...queries, ...(query.get('query') ?? []).map((value) => decodeValue('query', value))]
  if (all.length > 1) throw new Problem('invalid-query', 'There is more than one query in the request.')
  if (all.length === 0 && posted)
    throw new Problem('invalid-query', 'There is no query in the request: the parameter query is missing.')
  return {
    query: all[0],
    format: singleValue(query, 'format'),
    defaultGraphs: graphs('default-graph-uri', query.get('default-graph-uri')),
    namedGraphs: graphs('named-graph-uri', query.get('named-graph-uri')),
  }
}
