/** Named graphs as N-Triples text, found by their IRI. */

import type { PredicateMap, TripleIndex } from '../../record/rdf/triples.ts'
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
export function graphText(nodes: TripleIndex): Buffer {
  let text = ''
  for (const [subject, node] of nodes)
    for (const [predicate, objects] of node)
      for (const object of objects) text += `${subject} <${predicate}> ${object} .\n`
  return Buffer.from(text)
}

/** What `graphText` wrote: triples of one subject and predicate stand together, each once. */
export function parseGraph(bytes: Buffer): TripleIndex {
  const text = bytes.toString()
  const nodes: TripleIndex = new Map()
  let [subject, predicate] = ['', '']
  let node: PredicateMap = new Map()
  let objects: string[] = []
  for (
    let start = 0, end = text.indexOf('\n');
    end !== -1;
    start = end + 1, end = text.indexOf('\n', start)
  ) {
    if (!text.startsWith(subject, start) || subject === '') {
      subject = text.slice(start, text.indexOf(' ', start) + 1)
      nodes.set(subject.slice(0, -1), (node = new Map()))
      predicate = ''
    }
    const at = start + subject.length
    if (!text.startsWith(predicate, at) || predicate === '') {
      predicate = text.slice(at, text.indexOf(' ', at) + 1)
      node.set(predicate.slice(1, -2), (objects = []))
    }
    objects.push(text.slice(at + predicate.length, end - 2))
  }
  return nodes
}

/** The named graph of an IRI; empty if there is none. */
function readGraph(table: Table, iri: string): TripleIndex {
  const text = table.peek(keyOfText(iri))
  return text ? parseGraph(text) : new Map()
}

/** Named graphs; those that they lead to are read when they are looked up. */
export function readGraphs(
  table: Table,
  iris: readonly string[],
  namedGraphs = new Map<string, TripleIndex>(),
): Graphs {
  return {
    graphs: iris.map((iri) => readGraph(table, iri)),
    named: {
      get(iri) {
        let nodes = namedGraphs.get(iri)
        if (!nodes) namedGraphs.set(iri, (nodes = readGraph(table, iri)))
        return nodes
      },
    },
  }
}
