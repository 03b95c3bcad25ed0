/** The series of a record: the records that share a value of the filter that its type names. */

import { valuesOf, type Condition } from '../../../filter/condition.ts'
import type { EntityType } from '../../../model/rows/row.ts'
import { compareCodePoints } from '../../../model/values/sorting.ts'
import { itemsOf, type Json } from '../../../model/values/json.ts'
import { listUrl } from '../../../api/request/list-url.ts'
import type { SeriesContent } from './series.ts'
import { keysAs, loadRecords } from '../../../api/representation/records.ts'
import type { GraphContext } from '../../../api/graph-context.ts'

/** Records of a series that are looked at. */
const MAX_RECORDS = 100

/** The first series of a record that has other records; undefined where there is none. */
export async function seriesOf(
  context: GraphContext,
  type: EntityType,
  record: Json,
): Promise<SeriesContent | undefined> {
  const series = type.display?.series
  const filter = series && context.model.filtersOf(type).find(series.filter)
  if (!filter) return undefined
  const values = (filter.row.path ?? filter.key).split('|').flatMap((key) => itemsOf(record[key]).map(String))
  for (const value of new Set(values)) {
    // One with a | would be read as several.
    if (valuesOf(filter, value).length > 1) continue
    const condition: Condition = { key: filter.key, filter, value }
    const found = await context.queries.search(type, [condition])
    if (found.length < 2) continue
    const keys = keysAs(type, found.slice(0, MAX_RECORDS))
    const dateOf = (one: Json): string => String(one[series.date] ?? '')
    const records = await loadRecords(context, keys)
    return {
      name: value,
      url: listUrl(context.urls, type, [condition]),
      total: found.length,
      records: [...records].sort((a, b) => compareCodePoints(dateOf(a), dateOf(b))),
    }
  }
  return undefined
}
