/** The values of a facet, counted by a query of the store. */

import type { Compiled } from '../../filter/compile.ts'
import { COUNT, countByValue, countWithTerm, VALUE } from '../../filter/value-queries.ts'
import type { Facet, FacetTerm } from '../../model/facets.ts'
import { compareCodePoints } from '../../model/values/code-points.ts'
import { iriOf, isIri, isLiteral, languageOf, textOf } from '../../record/rdf/triples.ts'
import type { Row, Store } from '../store.ts'
import type { FacetValue } from './facets.ts'

/** Groups that are read: some of them are values of other fields with the same predicate. */
const MAX_GROUPS = 5000

export function facetTerm(term: string): FacetTerm {
  if (isIri(term)) return { kind: 'iri', value: iriOf(term) }
  if (isLiteral(term)) return { kind: 'literal', value: textOf(term), language: languageOf(term) }
  return { kind: 'blank', value: term }
}

/** What a group of terms has in common, as one of them. */
function termOfGroup({ filter: { path } }: Facet, group: string): FacetTerm {
  if (path.target.kind !== '@language') return facetTerm(group)
  return { kind: 'literal', value: '', language: textOf(group) || undefined }
}

const countIn = (row: Row | undefined): number => Number(textOf(row?.[COUNT] ?? '"0"'))

/** The records of which facets are counted. */
export interface CountedRecords {
  readonly compiled: Compiled
  readonly total: number
}

/** The most frequent values; of equal ones those first that come first by code point. */
export async function queryFacet(
  store: Pick<Store, 'select' | 'mostRows'>,
  facet: Facet,
  { compiled, total }: CountedRecords,
  limit: number,
): Promise<readonly FacetValue[]> {
  const { path } = facet.filter
  const maxGroups = Math.min(MAX_GROUPS, (store.mostRows ?? Infinity) - 1)
  const groups = await store.select(compiled.around((entities) => countByValue(entities, path, maxGroups)))
  /** The value of records that have no other. */
  const [fallback] = facet.valuesOf([])
  const counts = new Map<string, number>()
  const ownTerms: string[] = []
  for (const row of groups) {
    const group = row[VALUE]
    if (group === undefined) continue
    for (const value of facet.valuesOf([termOfGroup(facet, group)]))
      if (value !== fallback) {
        counts.set(value, (counts.get(value) ?? 0) + countIn(row))
        ownTerms.push(group)
      }
  }
  if (fallback !== undefined) {
    const iris = ownTerms.filter(isIri).map(iriOf)
    const [row] =
      iris.length === 0
        ? []
        : await store.select(compiled.around((entities) => countWithTerm(entities, path, iris)))
    counts.set(fallback, total - countIn(row))
  }
  return [...counts]
    .filter(([, count]) => count > 0)
    .sort(([a, countA], [b, countB]) => countB - countA || compareCodePoints(a, b))
    .slice(0, limit)
    .map(([value, count]) => ({ value, count }))
}
