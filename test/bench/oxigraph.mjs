/** Oxigraph alone: loads a file of N-Quads, then answers SELECT queries with milliseconds and rows. */

import oxigraph from 'oxigraph'
import { loadQuads } from './load-quads.mjs'

const store = new oxigraph.Store()
loadQuads(store, process.argv[2])
process.on('message', (query) => {
  const start = performance.now()
  const text = store.query(query, { results_format: 'json', use_default_graph_as_union: true })
  const ms = performance.now() - start
  process.send({ ms, rows: JSON.parse(text).results.bindings })
})
process.send('loaded')
