/**
 * Ids that a filter names and no record of the list has, where it names several. Ids of what the records refer to are
 * not among them: they may be right, and nothing in the list refers to them.
 */

import { alternativesOf } from '../../filter/values/alternatives.ts'
import { valuesOf, type Condition } from '../../filter/condition.ts'
import type { EntityType } from '../../model/rows/row.ts'
import type { GraphQueries } from '../../search-index/query/graph-queries.ts'

/** Whether a condition names records by their ids or their external identifiers. */
export function isById({ filter: { row, path } }: Condition): boolean {
  const { steps, target: leaf } = path
  const [first] = steps
  return (
    row.operator === 'equals' &&
    (first ? steps.length === 1 && first.identifier?.value.key === leaf.key : leaf.kind === 'id')
  )
}

const isIdentifier = ({ filter: { row, path } }: Condition): boolean =>
  path.steps.length === 1 && row.scheme === undefined

/** The values of conditions with several ids, or with a bar behind one, that no record of the type has. */
export async function missingIds(
  ask: Pick<GraphQueries, 'has' | 'search'>,
  type: EntityType,
  conditions: readonly Condition[],
): Promise<string[]> {
  const missing = new Set<string>()
  for (const condition of conditions.filter(isById)) {
    const values = valuesOf(condition.filter, condition.value)
    for (const value of alternativesOf(condition.value).length > 1 ? values : []) {
      // Most are identifiers that a record has as they are given, which takes no search.
      if (isIdentifier(condition) && ask.has(type, value)) continue
      if ((await ask.search(type, [{ ...condition, value }])).length === 0) missing.add(value)
    }
  }
  return [...missing]
}
