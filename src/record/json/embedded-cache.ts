/** Embedded entities remembered as they last were: persons, venues and organisations come again and again. */

import type { Json } from '../../model/values/json.ts'

/** How many are remembered. */
const MAX_ENTRIES = 50_000

interface CachedEmbedding {
  readonly value: Json
  readonly base: string
  readonly iri: string | undefined
}

/**
 * Gives the IRI that an embedded entity had when it was last read, if its content is the same; else calls
 * `read`.
 */
export function memoizeEmbedded(): (
  id: string,
  value: Json,
  base: string,
  read: () => string | undefined,
) => string | undefined {
  const seen = new Map<string, CachedEmbedding>()
  return (id, value, base, read) => {
    const known = seen.get(id)
    if (known && known.base === base && sameJson(known.value, value)) return known.iri
    const iri = read()
    if (seen.size >= MAX_ENTRIES) seen.clear()
    seen.set(id, { value, base, iri })
    return iri
  }
}

/**
 * Whether two JSON values are equal, the order of keys included; several times faster here than general
 * comparisons.
 */
function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  const [keysA, keysB] = [Object.keys(a), Object.keys(b)]
  if (keysA.length !== keysB.length || Array.isArray(a) !== Array.isArray(b)) return false
  for (let i = 0; i < keysA.length; i++) {
    const key = keysA[i] as string
    if (key !== keysB[i] || !sameJson((a as Json)[key], (b as Json)[key])) return false
  }
  return true
}
