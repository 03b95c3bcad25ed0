/** Sources of OpenAlex: journals and series are venues, repositories and platforms are data sources. */

import type { Json } from '../../model/values/json.ts'
import { memoize } from '../../model/values/collections.ts'
import type { SourceNotes } from '../../model/rows/source-row.ts'
import { makeVenue } from '../../model/conversion/agents.ts'
import { makeDatasource, rankContributions } from '../shared/entities.ts'
import { identifiersBy, issnOf } from '../../model/conversion/ids.ts'
import { optional, textOf, textsOf, withoutEmpty } from '../../model/conversion/json.ts'
import { dropMembers } from '../shared/members.ts'
import { plainLine } from '../../model/conversion/markup-to-text.ts'
import { bodyOf } from './agents.ts'
import { byOpenalex, idsOf, openalexId, openalexIri } from './ids.ts'
import { hostTypes, sourceMembers, venueTypes } from './tables.ts'

interface Place {
  readonly venue?: Json
  readonly host?: Json
}

/** Sources that are remembered. */
const MAX_SOURCES = 10_000

/**
 * A venue or a data source, by its type; one of another type is a venue if it has an ISSN. Many works appeared in the
 * same one.
 */
export const sourceOf = ({ id, type, display_name, issn, issn_l, ids, wikidata }: Json): Place =>
  sourceIn(JSON.stringify({ id, type, display_name, issn, issn_l, ids, wikidata }))

const sourceIn = memoize((members: string): Place => {
  const source = JSON.parse(members) as Json
  const id = openalexId(source['id'])
  const type = textOf(source['type']) ?? ''
  const name = plainLine(source['display_name'])
  const { wikidata } = idsOf(source)
  const classification = hostTypes[type]
  if (classification !== undefined && id !== undefined)
    return {
      host: makeDatasource({
        id: openalexIri(id),
        name,
        identifiers: [...byOpenalex(id), ...identifiersBy({ wikidata })],
        classification,
      }),
    }
  const issns = [...new Set(textsOf(source['issn']).flatMap((one) => optional(issnOf(one))))]
  const linking = issnOf(source['issn_l'])
  if (venueTypes[type] === undefined && issns.length === 0) return {}
  return {
    venue: makeVenue({
      name,
      type: venueTypes[type],
      issns: (issns.length > 0 ? issns : optional(linking)).map((value) => ({ scheme: 'issn', value })),
      identifiers: [...identifiersBy({ lissn: linking }), ...byOpenalex(id), ...identifiersBy({ wikidata })],
      otherId: id && openalexIri(id),
      session: 'openalex source',
    }),
  }
}, MAX_SOURCES)

/** The publisher of a source; what runs a repository is none. */
export const publisherOf = (source: Json): Json | undefined =>
  openalexId(source['host_organization'])?.startsWith('P') && source['type'] !== 'repository'
    ? bodyOf(source['host_organization'], source['host_organization_name'])
    : undefined

export function readSource(record: Json, { drop }: SourceNotes): Json[] {
  const { venue, host } = sourceOf(record)
  dropMembers(record, sourceMembers, drop)
  if (host) {
    if (textOf(record['host_organization']) !== undefined) drop('who runs a data source')
    return [host]
  }
  if (!venue) {
    drop(`sources of the type ${textOf(record['type']) ?? 'without name'} that have no ISSN`)
    return []
  }
  return [
    withoutEmpty({
      ...venue,
      contributions: rankContributions([], publisherOf(record)).map(({ rank: _, ...one }) => one),
      access_rights: record['is_oa'] === true ? { status: 'open' } : undefined,
    }),
  ]
}
