/** Finds a record by an external identifier, whatever its spelling. */

import type { EntityType } from '../model/row.ts'
import type { Model } from '../model/model.ts'
import { identifierForms } from '../model/schemes.ts'
import { iriOf } from '../record/triples.ts'
import { literal, namedNode } from '../sparql/terms.ts'
import type { EntityIndex } from './index.ts'
import type { Store } from './store.ts'

/** IRI of the one record of the type with the identifier; undefined if none or several have it. */
export async function findByIdentifier(store: Store, index: EntityIndex, model: Model, type: EntityType, identifier: string): Promise<string | undefined> {
  const [holds, value] = ['identifiers', 'value'].map((key) => namedNode(model.vocabulary.iri(key) as string))
  const forms = identifierForms(identifier).map(literal).join(' ')
  const rows = await store.select(`SELECT DISTINCT ?entity WHERE { VALUES ?value { ${forms} } ?node ${value} ?value . ?entity ${holds} ?node }`)
  const found = rows.map(({ entity }) => iriOf(entity as string)).filter((iri) => index.isRecord(iri) && index.typesOf(iri).includes(type))
  return found.length === 1 ? found[0] : undefined
}
