/** The process that writes a file of named graphs from N-Quads, and says where each stands: PATH QUADS… */

import { closeSync, openSync, writeFileSync } from 'node:fs'
import oxigraph from 'oxigraph'
import { addTriple, type Nodes } from '../record/triples.ts'
import type { Contents } from './graph-file.ts'
import { createGraphWriter } from './graph-text.ts'
import { readGraphs } from './nquads.ts'
import { gatherPlaces, isShort } from './places.ts'

// The server may have ended while this was started. A hang-up asks it to reload, and may reach all processes of its group.
process.on('disconnect', () => process.exit()).on('SIGHUP', () => {})
if (!process.connected) process.exit()

const [path = '', ...quads] = process.argv.slice(2)
const places = gatherPlaces()
const writer = createGraphWriter()
const file = openSync(path, 'wx')

/** Literals as the store gives them: numbers, booleans and dates that have one value have one text, and what is no character is escaped. */
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

const NO_CHARACTER = /[\uFFFE\uFFFF]/

/** Adds a triple as the store gives it. */
function add(triple: string, nodes: Nodes): void {
  const afterSubject = triple.indexOf(' ')
  const afterPredicate = triple.indexOf(' ', afterSubject + 1)
  const object = triple.slice(afterPredicate + 1)
  const differs = (object.endsWith('>') && object.includes('"^^<')) || NO_CHARACTER.test(object)
  addTriple(nodes, triple.slice(0, afterSubject), triple.slice(afterSubject + 2, afterPredicate - 1), differs ? asGiven(object) : object)
}

/** The texts of graphs from whole lines. */
function* textsOf(nquads: string): Generator<Buffer> {
  let iri = ''
  let tail = ''
  let nodes: Nodes = new Map()
  function finished(): Buffer {
    const text = Buffer.from(writer.write(iri, nodes))
    places.add(iri, text)
    nodes = new Map()
    return text
  }
  for (let start = 0, end = nquads.indexOf('\n'); end !== -1; start = end + 1, end = nquads.indexOf('\n', start)) {
    if (tail === '' || !nquads.endsWith(tail, end)) {
      if (nodes.size > 0) yield finished()
      const name = nquads.lastIndexOf(' <', end)
      iri = nquads.slice(name + 2, nquads.lastIndexOf('>', end))
      tail = nquads.slice(name, end)
    }
    add(nquads.slice(start, end - tail.length), nodes)
  }
  if (nodes.size > 0) yield finished()
}

const short: Buffer[] = []
for await (const chunk of readGraphs(quads)) {
  const texts = [...textsOf(chunk.toString())]
  short.push(Buffer.concat(texts.filter(isShort)))
  writeFileSync(file, Buffer.concat(texts.filter((text) => !isShort(text))))
}
closeSync(file)
const contents: Contents = { places: places.finish(), short: Buffer.concat(short), predicates: writer.predicates }
process.send?.(contents, () => process.disconnect())
