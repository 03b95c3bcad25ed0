/**
 * 64 bits of texts and values, to distinguish them within one graph: several times cheaper than a
 * digest, and not for secrets.
 */

import type { StoredValue } from './stored.ts'

/** The two halves of what is mixed in. */
const state = new Int32Array(2)

/** Marks behind what is mixed in, beyond all UTF-16 units, so that nothing runs into what follows. */
const marks = { text: 0x10000, word: 0x10001, key: 0x10002, list: 0x10003, object: 0x10004 } as const

function begin(): void {
  state[0] = 0xdeadbeef
  state[1] = 0x41c6ce57
}

function mix(text: string): void {
  let a = state[0] as number
  let b = state[1] as number
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    a = Math.imul(a ^ unit, 0x9e3779b1)
    b = Math.imul(b ^ unit, 0x5f356495)
  }
  state[0] = a
  state[1] = b
}

function mark(end: number): void {
  state[0] = Math.imul((state[0] as number) ^ end, 0x9e3779b1)
  state[1] = Math.imul((state[1] as number) ^ end, 0x5f356495)
}

function mixValue(value: StoredValue): void {
  if (typeof value === 'string') {
    mix(value)
    mark(marks.text)
  } else if (typeof value !== 'object') {
    mix(String(value))
    mark(marks.word)
  } else if (Array.isArray(value)) {
    for (const one of value) mixValue(one)
    mark(marks.list)
  } else {
    for (const key in value) {
      mix(key)
      mark(marks.key)
      mixValue(value[key] as StoredValue)
    }
    mark(marks.object)
  }
}

function end(): void {
  const x = state[0] as number
  const y = state[1] as number
  const a = Math.imul(x ^ (x >>> 16), 0x85ebca6b) ^ Math.imul(y ^ (y >>> 13), 0xc2b2ae35)
  state[0] = a
  state[1] = Math.imul(y ^ (y >>> 16), 0x85ebca6b) ^ Math.imul(a ^ (a >>> 13), 0xc2b2ae35)
}

const DIGITS = Uint8Array.from('0123456789abcdefghijklmnopqrstuv', (digit) => digit.charCodeAt(0))

/** The digit of the lowest five bits. */
const digit = (bits: number): number => DIGITS[bits & 31] as number

/** The 64 bits in 13 digits: `toString` of numbers takes ten times as long. */
function asText(): string {
  const a = state[0] as number
  const b = state[1] as number
  return String.fromCharCode(
    digit(a),
    digit(a >>> 5),
    digit(a >>> 10),
    digit(a >>> 15),
    digit(a >>> 20),
    digit(a >>> 25),
    digit(b),
    digit(b >>> 5),
    digit(b >>> 10),
    digit(b >>> 15),
    digit(b >>> 20),
    digit(b >>> 25),
    digit((a >>> 30) | ((b >>> 30) << 2)),
  )
}

/** 64 bits of a text, as two numbers of 32 in `into`. */
export function hash64(text: string, into: Uint32Array): void {
  begin()
  mix(text)
  end()
  into[0] = state[0] as number
  into[1] = state[1] as number
}

/** 64 bits of a text, as text. */
export function fingerprint(text: string): string {
  begin()
  mix(text)
  end()
  return asText()
}

/** 64 bits of a value and of where it stands, as text. */
export function fingerprintOf(value: StoredValue, ...where: readonly string[]): string {
  begin()
  for (const text of where) mixValue(text)
  mixValue(value)
  end()
  return asText()
}
