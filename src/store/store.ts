/** What skeg needs of a triple store: named graphs as text, SPARQL, and adding quads. */

/** One solution of a SELECT query: variable → term as N-Triples text; unbound variables are absent. */
export type Row = Readonly<Record<string, string>>

/** Named graphs as N-Triples text; empty text for a graph that is not there. */
export interface Graphs {
  /** In the order asked. */
  readonly graphs: readonly string[]
  /** The graphs that were followed, by IRI. */
  readonly named: ReadonlyMap<string, string>
}

export interface Store {
  /** Adds N-Quads; blank nodes are those of this call alone. The memory of the bytes goes to the store. */
  add(nquads: Uint8Array): Promise<void>
  /** Takes named graphs away. */
  remove(graphs: readonly string[]): Promise<void>
  /** Named graphs, and in the same trip those named by the objects of `follow` (predicate IRIs) and by the classes of blank nodes. */
  graphs(iris: readonly string[], follow: readonly string[]): Promise<Graphs>
  /** Runs a SELECT query over the union of all graphs. @throws QueryError if it cannot be parsed */
  select(query: string): Promise<Row[]>
  /** All quads as N-Quads text. */
  dump(): Promise<string>
  /** Number of quads. */
  size(): Promise<number>
  close(): Promise<void>
}
