/** The thread that writes a file of named graphs from N-Quads, and says where each stands. */

import { closeSync, openSync, writeFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { readGraphs } from './nquads.ts'
import { gatherPlaces } from './places.ts'

const { quads, path } = workerData as { readonly quads: readonly string[]; readonly path: string }
const places = gatherPlaces()
const file = openSync(path, 'wx')

/** The graphs of whole lines: the name of each in a line, then its triples. */
function* graphsOf(nquads: string): Generator<Buffer> {
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
    triples.push(nquads.slice(start, end - tail.length))
  }
  if (triples.length > 0) yield finished()
}

for await (const chunk of readGraphs(quads)) writeFileSync(file, Buffer.concat([...graphsOf(chunk.toString())]))
closeSync(file)
const found = places.finish()
parentPort?.postMessage(found, Object.values(found).map(({ buffer }) => buffer))
