/**
 * The file of a harvest: JSON Lines, a record a line, written beside its place until it is whole, with a state
 * from which a harvest that was ended goes on.
 */

import {
  closeSync,
  createReadStream,
  existsSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { createInterface } from 'node:readline'
import { createGunzip, gzipSync } from 'node:zlib'
import type { LoggedFinding } from '../../findings/log.ts'
import { isObject } from '../../model/values/json.ts'
import type { Trouble } from './finding-kinds.ts'

/** How far a list is. */
export interface ListState {
  readonly url: string
  /** Where it goes on; absent before its first page. */
  next?: Position
  done: boolean
  pages: number
  records: number
  /** Records that stood on a page before. */
  repeated: number
  /** Pages in a row that could not be read. */
  failures: number
  /** What the list says of its length. */
  total?: number
  /** Value of page_size that the server takes; absent if it takes none. */
  pageSize?: number
  /** Bytes of the file before its first record. */
  start: number
}

/** A list of which nothing has been read. */
export const newList = (url: string): ListState => ({
  url,
  done: false,
  pages: 0,
  records: 0,
  repeated: 0,
  failures: 0,
  start: 0,
})

/** A page that is to be read. */
export interface Position {
  readonly url: string
  /** Its number, as the pages are counted. */
  readonly number: number
  /** It was found by counting, not by a link. */
  readonly isCounted: boolean
  /** Pages in a row that were found by counting and held nothing new. */
  readonly emptyPages: number
  /** It is counted because a page before it has no link. */
  readonly isCountedOn?: boolean
}

export interface HarvestState {
  readonly url: string
  readonly lists: ListState[]
  readonly findings: LoggedFinding<Trouble>[]
  /** Bytes of the file that are whole. */
  bytes: number
}

export interface HarvestOutput {
  /** What an earlier harvest of the same URL left behind. */
  readonly earlier: HarvestState | undefined
  /** Appends a line for each. @returns their bytes as they are stored */
  write(values: readonly unknown[]): number
  /** Takes back what is written from a place on. */
  truncate(bytes: number): void
  /** Makes what is written so far the place from which a harvest goes on. */
  save(state: HarvestState): void
  /** The lines from a place of the file on. */
  lines(from: number): AsyncIterable<string>
  /** Puts the file in its place. */
  finish(): void
  close(): void
}

const isState = (value: unknown): value is HarvestState =>
  isObject(value) && typeof value['url'] === 'string' && Array.isArray(value['lists'])

/** @throws Error if an earlier state is of another URL, or is none */
function readState(file: string, url: string, out: string): HarvestState | undefined {
  if (!existsSync(file)) return undefined
  let value: unknown
  try {
    value = JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    value = undefined
  }
  if (!isState(value) || value.url !== url)
    throw new Error(
      `${file} is ` +
        `${isState(value) ? `the state of a harvest of ${value.url}` : 'no state of a harvest'}; go ` +
        `on with that URL, remove the file, or name another --out than ${out}`,
    )
  return value
}

/** @throws Error if it cannot be written, or belongs to a harvest of another URL */
export function openOutput(out: string, url: string): HarvestOutput {
  const [partFile, stateFile] = [`${out}.part`, `${out}.state`]
  const isPacked = /\.gz$/i.test(out)
  const state = readState(stateFile, url, out)
  const earlier = state && existsSync(partFile) ? state : undefined
  let target: number
  try {
    target = openSync(partFile, 'a')
  } catch (error) {
    throw new Error(`${out} cannot be written: ${(error as Error).message}`, { cause: error })
  }
  // A line that was begun when the harvest was ended is written again.
  ftruncateSync(target, earlier?.bytes ?? 0)

  return {
    earlier,
    write(values) {
      const lines = Buffer.from(values.map((value) => `${JSON.stringify(value)}\n`).join(''))
      const bytes = isPacked ? gzipSync(lines) : lines
      for (let done = 0; done < bytes.length;) done += writeSync(target, bytes, done)
      return bytes.length
    },
    truncate: (bytes) => ftruncateSync(target, bytes),
    save(now) {
      writeFileSync(`${stateFile}.new`, JSON.stringify(now))
      renameSync(`${stateFile}.new`, stateFile)
    },
    lines(from) {
      const stored = createReadStream(partFile, { start: from })
      const input = isPacked ? stored.pipe(createGunzip()) : stored
      return createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })
    },
    finish() {
      fsyncSync(target)
      renameSync(partFile, out)
      rmSync(stateFile, { force: true })
    },
    close: () => closeSync(target),
  }
}
