/** Lists without what is only cited, for people, and of references: of other programs, nothing is withheld. */

import type { Condition } from '../../filter/condition.ts'
import type { MediaType } from '../../media.ts'
import { ONLY_CITED } from '../../model/rows/added-filters.ts'
import type { Filter } from '../../model/rows/filters.ts'
import type { EntityType } from '../../model/rows/row.ts'
import type { GraphContext } from '../graph-context.ts'
import { isById } from './missing-ids.ts'

/** The conditions of a list as people see it. */
export interface GivenList {
  readonly conditions: readonly Condition[]
  /** Records that meet the conditions of the request, and are left out as they are only cited. */
  readonly hidden: number
}

/** Whether a form is for people, or for their bibliographies: of what is only cited, little is known. */
export const isForPeople = ({ name, resources }: MediaType): boolean =>
  ['html', 'embed', 'atom'].includes(name) || resources.includes('citation')

/** Whether a condition asks for records whatever they are: for those with some ids, or what a record names. */
const asksForAny = (condition: Condition): boolean =>
  condition.filter.key === ONLY_CITED ||
  isById(condition) ||
  condition.filter.path.steps.some(({ inverse }) => inverse)

/** Leaves out what is only cited, unless nothing else is found, or somebody asks for it. */
export async function givenFirst(
  { model, queries }: GraphContext,
  type: EntityType,
  conditions: readonly Condition[],
): Promise<GivenList> {
  const all = { conditions, hidden: 0 }
  const filter = type.citedOnly ? (model.filtersOf(type).find(ONLY_CITED) as Filter) : undefined
  if (!filter || conditions.some(asksForAny)) return all
  const cited = (value: string): Condition => ({ key: filter.key, filter, value })
  if ((await queries.search(type, [cited('true')])).length === 0) return all
  const given = [...conditions, cited('false')]
  const found = (await queries.search(type, given)).length
  const hidden = (await queries.search(type, conditions)).length - found
  return found === 0 || hidden === 0 ? all : { conditions: given, hidden }
}
