/** What an engine does with its Oxigraph store: load the graph, and answer queries. */

import oxigraph from 'oxigraph'
import { outline } from '../../sparql/outline.ts'
import { readGraphs } from '../nquads.ts'
import type { EngineRequest } from './protocol.ts'

const store = new oxigraph.Store()

type FaultStatus = 400 | 413 | 500 | 507

/** A request that has no answer. */
export class OperationError extends Error {
  readonly status: FaultStatus
  /** Quads in a full store, as far as it can still tell. */
  readonly quads: number
  constructor(status: FaultStatus, message = '', quads = 0) {
    super(message)
    this.status = status
    this.quads = quads
  }
}

/** What Oxigraph says when it panics: part of the error, and not of what the process prints. */
let panic = ''
console.error = (text: unknown) => {
  panic = String(text).split('\n', 1)[0] as string
}

/** After a trap, the store can no longer be used. */
const isTrap = (error: unknown): boolean =>
  !(error instanceof Error) || error instanceof RangeError || error.name === 'RuntimeError'

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Bytes of the process from which on a panic is one of memory. */
const LARGE_RSS_BYTES = 3e9

function countQuads(): number {
  try {
    return store.size
  } catch {
    return 0
  }
}

/** Adds the graphs of N-Quads files. @throws OperationError 507 full; Error if a file cannot be read */
export async function load(files: readonly string[]): Promise<void> {
  for await (const chunk of readGraphs(files)) {
    try {
      // The graphs are written by skeg itself: lenient skips a check of every IRI that normalising has done.
      store.load(chunk, { format: 'nq', no_transaction: true, lenient: true })
    } catch (error) {
      if (!isTrap(error)) throw error
      // Memory that cannot be had is a trap without a word, or a panic somewhere.
      if (panic !== '' && process.memoryUsage.rss() < LARGE_RSS_BYTES)
        throw new OperationError(500, `${messageOf(error)}: ${panic}`)
      throw new OperationError(507, messageOf(error), countQuads())
    }
  }
}

/** What is no OperationError was said by Oxigraph, or by the system. */
export const failureOf = (error: unknown): OperationError =>
  error instanceof OperationError ? error : new OperationError(isTrap(error) ? 500 : 400, messageOf(error))

type QueryRequest = Extract<EngineRequest, { readonly query: string }>

const FROM = /\bFROM\b/i

/** Runs a query. Without other words from the query or the protocol, its default graph is the union of all. */
export function query({
  query: text,
  parameters,
  type,
}: Pick<QueryRequest, 'query' | 'parameters' | 'type'>): string {
  const [defaultGraphs, namedGraphs] = ['default-graph-uri', 'named-graph-uri'].map((parameter) =>
    parameters.flatMap(([name, iri]) => (name === parameter ? [oxigraph.namedNode(iri)] : [])),
  ) as [ReturnType<typeof oxigraph.namedNode>[], ReturnType<typeof oxigraph.namedNode>[]]
  const isGiven = defaultGraphs.length + namedGraphs.length > 0
  return store.query(text, {
    results_format: type,
    use_default_graph_as_union: !isGiven && !(FROM.test(text) && outline(text).hasDatasetClause),
    ...(isGiven && { default_graph: defaultGraphs, named_graphs: namedGraphs }),
  }) as string
}
