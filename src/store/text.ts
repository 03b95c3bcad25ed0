/**
 * Texts in one buffer, and which words stand in which: finds the texts that contain another, as bytes of
 * UTF-8.
 */

import { END } from './dictionary.ts'
import { bufferOf, createWords, isWordByte, numberAt, type WordLists, type Words } from './words.ts'

/** Words of a needle that are looked up. */
const MOST_PARTS = 8

/**
 * Uses of words, by text, from which on looking at every text once is faster: for reading where they are, for
 * looking there.
 */
const MANY_POSTINGS = 16
const MANY_LOOKS = 0.6

export interface Texts {
  /**
   * Calls `mark` with the number of each text that contains the bytes, each once or more often, in any order.
   */
  find(needle: Buffer, mark: (text: number) => void): void
  /** Bytes of the texts, and of the index beside them. */
  readonly size: { readonly text: number; readonly index: number }
}

/** Texts as they are kept. */
export interface TextArrays {
  /** The texts, END behind each. */
  readonly bytes: Uint8Array
  /** Where each text starts; one start more than texts. */
  readonly starts: Uint32Array
  /** Absent where looking at every text is as fast. */
  readonly words?: WordLists | undefined
}

/** Finds texts by their number from 0. */
export function createTexts({ bytes: all, starts, words: lists }: TextArrays): Texts {
  const bytes = bufferOf(all)
  const words = lists && createWords(lists)
  const count = starts.length - 1

  /** Looks at every text. */
  function scan(needle: Buffer, mark: (text: number) => void): void {
    let text = 0
    for (let at = bytes.indexOf(needle); at !== -1; at = bytes.indexOf(needle, starts[text])) {
      text = numberAt(starts, at, text)
      mark(text++)
    }
  }

  return {
    find(needle, mark) {
      if (needle.length === 0) {
        for (let text = 0; text < count; text++) mark(text)
        return
      }
      const part = words && rarestPart(needle, words)
      if (!words || !part || part.uses > count * (part.whole ? MANY_POSTINGS : MANY_LOOKS)) scan(needle, mark)
      else if (part.whole) words.post(part.words, mark)
      else
        words.post(part.words, (text) => {
          if (bytes.subarray(starts[text], starts[text + 1]).includes(needle)) mark(text)
        })
    },
    size: { text: bytes.length, index: starts.byteLength + (words?.size ?? 0) },
  }
}

/** Texts with END behind each, and where each starts. */
export function concatenate(texts: readonly string[]): {
  readonly bytes: Buffer<ArrayBuffer>
  readonly starts: Uint32Array
} {
  const starts = new Uint32Array(texts.length + 1)
  let length = 0
  for (const text of texts) length += Buffer.byteLength(text) + 1
  const bytes = Buffer.allocUnsafeSlow(length)
  let at = 0
  texts.forEach((text, i) => {
    starts[i] = at
    at += bytes.write(text, at)
    bytes[at++] = END
  })
  starts[texts.length] = at
  return { bytes, starts }
}

interface Part {
  readonly words: readonly number[]
  /** In how many texts the words stand, together. */
  readonly uses: number
  /** It is all that is looked for. */
  readonly whole: boolean
}

/**
 * The words of which a text must hold one if it contains the needle: those that hold the rarest of the
 * needle's own words.
 */
function rarestPart(needle: Buffer, words: Words): Part | undefined {
  const longest = partsOf(needle)
    .sort((a, b) => b.end - b.start - (a.end - a.start))
    .slice(0, MOST_PARTS)
  const parts = longest.map(({ start, end }): Part => {
    const before = start > 0 ? [END] : []
    const after = end < needle.length ? [END] : []
    return {
      ...words.match(Buffer.from([...before, ...needle.subarray(start, end), ...after])),
      whole: before.length + after.length === 0,
    }
  })
  return parts.sort((a, b) => a.uses - b.uses)[0]
}

/** The words of a text, which at its ends may be parts of words. */
function partsOf(needle: Buffer): { start: number; end: number }[] {
  const parts: { start: number; end: number }[] = []
  for (let start = 0; start < needle.length; start++) {
    if (!isWordByte(needle[start] as number)) continue
    let end = start
    while (end < needle.length && isWordByte(needle[end] as number)) end++
    parts.push({ start, end })
    start = end
  }
  return parts
}
