/**
 * What was read of the records that others name. To read one is to parse all of it, and works and grants are named
 * over and over: what is read most recently stays for as long as their graph.
 */

import { LRUCache } from 'lru-cache'
import type { EntityType } from '../../model/rows/row.ts'

/** Readings by each function that are kept: some 300 bytes each. */
const MAX_KEPT = 20_000

type Read<T> = (whole: never) => T

const keyOf = ({ name }: EntityType, iri: string): string => `${name} ${iri}`

export class Readings {
  readonly #kept = new Map<Read<object>, LRUCache<string, object>>()

  find<T extends object>(read: Read<T>, type: EntityType, iri: string): T | undefined {
    return this.#kept.get(read)?.get(keyOf(type, iri)) as T | undefined
  }

  keep<T extends object>(read: Read<T>, type: EntityType, iri: string, reading: T): T {
    let kept = this.#kept.get(read)
    if (!kept) this.#kept.set(read, (kept = new LRUCache({ max: MAX_KEPT })))
    kept.set(keyOf(type, iri), reading)
    return reading
  }
}
