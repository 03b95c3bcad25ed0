/**
 * One load of N-Quads by Oxigraph alone, which is started for it, as skeg starts it. Prints time, memory and
 * quads as JSON.
 */

import { loadQuads } from './load-quads.mjs'
import { printRun } from './print-run.mjs'

const start = performance.now()
const { default: oxigraph } = await import('oxigraph')
const store = new oxigraph.Store()
loadQuads(store, process.argv[2])
printRun(start, store.size)
