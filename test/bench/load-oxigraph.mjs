/**
 * One load of N-Quads by Oxigraph alone, which is started for it, as skeg starts it. Prints milliseconds,
 * memory and quads as JSON.
 */

import { loadQuads } from './load-quads.mjs'

const start = performance.now()
const { default: oxigraph } = await import('oxigraph')
const store = new oxigraph.Store()
loadQuads(store, process.argv[2])
console.log(
  JSON.stringify({
    ms: performance.now() - start,
    megabytes: process.memoryUsage().rss / 1e6,
    quads: store.size,
  }),
)
