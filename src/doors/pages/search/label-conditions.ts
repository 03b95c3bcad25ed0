/** What people call the values that the conditions of a list name. */

import { labelValues } from '../../../api/facets/value-labels.ts'
import type { GraphContext } from '../../../api/graph-context.ts'
import { type Condition, valuesOf } from '../../../filter/condition.ts'
import type { EntityType } from '../../../model/rows/row.ts'
import type { ValueLabels } from './active-filters.ts'

export async function labelConditions(
  context: GraphContext,
  type: EntityType,
  conditions: readonly Condition[],
): Promise<ValueLabels> {
  const exact = conditions.filter(({ filter }) => filter.row.operator === 'equals')
  const filters = [...new Set(exact.map(({ filter }) => filter))]
  return new Map(
    await Promise.all(
      filters.map(async (filter) => {
        const values = exact.flatMap((one) => (one.filter === filter ? valuesOf(filter, one.value) : []))
        return [filter, await labelValues(context, type, filter, values)] as const
      }),
    ),
  )
}
