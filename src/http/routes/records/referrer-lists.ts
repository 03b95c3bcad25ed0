/** The lists of the records that refer to a record, as `meta` of the record names them. */

import type { Json } from '../../../model/values/json.ts'
import { labelOf } from '../../../pages/shared/labels.ts'
import { listOfReferrers } from '../../../pages/record/referrer-list.ts'
import type { GraphContext } from '../../graph-context.ts'

/** One list for each field in which records name an entity. */
export async function referrerLists(context: GraphContext, iri: string): Promise<Json> {
  const { lists: all, isTruncated } = await context.queries.referring(iri)
  const lists = all.flatMap((referring): Json[] => {
    const url = listOfReferrers(iri, referring, context)
    const { type, path, field, iris, isSelfReferring } = referring
    if (url === undefined) return []
    return [
      {
        local_identifier: url,
        entity_type: 'search_result',
        // Where there are more references than were looked at, the number of these says nothing.
        ...(!isTruncated && { total_items: iris.length + Number(isSelfReferring) }),
        collection: type.path,
        field: path.join('.'),
        label: field.inverseLabel ?? labelOf(path.at(-1) as string, field),
      },
    ]
  })
  return lists.length > 0 ? { skeg_referrers: lists } : {}
}
