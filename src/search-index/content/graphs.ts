/** Named graphs as N-Triples text, found by their IRI. */

import { checkpoint, type Task } from '../../admission/task.ts'
import { scanTriples, writeNTriples, type TripleIndex } from '../../record/rdf/triples.ts'
import { keyOfText } from '../tables/keys.ts'
import type { Table } from '../tables/tables.ts'

/** Nodes by IRI, among which are those of its graph; undefined, or none of its own, if it is not there. */
export type GraphsByIri = Pick<ReadonlyMap<string, TripleIndex>, 'get'>

/** Named graphs as they are read; empty for a graph that is not there. */
export interface Graphs {
  /** In the order asked; subjects may be added to each, but what is said of one is not to be changed. */
  readonly graphs: readonly TripleIndex[]
  /** Graphs that those lead to, not to be changed. */
  readonly named: GraphsByIri
}

/** A named graph as text. */
const graphText = (nodes: TripleIndex): Buffer => Buffer.from(writeNTriples(nodes))

/** Bytes of the hash of a graph that tell whether it has changed. */
const SUM_BYTES = 8

/** A graph, as it is on its way to its table: its text, and a part of the hash of its content. */
export const graphEntry = (nodes: TripleIndex, hash: Buffer): Buffer =>
  Buffer.concat([graphText(nodes), hash.subarray(0, SUM_BYTES)])

/** What `graphEntry` wrote. */
export const readGraphEntry = (entry: Buffer): { readonly graph: Buffer; readonly sum: Buffer } => ({
  graph: entry.subarray(0, -SUM_BYTES),
  sum: entry.subarray(-SUM_BYTES),
})

/** What `graphText` wrote. */
export const parseGraph = (bytes: Buffer): TripleIndex => scanTriples(bytes.toString())

/** The named graph of an IRI; empty if there is none. */
function readGraph(table: Table, iri: string, task: Task): TripleIndex {
  checkpoint(task)
  const text = table.peek(keyOfText(iri))
  return text ? parseGraph(text) : new Map()
}

/** Named graphs; those that they lead to are read when they are looked up. */
export function readGraphs(table: Table, iris: readonly string[], task: Task): Graphs {
  const namedGraphs = new Map<string, TripleIndex>()
  return {
    graphs: iris.map((iri) => readGraph(table, iri, task)),
    named: {
      get(iri) {
        let nodes = namedGraphs.get(iri)
        if (!nodes) namedGraphs.set(iri, (nodes = readGraph(table, iri, task)))
        return nodes
      },
    },
  }
}
