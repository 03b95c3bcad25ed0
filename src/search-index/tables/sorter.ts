/**
 * Entries in the order of their keys, however many there are: what does not fit in memory waits in sorted
 * files, which are merged in the end.
 */

import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Keys are bytes, each a character of a string: such strings are compared fast, and in the order of
 * bytes.
 */
export type Key = string

const NOT_ASCII = /[^\u0000-\u007f]/

/** The UTF-8 bytes of a text as a key: the order of such keys is that of code points. */
export const keyBytes = (text: string): Key =>
  NOT_ASCII.test(text) ? Buffer.from(text).toString('latin1') : text

/** The text of a key that `keyBytes` gave. */
export const textOfKey = (key: Key): string =>
  NOT_ASCII.test(key) ? Buffer.from(key, 'latin1').toString() : key

export type Sorted = readonly [key: Key, value: Buffer]

/** The value of an entry without one. */
export const NOTHING = Buffer.alloc(0)

/** Before the bytes of an entry: the lengths of its key and of its value. */
const HEADER_BYTES = 8
/** Bytes read or written at once; a file is read for each part that did not fit in memory. */
const PIECE_BYTES = 1 << 16
const MIN_BYTES = 1 << 14

/** @param maxBytes that wait in memory */
export const createSorter = (folder: string, name: string, maxBytes = 4_000_000): Sorter =>
  new Sorter(folder, name, maxBytes)

/**
 * Sorts in memory, and in files what is more. A class, as there are a hundred of them in a load: its methods are
 * compiled once, closures once for each.
 */
export class Sorter {
  private readonly folder: string
  private readonly name: string
  private readonly maxBytes: number
  /** Entries wait as bytes: a string may be a part of a long one, which it would keep in memory. */
  private waiting: Buffer
  private end = 0
  private haveValues = false
  private readonly files: string[] = []

  constructor(folder: string, name: string, maxBytes: number) {
    this.folder = folder
    this.name = name
    this.maxBytes = maxBytes
    this.waiting = Buffer.allocUnsafeSlow(Math.min(MIN_BYTES, maxBytes))
  }

  add(key: Key, value: Buffer = NOTHING): void {
    this.reserve(HEADER_BYTES + key.length + value.length)
    this.end = writeEntry(this.waiting, this.end, key, value)
    this.haveValues ||= value.length > 0
  }

  /**
   * All entries in the order of their keys; those of one key in the order in which they came.
   * @param before sorted entries that are not in it, which come first
   */
  *sorted(before?: Iterator<Sorted>): Generator<Sorted> {
    const waits = this.inOrder()
    if (this.files.length === 0 && !before) yield* waits
    else yield* mergeSorted([...(before ? [before] : []), ...this.files.map(readRun), waits])
  }

  /** Removes the files. */
  close(): void {
    this.clear()
    this.waiting = NOTHING
    for (const file of this.files.splice(0)) rmSync(file, { force: true })
  }

  private *inOrder(): Generator<Sorted> {
    const { waiting, end, haveValues } = this
    const keys: Key[] = []
    const entries: Sorted[] = []
    for (let at = 0; at < end;) {
      const start = at + HEADER_BYTES
      const value = start + waiting.readUInt32LE(at)
      at = value + waiting.readUInt32LE(at + 4)
      const key = waiting.toString('latin1', start, value)
      if (haveValues) entries.push([key, waiting.subarray(value, at)])
      else keys.push(key)
    }
    // Without a function of ours, sorting takes a third of the time.
    for (const key of keys.sort()) yield [key, NOTHING]
    // It is stable, so that those of one key keep their order.
    yield* entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  }

  /** Makes room for an entry. */
  private reserve(bytes: number): void {
    if (this.end + bytes <= this.waiting.length) return
    if (this.end + bytes > this.maxBytes && this.end > 0) this.flush()
    const { waiting, end } = this
    if (end + bytes <= waiting.length) return
    this.waiting = Buffer.allocUnsafeSlow(Math.max(end + bytes, Math.min(2 * waiting.length, this.maxBytes)))
    waiting.copy(this.waiting, 0, 0, end)
  }

  private clear(): void {
    this.end = 0
    this.haveValues = false
  }

  private flush(): void {
    const path = join(this.folder, `${this.name}-${this.files.length}.run`)
    this.files.push(path)
    // Two sorters that had one name would lose each other's entries.
    const run = new Run(path, 'wx')
    try {
      for (const [key, value] of this.inOrder()) run.add(key, value)
    } finally {
      run.close()
    }
    this.clear()
  }
}

/** Writes an entry into memory that has room for it. @returns where it ends */
function writeEntry(into: Buffer, at: number, key: Key, value: Uint8Array): number {
  const start = at + HEADER_BYTES
  into.writeUInt32LE(key.length, at)
  into.writeUInt32LE(value.length, at + 4)
  into.write(key, start, 'latin1')
  if (value.length > 0) into.set(value, start + key.length)
  return start + key.length + value.length
}

export const createRun = (path: string): Run => new Run(path, 'w')

/** Writes entries that are in order already to a file, one after another. */
export class Run {
  private readonly file: number
  private isClosed = false
  private piece = Buffer.allocUnsafeSlow(PIECE_BYTES)
  private end = 0

  constructor(path: string, flag: 'w' | 'wx') {
    this.file = openSync(path, flag)
  }

  add(key: Key, value: Uint8Array = NOTHING): void {
    const length = HEADER_BYTES + key.length + value.length
    if (this.end + length > this.piece.length) this.write()
    if (length > this.piece.length) this.piece = Buffer.allocUnsafeSlow(length)
    this.end = writeEntry(this.piece, this.end, key, value)
  }

  /** Writes the rest; done again, it does nothing: its descriptor may be that of another file by then. */
  close(): void {
    if (this.isClosed) return
    this.isClosed = true
    try {
      this.write()
    } finally {
      closeSync(this.file)
    }
  }

  private write(): void {
    try {
      for (let done = 0; done < this.end;) done += writeSync(this.file, this.piece, done, this.end - done)
    } catch (error) {
      throw new Error(`what is sorted for the index cannot be written: ${(error as Error).message}`, {
        cause: error,
      })
    } finally {
      this.end = 0
    }
  }
}

/** The entries of each key, which stand one after another. */
export function* groupsOf<E>(
  entries: Iterable<E>,
  keyOf: (entry: E) => Key,
): Generator<readonly [key: Key, entries: readonly E[]]> {
  let current: Key | undefined
  let group: E[] = []
  for (const entry of entries) {
    const key = keyOf(entry)
    if (key !== current) {
      if (current !== undefined) yield [current, group]
      current = key
      group = []
    }
    group.push(entry)
  }
  if (current !== undefined) yield [current, group]
}

/** A value of a key, and the position of the key in a list. */
export interface Positioned {
  readonly position: number
  readonly value: Buffer
}

/** The values of those keys that are in a list, which is in the same order. */
export function* joinByKey(list: Iterable<Sorted>, entries: Iterable<Sorted>): Generator<Positioned> {
  const listed = list[Symbol.iterator]()
  try {
    let current = listed.next()
    let position = 0
    for (const [key, value] of entries) {
      for (; !current.done && current.value[0] < key; position++) current = listed.next()
      if (current.done) return
      if (current.value[0] === key) yield { position, value }
    }
  } finally {
    listed.return?.()
  }
}

/** The entries of a file that `createRun` wrote. */
export function* readRun(path: string): Generator<Sorted> {
  const file = openSync(path, 'r')
  let piece = Buffer.alloc(0)
  let at = 0
  /** Whether so many bytes could be had from `at` on. */
  function fill(length: number): boolean {
    if (piece.length - at >= length) return true
    // What was given away of the last piece stays as it is.
    const next = Buffer.allocUnsafeSlow(Math.max(PIECE_BYTES, length))
    let have = piece.copy(next, 0, at)
    for (let read = 1; read > 0 && have < next.length; have += read)
      read = readSync(file, next, have, next.length - have, null)
    piece = next.subarray(0, have)
    at = 0
    return have >= length
  }
  try {
    while (fill(HEADER_BYTES)) {
      const [keyLength, valueLength] = [piece.readUInt32LE(at), piece.readUInt32LE(at + 4)]
      const length = HEADER_BYTES + keyLength + valueLength
      if (!fill(length)) throw new Error(`${path} is cut off`)
      const value = at + HEADER_BYTES + keyLength
      at += length
      yield [
        piece.toString('latin1', value - keyLength, value),
        valueLength === 0 ? NOTHING : piece.subarray(value, at),
      ]
    }
  } finally {
    closeSync(file)
  }
}

interface Head {
  readonly source: number
  entry: Sorted
}

const comesFirst = (a: Head, b: Head): boolean =>
  a.entry[0] < b.entry[0] || (a.entry[0] === b.entry[0] && a.source < b.source)

/**
 * Merges sorted sources with a heap of their first entries; of equal keys those of the first source
 * first.
 */
export function* mergeSorted(sources: readonly Iterator<Sorted>[]): Generator<Sorted> {
  const heap: Head[] = []
  const swap = (i: number, j: number): void => {
    const one = heap[i] as Head
    heap[i] = heap[j] as Head
    heap[j] = one
  }
  const comesBefore = (i: number, j: number): boolean => comesFirst(heap[i] as Head, heap[j] as Head)
  function sink(at: number): void {
    for (let parent = at; ;) {
      const first = 2 * parent + 1
      let least = parent
      for (const child of [first, first + 1])
        if (child < heap.length && comesBefore(child, least)) least = child
      if (least === parent) return
      swap(parent, least)
      parent = least
    }
  }
  sources.forEach((iterator, source) => {
    const { value, done } = iterator.next()
    if (!done) heap.push({ source, entry: value })
  })
  for (let at = heap.length >> 1; at >= 0; at--) sink(at)
  while (heap.length > 0) {
    const first = heap[0] as Head
    yield first.entry
    const { value, done } = (sources[first.source] as Iterator<Sorted>).next()
    if (!done) first.entry = value
    else {
      const last = heap.pop() as Head
      if (heap.length === 0) return
      heap[0] = last
    }
    sink(0)
  }
}
