/**
 * The index of texts of a prepared graph as a file: its arrays one after the other, so that they are of use
 * as they are read, and in the end where each of them is.
 */

import { readFile } from 'node:fs/promises'
import { endianness } from 'node:os'
import type { OwnedTexts, TextIndexArrays } from '../store/text-index.ts'
import { bufferOf, type WordLists } from '../store/words.ts'
import type { JoinedTexts } from './chunk-texts.ts'

/** First byte and length in bytes. */
type Place = readonly [at: number, length: number]

interface Places {
  readonly predicate: string
  readonly texts: { readonly [K in keyof Omit<OwnedTexts, 'words'>]: Place }
  readonly words?: { readonly [K in keyof WordLists]: Place } | undefined
}

/** `order` is that of the bytes in a number. */
interface Directory {
  readonly order: string
  readonly count: number
  readonly subjects: Place
  readonly predicates: readonly Places[]
}

export interface KeptTexts {
  /** In code point order, which gives them their numbers. */
  readonly subjects: readonly string[]
  readonly arrays: TextIndexArrays
}

/** Bytes of the largest number: each array starts at a multiple. */
const ALIGNED = 4

/** The index as pieces of a file; what is there is written while the rest is still put together. */
export async function* packTexts(
  subjects: Promise<readonly string[]>,
  joining: readonly Promise<JoinedTexts>[],
): AsyncGenerator<Uint8Array> {
  let at = 0
  async function* put(
    pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  ): AsyncGenerator<Uint8Array, Place> {
    const start = at
    for await (const piece of pieces) {
      at += piece.byteLength
      yield piece
    }
    const length = at - start
    const gap = (ALIGNED - (length % ALIGNED)) % ALIGNED
    at += gap
    if (gap > 0) yield new Uint8Array(gap)
    return [start, length]
  }
  const whole = ({ buffer, byteOffset, byteLength }: Uint8Array | Uint32Array): ReturnType<typeof put> =>
    put([new Uint8Array(buffer, byteOffset, byteLength)])

  const names = await subjects
  const place = yield* whole(Buffer.from(names.join('\n')))
  const predicates: Places[] = []
  for (const one of joining) {
    const { predicate, files, starts, owners, words } = await one
    predicates.push({
      predicate,
      texts: {
        bytes: yield* put(contents(files)),
        starts: yield* whole(starts),
        owners: yield* whole(owners),
      },
      words: words && {
        vocabulary: yield* whole(words.vocabulary),
        wordStarts: yield* whole(words.wordStarts),
        lists: yield* whole(words.lists),
        postings: yield* whole(words.postings),
      },
    })
  }
  const directory = Buffer.from(
    JSON.stringify({
      order: endianness(),
      count: names.length,
      subjects: place,
      predicates,
    } satisfies Directory),
  )
  const length = Buffer.alloc(ALIGNED)
  length.writeUInt32LE(directory.length)
  yield* [directory, length]
}

async function* contents(files: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const file of files) yield readFile(file)
}

/** Reads what packTexts wrote, on whatever kind of machine; the arrays share the memory of the bytes. */
export function readTexts(bytes: Uint8Array<ArrayBuffer>): KeptTexts {
  const { buffer } = bytes
  const file = bufferOf(bytes)
  const end = file.length - ALIGNED
  const { order, count, subjects, predicates } = JSON.parse(
    file.toString('utf8', end - file.readUInt32LE(end), end),
  ) as Directory
  const small = ([at, length]: Place): Uint8Array => new Uint8Array(buffer, bytes.byteOffset + at, length)
  const large = ([at, length]: Place): Uint32Array => {
    if (order !== endianness()) Buffer.from(buffer, bytes.byteOffset + at, length).swap32()
    return new Uint32Array(buffer, bytes.byteOffset + at, length / ALIGNED)
  }
  const names = bufferOf(small(subjects)).toString()
  return {
    subjects: names === '' ? [] : names.split('\n'),
    arrays: {
      subjects: count,
      predicates: new Map(
        predicates.map(({ predicate, texts, words }) => [
          predicate,
          {
            bytes: small(texts.bytes),
            starts: large(texts.starts),
            owners: large(texts.owners),
            ...(words && {
              words: {
                vocabulary: small(words.vocabulary),
                wordStarts: large(words.wordStarts),
                lists: large(words.lists),
                postings: small(words.postings),
              },
            }),
          },
        ]),
      ),
    },
  }
}
