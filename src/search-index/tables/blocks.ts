/** Entries in blocks: many small values are compressed together, and are found by the last key of their block. */

import { END } from './keys.ts'

/** A block: how many entries it has, for each the lengths of its key and value, then all keys, then all values. */
const COUNT_BYTES = 4
const KEY_LENGTH_BYTES = 2
const LENGTHS_BYTES = KEY_LENGTH_BYTES + 4

/**
 * Keys from this length on may have a digest in the place of their end, so that they are in no order: each is
 * in a block of its own.
 */
const MIN_UNORDERED_KEY_BYTES = 990

/** The key of the block in which such a key is alone, behind all others; undefined for other keys. */
export const ownBlockKey = (key: Buffer): Buffer | undefined =>
  key.length < MIN_UNORDERED_KEY_BYTES ? undefined : Buffer.concat([Buffer.of(END), key])

export interface BlockWriter {
  /** Adds an entry, in the order of the keys. */
  add(key: Buffer, value: Buffer): void
  /** Hands on what waits. */
  flush(): void
}

/**
 * @param maxBytes of the keys and values in a block; longer ones have one of their own
 * @param put takes the entries of a block, and the key by which it is found
 */
export function createBlockWriter(
  maxBytes: number,
  put: (key: Buffer, keys: readonly Buffer[], values: readonly Buffer[]) => void,
): BlockWriter {
  let keys: Buffer[] = []
  let values: Buffer[] = []
  let bytes = 0
  function flush(): void {
    const last = keys.at(-1)
    if (!last) return
    put(last, keys, values)
    ;[keys, values, bytes] = [[], [], 0]
  }
  return {
    add(key, value) {
      const own = ownBlockKey(key)
      if (own) {
        put(own, [key], [value])
        return
      }
      const last = keys.at(-1)
      if (last && last.compare(key) >= 0)
        throw new Error(`entries of a block come in the order of their keys`)
      const length = key.length + value.length
      if (bytes + length > maxBytes) flush()
      keys.push(key)
      values.push(value)
      bytes += length
      if (bytes >= maxBytes) flush()
    },
    flush,
  }
}

/** The bytes of a block. */
export function joinBlock(keys: readonly Buffer[], values: readonly Buffer[]): Buffer {
  const lengths = Buffer.allocUnsafe(COUNT_BYTES + LENGTHS_BYTES * keys.length)
  lengths.writeUInt32LE(keys.length)
  keys.forEach((key, i) => {
    const at = COUNT_BYTES + LENGTHS_BYTES * i
    lengths.writeUInt16LE(key.length, at)
    lengths.writeUInt32LE((values[i] as Buffer).length, at + KEY_LENGTH_BYTES)
  })
  return Buffer.concat([lengths, ...keys, ...values])
}

/** A block that is read. */
export class Block {
  private readonly bytes: Buffer
  private readonly count: number

  constructor(bytes: Buffer) {
    this.bytes = bytes
    this.count = bytes.readUInt32LE()
  }

  /** In bytes. */
  get length(): number {
    return this.bytes.length
  }

  /** Whether the key, if there is such an entry, is in this block. */
  covers(key: Buffer): boolean {
    const { bytes, count } = this
    const first = COUNT_BYTES + LENGTHS_BYTES * count
    if (key.compare(bytes, first, first + this.keyLength(0)) < 0) return false
    let last = first
    for (let i = 0; i < count - 1; i++) last += this.keyLength(i)
    return key.compare(bytes, last, last + this.keyLength(count - 1)) <= 0
  }

  /** The value of a key; undefined if it has none here. */
  get(key: Buffer): Buffer | undefined {
    const { bytes, count } = this
    let [keyAt, valueOffset, found] = [COUNT_BYTES + LENGTHS_BYTES * count, 0, -1]
    for (let i = 0; i < count; i++) {
      const length = this.keyLength(i)
      if (found === -1) {
        if (length === key.length && key.compare(bytes, keyAt, keyAt + length) === 0) found = i
        else valueOffset += this.valueLength(i)
      }
      keyAt += length
    }
    if (found === -1) return undefined
    const start = keyAt + valueOffset
    return bytes.subarray(start, start + this.valueLength(found))
  }

  /** All entries, in the order of their keys. */
  *entries(): Generator<{ readonly key: Buffer; readonly value: Buffer }> {
    const { bytes, count } = this
    let keyAt = COUNT_BYTES + LENGTHS_BYTES * count
    let valueAt = keyAt
    for (let i = 0; i < count; i++) valueAt += this.keyLength(i)
    for (let i = 0; i < count; i++) {
      const [key, value] = [keyAt + this.keyLength(i), valueAt + this.valueLength(i)]
      yield { key: bytes.subarray(keyAt, key), value: bytes.subarray(valueAt, value) }
      ;[keyAt, valueAt] = [key, value]
    }
  }

  private keyLength(i: number): number {
    return this.bytes.readUInt16LE(COUNT_BYTES + LENGTHS_BYTES * i)
  }

  private valueLength(i: number): number {
    return this.bytes.readUInt32LE(COUNT_BYTES + LENGTHS_BYTES * i + KEY_LENGTH_BYTES)
  }
}
