/**
 * How often which objects stand with predicates of small vocabularies: counted chunk by chunk, since a chunk
 * may be packed again.
 */

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MOST_VALUES, type Counts } from '../store/counts.ts'

export type Values = NonNullable<Counts['values']>

/** Counts the objects of a chunk. */
export interface Counting {
  add(predicate: string, object: string): void
  /** Writes the counts. */
  end(): void
}

export interface ChunkValues {
  /** Begins a chunk, or begins it anew. */
  chunk(chunk: number): Counting
  /** The counts of all chunks. */
  sum(): Values
}

type Counted = Map<string, number>

/** Predicates with more objects are counted no further. */
const isFull = (objects: Counted): boolean => objects.size > MOST_VALUES

function addTo(objects: Counted, object: string, count: number): void {
  if (!isFull(objects)) objects.set(object, (objects.get(object) ?? 0) + count)
}

export function createChunkValues(folder: string, predicates: readonly string[]): ChunkValues {
  const chunks = new Set<number>()
  const place = (chunk: number): string => join(folder, `values-${chunk}`)
  const none = (): Map<string, Counted> =>
    new Map(predicates.map((predicate) => [predicate, new Map()] as const))
  return {
    chunk(number) {
      const counted = none()
      return {
        add(predicate, object) {
          const objects = counted.get(predicate)
          if (objects) addTo(objects, object, 1)
        },
        end() {
          writeFileSync(
            place(number),
            JSON.stringify([...counted].map(([predicate, objects]) => [predicate, [...objects]])),
          )
          chunks.add(number)
        },
      }
    },
    sum() {
      const all = none()
      for (const chunk of chunks) {
        for (const [predicate, objects] of JSON.parse(readFileSync(place(chunk), 'utf8')) as [
          string,
          [string, number][],
        ][]) {
          for (const [object, count] of objects) addTo(all.get(predicate) as Counted, object, count)
        }
      }
      return Object.fromEntries(
        [...all].map(([predicate, objects]) => [
          predicate,
          isFull(objects) ? null : Object.fromEntries([...objects].sort(([a], [b]) => (a < b ? -1 : 1))),
        ]),
      )
    },
  }
}
