/** The interface of a public SPARQL endpoint and its limits, over any store. */

import type { Task } from '../../admission/task.ts'
import type { Settings } from '../../config/settings.ts'
import type { Limits } from './query-problems.ts'

type Limited = Pick<Settings, 'sparqlTimeout' | 'sparqlRows'>

/** Megabytes that an answer may have. */
const MAX_SIZE = 50

/** Megabytes that a query may take; one that takes more is ended. */
const MAX_MEMORY = 1000

/** Queries that may wait; further ones get 503, first those of the busiest client. */
const MAX_WAITING = 50

export const limitsOf = ({ sparqlTimeout: timeout, sparqlRows: rows }: Limited): Limits => ({
  timeout,
  rows,
  size: MAX_SIZE,
  queue: MAX_WAITING,
  memory: MAX_MEMORY,
})

/** A graph with a public endpoint on the engines of its store, which is closed with them. */
export const withEndpoint = <G extends object>(
  { graph, store }: { readonly graph: G; readonly store: { openEndpoint(limits: Limits): Endpoint } },
  settings: Limited,
): G & { readonly endpoint: Endpoint } => ({ ...graph, endpoint: store.openEndpoint(limitsOf(settings)) })

export type { Limits } from './query-problems.ts'

/** A public SPARQL query. */
export interface PublicQuery {
  readonly text: string
  /** Media type of the answer, without parameters. */
  readonly type: string
  /**
   * IRIs of the graphs that are the default graph, and of those that can be named; undefined: what the query
   * says, else all.
   */
  readonly defaultGraphs?: readonly string[] | undefined
  readonly namedGraphs?: readonly string[] | undefined
}

/**
 * How many engines are loaded, and the memory of one in bytes; queries that wait, that run, and that were
 * ended without an answer; and how many engines were asked, those of the API included.
 */
export interface EndpointState {
  readonly loaded: number
  readonly memory: number | undefined
  readonly waiting: number
  readonly running: number
  readonly ended: number
  readonly queries: number
}

/** Whose query it is. */
export interface Requester {
  /** The address of the client. */
  readonly client?: string
  /** Aborted when the client has gone. */
  readonly signal?: AbortSignal
  /** For which it is asked: where the endpoint is in another thread, it is known by that. */
  readonly task?: Task
}

export interface Endpoint {
  readonly limits: Limits
  /**
   * Answers a query. A client has one query that runs, its next one waits for everybody's first, and what had
   * to be ended counts against it; when it has gone, its query does not wait any more.
   * @returns the complete answer, UTF-8
   * @throws Problem invalid-query, query-refused, query-too-costly, busy
   */
  ask(query: PublicQuery, requester?: Requester): Promise<Buffer>
  /**
   * Has so many engines of our own ready for queries, which the first query would start. @throws Error if the
   * graph cannot be loaded
   */
  loadEngines(engines: number): Promise<void>
  state(): EndpointState
  close(): Promise<void>
}
