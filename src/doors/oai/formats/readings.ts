/**
 * What was read of the records that others name. To read one is to parse all of it, and works and grants are named
 * over and over: what is read most recently stays for as long as their graph.
 */

import { LRUCache } from 'lru-cache'
import type { EntityType } from '../../../model/rows/row.ts'

/** Readings by each function that are kept: some 300 bytes each. */
const MAX_KEPT = 20_000

type Read<T> = (whole: never) => T

const keyOf = ({ name }: EntityType, iri: string): string => `${name} ${iri}`

export class Readings {
  readonly #caches = new Map<Read<object>, LRUCache<string, object>>()

  find<T extends object>(read: Read<T>, type: EntityType, iri: string): T | undefined {
    return this.#caches.get(read)?.get(keyOf(type, iri)) as T | undefined
  }

  keep<T extends object>(read: Read<T>, type: EntityType, iri: string, reading: T): T {
    let cache = this.#caches.get(read)
    if (!cache) this.#caches.set(read, (cache = new LRUCache({ max: MAX_KEPT })))
    cache.set(keyOf(type, iri), reading)
    return reading
  }
}
