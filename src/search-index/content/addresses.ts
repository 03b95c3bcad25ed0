/** The IRIs that are themselves identifiers, such as `https://orcid.org/…`. */

import type { Model } from '../../model/model.ts'
import { iriOf, isIri, type TripleIndex } from '../../record/rdf/triples.ts'
import type { EntityIndex } from '../query/entity-index.ts'
import { keyOf } from '../tables/keys.ts'
import type { Counts } from '../tables/meta.ts'
import { createSorter, groupsOf, keyBytes } from '../tables/sorter.ts'
import type { TablesSink } from '../tables/tables.ts'

/** How entities lead to identifiers, and identifiers to their schemes: pairs of predicates. */
function identifierPredicates(model: Model): [holds: string, uses: string][] {
  const steps = model.types.flatMap((type) => model.filtersOf(type).all.flatMap(({ path }) => path.steps))
  const pairs = steps.flatMap(({ identifier, predicates }) =>
    identifier ? predicates.map((holds) => `${holds} ${identifier.scheme.predicates[0]}`) : [],
  )
  return [...new Set(pairs)].map((pair) => pair.split(' ') as [string, string])
}

export interface AddressCollector {
  /** Adds the IRI of a named graph. @param nodesOf reads the graph */
  add(iri: string, nodesOf: () => TripleIndex): void
  write(tables: TablesSink): void
  close(): void
  prefixes(): Counts['prefixes']
}

/** Collects the IRIs that are themselves identifiers. */
export function collectAddresses(
  model: Model,
  base: string,
  entities: EntityIndex,
  folder: string,
): AddressCollector {
  const prefixes = new Map<string, readonly [string, string, string]>()
  const otherSpellings = createSorter(folder, 'addresses')
  const paths = identifierPredicates(model)

  const isScheme = (term: string, scheme: string): boolean =>
    isIri(term) && model.vocabulary.compactIri(iriOf(term), base).toLowerCase() === scheme

  /** Whether the entity has an identifier of the scheme beside its IRI. */
  function hasIdentifier(iri: string, nodes: TripleIndex, scheme: string): boolean {
    const own = nodes.get(`<${iri}>`)
    return paths.some(([holds, uses]) =>
      own?.get(holds)?.some((node) =>
        nodes
          .get(node)
          ?.get(uses)
          ?.some((term) => isScheme(term, scheme)),
      ),
    )
  }

  return {
    add(iri, nodesOf) {
      const address = model.identifiers.readIri(iri)
      if (!address) return
      const { scheme, canonical, prefix } = address
      if (canonical !== iri) otherSpellings.add(keyBytes(canonical), Buffer.from(iri))
      if (hasIdentifier(iri, nodesOf(), scheme)) return
      for (const { name } of entities.entryOf(iri).types)
        prefixes.set(`${scheme} ${name} ${prefix}`, [scheme, name, prefix])
    },
    write(tables) {
      const table = tables.table('addresses')
      for (const [canonical, entries] of groupsOf(otherSpellings.sorted(), ([key]) => key))
        table.put(keyOf(canonical), Buffer.from(entries.map(([, iri]) => iri).join('\n')))
    },
    close: () => otherSpellings.close(),
    prefixes: () => [...prefixes.values()],
  }
}
