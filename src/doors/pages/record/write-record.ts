/** The page of a record. Its code is read when a page is wanted. */

import { resourcesOf, type MediaType } from '../../../config/media.ts'
import { isGeneratedId } from '../../../model/identifiers/generated-ids.ts'
import type { Json } from '../../../model/values/json.ts'
import type { EntityType } from '../../../model/rows/row.ts'
import { entityPage } from './entity.ts'
import { bareReferences } from './reference-links.ts'
import { recordKey } from './notices.ts'
import { displayedReferrers, inOrder } from './referrers.ts'
import type { RouteRequest } from '../../../api/request/route-request.ts'
import { siteOf } from '../shared/site.ts'
import { loadRecords } from '../../../api/representation/records.ts'
import { alternateLinks } from '../../../api/representation/answer.ts'
import { seriesOf } from './find-series.ts'
import { withFacts } from '../../../api/lookup/record-facts.ts'
import { loadProfiles } from './count-profiles.ts'
import { sourcesOf } from './find-sources.ts'

/** Records that a page looks up because they are named by their id alone. */
const MAX_NAMED = 50

/** The page of a record, with the records that refer to it. */
export async function writeRecord(
  request: RouteRequest,
  type: EntityType,
  record: Json,
  mediaType: MediaType,
): Promise<{ readonly html: string; readonly isComplete: boolean }> {
  const context = siteOf(request)
  const { graph, model, queries, urls } = context
  const iri = record.local_identifier as string
  const referring = inOrder(iri, type, await queries.referring(iri), model)
  const referrerKeys = displayedReferrers(referring)
  const bare = [...bareReferences(record)]
    .filter((one) => one !== iri && graph.typesOf(one).length > 0)
    // Others can be called by their identifiers.
    .sort((one, other) => Number(isGeneratedId(other)) - Number(isGeneratedId(one)))
    .slice(0, MAX_NAMED)
  const all = [...referrerKeys, ...bare.map((one) => ({ iri: one, type: graph.typesOf(one)[0]! }))]
  const records = await loadRecords(context, all)
  const referrerRecords = new Map(referrerKeys.map((one, i) => [recordKey(one.iri, one.type), records[i]!]))
  const named = new Map(bare.map((one, i) => [one, records[referrerKeys.length + i]!]))
  const profiles = await loadProfiles(context, type, iri)
  const known = await withFacts(
    context,
    [{ iri, type }, ...referrerKeys],
    [record, ...records.slice(0, referrerKeys.length)],
  )
  const html = entityPage(
    {
      record,
      type,
      referring,
      referrerRecords,
      profiles: profiles ?? [],
      series: await seriesOf(context, type, record),
      sources: await sourcesOf(context, type, iri),
      formats: alternateLinks(context, urls.entity(type, iri), resourcesOf('entity', type), mediaType),
    },
    { ...known, namedRecords: named },
  )
  return { html, isComplete: profiles !== undefined }
}
