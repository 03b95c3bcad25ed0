/** The IRIs of a graph that are themselves identifiers, and which of them are the same one. */

import type { ResolverIri, Identifiers } from '../../model/identifiers/schemes.ts'
import type { MemoryIndex } from './entity-index.ts'

interface Addressed extends ResolverIri {
  readonly iri: string
}

export interface Addresses {
  /** All of them; read when first asked for. */
  all(): readonly Addressed[]
  /**
   * The IRIs of the graph that are the same identifier as an IRI.
   * @param canonical the IRI in its one spelling, as `Identifiers.entityIris` gives it
   */
  spellingsOf(canonical: string): readonly string[]
}

export function createAddresses(
  index: Pick<MemoryIndex, 'masks' | 'hasGraph'>,
  identifiers: Identifiers,
): Addresses {
  let addresses: readonly Addressed[] | undefined
  /** The IRIs that are not in their one spelling, by that one. */
  let spellingsByCanonical: ReadonlyMap<string, readonly string[]> | undefined

  function all(): readonly Addressed[] {
    if (addresses) return addresses
    const found: Addressed[] = []
    for (const iri of index.masks.keys()) {
      const address = identifiers.readIri(iri)
      if (address) found.push({ ...address, iri })
    }
    return (addresses = found)
  }

  function otherSpellings(): ReadonlyMap<string, readonly string[]> {
    if (spellingsByCanonical) return spellingsByCanonical
    const found = new Map<string, string[]>()
    for (const { canonical, iri } of all())
      if (canonical !== iri) found.set(canonical, [...(found.get(canonical) ?? []), iri])
    return (spellingsByCanonical = found)
  }

  return {
    all,
    spellingsOf: (canonical) => [
      ...(index.hasGraph(canonical) ? [canonical] : []),
      ...(otherSpellings().get(canonical) ?? []),
    ],
  }
}
