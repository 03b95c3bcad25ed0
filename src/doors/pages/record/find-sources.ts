/** From which sources a record came, as its graph says. */

import { checkpoint } from '../../../admission/task.ts'
import { mapsByOwner, once } from '../../../admission/once.ts'
import { valuesOf } from '../../../filter/condition.ts'
import { SOURCE } from '../../../model/rows/added-filters.ts'
import type { EntityType } from '../../../model/rows/row.ts'
import { listUrl } from '../../../api/request/list-url.ts'
import type { SourceLink } from './entity.ts'
import { labelValues } from '../../../api/facets/value-labels.ts'
import type { GraphContext } from '../../../api/graph-context.ts'

/** Whether the records of a type have sources in a graph: where none has, none is looked for. */
const areNamedIn = mapsByOwner<boolean>()

/** The sources of a record, each with the list of what came from there; none where its inputs name none. */
export async function sourcesOf(
  context: GraphContext,
  type: EntityType,
  iri: string,
): Promise<readonly SourceLink[]> {
  const filters = context.model.filtersOf(type)
  const [filter, byId] = [filters.find(SOURCE), filters.find('local_identifier')]
  // An IRI with a | would be read as several.
  if (!filter || !byId || valuesOf(byId, iri).length > 1) return []
  const areNamed = await once(
    areNamedIn(context.graph),
    type.name,
    async (task) => (await context.graph.forTask(task).facet(type, SOURCE, [], 1)).length > 0,
    context.task,
  )
  if (!areNamed) return []
  const { length } = context.model.sources
  const isRecord = { key: byId.key, filter: byId, value: iri }
  checkpoint(context.task)
  const found = await context.queries.facet(type, SOURCE, [isRecord], length)
  const values = found.map(({ value }) => value)
  const labels = await labelValues(context, type, filter, values)
  return values.map((value) => ({
    label: labels.get(value) ?? value,
    url: listUrl(context.urls, type, [{ key: filter.key, filter, value }]),
  }))
}
