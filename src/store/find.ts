/** Finds a record by an external identifier, whatever its spelling. */

import type { EntityType } from '../model/row.ts'
import { identifiersOf } from '../model/identifiers.ts'
import type { Model } from '../model/model.ts'
import { identifierForms } from '../model/schemes.ts'
import { iriOf } from '../record/triples.ts'
import { literal, namedNode } from '../sparql/terms.ts'
import type { EntityIndex } from './index.ts'
import type { Store } from './store.ts'

/** IRI of the one record of the type with the identifier; undefined if none or several have it. */
export async function findByIdentifier(store: Store, index: EntityIndex, model: Model, type: EntityType, identifier: string): Promise<string | undefined> {
  const forms = identifierForms(identifier).map(literal).join(' ')
  const found = new Set<string>()
  for (const { holds, value } of identifiersOf(model, type).filter(({ top }) => top)) {
    const rows = await store.select(`SELECT DISTINCT ?entity WHERE { VALUES ?value { ${forms} } ?node ${namedNode(value)} ?value . ?entity ${namedNode(holds)} ?node }`)
    for (const { entity } of rows) found.add(iriOf(entity as string))
  }
  const [only, ...more] = [...found].filter((iri) => index.isRecord(iri) && index.typesOf(iri).includes(type))
  return more.length === 0 ? only : undefined
}
