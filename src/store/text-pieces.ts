/**
 * Texts as they come, piece by piece → the arrays of an index: each piece is split into words at once, and
 * put together with the others in the end.
 */

import { sortCodePoints } from '../model/order.ts'
import { createNumbers } from './dictionary.ts'
import { concatenate } from './text.ts'
import type { OwnedTexts, TextIndexArrays } from './text-index.ts'
import { createSplitter, listWords, type Splitter, type Uses } from './words.ts'

/** Bytes of text above which words are indexed: less is searched in half a millisecond as it is. */
const WORTH_WORDS = 1_000_000

/** Some texts of a predicate. */
interface Piece {
  /** The texts, END behind each, and where each starts; one start more than texts. */
  readonly bytes: Buffer<ArrayBuffer>
  readonly starts: Uint32Array
  readonly uses: Uses
}

/** What is put together of a piece, beside its bytes. */
export interface Joint extends Omit<Piece, 'bytes'> {
  /** Numbers of the subjects by text. */
  readonly owners: Uint32Array
}

/** Makes the pieces of one predicate. */
export interface Joiner {
  piece(texts: readonly string[]): Piece
  /** @param pieces gives all pieces that are to be joined, as often as it is called */
  join(pieces: () => Iterable<Joint>): Omit<OwnedTexts, 'bytes'>
}

/** @param worthWords bytes of text from which on words are indexed */
export function createJoiner(worthWords = WORTH_WORDS): Joiner {
  const splitter: Splitter = createSplitter()
  return {
    piece(texts) {
      const { bytes, starts } = concatenate(texts)
      return { bytes, starts, uses: splitter.split(bytes, starts) }
    },
    join(pieces) {
      const [all, owned] = [createNumbers(), createNumbers()]
      let bytes = 0
      for (const { starts, owners } of pieces()) {
        for (const owner of owners) owned.push(owner)
        for (let i = 0; i < owners.length; i++) all.push(bytes + (starts[i] as number))
        bytes += starts[owners.length] as number
      }
      all.push(bytes)
      const uses = function* (): Generator<Uses> {
        for (const one of pieces()) yield one.uses
      }
      return {
        starts: all.values(),
        owners: owned.values(),
        ...(bytes >= worthWords && { words: listWords(splitter.vocabulary(), uses) }),
      }
    },
  }
}

/** Subjects in code point order, each once, and the number that gives them. */
export function numberSubjects(lists: readonly (readonly string[])[]): {
  readonly sorted: readonly string[]
  numbersOf(some: readonly string[]): Uint32Array
} {
  const sorted = sortCodePoints(lists.flat()).filter((subject, i, all) => subject !== all[i - 1])
  const numbers = new Map<string, number>()
  for (const subject of sorted) numbers.set(subject, numbers.size)
  return { sorted, numbersOf: (some) => Uint32Array.from(some, (subject) => numbers.get(subject) as number) }
}

/** Gathers texts in memory. */
export interface TextGathering {
  /** Adds texts, each with its subject; the same subject may come again. */
  add(predicate: string, subjects: readonly string[], texts: readonly string[]): void
  /** What was added. */
  finish(): { readonly subjects: readonly string[]; readonly arrays: TextIndexArrays }
}

interface Gathered {
  readonly joiner: Joiner
  readonly pieces: { readonly subjects: readonly string[]; readonly piece: Piece }[]
}

export function gatherTexts(worthWords?: number): TextGathering {
  const gathered = new Map<string, Gathered>()
  return {
    add(predicate, subjects, texts) {
      let known = gathered.get(predicate)
      if (!known) gathered.set(predicate, (known = { joiner: createJoiner(worthWords), pieces: [] }))
      known.pieces.push({ subjects, piece: known.joiner.piece(texts) })
    },
    finish() {
      const { sorted, numbersOf } = numberSubjects(
        [...gathered.values()].flatMap(({ pieces }) => pieces.map(({ subjects }) => subjects)),
      )
      const predicates = new Map(
        [...gathered].map(([predicate, { joiner, pieces }]) => {
          const joints = pieces.map(({ subjects, piece }) => ({ ...piece, owners: numbersOf(subjects) }))
          return [
            predicate,
            { ...joiner.join(() => joints), bytes: Buffer.concat(pieces.map(({ piece }) => piece.bytes)) },
          ] as const
        }),
      )
      return { subjects: sorted, arrays: { subjects: sorted.length, predicates } }
    },
  }
}
