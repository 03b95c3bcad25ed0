/** Authors, institutions, publishers and funders of OpenAlex, as records and inside of works. */

import type { Json } from '../../model/values/json.ts'
import { memoize } from '../../model/values/collections.ts'
import type { SourceNotes } from '../../model/rows/source-row.ts'
import { makeOrganisation, makePerson } from '../../model/conversion/agents.ts'
import { FUNDER } from '../shared/entities.ts'
import { identifiersBy, orcidOf, rorOf } from '../../model/conversion/ids.ts'
import { generatedId } from '../../model/identifiers/generated-ids.ts'
import {
  objectOf,
  objectsOf,
  optional,
  orNothing,
  textOf,
  textsOf,
  withoutEmpty,
} from '../../model/conversion/json.ts'
import { dropMembers } from '../shared/members.ts'
import { plainLine } from '../../model/conversion/markup-to-text.ts'
import { organisationTypes, websiteOf } from '../shared/values.ts'
import { byOpenalex, idsOf, openalexId, openalexIri } from './ids.ts'
import { authorMembers, funderMembers, institutionMembers, nullAuthors, publisherMembers } from './tables.ts'

/** Institutions that are remembered. */
const MAX_INSTITUTIONS = 10_000

/** The institution of an author; undefined if it has neither id nor name. Many authors have the same one. */
export const institutionOf = ({ id, display_name, ror, country_code, type }: Json): Json | undefined =>
  institutionIn(JSON.stringify([id, display_name, ror, country_code, type]))

const institutionIn = memoize((members: string): Json | undefined => {
  const [given, name, ror, country, type] = JSON.parse(members) as unknown[]
  const id = openalexId(given)
  return makeOrganisation({
    name: plainLine(name),
    ror: rorOf(ror),
    otherId: id && openalexIri(id),
    identifiers: byOpenalex(id),
    country: textOf(country),
    types: textsOf(type).filter((one) => organisationTypes.includes(one)),
    session: 'openalex institution',
  })
}, MAX_INSTITUTIONS)

/** A publisher or a funder by its id and name. */
export function bodyOf(
  id: unknown,
  name: unknown,
  ids: { ror?: string; doi?: string } = {},
): Json | undefined {
  const own = openalexId(id)
  return makeOrganisation({
    ...ids,
    name: plainLine(name),
    otherId: own && openalexIri(own),
    identifiers: byOpenalex(own),
    session: FUNDER,
  })
}

/**
 * The author of a work; undefined if nothing is known that could name it. One with neither id nor ORCID may be a
 * person or an organisation.
 * @param place what distinguishes it from others of the work
 */
export function authorOf(authorship: Json, place: string, session: string): Json | undefined {
  const author = objectOf(authorship['author'])
  const id = openalexId(author['id'])
  const rawName = plainLine(authorship['raw_author_name'])
  const isNone = id !== undefined && nullAuthors.includes(id)
  const orcid = isNone ? undefined : (orcidOf(author['orcid']) ?? orcidOf(authorship['raw_orcid']))
  const name = isNone ? rawName : (plainLine(author['display_name']) ?? rawName)
  if (!isNone && (id !== undefined || orcid !== undefined))
    return makePerson({
      name: name ?? '',
      orcid,
      identifiers: byOpenalex(id),
      madeId: openalexIri(id ?? ''),
    })
  if (name === undefined) return undefined
  return { entity_type: 'agent', local_identifier: generatedId(session, place, name), name }
}

/** From the first to the last year, which is open for where the author still is. */
function affiliationsOf(record: Json): Json[] {
  const current = [record['last_known_institutions'], record['last_known_institution']]
    .flatMap(objectsOf)
    .map((one) => one['id'])
  return objectsOf(record['affiliations']).flatMap((one) => {
    const institution = objectOf(one['institution'])
    const years = textsOf(one['years'])
      .filter((year) => /^\d{4}$/.test(year))
      .sort()
    const end = current.includes(institution['id']) ? undefined : years.at(-1)
    return optional(institutionOf(institution)).map((affiliation) =>
      withoutEmpty({ affiliation, role: 'affiliate', period: orNothing({ start: years[0], end }) }),
    )
  })
}

export function readAuthor(record: Json, { drop }: SourceNotes): Json[] {
  const { id, scopus } = idsOf(record)
  if (id === undefined || nullAuthors.includes(id)) {
    drop('the author who stands for deleted ones')
    return []
  }
  dropMembers(record, authorMembers, drop)
  const person = makePerson({
    name: plainLine(record['display_name']) ?? '',
    orcid: orcidOf(record['orcid']) ?? orcidOf(objectOf(record['ids'])['orcid']),
    identifiers: [...byOpenalex(id), ...identifiersBy({ scopus })],
    madeId: openalexIri(id),
  })
  return [withoutEmpty({ ...person, affiliations: affiliationsOf(record) })]
}

/** Says that the body has other ids in its other roles, of which one record may have the ROR and another not. */
function aliasRoles(record: Json, id: string, organisation: Json, { alias }: SourceNotes): void {
  const own = String(organisation['local_identifier'])
  for (const other of objectsOf(record['roles']).flatMap((role) => optional(openalexId(role['id'])))) {
    if (other === id) continue
    alias(openalexIri(other), own)
    if (own === openalexIri(id)) alias(own, openalexIri(other))
  }
}

/** The organisation of a record with the members that all bodies have. */
function readBody(
  record: Json,
  members: Parameters<typeof dropMembers>[1],
  notes: SourceNotes,
  facts: Partial<Parameters<typeof makeOrganisation>[0]>,
): Json[] {
  dropMembers(record, members, notes.drop)
  const { id, ror, doi, wikidata, grid } = idsOf(record)
  if (id === undefined) return []
  const organisation = makeOrganisation({
    name: plainLine(record['display_name']),
    ror,
    doi,
    otherId: openalexIri(id),
    identifiers: [...byOpenalex(id), ...identifiersBy({ grid, wikidata })],
    website: websiteOf(record['homepage_url'], notes.drop),
    ...facts,
  })
  if (organisation) aliasRoles(record, id, organisation, notes)
  return optional(organisation)
}

export function readInstitution(record: Json, notes: SourceNotes): Json[] {
  const [shortName, ...acronyms] = textsOf(record['display_name_acronyms'])
  const type = textOf(record['type'])
  if (type !== undefined && !organisationTypes.includes(type)) notes.drop(`type ${type} of an institution`)
  return readBody(record, institutionMembers, notes, {
    shortName,
    otherNames: [
      ...textsOf(record['display_name_alternatives']),
      ...acronyms,
      ...textsOf(Object.values(objectOf(objectOf(record['international'])['display_name']))),
    ],
    country: textOf(record['country_code']),
    types: optional(type).filter((one) => organisationTypes.includes(one)),
  })
}

export function readPublisher(record: Json, notes: SourceNotes): Json[] {
  const countries = textsOf(record['country_codes'])
  if (countries.length > 1) notes.drop('countries of a publisher that has several')
  return readBody(record, publisherMembers, notes, {
    otherNames: textsOf(record['alternate_titles']),
    country: countries.length === 1 ? countries[0] : undefined,
  })
}

export const readFunder = (record: Json, notes: SourceNotes): Json[] =>
  readBody(record, funderMembers, notes, {
    otherNames: textsOf(record['alternate_titles']),
    country: textOf(record['country_code']),
    types: ['funder'],
  })
