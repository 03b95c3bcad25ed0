/** The words of texts, and which texts have them: what a search looks at before it looks at texts. */

import { block, END, eachAscending, keyOf, pack, packAscending, PackedNumbers, within } from './keys.ts'
import { memoize } from '../../model/values/collections.ts'
import { GONE } from './reuse.ts'
import type { Sorted, Sorter } from './sorter.ts'
import type { Table, TablesSink } from './tables.ts'

/** Uses of words that wait in memory. */
const MAX_USES = 250_000

/** Bytes of words in a block. */
const BLOCK_BYTES = 1 << 16

/** The start of a key that stands for itself: longer ones may have a digest in their place. */
export const MAX_PREFIX_BYTES = 500

const END_CHARACTER = String.fromCharCode(END)

/** An occurrence of a word is one number: its position times this, and its place among the words of that position. */
export const PLACES = 2 ** 21

/** Marks the last place of a position. */
const LAST = 1

export interface WordCollector {
  /**
   * Takes a word of a position, each byte a character; positions come in ascending order.
   * @param place among the words of the position, which ascend; absent: phrases are not looked for
   */
  add(position: number, word: string, place?: number): void
  finish(): void
}

/** The positions of a word; its places at each of them, from one to the next, shifted by the bit of the last one. */
interface Uses {
  readonly positions: number[]
  readonly places: number[]
  lastPlace: number
}

/** A posting: bytes of the positions, the positions, the places. */
function packUses({ positions, places }: Pick<Uses, 'positions' | 'places'>): Buffer {
  if (places.length > 0) places.push((places.pop() as number) | LAST)
  const packed = packAscending(positions)
  return Buffer.concat([pack([packed.length]), packed, pack(places)])
}

function unpackUses(posting: Buffer): { readonly positions: Buffer; readonly places: Buffer } {
  const numbers = new PackedNumbers(posting)
  const length = numbers.next()
  const rest = numbers.rest()
  return { positions: rest.subarray(0, length), places: rest.subarray(length) }
}

/** Collects which words stand in the texts of one column, and where. */
export function collectWords(sorter: Sorter): WordCollector {
  let uses = new Map<string, Uses>()
  let occurrences = 0
  function flush(): void {
    for (const [word, of] of uses) sorter.add(word, packUses(of))
    uses = new Map()
    occurrences = 0
  }
  function addUse(position: number, word: string, place: number | undefined): void {
    let of = uses.get(word)
    if (!of) uses.set(word, (of = { positions: [], places: [], lastPlace: 0 }))
    const { positions, places } = of
    if (positions.at(-1) !== position) {
      positions.push(position)
      if (places.length > 0) places.push((places.pop() as number) | LAST)
      of.lastPlace = 0
    }
    if (place === undefined) return
    places.push(((Math.min(place, PLACES - 1) - of.lastPlace) << 1) >>> 0)
    of.lastPlace = Math.min(place, PLACES - 1)
  }
  let last = -1
  return {
    add(position, word, place) {
      // The places of one position stand in one part of a list.
      if (position !== last && occurrences > MAX_USES) flush()
      last = position
      addUse(position, word, place)
      occurrences++
    },
    finish: flush,
  }
}

/** The words of a column of another index, with their uses. @param moved positions now, or GONE */
export function* movedUses(
  tables: { readonly words: Table; readonly postings: Table },
  column: number,
  blocks: number,
  moved: Int32Array,
): Generator<Sorted> {
  const { wordsOf } = wordReader(tables, column, blocks)
  for (let number = 0; number < blocks; number++)
    for (const word of wordsOf(number)) {
      const posting = tables.postings.peekRequired(within(column, keyOf(word)), 'a word of the texts')
      const uses = unpackUses(posting)
      const remaining: Pick<Uses, 'positions' | 'places'> = { positions: [], places: [] }
      const places = new PackedNumbers(uses.places)
      eachAscending(uses.positions, (position) => {
        const now = moved[position] as number
        if (now !== GONE) remaining.positions.push(now)
        copyPlaces(places, now !== GONE ? remaining.places : [])
      })
      if (remaining.positions.length > 0) yield [word, packUses(remaining)]
    }
}

/** Copies the places of one position. */
function copyPlaces(from: PackedNumbers, to: number[]): void {
  for (let packed = 0; from.hasNext() && (packed & LAST) === 0;) to.push((packed = from.next()))
}

/**
 * Writes the words of a column, and their positions.
 * @param before words and their uses beside those that were collected
 * @returns the number of blocks of words
 */
export function writeWords(
  tables: TablesSink,
  column: number,
  sorter: Sorter,
  before?: Iterator<Sorted>,
): number {
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
  for (const [word, packed] of sorter.sorted(before)) {
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

/** Postings that have no position in common, as one. */
function joined(parts: readonly Buffer[]): Buffer {
  const rest = parts.map((part) => {
    const { positions: packed, places } = unpackUses(part)
    const positions: number[] = []
    eachAscending(packed, (position) => positions.push(position))
    return { positions, next: 0, places: new PackedNumbers(places) }
  })
  const all: Pick<Uses, 'positions' | 'places'> = { positions: [], places: [] }
  for (;;) {
    let first: (typeof rest)[number] | undefined
    for (const one of rest)
      if (one.next < one.positions.length)
        if (!first || one.positions[one.next]! < first.positions[first.next]!) first = one
    if (!first) return packUses(all)
    all.positions.push(first.positions[first.next++]!)
    copyPlaces(first.places, all.places)
  }
}

/** How many words may be found. */
export interface SearchLimits {
  /** Without it 3,000: beyond them a look at all texts is as fast. */
  readonly words?: number
  /** Uses of the words in texts: a byte or more of their positions each. */
  readonly uses?: number
  /** Not the words that begin with it. */
  readonly isInside?: boolean
}

const MAX_WORDS = 3_000

/** The first blocks of words of a column stay in memory: a search for a part of a word looks through all. */
const MAX_REMEMBERED_BLOCKS = 16

/** A reader of the words of one column. */
export interface WordReader {
  /** The positions of a word, packed; undefined if there is no such word. */
  exact(word: Buffer): Buffer | undefined
  /** Where a word stands, as numbers in ascending order; none where its places are not collected. @see PLACES */
  occurrences(word: Buffer): Float64Array
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
  const blockOf = (number: number): Buffer =>
    words.peekRequired(within(column, block(number)), 'a part of the words')
  const remembered = memoize((number: number) => Buffer.from(blockOf(number)), Infinity)
  const postingKey = (word: string): Buffer => within(column, keyOf(word))
  const exact = (word: Buffer): Buffer | undefined => {
    const posting = postings.peek(postingKey(word.toString('latin1')))
    return posting && Buffer.from(unpackUses(posting).positions)
  }

  function occurrences(word: Buffer): Float64Array {
    const posting = postings.peek(postingKey(word.toString('latin1')))
    if (!posting) return new Float64Array()
    const { positions, places } = unpackUses(posting)
    const found = new Float64Array(places.length)
    const numbers = new PackedNumbers(places)
    let count = 0
    if (places.length > 0)
      eachAscending(positions, (position) => {
        for (let [place, packed] = [0, 0]; (packed & LAST) === 0;) {
          packed = numbers.next()
          place += packed >>> 1
          found[count++] = position * PLACES + place
        }
      })
    return found.subarray(0, count)
  }

  function startingWith(
    start: Buffer,
    { words: maxWords = MAX_WORDS, uses: maxUses = Infinity }: SearchLimits = {},
  ): Buffer[] | undefined {
    const from = within(column, start)
    const found: Buffer[] = []
    let uses = 0
    for (const { value } of postings.range(from, Buffer.concat([from, Buffer.of(END)]))) {
      const { positions } = unpackUses(value)
      uses += positions.length
      if (uses > maxUses || found.push(positions) > maxWords) return undefined
    }
    return found
  }

  function containing(
    part: Buffer,
    { words: maxWords = MAX_WORDS, uses: maxUses = Infinity, isInside = false }: SearchLimits = {},
  ): Buffer[] | undefined {
    const postingLists: Buffer[] = []
    let uses = 0
    for (let number = 0; number < blocks; number++) {
      for (const word of wordsContaining(part, number, isInside)) {
        const posting = postings.peekRequired(postingKey(word), 'a word of the texts')
        const { positions } = unpackUses(posting)
        uses += positions.length
        if (uses > maxUses || postingLists.push(Buffer.from(positions)) > maxWords) return undefined
      }
    }
    return postingLists
  }

  function wordsContaining(part: Buffer, number: number, isInside: boolean): string[] {
    const text = number < MAX_REMEMBERED_BLOCKS ? remembered(number) : blockOf(number)
    const found: string[] = []
    for (let at = text.indexOf(part); at !== -1;) {
      const inside = part[0] === END ? at + 1 : at
      const end = text.indexOf(END, inside)
      const start = text.lastIndexOf(END, inside - 1) + 1
      if (!isInside || start < inside) found.push(text.toString('latin1', start, end))
      at = text.indexOf(part, end)
    }
    return found
  }

  const wordsOf = (number: number): string[] =>
    blockOf(number).toString('latin1').slice(1, -1).split(END_CHARACTER)

  return { exact, occurrences, startingWith, containing, blocks, wordsOf }
}

/** The packed positions of a word, in a list; none where there is no such word. */
export function exactly(words: Pick<WordReader, 'exact'>, word: string): Buffer[] {
  const packed = words.exact(Buffer.from(word))
  return packed ? [packed] : []
}
