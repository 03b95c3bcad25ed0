/** Words by their bytes → numbers: a hash table in typed arrays, because millions of words pass through it. */

/** Stands between texts and between words: no byte of UTF-8. */
export const END = 0xff

export interface Vocabulary {
  /** The words, each once, END in front of each and behind the last. */
  readonly vocabulary: Buffer
  /** Where each word starts; one start more than words. */
  readonly wordStarts: Uint32Array
}

export interface Dictionary {
  /** Number of the word at a place of the bytes, with a hash of its own. */
  number(start: number, end: number, hash: number): number
  vocabulary(): Vocabulary
}

/** Words for which there is room at first. */
const ROOM = 256

/** Gathers numbers of unknown count. */
export function createNumbers(): { push(value: number): void; readonly length: number; values(): Uint32Array } {
  let array = new Uint32Array(ROOM)
  let length = 0
  return {
    push(value) {
      if (length === array.length) { const larger = new Uint32Array(length * 2); larger.set(array); array = larger }
      array[length++] = value
    },
    get length() { return length },
    values: () => array.slice(0, length),
  }
}

/** Numbers words by their bytes, in the order in which they first come. */
export function createDictionary(bytes: Buffer): Dictionary {
  let [froms, tos] = [new Uint32Array(ROOM), new Uint32Array(ROOM)]
  let hashes = new Int32Array(ROOM)
  let slots = new Int32Array(ROOM * 4).fill(-1)
  let count = 0

  const isAt = (word: number, start: number, end: number): boolean => {
    const from = froms[word] as number
    if (tos[word] as number - from !== end - start) return false
    for (let i = start, j = from; i < end; i++, j++) if (bytes[i] !== bytes[j]) return false
    return true
  }
  function grow(): void {
    const double = (array: Uint32Array): Uint32Array<ArrayBuffer> => { const larger = new Uint32Array(array.length * 2); larger.set(array); return larger }
    froms = double(froms)
    tos = double(tos)
    const more = new Int32Array(hashes.length * 2)
    more.set(hashes)
    hashes = more
    slots = new Int32Array(slots.length * 2).fill(-1)
    for (let word = 0; word < count; word++) slots[freeSlot(hashes[word] as number)] = word
  }
  function freeSlot(hash: number): number {
    let slot = spread(hash) & (slots.length - 1)
    while (slots[slot] !== -1) slot = (slot + 1) & (slots.length - 1)
    return slot
  }
  const spread = (hash: number): number => hash ^ (hash >>> 15)

  return {
    number(start, end, hash) {
      let slot = spread(hash) & (slots.length - 1)
      for (let word = slots[slot] as number; word !== -1; word = slots[slot] as number) {
        if (hashes[word] === hash && isAt(word, start, end)) return word
        slot = (slot + 1) & (slots.length - 1)
      }
      if (count === froms.length) { grow(); slot = freeSlot(hash) }
      slots[slot] = count
      froms[count] = start
      tos[count] = end
      hashes[count] = hash
      return count++
    },
    vocabulary() {
      const wordStarts = new Uint32Array(count + 1)
      let length = 1
      for (let word = 0; word < count; word++) { wordStarts[word] = length; length += (tos[word] as number) - (froms[word] as number) + 1 }
      wordStarts[count] = length
      const vocabulary = Buffer.allocUnsafeSlow(length).fill(END)
      for (let word = 0; word < count; word++) bytes.copy(vocabulary, wordStarts[word], froms[word], tos[word])
      return { vocabulary, wordStarts }
    },
  }
}
