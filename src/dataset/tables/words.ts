/** The words of texts, and which texts have them: what a search looks at before it looks at texts. */

import { block, END, eachAscending, keyOf, packAscending, within } from './keys.ts'
import type { Sorter } from './sorter.ts'
import type { Table, TablesSink } from './tables.ts'

/**
 * Words are runs of ASCII letters and digits and of all that is not ASCII; a character is a byte of
 * UTF-8.
 */
const WORDS = /[0-9A-Za-z\u0080-\u00fe]+/g

/** Uses of words that wait in memory. */
const MAX_USES = 250_000

/** Bytes of words in a block. */
const BLOCK_BYTES = 1 << 16

/** The start of a key that stands for itself: longer ones may have a digest in their place. */
export const MAX_PREFIX_BYTES = 500

const END_CHARACTER = String.fromCharCode(END)

export interface WordCollector {
  /** Takes the texts of positions in ascending order, each byte a character. */
  add(position: number, text: string): void
  finish(): void
}

/** Collects which words stand in the texts of one column. */
export function collectWords(sorter: Sorter): WordCollector {
  let positions = new Map<string, number[]>()
  let occurrences = 0
  function flush(): void {
    for (const [word, at] of positions) sorter.add(word, packAscending(at))
    positions = new Map()
    occurrences = 0
  }
  return {
    add(position, text) {
      for (const word of text.match(WORDS) ?? []) {
        const at = positions.get(word)
        if (!at) positions.set(word, [position])
        else if (at.at(-1) !== position) at.push(position)
        else continue
        occurrences++
      }
      if (occurrences > MAX_USES) flush()
    },
    finish: flush,
  }
}

/**
 * Writes the words of a column, and their positions.
 * @returns the number of blocks of words
 */
export function writeWords(tables: TablesSink, column: number, sorter: Sorter): number {
  const [postings, blocks] = [tables.table('postings'), tables.table('words')]
  let words: string[] = []
  let bytes = 0
  let written = 0

  function flush(): void {
    if (words.length === 0) return
    const text = `${END_CHARACTER}${words.join(END_CHARACTER)}${END_CHARACTER}`
    blocks.put(within(column, block(written++)), Buffer.from(text, 'latin1'))
    ;[words, bytes] = [[], 0]
  }

  function put(word: string, parts: readonly Buffer[]): void {
    const packed = parts.length === 1 ? (parts[0] as Buffer) : joined(parts)
    postings.put(within(column, keyOf(word)), packed)
    words.push(word)
    bytes += word.length
    if (bytes > BLOCK_BYTES) flush()
  }

  let current: string | undefined
  let lists: Buffer[] = []
  for (const [word, packed] of sorter.sorted()) {
    if (word !== current) {
      if (current !== undefined) put(current, lists)
      ;[current, lists] = [word, []]
    }
    lists.push(packed)
  }
  if (current !== undefined) put(current, lists)
  flush()
  return written
}

/** Lists of positions of which each begins behind the one before. */
function joined(parts: readonly Buffer[]): Buffer {
  const positions: number[] = []
  for (const part of parts) eachAscending(part, (position) => positions.push(position))
  return packAscending(positions)
}

/** How many words may be found. */
export interface SearchLimits {
  /** Without it 3,000: beyond them a look at all texts is as fast. */
  readonly words?: number
  /** Uses of the words in texts: a byte or more of their positions each. */
  readonly uses?: number
}

const MAX_WORDS = 3_000

/** A reader of the words of one column. */
export interface WordReader {
  /** The positions of a word, packed; undefined if there is no such word. */
  exact(word: Buffer): Buffer | undefined
  /** Packed positions of the words that begin like this; undefined if there are more than may be. */
  startingWith(start: Buffer, most?: SearchLimits): Buffer[] | undefined
  /** Those of the words that contain these bytes, END standing for the end of a word. */
  containing(part: Buffer, most?: SearchLimits): Buffer[] | undefined
  /** How many blocks of words there are; words and blocks are in the order of their bytes. */
  readonly blocks: number
  /** The words of a block, each byte a character. */
  wordsOf(block: number): readonly string[]
}

export function wordReader(
  { words, postings }: { readonly words: Table; readonly postings: Table },
  column: number,
  blocks: number,
): WordReader {
  const postingKey = (word: Buffer): Buffer => within(column, keyOf(word.toString('latin1')))
  const exact = (word: Buffer): Buffer | undefined => postings.get(postingKey(word))

  function startingWith(
    start: Buffer,
    { words: maxWords = MAX_WORDS, uses: maxUses = Infinity }: SearchLimits = {},
  ): Buffer[] | undefined {
    const from = within(column, start)
    const found: Buffer[] = []
    let uses = 0
    for (const { value } of postings.range(from, Buffer.concat([from, Buffer.of(END)]))) {
      uses += value.length
      if (uses > maxUses || found.push(value) > maxWords) return undefined
    }
    return found
  }

  function containing(
    part: Buffer,
    { words: maxWords = MAX_WORDS, uses: maxUses = Infinity }: SearchLimits = {},
  ): Buffer[] | undefined {
    const postingLists: Buffer[] = []
    let uses = 0
    for (const word of wordsContaining(part)) {
      const positions = postings.require(postingKey(word), 'a word of the texts')
      uses += positions.length
      if (uses > maxUses || postingLists.push(positions) > maxWords) return undefined
    }
    return postingLists
  }

  function* wordsContaining(part: Buffer): Generator<Buffer> {
    for (let number = 0; number < blocks; number++) {
      const text = words.require(within(column, block(number)), 'a part of the words')
      let end = 0
      for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, end)) {
        const inside = part[0] === END ? at + 1 : at
        end = text.indexOf(END, inside)
        yield text.subarray(text.lastIndexOf(END, inside - 1) + 1, end)
      }
    }
  }

  function wordsOf(number: number): string[] {
    const text = words.require(within(column, block(number)), 'a part of the words')
    return text.toString('latin1', 1, text.length - 1).split(END_CHARACTER)
  }

  return { exact, startingWith, containing, blocks, wordsOf }
}

/** The packed positions of a word, in a list; none where there is no such word. */
export function exactly(words: Pick<WordReader, 'exact'>, word: string): Buffer[] {
  const packed = words.exact(Buffer.from(word))
  return packed ? [packed] : []
}
