/** The interface of a triple store: the SPARQL that skeg needs of one. */

import type { Task } from '../admission/task.ts'

/** One solution of a SELECT query: variable → term as N-Triples text; unbound variables are absent. */
export type Row = Readonly<Record<string, string>>

/** A query for the IRIs that one variable can be. */
export interface IriQuery {
  readonly variable: string
  /** SELECT of all of them, each once, without an order: it ends with the pattern. */
  readonly select: string
}

/** What is asked of a store for requests. */
export interface Queries {
  /** For which its queries are. */
  readonly task: Task
  /**
   * The same store for another task. When that ends, its queries do not wait any more, and end where that is
   * possible; they are bounded in number and time.
   * @throws Problem busy, from each method of it that searches
   */
  forTask(task: Task): this
  /**
   * Runs a SELECT query over the union of all graphs. The solutions are complete. @throws Error if they
   * cannot be had
   */
  select(query: string): Promise<Row[]>
  /** The IRIs of such a query, however many, in any order. */
  iris(query: IriQuery): Promise<string[]>
}

export interface Store extends Queries {
  /** Whether the store answers soon, or has had much to do for some time. @throws Error if it does not answer */
  ping(): Promise<'ok' | 'busy'>
  close(): Promise<void>
}

/** The graph that a store is filled with. */
export interface GraphFiles {
  /** N-Quads files (.nq, .nq.gz); the lines of a graph stand together in one. */
  readonly files: readonly string[]
  /** Resolves when the files are known to be as they were written; until then no engine answers. */
  readonly verified: Promise<unknown>
}

/** A store that is filled from files, or that holds the graph of the files already. */
export interface FillableStore extends Store {
  /** Quads that it can hold; absent: any number. */
  readonly maxQuads?: number
  /** Names the graph that it is asked for; queries may wait until it is loaded. */
  load(graph: GraphFiles): void
}
