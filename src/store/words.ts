/** Which words stand in which texts: the words once, END around each, and for each the texts as distances. */

import { createDictionary, createNumbers, END, type Vocabulary } from './dictionary.ts'

/** Words are runs of ASCII letters and digits and of all that is not ASCII. */
export const isWordByte = (byte: number): boolean =>
  byte >= 0x80 ||
  (byte >= 0x30 && byte <= 0x39) ||
  (byte >= 0x41 && byte <= 0x5a) ||
  (byte >= 0x61 && byte <= 0x7a)

export interface Words {
  /**
   * Numbers of the words that contain the bytes, END at either side standing for a word's end; and the bytes
   * of their lists, about one for each use in a text.
   */
  match(part: Buffer): { readonly words: readonly number[]; readonly uses: number }
  /** Calls `mark` for each text in which one of the words stands. */
  post(words: readonly number[], mark: (text: number) => void): void
  readonly size: number
}

/** Bytes as a buffer, which knows how to search. */
export const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength)

/** The text, or word, in which a position lies, from number `from` on. */
export function numberAt(starts: Uint32Array, position: number, from: number): number {
  let [low, high] = [from, starts.length - 2]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] as number) <= position) low = middle
    else high = middle - 1
  }
  return low
}

/** Bytes of a number, seven bits in each. */
const widthOf = (value: number): number =>
  value < 0x80 ? 1 : value < 0x4000 ? 2 : value < 0x20_0000 ? 3 : value < 0x1000_0000 ? 4 : 5

/** Words of texts, text after text, each once in a text; and how many of them each text has. */
export interface Uses {
  readonly words: Uint32Array
  readonly perText: Uint32Array
}

/** Splits texts into words, which have the same numbers in all texts that it splits. */
export interface Splitter {
  /**
   * @param bytes texts with END behind each, starting at `starts`, which has one more than there are texts
   */
  split(bytes: Uint8Array, starts: Uint32Array): Uses
  vocabulary(): Vocabulary
}

/** The words as they are kept. */
export interface WordLists extends Vocabulary {
  /** Where the list of each word starts; one start more than words. */
  readonly lists: Uint32Array
  /** Texts in which a word stands, as distances from one to the next, seven bits in a byte. */
  readonly postings: Uint8Array
}

export function createSplitter(): Splitter {
  const dictionary = createDictionary()
  /** The text in which a word stood last, counted from 1. */
  let last = new Uint32Array(256)
  let text = 0

  function split(bytes: Uint8Array, starts: Uint32Array): Uses {
    const words = createNumbers()
    const perText = new Uint32Array(starts.length - 1)
    for (let i = 0; i < perText.length; i++) {
      const before = words.length
      const end = (starts[i + 1] as number) - 1
      text++
      for (let at = starts[i] as number; at < end; at++) {
        if (!isWordByte(bytes[at] as number)) continue
        const start = at
        let hash = 0
        for (let byte = bytes[at] as number; at < end && isWordByte(byte); byte = bytes[++at] as number)
          hash = Math.imul(hash ^ byte, 0x0100_0193)
        const word = dictionary.number(bytes, start, at, hash)
        if (word >= last.length) {
          const larger = new Uint32Array(last.length * 2)
          larger.set(last)
          last = larger
        }
        if (last[word] === text) continue
        last[word] = text
        words.push(word)
      }
      perText[i] = words.length - before
    }
    return { words: words.values(), perText }
  }
  return { split, vocabulary: dictionary.vocabulary }
}

/** @param uses gives all uses of the words of a splitter, as often as it is called */
export function listWords({ vocabulary, wordStarts }: Vocabulary, uses: () => Iterable<Uses>): WordLists {
  const count = wordStarts.length - 1
  const lists = new Uint32Array(count + 1)
  const last = new Uint32Array(count)
  const eachUse = (visit: (word: number, distance: number) => void): void => {
    last.fill(0)
    let text = 0
    for (const { words, perText } of uses()) {
      let use = 0
      for (const number of perText) {
        text++
        for (const end = use + number; use < end; use++) {
          const word = words[use] as number
          visit(word, text - (last[word] as number))
          last[word] = text
        }
      }
    }
  }
  eachUse((word, distance) => {
    lists[word + 1] = (lists[word + 1] as number) + widthOf(distance)
  })
  for (let word = 0; word < count; word++)
    lists[word + 1] = (lists[word + 1] as number) + (lists[word] as number)
  const postings = new Uint8Array(lists[count] as number)
  const next = lists.slice(0, count)
  eachUse((word, distance) => {
    let at = next[word] as number
    for (let rest = distance; ; rest >>>= 7) {
      postings[at++] = rest < 0x80 ? rest : (rest & 0x7f) | 0x80
      if (rest < 0x80) break
    }
    next[word] = at
  })
  return { vocabulary, wordStarts, lists, postings }
}

/** Looks words up in their lists. */
export function createWords({ vocabulary: words, wordStarts, lists, postings }: WordLists): Words {
  const vocabulary = bufferOf(words)
  const count = wordStarts.length - 1

  function match(part: Buffer): { words: number[]; uses: number } {
    const found: number[] = []
    let uses = 0
    let word = 0
    for (
      let at = vocabulary.indexOf(part);
      at !== -1;
      at = vocabulary.indexOf(part, (wordStarts[word] as number) - 1)
    ) {
      word = numberAt(wordStarts, part[0] === END ? at + 1 : at, word)
      found.push(word)
      uses += (lists[word + 1] as number) - (lists[word] as number)
      if (++word === count) break
    }
    return { words: found, uses }
  }

  function post(words: readonly number[], mark: (text: number) => void): void {
    for (const word of words) {
      let text = -1
      for (let at = lists[word] as number, end = lists[word + 1] as number; at < end;) {
        let distance = 0
        for (let shift = 0, byte = 0x80; byte >= 0x80; shift += 7) {
          byte = postings[at++] as number
          distance |= (byte & 0x7f) << shift
        }
        mark((text += distance))
      }
    }
  }

  return { match, post, size: vocabulary.length + wordStarts.byteLength + lists.byteLength + postings.length }
}
