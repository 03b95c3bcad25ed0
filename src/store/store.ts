/** What skeg needs of a triple store: named graphs as text, SPARQL, and adding quads. */

/** One solution of a SELECT query: variable → term as N-Triples text; unbound variables are absent. */
export type Row = Readonly<Record<string, string>>

export interface Store {
  /** Adds N-Quads; blank nodes are those of this call alone. */
  add(nquads: Uint8Array): Promise<void>
  /** Takes named graphs away. */
  remove(graphs: readonly string[]): Promise<void>
  /** The triples of each named graph as N-Triples text, in the order asked; empty text for a graph that is not there. */
  graphs(iris: readonly string[]): Promise<string[]>
  /** Runs a SELECT query over the union of all graphs. @throws QueryError if it cannot be parsed */
  select(query: string): Promise<Row[]>
  /** All quads as N-Quads text. */
  dump(): Promise<string>
  /** Number of quads. */
  size(): Promise<number>
  close(): Promise<void>
}
