/** The index of texts of a prepared graph as a file: a line that says what follows, then its arrays one after the other. */

import { readFile } from 'node:fs/promises'
import { endianness } from 'node:os'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { OwnedTexts, TextIndexArrays } from '../store/text-index.ts'
import type { Joined } from './chunk-texts.ts'

const pack = promisify(gzip)

/** Beyond this level numbers hardly become smaller. */
const LEVEL = 1

/** Bytes packed at once, and how many pieces are packed while one is written. */
const PIECE = 500_000
const AHEAD = 3

/** Lengths of the arrays of a predicate. */
interface Lengths { readonly predicate: string; readonly bytes: number; readonly texts: number; readonly words?: { readonly bytes: number; readonly words: number; readonly postings: number } }

/** `order` is that of the bytes in a number. */
interface Head { readonly order: string; readonly subjects: number; readonly bytes: number; readonly predicates: readonly Lengths[] }

export interface KeptTexts {
  /** In code point order, which gives them their numbers. */
  readonly subjects: readonly string[]
  readonly arrays: TextIndexArrays
}

type Array = Uint8Array | Uint32Array

const bytesOf = ({ buffer, byteOffset, byteLength }: Array): Uint8Array => new Uint8Array(buffer, byteOffset, byteLength)

/** The index as gzip members. */
export async function* packTexts({ subjects, predicates }: Joined): AsyncGenerator<Uint8Array> {
  const names = Buffer.from(subjects.join('\n'))
  const head: Head = {
    order: endianness(), subjects: subjects.length, bytes: names.length,
    predicates: predicates.map(({ predicate, starts, words }) => ({
      predicate, bytes: starts.at(-1) as number, texts: starts.length - 1,
      ...(words && { words: { bytes: words.vocabulary.length, words: words.wordStarts.length - 1, postings: words.postings.length } }),
    })),
  }
  yield pack(`${JSON.stringify(head)}\n`)
  yield* packed(names)
  for (const { files, starts, owners, words } of predicates) {
    for (const file of files) yield readFile(file)
    for (const array of [starts, owners, ...(words ? [words.vocabulary, words.wordStarts, words.lists, words.postings] : [])]) yield* packed(array)
  }
}

/** Packs an array in pieces, the next while one is written. */
async function* packed(array: Array): AsyncGenerator<Uint8Array> {
  const bytes = bytesOf(array)
  const pieces: Promise<Uint8Array>[] = []
  for (let at = 0; at < bytes.length; at += PIECE) {
    pieces.push(pack(bytes.subarray(at, at + PIECE), { level: LEVEL }))
    if (pieces.length > AHEAD) yield pieces.shift() as Promise<Uint8Array>
  }
  yield* pieces
}

/**
 * Reads what packTexts wrote, a member after the other.
 * @returns undefined if the numbers are of another kind of machine
 */
export async function readTexts(members: AsyncIterable<Uint8Array>): Promise<KeptTexts | undefined> {
  let head: Head | undefined
  const room: Array[] = []
  let index: TextIndexArrays | undefined
  let [next, filled] = [0, 0]
  for await (const member of members) {
    if (!head) {
      head = JSON.parse(Buffer.from(member).toString()) as Head
      room.push(new Uint8Array(head.bytes))
      index = { subjects: head.subjects, predicates: new Map(head.predicates.map((one) => [one.predicate, roomFor(one, room)])) }
      continue
    }
    // A member is a piece of one array.
    while (filled === (room[next] as Array).byteLength) { next++; filled = 0 }
    bytesOf(room[next] as Array).set(member, filled)
    filled += member.length
  }
  if (!head || !index || head.order !== endianness()) return undefined
  const names = Buffer.from((room[0] as Array).buffer).toString()
  return { subjects: names === '' ? [] : names.split('\n'), arrays: index }
}

/** Empty arrays, which are added to `room` in the order of the file. */
function roomFor({ bytes, texts, words }: Lengths, room: Array[]): OwnedTexts {
  const add = <A extends Array>(array: A): A => { room.push(array); return array }
  return {
    bytes: add(new Uint8Array(bytes)), starts: add(new Uint32Array(texts + 1)), owners: add(new Uint32Array(texts)),
    ...(words && {
      words: {
        vocabulary: add(new Uint8Array(words.bytes)), wordStarts: add(new Uint32Array(words.words + 1)),
        lists: add(new Uint32Array(words.words + 1)), postings: add(new Uint8Array(words.postings)),
      },
    }),
  }
}
