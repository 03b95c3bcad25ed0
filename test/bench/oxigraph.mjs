/**
 * Oxigraph alone: loads a file of N-Quads, then answers queries with milliseconds and, of SELECT, the rows.
 */

import oxigraph from 'oxigraph'
import { loadQuads } from './load-quads.mjs'

const store = new oxigraph.Store()
loadQuads(store, process.argv[2])
process.on('message', ({ query, format }) => {
  const start = performance.now()
  const text = store.query(query, { results_format: format, use_default_graph_as_union: true })
  const ms = performance.now() - start
  process.send({ ms, rows: format === 'json' ? JSON.parse(text).results.bindings : [] })
})
process.send('loaded')
