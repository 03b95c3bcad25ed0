/** Loads a file of N-Quads into an Oxigraph store, in the pieces in which that is fastest. */

import { closeSync, openSync, readSync } from 'node:fs'

const PIECE = 4_000_000

export function loadQuads(store, path) {
  const file = openSync(path, 'r')
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
}
