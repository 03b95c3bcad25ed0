/** Awards of OpenAlex, as records and inside of works → grants. */

import type { Json } from '../../model/values/json.ts'
import type { SourceNotes } from '../../model/rows/source-row.ts'
import { makeGrant, makeOrganisation } from '../../model/conversion/agents.ts'
import { makeAgent } from '../shared/entities.ts'
import { doiOf, orcidOf, rorOf } from '../../model/conversion/ids.ts'
import {
  byName,
  objectOf,
  objectsOf,
  optional,
  orNothing,
  textOf,
  uniqueEntities,
  withoutEmpty,
} from '../../model/conversion/json.ts'
import { dropMembers } from '../shared/members.ts'
import { plainLine, plainParagraphs } from '../../model/conversion/markup-to-text.ts'
import { dateFrom } from '../../model/conversion/values.ts'
import { amountOf, websiteOf } from '../shared/values.ts'
import { bodyOf } from './agents.ts'
import { byOpenalex, idsOf, openalexId, openalexIri, type Reading } from './ids.ts'
import { awardMembers } from './tables.ts'

/** The funder of an award, of which another member of the work may have the ROR. */
const funderOf = (id: unknown, name: unknown, funders: ReadonlyMap<unknown, Json>): Json | undefined =>
  bodyOf(id, name ?? funders.get(id)?.['display_name'], { ror: rorOf(funders.get(id)?.['ror']) })

/** Grants of a work: by award, by those of records of before 2026, and by funders of which no award is known. */
export function fundingOf({ record, session }: Reading): Json[] {
  const funders = new Map(objectsOf(record['funders']).map((one) => [one['id'], one]))
  const awards = objectsOf(record['awards'])
  const grants = objectsOf(record['grants'])
  const withAward = new Set<unknown>(awards.map((one) => one['funder_id']))
  const all = [
    ...awards.map((one) => {
      const [id, title] = [openalexId(one['id']), plainLine(one['display_name'])]
      return makeGrant({
        agency: funderOf(one['funder_id'], one['funder_display_name'], funders),
        number: textOf(one['funder_award_id']),
        doi: doiOf(one['doi']),
        identifiers: byOpenalex(id),
        otherId: id && openalexIri(id),
        session,
        facts: { titles: title === undefined ? undefined : { none: title } },
      })
    }),
    ...grants.map((one) =>
      makeGrant({
        agency: funderOf(one['funder'], one['funder_display_name'], funders),
        number: textOf(one['award_id']),
        session,
      }),
    ),
    ...[...funders.values()]
      .filter((one) => !withAward.has(one['id']))
      .map((one) => makeGrant({ agency: funderOf(one['id'], one['display_name'], funders), session })),
  ]
  return uniqueEntities(all.flatMap((one) => optional(one)))
}

/** Members with investigators → their role. */
const roles = byName<string>({
  lead_investigator: 'lead applicant',
  co_lead_investigator: 'co-applicant',
  investigators: 'co-applicant',
})

function contributionsOf(record: Json, session: string, drop: SourceNotes['drop']): Json[] {
  return Object.entries(roles).flatMap(([member, role]) =>
    objectsOf(record[member]).flatMap((one, i) => {
      if (textOf(one['role_start']) !== undefined) drop('role_start of an investigator')
      const by = makeAgent({
        given: plainLine(one['given_name']),
        family: plainLine(one['family_name']),
        orcid: orcidOf(one['orcid']),
        place: `${member}-${i + 1}`,
        session,
      })
      const affiliation = objectOf(one['affiliation'])
      if (textOf(affiliation['country']) !== undefined) drop('country of the affiliation of an investigator')
      const organisation = makeOrganisation({
        name: plainLine(affiliation['name']),
        ror: objectsOf(affiliation['ids'])
          .map(({ id }) => rorOf(id))
          .find(Boolean),
        session,
      })
      return by ? [withoutEmpty({ by, roles: [role], declared_affiliations: optional(organisation) })] : []
    }),
  )
}

export function readAward(record: Json, { drop }: SourceNotes): Json[] {
  const { id, doi } = idsOf(record)
  if (id === undefined) return []
  dropMembers(record, awardMembers, drop)
  const funder = objectOf(record['funder'])
  const ids = { ror: rorOf(funder['ror']), doi: doiOf(funder['doi']) }
  const [title, description] = [plainLine(record['display_name']), plainParagraphs(record['description'])]
  const contributions = contributionsOf(record, id, drop)
  return optional(
    makeGrant({
      doi,
      number: textOf(record['funder_award_id']),
      agency: bodyOf(funder['id'], funder['display_name'], ids),
      identifiers: byOpenalex(id),
      otherId: openalexIri(id),
      session: id,
      facts: {
        titles: title === undefined ? undefined : { none: title },
        abstracts: description === undefined ? undefined : { none: description },
        funding_stream: plainLine(record['funder_scheme']),
        ...amountOf(record['amount'], record['currency']),
        duration: orNothing({
          start: dateFrom(record['start_date'] ?? record['start_year'], drop),
          end: dateFrom(record['end_date'] ?? record['end_year'], drop),
        }),
        website: websiteOf(record['landing_page_url'], drop),
        contributions,
        beneficiaries: uniqueEntities(
          contributions.flatMap((one) => objectsOf(one['declared_affiliations'])),
        ),
      },
    }),
  )
}
