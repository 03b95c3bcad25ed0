/** N-Triples text → another form of RDF, written by Oxigraph. */

import oxigraph from 'oxigraph'

/** @param type media type without parameters */
export function writeRdf(ntriples: string, type: string): string {
  const store = new oxigraph.Store()
  store.load(ntriples, { format: 'nt' })
  const graph = oxigraph.defaultGraph()
  return store.dump({ format: type, from_graph_name: graph })
}
