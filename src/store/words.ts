/** Which words stand in which texts: the words once, END around each, and for each the texts as distances. */

import { createDictionary, createNumbers, END, type Vocabulary } from './dictionary.ts'

/** Words are runs of ASCII letters and digits and of all that is not ASCII. */
export const isWordByte = (byte: number): boolean => byte >= 0x80 || (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a)

export interface Words {
  /** Numbers of the words that contain the bytes, END at either side standing for a word's end; and the bytes of their lists, about one for each use in a text. */
  match(part: Buffer): { readonly words: readonly number[]; readonly uses: number }
  /** Calls `mark` for each text in which one of the words stands. */
  post(words: readonly number[], mark: (text: number) => void): void
  readonly size: number
}

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
const widthOf = (value: number): number => (value < 0x80 ? 1 : value < 0x4000 ? 2 : value < 0x20_0000 ? 3 : value < 0x1000_0000 ? 4 : 5)

/** @param bytes texts with END behind each, starting at `starts`, which has one more than there are texts */
export function createWords(bytes: Buffer, starts: Uint32Array): Words {
  const { vocabulary, wordStarts, uses: all, perText } = readWords(bytes, starts)
  const count = wordStarts.length - 1
  const lists = new Uint32Array(count + 1)
  const last = new Uint32Array(count)
  /** Texts in which a word stands, as distances from one to the next. */
  const eachUse = (visit: (word: number, distance: number) => void): void => {
    last.fill(0)
    let use = 0
    perText.forEach((number, text) => {
      for (const end = use + number; use < end; use++) {
        const word = all[use] as number
        visit(word, text + 1 - (last[word] as number))
        last[word] = text + 1
      }
    })
  }
  eachUse((word, distance) => { lists[word + 1] = (lists[word + 1] as number) + widthOf(distance) })
  for (let word = 0; word < count; word++) lists[word + 1] = (lists[word + 1] as number) + (lists[word] as number)
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

  function match(part: Buffer): { words: number[]; uses: number } {
    const found: number[] = []
    let uses = 0
    let word = 0
    for (let at = vocabulary.indexOf(part); at !== -1; at = vocabulary.indexOf(part, wordStarts[word] as number - 1)) {
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
        for (let shift = 0, byte = 0x80; byte >= 0x80; shift += 7) { byte = postings[at++] as number; distance |= (byte & 0x7f) << shift }
        mark(text += distance)
      }
    }
  }

  return { match, post, size: vocabulary.length + wordStarts.byteLength + lists.byteLength + postings.length }
}

interface Reading extends Vocabulary {
  /** Words of the texts, text after text, each once in a text; and how many of them each text has. */
  readonly uses: Uint32Array
  readonly perText: Uint32Array
}

/** Splits the texts into words. */
function readWords(bytes: Buffer, starts: Uint32Array): Reading {
  const words = createDictionary(bytes)
  const uses = createNumbers()
  const perText = new Uint32Array(starts.length - 1)
  let lastText = new Int32Array(256).fill(-1)
  for (let text = 0; text < perText.length; text++) {
    const before = uses.length
    const end = starts[text + 1] as number - 1
    for (let at = starts[text] as number; at < end; at++) {
      if (!isWordByte(bytes[at] as number)) continue
      const start = at
      let hash = 0
      for (let byte = bytes[at] as number; at < end && isWordByte(byte); byte = bytes[++at] as number) hash = Math.imul(hash ^ byte, 0x0100_0193)
      const word = words.number(start, at, hash)
      if (word >= lastText.length) { const larger = new Int32Array(lastText.length * 2).fill(-1); larger.set(lastText); lastText = larger }
      if (lastText[word] === text) continue
      lastText[word] = text
      uses.push(word)
    }
    perText[text] = uses.length - before
  }
  return { ...words.vocabulary(), uses: uses.values(), perText }
}
