/**
 * Words by their bytes → numbers: a hash table in typed arrays, because millions of words pass through it.
 */

/** Stands between texts and between words: no byte of UTF-8. */
export const END = 0xff

export interface Vocabulary {
  /** The words, each once, END in front of each and behind the last. */
  readonly vocabulary: Uint8Array
  /** Where each word starts; one start more than words. */
  readonly wordStarts: Uint32Array
}

export interface Dictionary {
  /** Number of the word at a place of bytes, with a hash of its own; the bytes are not needed afterwards. */
  number(bytes: Uint8Array, start: number, end: number, hash: number): number
  vocabulary(): Vocabulary
}

/** Words, bytes and numbers for which there is room at first. */
const ROOM = 256

/** Gathers numbers of unknown count. */
export function createNumbers(): {
  push(value: number): void
  readonly length: number
  values(): Uint32Array
} {
  let array = new Uint32Array(ROOM)
  let length = 0
  return {
    push(value) {
      if (length === array.length) array = doubled(array)
      array[length++] = value
    },
    get length() {
      return length
    },
    values: () => array.slice(0, length),
  }
}

function doubled(array: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(array.length * 2)
  larger.set(array)
  return larger
}

/** Numbers words by their bytes, in the order in which they first come. */
export function createDictionary(): Dictionary {
  let text = new Uint8Array(ROOM)
  let starts = new Uint32Array(ROOM)
  let hashes = new Uint32Array(ROOM)
  let slots = new Int32Array(ROOM * 4).fill(-1)
  let count = 0
  text[0] = END
  starts[0] = 1

  const isAt = (word: number, bytes: Uint8Array, start: number, end: number): boolean => {
    const from = starts[word] as number
    if ((starts[word + 1] as number) - 1 - from !== end - start) return false
    for (let i = start, j = from; i < end; i++, j++) if (bytes[i] !== text[j]) return false
    return true
  }
  function grow(): void {
    starts = doubled(starts)
    hashes = doubled(hashes)
    slots = new Int32Array(slots.length * 2).fill(-1)
    for (let word = 0; word < count; word++) slots[freeSlot(hashes[word] as number)] = word
  }
  function freeSlot(hash: number): number {
    let slot = spread(hash) & (slots.length - 1)
    while (slots[slot] !== -1) slot = (slot + 1) & (slots.length - 1)
    return slot
  }
  const spread = (hash: number): number => hash ^ (hash >>> 15)

  function append(bytes: Uint8Array, start: number, end: number): void {
    let at = starts[count] as number
    const next = at + end - start + 1
    if (next > text.length) {
      const larger = new Uint8Array(Math.max(next, text.length * 2))
      larger.set(text)
      text = larger
    }
    for (let i = start; i < end; i++) text[at++] = bytes[i] as number
    text[at] = END
    starts[++count] = next
  }

  return {
    number(bytes, start, end, hash) {
      const unsigned = hash >>> 0
      let slot = spread(unsigned) & (slots.length - 1)
      for (let word = slots[slot] as number; word !== -1; word = slots[slot] as number) {
        if (hashes[word] === unsigned && isAt(word, bytes, start, end)) return word
        slot = (slot + 1) & (slots.length - 1)
      }
      if (count + 1 === starts.length) {
        grow()
        slot = freeSlot(unsigned)
      }
      slots[slot] = count
      hashes[count] = unsigned
      append(bytes, start, end)
      return count - 1
    },
    vocabulary: () => ({ vocabulary: text.slice(0, starts[count]), wordStarts: starts.slice(0, count + 1) }),
  }
}
