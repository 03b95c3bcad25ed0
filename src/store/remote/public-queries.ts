/**
 * Public queries, passed on to the endpoint behind: bounded in number, time, rows and bytes, and written
 * here, so that every engine's answers read alike.
 */

import { createFairQueue } from '../../admission/queue.ts'
import { Problem } from '../../errors.ts'
import { retryLater } from '../../retry-later.ts'
import { writeRdf, type RdfFormat } from '../../record/rdf/serializers.ts'
import { outline, type Outline } from '../../sparql/outline.ts'
import type { Endpoint, PublicQuery, Requester } from '../endpoint/endpoint.ts'
import { problemOf, type Limits } from '../endpoint/query-problems.ts'
import { sizeFault } from '../endpoint/query-size.ts'
import { repairXml } from '../documents/xml.ts'
import { RemoteFault, type RemoteReason } from './remote-faults.ts'
import { readTriples } from './ntriples.ts'
import { readResults } from './results.ts'
import { RESULTS, TRIPLES, type RemoteStore } from './remote-store.ts'
import { writeResults } from './write-results.ts'

/**
 * How triples are written for a media type; what is written as N-Triples or Turtle is N-Quads or TriG as
 * well.
 */
const formats: Readonly<Record<string, RdfFormat>> = {
  'application/n-triples': 'ntriples',
  'text/plain': 'ntriples',
  'application/n-quads': 'ntriples',
  'application/rdf+xml': 'rdfxml',
  'application/ld+json': 'expanded',
}

const MEGABYTE = 1_000_000

/**
 * Of the questions that the store is asked at once, public queries may be one in so many: the API has to get
 * through beside them.
 */
const SHARE = 2

/** Reasons that are the client's own. */
const clientProblems: { readonly [R in RemoteReason]?: (message: string, limits: Limits) => Problem } = {
  invalid: (message) =>
    new Problem('invalid-query', message.replace(/^It answered \d+: /, '').slice(0, LONGEST)),
  late: (_, limits) => problemOf('late', '', limits),
  bytes: (_, limits) => problemOf('bytes', '', limits),
}

/** Characters of an engine's message. */
const LONGEST = 500

function requireAllowed(query: Outline, limits: Limits): void {
  if (query.usesService) throw problemOf('federated', '', limits)
  const tooLarge = sizeFault(query)
  if (tooLarge !== undefined) throw problemOf('large', tooLarge, limits)
  // The text goes to an engine that may take updates from us.
  if (query.kind === undefined)
    throw new Problem(
      'invalid-query',
      'A query begins with SELECT, ASK, CONSTRUCT or DESCRIBE, after its PREFIXes.',
    )
}

interface EndpointOptions {
  readonly limits: Limits
  /** For Turtle and RDF/XML. */
  readonly prefixes: ReadonlyMap<string, string>
  /** The store is told the addresses of clients. */
  readonly forwardsClients: boolean
}

export function openRemoteEndpoint(
  store: Pick<RemoteStore, 'client' | 'engine' | 'mostRows'>,
  { limits, prefixes, forwardsClients }: EndpointOptions,
): Endpoint {
  const { client: http, engine, mostRows } = store
  const atOnce = Math.max(1, Math.floor(http.connections / SHARE))
  const later = (detail: string): Problem => retryLater(detail, limits.timeout)
  const queue = createFairQueue<undefined>({
    maxWaiting: limits.queue,
    refusals: {
      full: () => later('Too many queries are waiting.'),
      late: () => later('The query has waited too long.'),
      aborted: () => new RemoteFault('client-gone', 'The client has disconnected.'),
    },
  })
  let running = 0
  let ended = 0
  let closed = false

  const tooMany = (rows: number): Problem =>
    rows < limits.rows
      ? new Problem(
          'query-too-costly',
          `The store gives at most ${rows} rows or triples. Ask for fewer with LIMIT, or page by ` +
            'a FILTER on what ORDER BY sorts by.',
        )
      : problemOf('rows', '', limits)

  async function writeTable(body: Buffer, type: string): Promise<string> {
    const results = readResults(body, engine)
    const most = Math.min(limits.rows, mostRows - 1)
    if (results.rows.length > most) throw tooMany(most)
    return writeResults(results, type)
  }

  async function writeGraph(body: Buffer, type: string): Promise<string> {
    const { nodes, count } = readTriples(body, engine)
    if (count >= mostRows) throw tooMany(mostRows - 1)
    return writeRdf(nodes, formats[type] ?? 'turtle', prefixes)
  }

  async function answer(
    { text, type, defaultGraphs = [], namedGraphs = [] }: PublicQuery,
    { client, signal }: Requester,
  ): Promise<Buffer> {
    const words = outline(text)
    requireAllowed(words, limits)
    const table = words.kind === 'select' || words.kind === 'ask'
    const parameters = [
      ...defaultGraphs.map((iri) => ['default-graph-uri', iri] as const),
      ...namedGraphs.map((iri) => ['named-graph-uri', iri] as const),
    ]
    const query = words.acceptsLimit && mostRows > limits.rows ? `${text}\nLIMIT ${limits.rows + 1}` : text
    const question = {
      accept: [table ? RESULTS : TRIPLES],
      parameters,
      bytes: limits.size * MEGABYTE,
      timeout: limits.timeout,
      signal,
      forwardedFor: forwardsClients ? client : undefined,
    }
    const { body } = await http.ask({ query, ...question })
    const written = await (table ? writeTable(body, type) : writeGraph(body, type))
    const repaired = type.endsWith('xml') ? repairXml(written) : written
    if (repaired === undefined) throw problemOf('xml', '', limits)
    const bytes = Buffer.from(repaired)
    if (bytes.length > limits.size * MEGABYTE) throw problemOf('bytes', '', limits)
    return bytes
  }

  function dispatch(): void {
    while (running < atOnce && queue.offer(undefined)) running++
  }

  return {
    limits,
    async ask(query, { client = '', signal } = {}) {
      if (closed) throw later('The endpoint is closed.')
      const turn = queue.wait({ client, signal, timeoutMs: limits.timeout * 1000 })
      dispatch()
      await turn
      try {
        return await answer(query, { client, signal })
      } catch (error) {
        if (error instanceof RemoteFault && error.reason === 'late') ended++
        const problem =
          error instanceof RemoteFault ? clientProblems[error.reason]?.(error.detail, limits) : undefined
        throw problem ?? error
      } finally {
        running--
        queue.release(client)
        dispatch()
      }
    },
    ready: Promise.resolve(),
    state: () => ({ loaded: closed ? 0 : 1, memory: undefined, waiting: queue.length, running, ended }),
    async close() {
      closed = true
      queue.refuse(later('The endpoint is closed.'))
    },
  }
}
