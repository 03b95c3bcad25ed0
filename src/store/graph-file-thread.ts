/** The thread that writes a file of named graphs from N-Quads, and says where each stands. */

import { closeSync, openSync, writeFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import oxigraph from 'oxigraph'
import { readGraphs } from './nquads.ts'
import { gatherPlaces } from './places.ts'

const { quads, path } = workerData as { readonly quads: readonly string[]; readonly path: string }
const places = gatherPlaces()
const file = openSync(path, 'wx')

/** Typed literals as the store gives them: numbers, booleans and dates that have one value have one text. */
const given = new Map<string, string>()
const MOST_GIVEN = 100_000
const few = new oxigraph.Store()

function asGiven(literal: string): string {
  let text = given.get(literal)
  if (text !== undefined) return text
  few.load(`<a:a> <a:a> ${literal} .`, { format: 'nt', no_transaction: true, lenient: true })
  text = few.dump({ format: 'nt', from_graph_name: oxigraph.defaultGraph() }).trimEnd().slice('<a:a> <a:a> '.length, -' .'.length)
  for (const quad of few.match()) few.delete(quad)
  if (given.size === MOST_GIVEN) given.clear()
  given.set(literal, text)
  return text
}

/** A triple as the store gives it. */
function tripleAsGiven(triple: string): string {
  if (!triple.endsWith('>') || !triple.includes('"^^<')) return triple
  const object = triple.indexOf(' ', triple.indexOf(' ') + 1) + 1
  return triple.slice(0, object) + asGiven(triple.slice(object))
}

/** The texts of graphs from whole lines: the name of each in a line, then its triples. */
function* textsOf(nquads: string): Generator<Buffer> {
  let iri = ''
  let tail = ''
  let triples: string[] = []
  function finished(): Buffer {
    const text = Buffer.from(`<${iri}>\n${triples.join(' .\n')} .\n`)
    places.add(iri, text.length)
    triples = []
    return text
  }
  for (let start = 0, end = nquads.indexOf('\n'); end !== -1; start = end + 1, end = nquads.indexOf('\n', start)) {
    if (tail === '' || !nquads.endsWith(tail, end)) {
      if (triples.length > 0) yield finished()
      const name = nquads.lastIndexOf(' <', end)
      iri = nquads.slice(name + 2, nquads.lastIndexOf('>', end))
      tail = nquads.slice(name, end)
    }
    triples.push(tripleAsGiven(nquads.slice(start, end - tail.length)))
  }
  if (triples.length > 0) yield finished()
}

for await (const chunk of readGraphs(quads)) writeFileSync(file, Buffer.concat([...textsOf(chunk.toString())]))
closeSync(file)
const found = places.finish()
parentPort?.postMessage(found, Object.values(found).map(({ buffer }) => buffer))
