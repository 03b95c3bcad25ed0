/** Blocks of folded texts, by the positions of their records. */

import { TEXT_FITS } from '../query/text-search.ts'
import { END } from './keys.ts'
import type { Positioned } from './sorter.ts'

export const isWordByte = (byte: number): boolean =>
  byte >= 0x80 ||
  (byte >= 0x30 && byte <= 0x39) ||
  (byte >= 0x41 && byte <= 0x5a) ||
  (byte >= 0x61 && byte <= 0x7a)

/** How many texts, the position and the end of each, then the texts with END behind each. */
export function packTexts(texts: readonly Positioned[]): Buffer {
  const head = Buffer.alloc(4 + 8 * texts.length)
  head.writeUInt32LE(texts.length)
  let end = 0
  texts.forEach(({ position, value }, i) => {
    head.writeUInt32LE(position, 4 + 8 * i)
    head.writeUInt32LE((end += value.length), 8 + 8 * i)
  })
  return Buffer.concat([head, ...texts.map(({ value }) => value)])
}

/** A block of texts as it was written. */
export class TextBlock {
  readonly count: number
  private readonly packed: Buffer
  private readonly texts: Buffer

  constructor(packed: Buffer) {
    this.packed = packed
    this.count = packed.readUInt32LE()
    this.texts = packed.subarray(4 + 8 * this.count)
  }

  position(text: number): number {
    return this.packed.readUInt32LE(4 + 8 * text)
  }

  private end(text: number): number {
    return text < 0 ? 0 : this.packed.readUInt32LE(8 + 8 * text)
  }

  /** The positions of the texts that contain the bytes. */
  *find(needle: Buffer): Generator<number> {
    let text = 0
    for (
      let at = this.texts.indexOf(needle);
      at !== -1 && text < this.count;
      at = this.texts.indexOf(needle, this.end(text++))
    ) {
      while (this.end(text) <= at) text++
      yield this.position(text)
    }
  }

  /** How well the texts at a position fit the bytes; that of a text inside of a word for what has none. */
  fit(position: number, needle: Buffer): number {
    const texts = this.textsAt(position)
    return texts ? fitOf(texts, needle) : TEXT_FITS - 1
  }

  /** Whether the texts at a position contain the bytes. */
  has(position: number, needle: Buffer): boolean {
    return this.textsAt(position)?.includes(needle) === true
  }

  /** The texts at a position, END behind each. */
  textsAt(position: number): Buffer | undefined {
    let [low, high] = [0, this.count]
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.position(middle) < position) low = middle + 1
      else high = middle
    }
    return low < this.count && this.position(low) === position
      ? this.texts.subarray(this.end(low - 1), this.end(low))
      : undefined
  }
}

/** Whether a byte beside a word ends it. */
const isEdge = (byte: number): boolean => byte === END || !isWordByte(byte)

/** How well texts, each with END behind it, fit what they may contain. */
function fitOf(texts: Buffer, needle: Buffer): number {
  let best = TEXT_FITS - 1
  for (let at = texts.indexOf(needle); at !== -1 && best > 0; at = texts.indexOf(needle, at + 1)) {
    const [before, after] = [at === 0 ? END : (texts[at - 1] as number), texts[at + needle.length] as number]
    if (before === END) best = Math.min(best, after === END ? 0 : 1)
    else if (isEdge(before) && isEdge(after)) best = Math.min(best, 2)
  }
  return best
}
