/** Embedded entities remembered as they last were: persons, venues and organisations come again and again. */

import type { Json } from '../../model/values/json.ts'

import type { SubjectFragment } from '../rdf/stored.ts'
import type { JsonLocation } from './read-context.ts'

/** How many are remembered. */
const MAX_ENTRIES = 25_000

interface CachedEmbedding {
  readonly value: Json
  readonly base: string
  readonly iri: string | undefined
  /** Of the entity, and of what stands in it. */
  readonly fragments: readonly SubjectFragment[]
  readonly references: readonly (readonly [iri: string, expected: readonly string[]])[]
}

type Read = (place: JsonLocation) => string | undefined

/**
 * Gives the IRI that an embedded entity had when it was last read, and its fragments to the context again, if its
 * content is the same; else calls `read`.
 */
export function memoizeEmbedded(): (
  id: string,
  value: Json,
  place: JsonLocation,
  read: Read,
) => string | undefined {
  const seen = new Map<string, CachedEmbedding>()
  return (id, value, place, read) => {
    const { context } = place
    const { base } = context
    const known = seen.get(id)
    if (known && known.base === base && sameJson(known.value, value)) {
      for (const fragment of known.fragments) context.onFragment(fragment, place)
      for (const [iri, expected] of known.references) context.onReference(iri, expected, place)
      return known.iri
    }
    const fragments: SubjectFragment[] = []
    const onFragment: typeof context.onFragment = (fragment, at) => {
      fragments.push(fragment)
      context.onFragment(fragment, at)
    }
    const references: [string, readonly string[]][] = []
    const onReference: typeof context.onReference = (iri, expected, at) => {
      references.push([iri, expected])
      context.onReference(iri, expected, at)
    }
    const iri = read({ ...place, context: { ...context, onFragment, onReference } })
    if (seen.size >= MAX_ENTRIES) seen.clear()
    seen.set(id, { value, base, iri, fragments, references })
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
