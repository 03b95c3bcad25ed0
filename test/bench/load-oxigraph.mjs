/** One load of N-Quads by Oxigraph alone, in the pieces in which it is fastest. Prints milliseconds, memory and quads as JSON. */

import { openSync, readSync, closeSync } from 'node:fs'
import oxigraph from 'oxigraph'

const PIECE = 4_000_000
const start = performance.now()
const store = new oxigraph.Store()
const file = openSync(process.argv[2], 'r')
const buffer = Buffer.allocUnsafe(PIECE * 2)
let held = 0
for (;;) {
  const read = readSync(file, buffer, held, PIECE, null)
  const filled = held + read
  const end = read === 0 ? filled : buffer.lastIndexOf(10, filled - 1) + 1
  store.load(buffer.subarray(0, end), { format: 'nq', no_transaction: true, lenient: true })
  buffer.copy(buffer, 0, end, filled)
  held = filled - end
  if (read === 0) break
}
closeSync(file)
console.log(JSON.stringify({ ms: performance.now() - start, megabytes: process.memoryUsage().rss / 1e6, quads: store.size }))
