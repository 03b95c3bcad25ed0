/** Streams → how they begin, and their lines, as bytes. */

import { tooLong } from './utf8.ts'

/** Bytes that a line may have: a record takes some kilobytes, and its line is in memory several times. */
const MAX_LINE_BYTES = 200_000_000

/**
 * The lines of a stream as bytes, without their ends: block by block those that a piece of it completes.
 * @throws InputError that names the first line that is too long
 */
export async function* splitLines(stream: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array[]> {
  // A line may come in many pieces, which are joined once.
  let pieces: Buffer[] = []
  let length = 0
  let line = 1
  for await (const bytes of stream) {
    const block: Uint8Array[] = []
    let start = 0
    for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, start)) {
      // A file may hold a hundred million empty lines.
      const last = end === start ? NOTHING : bytes.subarray(start, end)
      block.push(pieces.length > 0 ? Buffer.concat([...pieces, last]) : last)
      pieces = []
      length = 0
      start = end + 1
    }
    if (start < bytes.length) {
      pieces.push(bytes.subarray(start))
      length += bytes.length - start
    }
    line += block.length
    if (block.length > 0) yield block
    if (length > MAX_LINE_BYTES) throw tooLong(`has in line ${line}`, MAX_LINE_BYTES)
  }
  if (pieces.length > 0) yield [Buffer.concat(pieces)]
}

const NEWLINE = 10
const NOTHING = Buffer.alloc(0)

/**
 * The first bytes of a stream, as many as come at once from `least` on, and all of it; what stands before a fault is
 * in both, and the fault behind it.
 */
export async function peek(
  stream: AsyncIterable<Buffer>,
  least: number,
): Promise<{ readonly head: Buffer; readonly all: AsyncGenerator<Buffer> }> {
  const bytes = stream[Symbol.asyncIterator]()
  const pieces: Buffer[] = []
  let length = 0
  let fault: unknown
  try {
    for (let next = await bytes.next(); !next.done; next = await bytes.next()) {
      pieces.push(next.value)
      length += next.value.length
      if (length >= least) break
    }
  } catch (error) {
    fault = error
  }
  const all = (async function* () {
    yield* pieces
    if (fault !== undefined) throw fault
    yield* { [Symbol.asyncIterator]: () => bytes }
  })()
  return { head: Buffer.concat(pieces), all }
}
