/** The process that writes a file of named graphs from N-Quads, and says where each stands: PATH QUADS… */

import oxigraph from 'oxigraph'
import { addTriple, type Nodes } from '../record/triples.ts'
import { createGraphWriter } from './graph-text.ts'
import { readGraphs } from './nquads.ts'
import { createTextFile } from './text-file.ts'
import { endWithServer, tellWritten } from './writing.ts'

endWithServer()

const [path = '', ...quads] = process.argv.slice(2)
const writer = createGraphWriter()
const file = createTextFile(path)

/**
 * Literals as the store gives them: numbers, booleans and dates that have one value have one text, and what
 * is no character is escaped.
 */
const given = new Map<string, string>()
const MOST_GIVEN = 100_000
const few = new oxigraph.Store()

function asGiven(literal: string): string {
  let text = given.get(literal)
  if (text !== undefined) return text
  few.load(`<a:a> <a:a> ${literal} .`, { format: 'nt', no_transaction: true, lenient: true })
  text = few
    .dump({ format: 'nt', from_graph_name: oxigraph.defaultGraph() })
    .trimEnd()
    .slice('<a:a> <a:a> '.length, -' .'.length)
  for (const quad of few.match()) few.delete(quad)
  if (given.size === MOST_GIVEN) given.clear()
  given.set(literal, text)
  return text
}

const NO_CHARACTER = /[\uFFFE\uFFFF]/

/** Adds a triple as the store gives it. */
function add(triple: string, nodes: Nodes): void {
  const afterSubject = triple.indexOf(' ')
  const afterPredicate = triple.indexOf(' ', afterSubject + 1)
  const object = triple.slice(afterPredicate + 1)
  const differs = (object.endsWith('>') && object.includes('"^^<')) || NO_CHARACTER.test(object)
  addTriple(
    nodes,
    triple.slice(0, afterSubject),
    triple.slice(afterSubject + 2, afterPredicate - 1),
    differs ? asGiven(object) : object,
  )
}

/** Writes the graphs of whole lines. */
function writeGraphs(nquads: string): void {
  let iri = ''
  let tail = ''
  let nodes: Nodes = new Map()
  function finish(): void {
    if (nodes.size > 0) file.add(iri, writer.write(iri, nodes))
    nodes = new Map()
  }
  for (
    let start = 0, end = nquads.indexOf('\n');
    end !== -1;
    start = end + 1, end = nquads.indexOf('\n', start)
  ) {
    if (tail === '' || !nquads.endsWith(tail, end)) {
      finish()
      const name = nquads.lastIndexOf(' <', end)
      iri = nquads.slice(name + 2, nquads.lastIndexOf('>', end))
      tail = nquads.slice(name, end)
    }
    add(nquads.slice(start, end - tail.length), nodes)
  }
  finish()
}

for await (const chunk of readGraphs(quads)) writeGraphs(chunk.toString())
tellWritten({ places: file.finish(), predicates: [...writer.predicates] })
