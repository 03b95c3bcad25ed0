/** What a copy's process and the server say to each other. */

/** A query and what its answer is held to. */
export interface Question {
  readonly text: string
  /** Media type of the answer, without parameters. */
  readonly type: string
  /**
   * IRIs of the graphs that are the default graph, and of those that can be named; undefined: what the query
   * says, else all.
   */
  readonly defaultGraphs?: readonly string[] | undefined
  readonly namedGraphs?: readonly string[] | undefined
  /** Rows that a SELECT may have. */
  readonly rows: number
  /** Bytes that an answer may have. */
  readonly bytes: number
}

/** Reasons for which a query has no answer. */
export type Fault = 'large' | 'invalid' | 'federated' | 'rows' | 'bytes' | 'xml' | 'broken'

/**
 * What the process says; `memory` is its resident size in bytes. The bytes of an answer come through the
 * pipe.
 */
export type Message =
  | { readonly kind: 'ready'; readonly memory: number; readonly quads: number }
  | { readonly kind: 'answer'; readonly bytes: number; readonly memory: number }
  | { readonly kind: 'fault'; readonly fault: Fault; readonly detail: string }

/** `growth`: bytes that queries may add to the memory of the loaded graph. */
export type Order =
  | { readonly kind: 'load'; readonly quads: readonly string[]; readonly growth: number }
  | ({ readonly kind: 'ask' } & Question)

/** The signal that ends a process of which a query has taken more memory than it may. */
export const TOO_LARGE = 'SIGUSR2'

/** File descriptor of the pipe. */
export const PIPE = 4
