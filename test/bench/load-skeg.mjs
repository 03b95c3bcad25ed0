/** One load by skeg: PATH BASE. Prints milliseconds, memory and quads as JSON. */

import { extensions } from '../../dist/extensions/index.js'
import { openGraph } from '../../dist/load/open/open.js'
import { buildModel } from '../../dist/model/model.js'
import { textOf } from '../../dist/record/rdf/triples.js'
import { printRun } from './print-run.mjs'

const [path, base] = process.argv.slice(2)
const start = performance.now()
const { graph, store } = await openGraph([path], { model: buildModel(extensions), base })
const [{ n }] = await store.select('SELECT (COUNT(*) AS ?n) { GRAPH ?g { ?s ?p ?o } }')
printRun(start, Number(textOf(n)))
await graph.close()
