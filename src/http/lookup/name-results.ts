/** What a search by names finds: how much in each collection, and the records of a page. */

import type { Json } from '../../model/values/json.ts'
import type { EntityType } from '../../model/rows/row.ts'
import type { Task } from '../../admission/task.ts'
import { fits, type Fit, isEmptyQuery, type NameQuery, type NameSearch } from '../../query/name-search.ts'
import {
  MAX_PER_COLLECTION,
  type CollectionMatches,
  type FoundRecord,
} from '../../pages/search/search-page.ts'
import { keysOf, loadRecords } from '../representation/records.ts'
import type { GraphContext } from '../graph-context.ts'
import type { StageTimer } from '../server/server-timing.ts'

/** A part of the records that are found: `count` from position `from`. */
export interface Range {
  readonly from: number
  readonly count: number
}

/** The records of types in whose names all words of a query are. */
export const nameResults = (
  context: GraphContext,
  types: readonly EntityType[],
  query: NameQuery,
  { from, count }: Range,
  timer: StageTimer,
): Promise<CollectionMatches[]> =>
  Promise.all(
    types.map(async (type) => {
      if (isEmptyQuery(query)) return { type, total: 0, records: [], fits: [] }
      const matches = await timer('search', () => context.graph.names.find(type, query, context.task))
      const keys = matches.slice(from, from + count).map((iri) => ({ iri, type }))
      const records = await loadRecords(context, keys, timer)
      return {
        type,
        total: matches.length,
        records,
        fits: records.map((_, i) => matches.fitAt(from + i)),
      }
    }),
  )

/** Records that are the best of all types. */
const MAX_BEST = 5

/** The best of the first records of several types; none where one type has all. */
export function bestOf(results: readonly CollectionMatches[]): FoundRecord[] {
  const found = results.filter(({ total }) => total > 0)
  if (found.length < 2) return []
  const ranked = found.map(({ type, records, fits }) =>
    fits.slice(0, MAX_PER_COLLECTION).map((fit, i) => ({ fit, type, record: records[i] as Json })),
  )
  return interleaveByFit(ranked).slice(0, MAX_BEST)
}

/** The first of each list, then the second of each, and so on. */
const interleave = <T>(lists: readonly (readonly T[])[]): T[] =>
  Array.from({ length: Math.max(0, ...lists.map(({ length }) => length)) }, (_, i) => i).flatMap((i) =>
    lists.flatMap((list) => list.slice(i, i + 1)),
  )

/** What several types have, the best first; of what fits equally well, those of all types in turn. */
export const interleaveByFit = <T extends { readonly fit: Fit }>(lists: readonly (readonly T[])[]): T[] =>
  fits.flatMap((fit) => interleave(lists.map((list) => list.filter((one) => one.fit === fit))))

/** Records by their IRIs, each as one of its types. */
export async function recordsOf(
  context: GraphContext,
  iris: readonly string[],
  timer: StageTimer,
): Promise<FoundRecord[]> {
  const keys = keysOf(context, iris)
  const records = await loadRecords(context, keys, timer)
  return keys.map(({ type }, i) => ({ type, record: records[i] as Json }))
}

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
