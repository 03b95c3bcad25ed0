/** Lines, shuffled into files by their first column: those of one key come together in little memory. */

import { appendFileSync, closeSync, openSync, readSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { groupBy } from '../../model/values/group-by.ts'
import { utf8Text } from '../text/utf8.ts'
import { temporaryFileError } from '../text/output-error.ts'

export interface Buckets {
  /** Adds a line, without its end: a key, a tab, and anything. @throws OutputError */
  add(key: string, line: string): void
  /**
   * Removes all lines and gives them by their keys: those of a key in the order in which they came, the keys
   * of a bucket in code unit order.
   * @param onShare gets the share that is done, from 0 to 1, now and then
   */
  groups(onShare?: (share: number) => void): Generator<readonly [key: string, lines: readonly string[]]>
}

const BUCKETS = 256

/** Characters that wait in memory before they go to the files: what is less never touches the disk. */
const MAX_WAITING_CHARS = 4_000_000

/** Characters of a bucket that is read at once; a larger one is shuffled once more. */
const MAX_BUCKET_CHARS = 32_000_000

/** How often lines are shuffled: after that, those of few keys are many. */
const MAX_LEVELS = 3

interface Limits {
  readonly maxWaitingChars?: number
  readonly maxBucketChars?: number
}

/** Makes empty buckets, with files of this name in the folder. */
export function createBuckets(folder: string, name: string, limits: Limits = {}, level = 0): Buckets {
  const { maxWaitingChars = MAX_WAITING_CHARS, maxBucketChars = MAX_BUCKET_CHARS } = limits
  const waiting: string[][] = Array.from({ length: BUCKETS }, () => [])
  const sizes = new Float64Array(BUCKETS)
  const hasFile = new Set<number>()
  let waitingChars = 0
  const pathOf = (bucket: number): string => join(folder, `${name}-${bucket}`)

  function flush(): void {
    waiting.forEach((lines, bucket) => {
      if (lines.length === 0) return
      append(pathOf(bucket), `${lines.join('\n')}\n`)
      hasFile.add(bucket)
      waiting[bucket] = []
    })
    waitingChars = 0
  }

  function* linesOf(bucket: number): Generator<string> {
    if (hasFile.has(bucket)) yield* readLines(pathOf(bucket))
    yield* waiting[bucket] as string[]
    waiting[bucket] = []
    if (hasFile.delete(bucket)) rmSync(pathOf(bucket))
  }

  function* groupsOf(bucket: number): ReturnType<Buckets['groups']> {
    if ((sizes[bucket] as number) > maxBucketChars && level + 1 < MAX_LEVELS) {
      const smaller = createBuckets(folder, `${name}-${bucket}`, limits, level + 1)
      for (const line of linesOf(bucket)) smaller.add(keyOf(line), line)
      yield* smaller.groups()
      return
    }
    const groups = groupBy(linesOf(bucket), keyOf)
    for (const key of [...groups.keys()].sort()) yield [key, groups.get(key) as string[]]
  }

  return {
    add(key, line) {
      const bucket = bucketOf(key, level)
      ;(waiting[bucket] as string[]).push(line)
      sizes[bucket] = (sizes[bucket] as number) + line.length
      waitingChars += line.length
      if (waitingChars > maxWaitingChars) flush()
    },
    *groups(onShare) {
      for (let bucket = 0; bucket < BUCKETS; bucket++) {
        onShare?.(bucket / BUCKETS)
        if (sizes[bucket] !== 0) yield* groupsOf(bucket)
      }
    },
  }
}

const keyOf = (line: string): string => line.slice(0, line.indexOf('\t'))

/** The bucket of a key, by other bits of its checksum on each level. */
const bucketOf = (key: string, level: number): number => (crc32(key) >>> (8 * level)) % BUCKETS

function append(path: string, text: string): void {
  try {
    appendFileSync(path, text)
  } catch (error) {
    throw temporaryFileError(error)
  }
}

const READ_BYTES = 1 << 20

function* readLines(path: string): Generator<string> {
  const file = openSync(path, 'r')
  try {
    const buffer = Buffer.allocUnsafe(READ_BYTES)
    let incomplete: Buffer[] = []
    for (let length = readSync(file, buffer); length > 0; length = readSync(file, buffer)) {
      let start = 0
      for (let end = buffer.indexOf(10); end !== -1 && end < length; end = buffer.indexOf(10, start)) {
        const last = buffer.subarray(start, end)
        yield utf8Text(incomplete.length === 0 ? last : Buffer.concat([...incomplete, last]))
        incomplete = []
        start = end + 1
      }
      incomplete.push(Buffer.from(buffer.subarray(start, length)))
    }
  } finally {
    closeSync(file)
  }
}
