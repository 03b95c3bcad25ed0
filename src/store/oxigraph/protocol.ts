/**
 * What the server and the process of an engine send each other over the channel that Node gives them: one request after
 * another, its answer in pieces, and how the process ends.
 */

export type EngineRequest =
  /** N-Quads files (.nq, .nq.gz) that fill the empty store. */
  | { readonly files: readonly string[] }
  | {
      readonly query: string
      /** Further parameters of the SPARQL protocol. */
      readonly parameters: readonly (readonly [name: string, value: string])[]
      /** Media type of the answer. */
      readonly type: string
      /** Of the answer, at most. */
      readonly bytes: number
      /** Resident bytes above which the process ends. */
      readonly maxRss: number
    }

/** A piece of the body of an answer. */
export interface EngineMessage {
  readonly body: Buffer
  /** Of the last piece. */
  readonly end?: EngineEnd
}

export interface EngineEnd {
  /** 200; 400 for a bad query or file, 413 for too many bytes, 500 where the store is of no use, 507 full. */
  readonly status: number
  /** Resident bytes of the process. */
  readonly rss: number
  /** That a full store holds. */
  readonly quads: number
}

/** The signal with which an engine ends itself where a query takes more memory than it may. */
export const MEMORY_LIMIT_SIGNAL = 'SIGUSR2'
