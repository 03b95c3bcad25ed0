/**
 * What loading remembers of each IRI: a hash table in typed arrays, so that an IRI costs 28 bytes and its
 * share of 12 for finding it, however long it is.
 */

import { hash64 } from '../record/fingerprint.ts'

/** What is kept of an entry, each a number of 32 bits; the first two are the hash. */
export const words = { types: 2, written: 3, state: 4, chunk: 5, digests: 6 } as const
const STRIDE = 7

export type Word = (typeof words)[keyof typeof words]

export interface Table {
  /** Number of entries; they are numbered from 0 in the order in which they came. */
  readonly size: number
  /** The entry of an IRI; -1 if there is none. */
  find(iri: string): number
  /** The entry of an IRI, made if there is none. */
  enter(iri: string): number
  get(entry: number, word: Word): number
  set(entry: number, word: Word, value: number): void
  /** Sets bits. */
  add(entry: number, word: Word, bits: number): void
}

/**
 * Numbers of 32 bits without end, in segments: growing copies nothing and leaves at most one segment unused.
 */
export interface Numbers {
  readonly length: number
  at(index: number): number
  set(index: number, value: number): void
  push(value: number): void
}

const SEGMENT = 16

export function createNumbers(): Numbers {
  const segments: Uint32Array[] = []
  let length = 0
  return {
    get length() {
      return length
    },
    at: (index) => (segments[index >>> SEGMENT] as Uint32Array)[index & 0xffff] as number,
    set: (index, value) => {
      ;(segments[index >>> SEGMENT] as Uint32Array)[index & 0xffff] = value
    },
    push(value) {
      if (length >>> SEGMENT === segments.length) segments.push(new Uint32Array(1 << SEGMENT))
      ;(segments[length >>> SEGMENT] as Uint32Array)[length & 0xffff] = value
      length++
    },
  }
}

/** Slots at the start, and how full they may be. */
const SLOTS = 1 << 12
const FULL = 0.75

/**
 * Makes an empty table. IRIs are told apart by 64 bits of hash: with ten million, one load in 370,000 takes
 * two for one.
 * @param onNew gets each IRI when it is entered
 */
export function createTable(onNew: (iri: string) => void = () => {}): Table {
  const entries = createNumbers()
  const hash = new Uint32Array(2)
  let slots = new Uint32Array(SLOTS)
  let size = 0

  /** The slot of the hash: one that holds its entry, or the empty one where it belongs. */
  function slotOf(low: number, high: number): number {
    const mask = slots.length - 1
    for (let slot = low & mask; ; slot = (slot + 1) & mask) {
      const entry = (slots[slot] as number) - 1
      if (entry === -1 || (entries.at(entry * STRIDE) === low && entries.at(entry * STRIDE + 1) === high))
        return slot
    }
  }

  function grow(): void {
    slots = new Uint32Array(slots.length * 2)
    for (let entry = 0; entry < size; entry++)
      slots[slotOf(entries.at(entry * STRIDE), entries.at(entry * STRIDE + 1))] = entry + 1
  }

  return {
    get size() {
      return size
    },
    find(iri) {
      hash64(iri, hash)
      return (slots[slotOf(hash[0] as number, hash[1] as number)] as number) - 1
    },
    enter(iri) {
      hash64(iri, hash)
      const [low, high] = [hash[0] as number, hash[1] as number]
      const slot = slotOf(low, high)
      if (slots[slot] !== 0) return (slots[slot] as number) - 1
      slots[slot] = ++size
      entries.push(low)
      entries.push(high)
      for (let word = 2; word < STRIDE; word++) entries.push(0)
      onNew(iri)
      if (size > slots.length * FULL) grow()
      return size - 1
    },
    get: (entry, word) => entries.at(entry * STRIDE + word),
    set: (entry, word, value) => entries.set(entry * STRIDE + word, value),
    add: (entry, word, bits) => entries.set(entry * STRIDE + word, entries.at(entry * STRIDE + word) | bits),
  }
}
