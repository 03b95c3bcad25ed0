/**
 * What loading remembers of each IRI: a hash table in typed arrays, so that an IRI costs 32 bytes, its share of
 * 12 for finding it, and its text behind the namespace that it shares with others.
 */

import { hash64 } from '../../record/rdf/fingerprint.ts'
import { createIriTexts } from './iri-texts.ts'

/** What is kept of an entry, each a number of 32 bits; the first two are the hash, the last where its text is. */
export const words = { types: 2, written: 3, state: 4, chunk: 5, digests: 6 } as const
const TEXT = 7
const STRIDE = 8

type Word = (typeof words)[keyof typeof words]

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
  /** All IRIs, in the order of their entries. */
  iris(): Generator<string>
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

/** Makes an empty table. The hash finds an IRI, its text decides: hashes of two IRIs can be made equal. */
export function createTable(): Table {
  const entries = createNumbers()
  const texts = createIriTexts()
  const hash = new Uint32Array(2)
  let slots = new Uint32Array(SLOTS)
  let size = 0

  /** The slot of an IRI: the one that holds its entry, or the empty one where it belongs. */
  function slotOf(iri: string, low: number, high: number): number {
    const mask = slots.length - 1
    for (let slot = low & mask; ; slot = (slot + 1) & mask) {
      const entry = (slots[slot] as number) - 1
      if (entry === -1) return slot
      const at = entry * STRIDE
      if (entries.at(at) !== low || entries.at(at + 1) !== high) continue
      if (texts.equals(entries.at(at + TEXT), iri)) return slot
    }
  }

  /** Puts all entries into twice as many slots: they are known to differ. */
  function grow(): void {
    slots = new Uint32Array(slots.length * 2)
    const mask = slots.length - 1
    for (let entry = 0; entry < size; entry++) {
      let slot = entries.at(entry * STRIDE) & mask
      while (slots[slot] !== 0) slot = (slot + 1) & mask
      slots[slot] = entry + 1
    }
  }

  return {
    get size() {
      return size
    },
    find(iri) {
      hash64(iri, hash)
      return (slots[slotOf(iri, hash[0] as number, hash[1] as number)] as number) - 1
    },
    enter(iri) {
      hash64(iri, hash)
      const [low, high] = [hash[0] as number, hash[1] as number]
      const slot = slotOf(iri, low, high)
      if (slots[slot] !== 0) return (slots[slot] as number) - 1
      slots[slot] = ++size
      entries.push(low)
      entries.push(high)
      for (let word = 2; word < TEXT; word++) entries.push(0)
      entries.push(texts.add(iri))
      if (size > slots.length * FULL) grow()
      return size - 1
    },
    get: (entry, word) => entries.at(entry * STRIDE + word),
    set: (entry, word, value) => entries.set(entry * STRIDE + word, value),
    add: (entry, word, bits) => entries.set(entry * STRIDE + word, entries.at(entry * STRIDE + word) | bits),
    *iris() {
      for (let entry = 0; entry < size; entry++) yield texts.text(entries.at(entry * STRIDE + TEXT))
    },
  }
}
