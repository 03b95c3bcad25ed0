/** The graph of a SPARQL server, if skeg wrote it → its N-Quads in a file, with the version that it carries. */

import { closeSync, openSync, writeSync } from 'node:fs'
import { iriOf } from '../../record/rdf/triples.ts'
import { iriText } from '../../sparql/terms.ts'
import type { Description } from '../../store/endpoint/description.ts'
import { describe } from '../../store/remote/server-store.ts'
import { RemoteFault } from '../../store/client/remote-faults.ts'
import { iriInQuery } from '../../store/client/results.ts'
import { openRemoteStore, type RemoteStore } from '../../store/remote/remote-store.ts'
import type { IriQuery, Row } from '../../store/store.ts'
import { repeatPassing, type Patience } from './patience.ts'

interface CopyOptions extends Patience {
  readonly url: string
  readonly credentials?: string | undefined
  /** Seconds for a query. */
  readonly timeout: number
  /** N-Quads file that is written. */
  readonly file: string
}

/** Graphs of one query. Virtuoso takes no queries of more than some 10,000 words. */
const GRAPHS_PER_PAGE = 200

/** Every graph is called like a subject of its own; what engines keep for themselves mostly is not. */
const GRAPHS: IriQuery = { variable: 'g', select: 'SELECT DISTINCT ?g WHERE { GRAPH ?g { ?g ?p ?o } }' }

/**
 * Copies all named graphs, a page of them after another in the order of their names.
 * @throws Error if the server does not answer, holds no graph of skeg's, cuts a graph that cannot be divided, or
 * gets another version meanwhile
 */
export async function copyGraph({ file, ...options }: CopyOptions): Promise<Description> {
  const { url, credentials, timeout } = options
  const ask = <A>(name: string, run: () => Promise<A>): Promise<A> => repeatPassing(name, url, options, run)
  const server = await ask('the first query', () =>
    openRemoteStore({ url, credentials, timeout, connections: 1 }),
  )
  const descriptor = openSync(file, 'w')
  try {
    const description = await ask('the description of the graph', () => describe(server))
    if (!description)
      throw new Error(
        `${url} does not say which graph of skeg's it holds: load the file dataset-….nq of the prepared graph ` +
          'there too; what skeg did not write is taken by load --from-sparql URL --construct DIR',
      )
    const foreign = new Set(server.engine.systemGraphs)
    const graphs = (await ask('the list of graphs', () => server.iris(GRAPHS))).filter(
      (iri) => !foreign.has(iri),
    )
    for (let start = 0; start < graphs.length; start += GRAPHS_PER_PAGE) {
      const page = graphs.slice(start, start + GRAPHS_PER_PAGE)
      const read = (query: string): Promise<Row[]> =>
        ask(`graphs ${start + 1} to ${start + page.length}`, () => server.select(query))
      for await (const [answer, rows] of readPage(server, page, read))
        writeSync(descriptor, rows.map((row) => quadOf(row, `${start}x${answer}x`)).join(''))
    }
    const now = await ask('the description of the graph', () => describe(server))
    if (now?.version !== description.version)
      throw new Error(`the graph at ${url} was replaced while it was copied`)
    return description
  } finally {
    closeSync(descriptor)
    await server.close()
  }
}

const selectOf = (graphs: readonly string[], filter = ''): string =>
  `SELECT ?g ?s ?p ?o WHERE { VALUES ?g { ${graphs.map(iriText).join(' ')} } GRAPH ?g { ?s ?p ?o } ${filter}}`

/**
 * The quads of some graphs, in more answers where the server cuts one: halves, at last those of one graph by
 * their predicates.
 * @returns rows with the name of a graph whose blank nodes they share with no other name
 * @throws Error if the quads of one graph and predicate are too many
 */
async function* readPage(
  server: RemoteStore,
  graphs: readonly string[],
  read: (query: string) => Promise<Row[]>,
  name = '',
): AsyncGenerator<[answer: string, rows: readonly Row[]]> {
  const rows = await read(selectOf(graphs)).catch((error: unknown) => {
    if (!isCut(error)) throw error
    return undefined
  })
  if (rows) {
    yield [name, rows]
    return
  }
  const [only] = graphs as readonly [string]
  if (graphs.length === 1) {
    yield [name, await readLarge(server, only, read)]
    return
  }
  const half = graphs.length >> 1
  yield* readPage(server, graphs.slice(0, half), read, `${name}l`)
  yield* readPage(server, graphs.slice(half), read, `${name}r`)
}

/** Engines that cut answers call a blank node the same in each of them. */
async function readLarge(
  { maxRows }: RemoteStore,
  graph: string,
  read: (query: string) => Promise<Row[]>,
): Promise<Row[]> {
  const predicates = await read(`SELECT DISTINCT ?p WHERE { GRAPH ${iriText(graph)} { ?s ?p ?o } }`)
  const rows: Row[] = []
  for (const { p = '' } of predicates) {
    const some = await read(selectOf([graph], `FILTER(?p = ${iriInQuery(p)}) `)).catch((error: unknown) => {
      if (!isCut(error)) throw error
      throw new Error(
        `the server gives at most ${maxRows} rows of an answer, and the graph ${graph} has more with the ` +
          `property ${iriOf(p)}; let it give more`,
        { cause: error },
      )
    })
    rows.push(...some)
  }
  return rows
}

/** The server has more than it gives in one answer. */
const isCut = (error: unknown): boolean => {
  const fault = error instanceof Error && error.cause instanceof RemoteFault ? error.cause : error
  return fault instanceof RemoteFault && (fault.reason === 'partial' || fault.reason === 'bytes')
}

/** @param answer makes blank nodes of different answers different, whatever they are called */
function quadOf({ g = '', s = '', p = '', o = '' }: Row, answer: string): string {
  const own = (term: string): string => (term.startsWith('_:') ? `_:a${answer}${term.slice(2)}` : term)
  return `${own(s)} ${p} ${own(o)} ${g} .\n`
}
