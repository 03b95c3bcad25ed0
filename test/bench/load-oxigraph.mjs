/** One load of N-Quads by Oxigraph alone. Prints milliseconds, memory and quads as JSON. */

import oxigraph from 'oxigraph'
import { loadQuads } from './load-quads.mjs'

const start = performance.now()
const store = new oxigraph.Store()
loadQuads(store, process.argv[2])
console.log(JSON.stringify({ ms: performance.now() - start, megabytes: process.memoryUsage().rss / 1e6, quads: store.size }))
