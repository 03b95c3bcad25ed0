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

/** Search for texts beside SPARQL, equal to CONTAINS over LCASE with one small sigma. */
export interface TextSearch {
  /** Reads the solutions of a SELECT query that gives the subjects ?s of a predicate and their texts ?t in lower case. @returns their number */
  read(predicate: string, query: string): Promise<number>
  /** Indexes what was read. @returns the IRIs of the subjects in code point order */
  finish(): Promise<readonly string[]>
  /** The subjects, by their position in what `finish` gave, of which a text of one of the predicates contains the text, ascending. */
  find(predicates: readonly string[], text: string): Promise<Uint32Array>
}

export interface Store {
  /** Absent in stores that leave the search for texts to SPARQL. */
  readonly text?: TextSearch
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
