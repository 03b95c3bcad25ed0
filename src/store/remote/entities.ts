/** What an endpoint's graphs are about: the index of its entities, read in sorted pages. */

import type { Model } from '../../model/model.ts'
import { RDF_TYPE } from '../../model/paths.ts'
import { namedNode } from '../../sparql/terms.ts'
import { RECORD, type Mask } from '../index.ts'
import { irisWhere, type IriQuery } from '../store.ts'
import type { RemoteStore } from './store.ts'

const TYPE = namedNode(RDF_TYPE)

/** The graphs of which a pattern holds. */
export const graphsWhere = (pattern: string): IriQuery => irisWhere('g', pattern)

/**
 * Reads which graphs are of entities, and of which of them more is said than their class.
 * @param foreign graphs that are none of ours
 */
export async function readMasks(store: Pick<RemoteStore, 'iris'>, model: Model, foreign: ReadonlySet<string>): Promise<Map<string, Mask>> {
  const masks = new Map<string, Mask>()
  const classes = model.types.map((type) => namedNode(model.classOf(type)))
  const isClass = (variable: string): string => `${variable} IN (${classes.join(', ')})`
  for (const [i, name] of classes.entries()) {
    for (const iri of await store.iris(graphsWhere(`GRAPH ?g { ?g ${TYPE} ${name} }`))) masks.set(iri, (masks.get(iri) ?? RECORD) | (1 << i))
    const saysMore = `GRAPH ?g { ?s ?p ?o } FILTER(?p != ${TYPE} || !(${isClass('?o')}))`
    for (const iri of await store.iris(graphsWhere(`GRAPH ?g { ?g ${TYPE} ${name} } FILTER NOT EXISTS { ${saysMore} }`))) masks.set(iri, (masks.get(iri) ?? 0) & ~RECORD)
  }
  const others = `GRAPH ?g { ?g ?p ?o } FILTER NOT EXISTS { GRAPH ?g { ?g ${TYPE} ?c } FILTER(${isClass('?c')}) }`
  for (const iri of await store.iris(graphsWhere(others))) if (!foreign.has(iri)) masks.set(iri, 0)
  return masks
}
