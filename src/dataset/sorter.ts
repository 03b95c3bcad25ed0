/**
 * Entries in the order of their keys, however many there are: what does not fit in memory waits in sorted
 * files, which are merged in the end.
 */

import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** Keys are bytes, each a character of a string: such strings are compared fast, and in the order of bytes. */
export type Key = string

const NOT_ASCII = /[^\u0000-\u007f]/

/** The UTF-8 bytes of a text as a key: the order of such keys is that of code points. */
export const keyBytes = (text: string): Key =>
  NOT_ASCII.test(text) ? Buffer.from(text).toString('latin1') : text

/** The text of a key that `keyBytes` gave. */
export const textOfKey = (key: Key): string =>
  NOT_ASCII.test(key) ? Buffer.from(key, 'latin1').toString() : key

type Sorted = readonly [key: Key, value: Buffer]

export interface Sorter {
  add(key: Key, value?: Buffer): void
  /** All entries, once, in the order of their keys; those of one key in the order in which they came. */
  sorted(): Generator<Sorted>
  /** Removes the files. */
  close(): void
}

const NOTHING = Buffer.alloc(0)

/** Bytes that an entry takes in memory beside its key and value. */
const OVERHEAD_BYTES = 60

const HEADER_BYTES = 8
const PIECE_BYTES = 1 << 18

/** @param maxBytes that wait in memory */
export function createSorter(folder: string, name: string, maxBytes = 16_000_000): Sorter {
  let keys: Key[] = []
  /** None where entries are keys alone. */
  let values: Buffer[] | undefined
  let bytes = 0
  const files: string[] = []

  function inOrder(): Sorted[] {
    // Without a function of ours, sorting takes a third of the time.
    if (!values) return keys.sort().map((key) => [key, NOTHING])
    const own = values
    // It is stable, so that those of one key keep their order.
    return keys
      .map((key, i): Sorted => [key, own[i] ?? NOTHING])
      .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  }

  function clear(): void {
    keys = []
    values = undefined
    bytes = 0
  }

  function flush(): void {
    const path = join(folder, `${name}-${files.length}.run`)
    writeRun(path, inOrder())
    files.push(path)
    clear()
  }

  return {
    add(key, value) {
      if (value) (values ??= [])[keys.length] = value
      keys.push(key)
      bytes += key.length + (value ? value.length + OVERHEAD_BYTES : 0) + OVERHEAD_BYTES
      if (bytes > maxBytes) flush()
    },
    *sorted() {
      const rest = inOrder()
      clear()
      if (files.length === 0) yield* rest
      else yield* merge([...files.map(readRun), rest.values()])
    },
    close() {
      clear()
      for (const file of files.splice(0)) rmSync(file, { force: true })
    },
  }
}

function writeRun(path: string, entries: readonly Sorted[]): void {
  const file = openSync(path, 'w')
  try {
    let parts: Buffer[] = []
    let bytes = 0
    const write = (): void => {
      const piece = Buffer.concat(parts)
      for (let done = 0; done < piece.length;) done += writeSync(file, piece, done)
      parts = []
      bytes = 0
    }
    for (const [key, value] of entries) {
      const head = Buffer.allocUnsafe(HEADER_BYTES + key.length)
      head.writeUInt32LE(key.length)
      head.writeUInt32LE(value.length, 4)
      head.write(key, HEADER_BYTES, 'latin1')
      parts.push(head, value)
      bytes += head.length + value.length
      if (bytes > PIECE_BYTES) write()
    }
    write()
  } finally {
    closeSync(file)
  }
}

function* readRun(path: string): Generator<Sorted> {
  const file = openSync(path, 'r')
  let piece = Buffer.alloc(0)
  /** Whether so many bytes could be had. */
  function fill(length: number): boolean {
    if (piece.length >= length) return true
    const more = Buffer.allocUnsafe(Math.max(PIECE_BYTES, length - piece.length))
    const parts = [piece]
    let have = piece.length
    for (let read = 0; have < length; have += read) {
      read = readSync(file, more, 0, more.length, null)
      if (read === 0) return false
      parts.push(Buffer.from(more.subarray(0, read)))
    }
    piece = Buffer.concat(parts)
    return true
  }
  try {
    while (fill(HEADER_BYTES)) {
      const [keyLength, valueLength] = [piece.readUInt32LE(), piece.readUInt32LE(4)]
      const end = HEADER_BYTES + keyLength + valueLength
      if (!fill(end)) throw new Error(`${path} is cut off`)
      yield [
        piece.toString('latin1', HEADER_BYTES, HEADER_BYTES + keyLength),
        piece.subarray(HEADER_BYTES + keyLength, end),
      ]
      piece = piece.subarray(end)
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

/** Merges sorted sources with a heap of their first entries; of equal keys those of the first source first. */
function* merge(sources: readonly Iterator<Sorted>[]): Generator<Sorted> {
  const heap: Head[] = []
  const swap = (i: number, j: number): void => {
    const one = heap[i] as Head
    heap[i] = heap[j] as Head
    heap[j] = one
  }
  const less = (i: number, j: number): boolean => comesFirst(heap[i] as Head, heap[j] as Head)
  function sink(at: number): void {
    for (let parent = at; ;) {
      const left = 2 * parent + 1
      let least = parent
      for (const child of [left, left + 1]) if (child < heap.length && less(child, least)) least = child
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
