/** Searches that an index answers by itself: records by their values, their ids and external identifiers. */

import { conditionsByValue, type Condition } from '../filter/condition.ts'
import type { Task } from '../admission/task.ts'
import type { CompileContext } from '../filter/values/value-test.ts'
import type { Filter } from '../model/rows/filters.ts'
import type { Facet } from '../model/facets.ts'
import type { EntityType } from '../model/rows/row.ts'
import type { EntityIndex } from './entity-index.ts'
import { identitiesThatMeet, type Identity, type IdentifierSearch } from './identifier-search.ts'
import { intersect, type Positions } from './matches.ts'
import { valuesThatMeet, type FacetValues, type ValueSearch } from './value-search.ts'

interface IndexSearch {
  readonly index: EntityIndex
  readonly facets: ReadonlyMap<Filter, Facet>
  readonly withValue: ValueSearch
  readonly withIdentifier: IdentifierSearch
}

/**
 * The records of a type that meet all conditions; undefined where the index does not answer all of them: together
 * they find less.
 * @throws Problem invalid-filter
 */
export async function findInIndex(
  { index, facets, withValue, withIdentifier }: IndexSearch,
  type: EntityType,
  conditions: readonly Condition[],
  context: CompileContext,
  task: Task,
): Promise<Positions | undefined> {
  const facetValues: { facet: Facet; values: FacetValues }[] = []
  const ofIdentity: Condition[] = []
  for (const onOneValue of conditionsByValue(conditions)) {
    const facet = facets.get(onOneValue[0].filter)
    const values = facet && valuesThatMeet(onOneValue, facet, context)
    if (values) facetValues.push({ facet, values })
    else ofIdentity.push(...onOneValue)
  }
  const identities = identitiesThatMeet(type, ofIdentity, context)
  if (!identities) return undefined
  const lists = await Promise.all([
    ...identities.map((identity) => recordsOf(identity, type, index, withIdentifier, task)),
    ...facetValues.map(({ facet, values }) => withValue(type, facet.filter.key, values, task)),
  ])
  return lists.every((positions) => positions !== undefined) ? lists.reduce(intersect) : undefined
}

/** The records that an identity may be; undefined where the index does not know. */
function recordsOf(
  { iris, identifiers }: Identity,
  type: EntityType,
  index: EntityIndex,
  withIdentifier: IdentifierSearch,
  task: Task,
): Promise<Positions> | undefined {
  const isOfType = (iri: string): boolean => index.typesOf(iri).includes(type)
  const owners = identifiers ? withIdentifier(identifiers, isOfType) : []
  return owners && index.records(type).positionsOf([...iris, ...owners], task)
}
