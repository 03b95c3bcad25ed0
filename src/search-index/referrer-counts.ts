/** How many records refer to each record of a type, as the order of its list by referrers counts them. */

import { ownTask } from '../admission/task.ts'
import { ONLY_CITED } from '../model/rows/added-filters.ts'
import type { Model } from '../model/model.ts'
import { pathKey, resolvePath } from '../model/rows/paths.ts'
import type { EntityType } from '../model/rows/row.ts'
import type { Columns } from './query/columns.ts'
import type { EntityIndex } from './query/entity-index.ts'
import type { Positions } from './query/matches.ts'

interface CountSources {
  readonly model: Model
  readonly base: string
  readonly index: EntityIndex
  readonly columns: Columns
}

/** The positions of the records that stand in the graph for themselves; undefined where all do. */
function notOnlyCited(
  type: EntityType,
  { model, base, index, columns }: CountSources,
): Positions | undefined {
  const filter = type.citedOnly && model.filtersOf(type).find(ONLY_CITED)
  const column = filter && columns(type, pathKey(filter.path.steps, filter.path.target))
  const cited = column?.having(column.numbersOf([`<${base}>`], ownTask), ownTask) ?? []
  if (cited.length === 0) return undefined
  const isCited = new Uint8Array(index.records(type).length)
  for (const position of cited) isCited[position] = 1
  return Uint32Array.from(isCited.keys()).filter((position) => isCited[position] === 0)
}

/** By position: how many records refer to it; what is only cited does not count. */
export function countReferrers(type: EntityType, sources: CountSources): Uint32Array {
  const { model, index, columns } = sources
  const counts = new Uint32Array(index.records(type).length)
  const order = Object.values(type.orders ?? {}).find(({ by }) => by === 'referrers')
  if (!order) return counts
  const owners = order.collection === undefined ? type : (model.typeAt(order.collection) as EntityType)
  const { steps, target } = resolvePath(model, owners, `${order.path}.local_identifier`)
  const column = columns(owners, pathKey(steps, target))
  const targets = column?.targets(type)
  column?.count(notOnlyCited(owners, sources), undefined, column.values, ownTask).forEach((count, value) => {
    const position = (targets?.[value] ?? 0) - 1
    if (position >= 0) counts[position] = count
  })
  return counts
}

/** The positions in the order of counts; of equal ones in that of names. */
export const orderByCount = (byName: Positions, counts: Uint32Array, isDescending: boolean): Positions =>
  byName.toSorted((a, b) =>
    isDescending
      ? (counts[b] as number) - (counts[a] as number)
      : (counts[a] as number) - (counts[b] as number),
  )
