/** `Did you mean …`: a correction for a search that finds nothing. */

import type { Task } from '../../admission/task.ts'
import type { EntityType } from '../../model/rows/row.ts'
import { type NameSearch, type NameQuery, isEmptyQuery } from '../../query/name-search.ts'

/** A query like this one that finds something; undefined where none is near. */
export async function didYouMean(
  names: NameSearch,
  types: readonly EntityType[],
  query: NameQuery,
  task: Task,
): Promise<string | undefined> {
  if (isEmptyQuery(query) || new Set(query.foldedText.split(' ')).size > MAX_CORRECTED) return undefined
  for (const type of types) {
    const better = await names.correct(type, query, task)
    if (better !== undefined) return better
  }
  return undefined
}

/** Distinct words of a query that are looked at for mistakes; of more, none. */
const MAX_CORRECTED = 8
