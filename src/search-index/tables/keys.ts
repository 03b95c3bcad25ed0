/** Keys of tables, and numbers in values. */

import { hash } from 'node:crypto'

/** Bytes of a key of LMDB must be fewer than 1,978; longer texts have a digest in their place. */
export const MAX_KEY_BYTES = 1000
const DIGEST_BYTES = 32

/** A byte that is in no UTF-8 text. */
export const END = 0xff

/** The key of bytes, each a character of a string. */
export function keyOf(bytes: string): Buffer {
  const key = Buffer.from(bytes, 'latin1')
  if (key.length <= MAX_KEY_BYTES) return key
  return Buffer.concat([
    key.subarray(0, MAX_KEY_BYTES - DIGEST_BYTES - 1),
    Buffer.of(END),
    hash('sha256', key, 'buffer'),
  ])
}

/** The key of a text. */
export const keyOfText = (text: string): Buffer =>
  text.length <= MAX_KEY_BYTES / 3 ? Buffer.from(text) : keyOf(Buffer.from(text).toString('latin1'))

/** A number as two bytes before a key, so that several tables fit in one. */
export function within(number: number, key: Buffer): Buffer {
  const whole = Buffer.allocUnsafe(2 + key.length)
  whole.writeUInt16BE(number)
  whole.set(key, 2)
  return whole
}

/** The key of a record. @param type number of its type */
export const recordKey = (type: number, iri: string): Buffer => within(type, keyOfText(iri))

/** The key of a block. */
export function block(number: number): Buffer {
  const key = Buffer.allocUnsafe(4)
  key.writeUInt32BE(number)
  return key
}

/** Bytes of a number in a key of a sorter. */
export const NUMBER_BYTES = 4

/** A number as a part of a key of a sorter, in which numbers sort by size. */
export const numberKey = (number: number): string =>
  String.fromCharCode(number >>> 24, (number >>> 16) & 0xff, (number >>> 8) & 0xff, number & 0xff)

/** The number that `numberKey` wrote. */
export const numberInKey = (key: string, at: number): number =>
  ((key.charCodeAt(at) << 24) |
    (key.charCodeAt(at + 1) << 16) |
    (key.charCodeAt(at + 2) << 8) |
    key.charCodeAt(at + 3)) >>>
  0

/** Numbers are packed here, since their bytes are not known before. */
let packing = Buffer.allocUnsafe(1 << 12)
const MOST_BYTES = 5

/** Packs a number behind others. @returns where it ends */
function packAt(at: number, number: number): number {
  if (at + MOST_BYTES > packing.length) packing = Buffer.concat([packing], 2 * packing.length)
  let [end, rest] = [at, number]
  for (; rest >= 0x80; rest >>>= 7) packing[end++] = (rest & 0x7f) | 0x80
  packing[end++] = rest
  return end
}

const packed = (end: number): Buffer => Buffer.from(packing.subarray(0, end))

/** Whole numbers, seven bits in a byte. */
export function pack(numbers: readonly number[]): Buffer {
  let end = 0
  for (const number of numbers) end = packAt(end, number)
  return packed(end)
}

/** Reads what `pack` packed, number by number. */
export class PackedNumbers {
  private readonly packed: Buffer
  private offset = 0

  constructor(packed: Buffer) {
    this.packed = packed
  }

  /** The bytes behind the last number. */
  rest(): Buffer {
    return this.packed.subarray(this.offset)
  }

  /** All that are left. */
  all(): number[] {
    const numbers: number[] = []
    while (this.hasNext()) numbers.push(this.next())
    return numbers
  }

  hasNext(): boolean {
    return this.offset < this.packed.length
  }

  next(): number {
    let byte = this.packed[this.offset++] as number
    let number = byte & 0x7f
    for (let shift = 7; byte >= 0x80; shift += 7) {
      byte = this.packed[this.offset++] as number
      number |= (byte & 0x7f) << shift
    }
    return number
  }
}

/** Ascending numbers as distances from one to the next, packed. */
export function packAscending(numbers: readonly number[]): Buffer {
  let [last, end] = [0, 0]
  for (const number of numbers) {
    end = packAt(end, number - last)
    last = number
  }
  return packed(end)
}

/** Calls `visit` with each of the numbers that `packAscending` packed. */
export function eachAscending(packed: Buffer, visit: (number: number) => void): void {
  const distances = new PackedNumbers(packed)
  for (let number = 0; distances.hasNext();) visit((number += distances.next()))
}

/** The numbers of several lists that `packAscending` packed, ascending, each once. */
export function uniteAscending(lists: readonly Buffer[]): Uint32Array {
  const numbers = new Set<number>()
  for (const packed of lists) eachAscending(packed, (number) => numbers.add(number))
  return Uint32Array.from(numbers).sort()
}
