/** The thread that owns an Oxigraph store: each message names an operation, its answer has the same number. */

import { parentPort } from 'node:worker_threads'
import oxigraph from 'oxigraph'

const store = new oxigraph.Store()

interface SparqlTerm { type: string; value: string; datatype?: string; 'xml:lang'?: string }

const quoted = (text: string): string => JSON.stringify(text).replaceAll('\u007f', '\\u007F')

function termText({ type, value, datatype, 'xml:lang': language }: SparqlTerm): string {
  if (type === 'uri') return `<${value}>`
  if (type === 'bnode') return `_:${value}`
  return quoted(value) + (language ? `@${language}` : datatype ? `^^<${datatype}>` : '')
}

function select(query: string): Record<string, string>[] {
  const text = store.query(query, { results_format: 'json', use_default_graph_as_union: true }) as string
  const { results } = JSON.parse(text) as { results: { bindings: Record<string, SparqlTerm>[] } }
  return results.bindings.map((binding) => Object.fromEntries(Object.entries(binding).map(([name, term]) => [name, termText(term)])))
}

const dumpGraph = (iri: string): string => store.dump({ format: 'nt', from_graph_name: oxigraph.namedNode(iri) })

export const operations = {
  // The graphs are written by skeg itself: lenient skips a check of every IRI that normalising has done.
  add: (nquads: Uint8Array): void => store.load(nquads as never, { format: 'nq', no_transaction: true, lenient: true }),
  remove: (graphs: readonly string[]): void => {
    for (const iri of graphs) for (const quad of store.match(null, null, null, oxigraph.namedNode(iri))) store.delete(quad)
  },
  graphs: (iris: readonly string[]): string[] => iris.map(dumpGraph),
  select,
  dump: (): string => store.dump({ format: 'nq' }),
  size: (): number => store.size,
}

export type Operations = typeof operations

parentPort?.on('message', ({ number, name, argument }: { number: number; name: keyof Operations; argument: never }) => {
  try {
    parentPort?.postMessage({ number, value: operations[name](argument) })
  } catch (error) {
    parentPort?.postMessage({ number, error: error instanceof Error ? error.message : String(error) })
  }
})
