/** What a search by names finds: how much in each collection, and the records of a page. */

import type { Json } from '../../model/values/json.ts'
import type { EntityType } from '../../model/rows/row.ts'
import type { NameSearch } from '../../store/names/name-search.ts'
import { isEmptyQuery, type NameQuery } from '../../store/names/fold-name.ts'
import type { CollectionMatches } from '../../pages/search/search-page.ts'
import { loadRecords } from '../representation/records.ts'
import type { GraphContext } from '../graph-context.ts'
import type { StageTimer } from '../middleware/server-timing.ts'

/** A part of the records that are found: `count` from position `from`. */
export interface Range {
  readonly from: number
  readonly count: number
}

/** The records of types in whose names all words of a query are. */
export const nameResults = (
  context: GraphContext,
  names: NameSearch,
  types: readonly EntityType[],
  query: NameQuery,
  { from, count }: Range,
  timer: StageTimer,
): Promise<CollectionMatches[]> =>
  Promise.all(
    types.map(async (type) => {
      if (isEmptyQuery(query)) return { type, total: 0, records: [] }
      const matches = await timer('search', () => names.find(type, query))
      const keys = matches.slice(from, from + count).map((iri) => ({ iri, type }))
      return { type, total: matches.length, records: await loadRecords(context, keys, timer) }
    }),
  )

export interface RecordOfType {
  readonly record: Json
  readonly type: EntityType
}

/** Records by their IRIs, each as one of its types. */
export async function recordsOf(
  context: GraphContext,
  iris: readonly string[],
  timer: StageTimer,
): Promise<RecordOfType[]> {
  const keys = iris.flatMap((iri) =>
    context
      .typesOf(iri)
      .slice(0, 1)
      .map((type) => ({ iri, type })),
  )
  const records = await loadRecords(context, keys, timer)
  return keys.map(({ type }, i) => ({ type, record: records[i] as Json }))
}
