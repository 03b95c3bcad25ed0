/**
 * The texts that searches look at, gathered while chunks are packed: those of each chunk go to files, and are
 * put together in the end.
 */

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { fold } from '../filter/fold.ts'
import type { OwnedTexts } from '../store/text-index.ts'
import { createJoiner, numberSubjects, type Joiner, type Joint } from '../store/text-pieces.ts'

/** The texts of a predicate, put together but for their bytes. */
export interface JoinedTexts extends Omit<OwnedTexts, 'bytes'> {
  readonly predicate: string
  /** Files with the bytes, in their order. */
  readonly files: readonly string[]
}

/** Takes the texts of a chunk. */
export interface Taking {
  /** A text of the predicate of this number; all of one subject come together. */
  add(predicate: number, subject: string, text: string): void
  /** Writes them. */
  end(): void
}

export interface ChunkTexts {
  /** Begins a chunk, or begins it anew. */
  chunk(chunk: number): Taking
  /** Numbers the subjects of all chunks. @returns them in code point order */
  subjects(): readonly string[]
  /** Puts the texts of the predicate of this number together; after `subjects`. */
  join(predicate: number): JoinedTexts
}

/** Texts as they are kept of a chunk; subjects are counted in it. */
interface Kept extends Omit<Joint, 'owners'> {
  readonly subjects: Uint32Array
}

export function createChunkTexts(folder: string, predicates: readonly string[]): ChunkTexts {
  const joiners = predicates.map(() => createJoiner())
  /** Numbers of the predicates of which a chunk has texts. */
  const chunks = new Map<number, readonly number[]>()
  let order: readonly number[] = []
  /** Numbers of the subjects by chunk. */
  let numbers: ReadonlyMap<number, Uint32Array> = new Map()
  const place = (kind: 'subjects' | 'texts' | 'words', chunk: number, predicate = 0): string =>
    join(folder, `${kind}-${chunk}-${predicate}`)

  function chunk(number: number): Taking {
    const subjects: string[] = []
    const found = predicates.map(() => ({ subjects: [] as number[], texts: [] as string[] }))
    return {
      add(predicate, subject, text) {
        if (subjects.at(-1) !== subject) subjects.push(subject)
        const own = found[predicate] as (typeof found)[number]
        own.subjects.push(subjects.length - 1)
        own.texts.push(fold(text))
      },
      end() {
        // In order already: what is joined is sorted sooner.
        const { sorted, numbersOf } = numberSubjects([subjects])
        const numbers = numbersOf(subjects)
        writeFileSync(place('subjects', number), sorted.join('\n'))
        found.forEach((own, predicate) => {
          if (own.texts.length === 0) return
          const { bytes, ...piece } = (joiners[predicate] as Joiner).piece(own.texts)
          writeFileSync(place('texts', number, predicate), bytes)
          writeFileSync(
            place('words', number, predicate),
            serialize({
              ...piece,
              subjects: Uint32Array.from(own.subjects, (subject) => numbers[subject] as number),
            } satisfies Kept),
          )
        })
        chunks.set(
          number,
          found.flatMap(({ texts }, predicate) => (texts.length > 0 ? [predicate] : [])),
        )
      },
    }
  }

  function subjects(): readonly string[] {
    order = [...chunks.keys()].sort((a, b) => a - b)
    const lists = order.map((one) => readFileSync(place('subjects', one), 'utf8').split('\n').filter(Boolean))
    const { sorted, numbersOf } = numberSubjects(lists)
    numbers = new Map(order.map((one, i) => [one, numbersOf(lists[i] as string[])] as const))
    return sorted
  }

  function joinTexts(predicate: number): JoinedTexts {
    const having = order.filter((one) => chunks.get(one)?.includes(predicate))
    function* joints(): Generator<Joint> {
      for (const one of having) {
        const { subjects: own, ...kept } = deserialize(readFileSync(place('words', one, predicate))) as Kept
        yield { ...kept, owners: own.map((subject) => numbers.get(one)?.[subject] as number) }
      }
    }
    return {
      predicate: predicates[predicate] as string,
      files: having.map((one) => place('texts', one, predicate)),
      ...(joiners[predicate] as Joiner).join(joints),
    }
  }

  return { chunk, subjects, join: joinTexts }
}
