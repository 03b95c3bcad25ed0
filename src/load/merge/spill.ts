/** Lines put aside in files until the end of a load, apart by bucket, so that each bucket fits in memory. */

import { appendFileSync, closeSync, existsSync, openSync, readSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { NotKept } from './not-kept.ts'

export interface Spill {
  readonly buckets: number
  /** Adds a line, without its end. @throws NotKept */
  add(bucket: number, line: string): void
  /** The lines of a bucket, in the order in which they came. */
  lines(bucket: number): Generator<string>
  /** Takes the file of a bucket away. */
  clear(bucket: number): void
}

/** Characters kept in memory before they go to files; what is less never touches the disk. */
const KEPT = 4_000_000

/** Makes an empty spill, with files of this name in the folder. */
export function createSpill(folder: string, name: string, buckets: number): Spill {
  const waiting: string[][] = Array.from({ length: buckets }, () => [])
  let kept = 0
  const place = (bucket: number): string => join(folder, `${name}-${bucket}`)

  function flush(): void {
    waiting.forEach((lines, bucket) => {
      if (lines.length > 0) append(place(bucket), `${lines.join('\n')}\n`)
      waiting[bucket] = []
    })
    kept = 0
  }

  return {
    buckets,
    add(bucket, line) {
      waiting[bucket]?.push(line)
      kept += line.length
      if (kept > KEPT) flush()
    },
    *lines(bucket) {
      if (existsSync(place(bucket))) yield* linesOf(place(bucket))
      yield* waiting[bucket] ?? []
    },
    clear(bucket) {
      waiting[bucket] = []
      rmSync(place(bucket), { force: true })
    },
  }
}

function append(file: string, text: string): void {
  try {
    appendFileSync(file, text)
  } catch (error) {
    throw new NotKept(
      new Error(`what is put aside while inputs are read cannot be written: ${(error as Error).message}`),
    )
  }
}

/** Bytes read at once. */
const PIECE = 1 << 20

/** The lines of a file of our own. */
function* linesOf(path: string): Generator<string> {
  const file = openSync(path, 'r')
  try {
    const piece = Buffer.allocUnsafe(PIECE)
    let pieces: Buffer[] = []
    for (let read = readSync(file, piece); read > 0; read = readSync(file, piece)) {
      const end = piece.lastIndexOf(10, read - 1)
      if (end >= 0)
        yield* Buffer.concat([...pieces, piece.subarray(0, end)])
          .toString('utf8')
          .split('\n')
      pieces = [...(end >= 0 ? [] : pieces), Buffer.from(piece.subarray(end + 1, read))]
    }
  } finally {
    closeSync(file)
  }
}
