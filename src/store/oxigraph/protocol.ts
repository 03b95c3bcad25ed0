/** The RPC between the server and an engine: one request at a time, each with one response. */

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

export type EngineRequest =
  /** Loads N-Quads files (.nq, .nq.gz) into the empty store. */
  | { readonly method: 'load'; readonly files: readonly string[] }
  /** The solutions of a SELECT query of our own: TSV. */
  | { readonly method: 'select'; readonly query: string }
  /** All quads as N-Quads. */
  | { readonly method: 'dump' }
  | ({ readonly method: 'answer'; readonly query: PublicQuery } & PublicLimits)

/** What public queries are held to; the process ends where it takes more memory than `maxRssBytes`. */
export interface PublicLimits {
  readonly maxRows: number
  readonly maxBytes: number
  readonly maxRssBytes: number
}

/**
 * Why a request has no answer. `full`: the store cannot hold the graph; `broken`: the engine is of no use any
 * more; the others are faults of public queries.
 */
export type EngineFault = 'full' | 'broken' | 'invalid' | 'large' | 'federated' | 'rows' | 'bytes' | 'xml'

/** Characters of an answer up to which it is part of the response; the bytes of a longer one take a pipe. */
export const MAX_INLINE_LENGTH = 16_384

/** `memory` is the resident size of the process in bytes. */
export type EngineResponse =
  | { readonly ok: true; readonly text: string; readonly memory: number }
  | { readonly ok: true; readonly bytes: number; readonly memory: number }
  | {
      readonly ok: false
      readonly fault: EngineFault
      readonly message: string
      /** Quads that a full store holds. */
      readonly quads: number
    }

/** The signal with which an engine ends itself where a query takes more memory than it may. */
export const MEMORY_LIMIT_SIGNAL = 'SIGUSR2'

/** File descriptor of the pipe. */
export const RESULT_FD = 4
