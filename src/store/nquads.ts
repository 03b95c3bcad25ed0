/** N-Quads files of a graph, read in chunks of whole graphs. */

import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip, type Gunzip } from 'node:zlib'

const CHUNK = 4_000_000

/** Bytes read at once, and unpacked at once. */
const PIECE = 1 << 18
const NEWLINE = 10

const unpacking = (): Gunzip => createGunzip({ chunkSize: PIECE })

/** Where the line starts that ends before `end`. */
const lineStart = (bytes: Buffer, end: number): number =>
  end < 2 ? 0 : bytes.lastIndexOf(NEWLINE, end - 2) + 1

/** The name of the graph that a line ends with, and what follows it. */
const graphOf = (bytes: Buffer, start: number, end: number): Buffer =>
  bytes.subarray(start + Math.max(0, bytes.subarray(start, end).lastIndexOf('<')), end)

/** Length of the lines up to which no graph goes on; 0 if there is one graph alone. */
function wholeGraphs(bytes: Buffer): number {
  let end = bytes.lastIndexOf(NEWLINE) + 1
  const last = end === 0 ? undefined : graphOf(bytes, lineStart(bytes, end), end)
  while (end > 0) {
    const start = lineStart(bytes, end)
    if (!graphOf(bytes, start, end).equals(last as Buffer)) return end
    end = start
  }
  return 0
}

/**
 * Reads N-Quads files (.nq, .nq.gz) in which the lines of a graph stand together. A chunk never ends within a graph:
 * a store gives blank nodes new names with each call, so those of one graph must come in one.
 */
export async function* readGraphs(files: readonly string[]): AsyncGenerator<Buffer> {
  for (const file of files) {
    const bytes = createReadStream(file, { highWaterMark: PIECE })
    let chunks: Buffer[] = []
    let length = 0
    let enough = CHUNK
    for await (const part of file.endsWith('.gz') ? pipeline(bytes, unpacking(), () => {}) : bytes) {
      chunks.push(part as Buffer)
      length += (part as Buffer).length
      if (length < enough) continue
      const all = Buffer.concat(chunks)
      const cut = wholeGraphs(all)
      if (cut > 0) yield all.subarray(0, cut)
      chunks = [all.subarray(cut)]
      length = all.length - cut
      enough = cut > 0 ? CHUNK : 2 * length
    }
    if (length > 0) yield Buffer.concat(chunks)
  }
}

/** The bytes of N-Quads files, one after another. */
export async function* readFiles(files: readonly string[]): AsyncGenerator<Buffer> {
  for (const file of files) {
    const bytes = createReadStream(file)
    if (file.endsWith('.gz')) yield* pipeline(bytes, unpacking(), () => {})
    else yield* bytes
  }
}
