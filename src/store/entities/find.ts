/** Finds records by an external identifier, whatever its spelling. */

import type { EntityType } from '../../model/rows/row.ts'
import { identifiersOf, type IdentifierPredicates } from '../../model/identifier-predicates.ts'
import type { Model } from '../../model/model.ts'
import { sortCodePoints } from '../../model/values/code-points.ts'
import { iriOf } from '../../record/rdf/triples.ts'
import { literalText, iriText } from '../../sparql/terms.ts'
import type { EntityIndex } from './entity-index.ts'
import type { Store } from '../store.ts'

/** How a record's identifiers are reached, the same for most types. */
const patternOf = ({ hasIdentifier: holds, value }: IdentifierPredicates): string =>
  `?node ${iriText(value)} ?value . ?entity ${iriText(holds)} ?node`

/** Sorted IRIs of the records of the types that have the identifier. */
export async function findHolders(
  store: Store,
  index: EntityIndex,
  model: Model,
  types: readonly EntityType[],
  identifier: string,
): Promise<readonly string[]> {
  const forms = model.identifiers.spellings(identifier).map(literalText).join(' ')
  const patterns = new Set(
    types.flatMap((type) =>
      identifiersOf(model, type)
        .filter(({ ofEntity: top }) => top)
        .map(patternOf),
    ),
  )
  const matches = new Set<string>()
  for (const pattern of patterns) {
    const rows = await store.select(`SELECT DISTINCT ?entity WHERE { VALUES ?value { ${forms} } ${pattern} }`)
    for (const { entity } of rows) matches.add(iriOf(entity as string))
  }
  return sortCodePoints(
    [...matches].filter(
      (iri) => index.isRecord(iri) && index.typesOf(iri).some((type) => types.includes(type)),
    ),
  )
}
