/** A SPARQL server of others: what it is, where it cuts results short, and what its SELECT and ASK give. */

import { iriOf } from '../../record/rdf/triples.ts'
import { compareCodePoints } from '../../model/values/sorting.ts'
import { literalText } from '../../sparql/terms.ts'
import type { IriQuery, Row, Store } from '../store.ts'
import type { Ask, Question, Reply } from '../client/client.ts'
import { openClient, type Client, type ClientOptions } from '../client/open-client.ts'
import { engineOf, type Engine } from '../client/engines.ts'
import { headerOf } from '../client/exchange.ts'
import { mayLackType, RemoteFault } from '../client/remote-faults.ts'
import { createColumnReader, CSV, readResults, RESULTS, type Results } from '../client/results.ts'

/**
 * Page after page where the engine does not give all at once: sorted, each behind the last IRI of the one before.
 * @param maxRows rows at which an answer ends without being whole; Infinity where it does not
 * @param read gives the IRIs of the one variable of a query
 * @throws RemoteFault unreadable, if pages are not in code point order
 */
async function readCompleteList(
  query: IriQuery,
  maxRows: number,
  read: (query: string) => Promise<string[]>,
): Promise<string[]> {
  const first = await read(query.select)
  if (first.length < maxRows) return first
  const iris: string[] = []
  for (const limit = maxRows - 1; ;) {
    const nextIris = await read(pageOf(query, limit, iris.at(-1)))
    for (const iri of nextIris) {
      const last = iris.at(-1)
      if (last !== undefined && compareCodePoints(last, iri) >= 0)
        throw new RemoteFault('unreadable', `It does not sort by code point: ${iri} comes behind ${last}.`)
      iris.push(iri)
    }
    if (nextIris.length < limit) return iris
  }
}

/** SELECT of the first IRIs by code point, at most `limit`, those that come after an IRI if there is one. */
function pageOf({ variable, select }: IriQuery, limit: number, after?: string): string {
  const text = `STR(?${variable})`
  const rest = after === undefined ? '' : `FILTER(${text} > ${literalText(after)}) `
  return `${select.slice(0, select.lastIndexOf('}'))}${rest}} ORDER BY ${text} LIMIT ${limit}`
}

export interface RemoteStore extends Pick<Store, 'ping' | 'close'> {
  readonly client: Client
  readonly engine: Engine
  /** Rows at which answers end without being whole; Infinity where they do not. */
  readonly maxRows: number
  /** All solutions of a SELECT. @param signal of a client who may leave @throws RemoteFault */
  select(query: string, signal?: AbortSignal): Promise<Row[]>
  /** The IRIs of a query, however many. @throws RemoteFault */
  iris(query: IriQuery, signal?: AbortSignal): Promise<string[]>
  /** Runs a SELECT or ASK. */
  query(query: string, how?: QueryOptions): Promise<Results>
}

/** Seconds, if not those of the setting; a signal where somebody asks who may leave. */
type QueryOptions = Pick<Question, 'timeout' | 'signal'>

/** Rows that an engine which cuts answers is asked for to see where it does so. */
const PROBE_ROWS = 20_000

/** Seconds for questions that are asked for all. */
const BACKGROUND_TIMEOUT_S = 120

/** Seconds in which the endpoint shows that it is there. */
const PING_TIMEOUT_S = 2

/** What an engine says about an answer that is not whole. */
function requireWhole({ headers }: Reply, { partial }: Engine): void {
  const part = partial && headerOf(headers, partial)
  if (part !== undefined) throw new RemoteFault('late', `It gave a part of the answer only: ${part}.`)
}

/** Asks with what is known of the engine. */
const knowing =
  (ask: Ask, { lateStatuses = [] }: Engine): Ask =>
  (question) =>
    ask(question).catch((error: unknown) => {
      if (!(error instanceof RemoteFault) || !lateStatuses.includes(error.answered ?? 0)) throw error
      throw new RemoteFault('late', error.detail, { cause: error })
    })

async function probe(client: Client): Promise<{ engine: Engine; maxRows: number }> {
  const reply = await client.ask({ query: 'ASK { ?s ?p ?o }', accept: [RESULTS] })
  const engine = engineOf(reply.headers)
  if (engine.maxRowsHeader === undefined) return { engine, maxRows: Infinity }
  // Every pair of triples: enough rows in the smallest store.
  const { headers } = await client.ask({
    query: `SELECT ?s WHERE { ?s ?p ?o . ?a ?b ?c } LIMIT ${PROBE_ROWS}`,
    accept: [CSV],
  })
  return { engine, maxRows: Number(headerOf(headers, engine.maxRowsHeader) ?? PROBE_ROWS) }
}

/** Asks an endpoint what it is. @throws RemoteFault */
export async function openRemoteStore(options: ClientOptions): Promise<RemoteStore> {
  const unknown = openClient(options)
  const { engine, maxRows } = await probe(unknown).catch(async (error: unknown) => {
    await unknown.close()
    throw error
  })
  const client: Client = { ...unknown, ask: knowing(unknown.ask, engine) }
  const isCut = (length: number): boolean => length >= maxRows

  /** What nobody waits for alone may take longer. */
  async function ask(
    text: string,
    type: string,
    {
      signal,
      timeout = signal ? options.timeout : Math.max(options.timeout, BACKGROUND_TIMEOUT_S),
      ...more
    }: Omit<Question, 'query' | 'accept'> = {},
  ): Promise<Reply> {
    const reply = await client.ask({ query: text, accept: [type], signal, timeout, ...more })
    requireWhole(reply, engine)
    return reply
  }

  async function query(text: string, how: QueryOptions = {}): Promise<Results> {
    const reply = await ask(text, RESULTS, how)
    return readResults(reply.body, engine)
  }

  async function select(text: string, signal?: AbortSignal): Promise<Row[]> {
    const { rows } = await query(text, { signal })
    if (isCut(rows.length))
      throw new RemoteFault(
        'partial',
        `It gives at most ${maxRows} rows of an answer, and this one has more.`,
      )
    return rows
  }

  let writesCsv = true

  /** As CSV, which is read as it comes, or from JSON where the server does not write that. */
  async function readColumn(text: string, variable: string, signal?: AbortSignal): Promise<string[]> {
    const reader = createColumnReader(variable)
    const hasCsv =
      writesCsv &&
      (await ask(text, CSV, { signal, take: reader.add }).then(
        () => true,
        (error: unknown) => {
          if (!mayLackType(error)) throw error
          return false
        },
      ))
    if (hasCsv) return reader.end()
    const { rows } = await query(text, { signal })
    writesCsv = false
    return rows.map((row) => iriOf(row[variable] ?? ''))
  }

  const iris = (request: IriQuery, signal?: AbortSignal): Promise<string[]> =>
    readCompleteList(request, maxRows, (text) => readColumn(text, request.variable, signal))

  return {
    client,
    engine,
    maxRows,
    query,
    select,
    iris,
    ping: async () => {
      await query('ASK { ?s ?p ?o }', { timeout: PING_TIMEOUT_S })
      return 'ok'
    },
    close: () => client.close(),
  }
}
