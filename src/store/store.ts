/** What skeg needs of a triple store: named graphs as text, and SPARQL. */

import type { Task } from '../admission/task.ts'
import type { TripleIndex } from '../record/rdf/triples.ts'
import { literalText } from '../sparql/terms.ts'
import type { LayoutName } from './documents/graph-layout.ts'

/** One solution of a SELECT query: variable → term as N-Triples text; unbound variables are absent. */
export type Row = Readonly<Record<string, string>>

/**
 * Nodes by IRI among which are those of its graph, and of others perhaps; undefined, or none of its own, if
 * it is not there. They may be read only then. @throws Error if they cannot be had
 */
export type GraphsByIri = Pick<ReadonlyMap<string, TripleIndex>, 'get'>

/** Named graphs as they are read; empty for a graph that is not there. */
export interface Graphs {
  /** In the order asked; subjects may be added to each, but what is said of one is not to be changed. */
  readonly graphs: readonly TripleIndex[]
  /** At least the graphs that were followed, not to be changed. */
  readonly named: GraphsByIri
}

/** A query for the IRIs that one variable can be. */
export interface IriQuery {
  readonly variable: string
  /** SELECT of all of them, each once, without an order: it ends with the pattern. */
  readonly select: string
}

/** The IRIs that a variable can be in a pattern. */
export const irisWhere = (variable: string, pattern: string): IriQuery => ({
  variable,
  select: `SELECT DISTINCT ?${variable} WHERE { ${pattern} }`,
})

/** SELECT of the first IRIs by code point, at most `limit`, those that come after an IRI if there is one. */
export function pageOf({ variable, select }: IriQuery, limit: number, after?: string): string {
  const text = `STR(?${variable})`
  const rest = after === undefined ? '' : `FILTER(${text} > ${literalText(after)}) `
  return `${select.slice(0, select.lastIndexOf('}'))}${rest}} ORDER BY ${text} LIMIT ${limit}`
}

export interface Store {
  /** Solutions that a SELECT query may have; absent: any number. */
  readonly mostRows?: number
  /** How the triples of an entity are distinguished; absent: by its named graph. */
  readonly layout?: LayoutName
  /** Graphs that it holds beside the graph; absent: none. */
  readonly foreign?: readonly string[]
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
  /** Number of quads. */
  size(): Promise<number>
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
  /** When it holds the graph. @throws Error if it cannot */
  readonly ready: Promise<void>
  /** Quads that it can hold; absent: any number. */
  readonly maxQuads?: number
  /** It begins to load the graph; queries may wait for it. */
  load(graph: GraphFiles): void
}

/** A store that gives named graphs. */
export interface GraphStore extends Store {
  /**
   * Named graphs, and in the same trip those named by the objects of `follow` (predicate IRIs) and by the
   * classes of blank nodes.
   */
  graphs(iris: readonly string[], follow: readonly string[]): Promise<Graphs>
}
