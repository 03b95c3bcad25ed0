/** Persons, organisations and venues as they stand inside the records that are made of other sources. */

import type { Json } from '../values/json.ts'
import {
  doiIri,
  identifier,
  identifiersBy,
  isRealIssn,
  issnIri,
  orcidIri,
  rorIri,
  uniqueIdentifiers,
} from './ids.ts'
import { generatedId } from '../identifiers/generated-ids.ts'
import { rorsOfFunders } from './funders.ts'
import { uniqueEntities, withoutEmpty } from './json.ts'

export interface PersonFacts {
  readonly name?: string
  readonly given?: string
  readonly family?: string
  readonly orcid?: string
  readonly identifiers?: readonly Json[]
  /** Id of a person without ORCID. */
  readonly madeId: string
}

export function makePerson({ name, given, family, orcid, identifiers = [], madeId }: PersonFacts): Json {
  return withoutEmpty({
    entity_type: 'person',
    local_identifier: orcid === undefined ? madeId : orcidIri(orcid),
    identifiers: [...identifiersBy({ orcid }), ...identifiers],
    name: name ?? [given, family].filter(Boolean).join(' '),
    given_name: given,
    family_name: family,
  })
}

export interface OrganisationFacts {
  readonly name?: string
  readonly ror?: string
  readonly doi?: string
  readonly identifiers?: readonly Json[]
  /** Id of an organisation that has neither ROR nor DOI; absent: one is made of its name. */
  readonly otherId?: string
  readonly shortName?: string
  /** Names, of which those that stand elsewhere are left out. */
  readonly otherNames?: readonly string[]
  readonly website?: string
  readonly country?: string
  readonly types?: readonly string[]
  /** What the id belongs to that is made of the name; absent: of organisations that have another one. */
  readonly session?: string
}

/** An organisation; undefined if nothing is known that could name it. */
export function makeOrganisation(facts: OrganisationFacts): Json | undefined {
  const { name, doi, identifiers = [], otherId, shortName, otherNames = [], session = '' } = facts
  const ror = facts.ror ?? (doi === undefined ? undefined : rorsOfFunders[doi])
  const allIdentifiers = [...identifiersBy({ ror, doi }), ...identifiers]
  const label =
    name ??
    (allIdentifiers[0] && `${allIdentifiers[0]['scheme'] as string} ${allIdentifiers[0]['value'] as string}`)
  if (label === undefined) return undefined
  const identifierIri = ror === undefined ? (doi && doiIri(doi)) || otherId : rorIri(ror)
  return withoutEmpty({
    entity_type: 'organisation',
    local_identifier: identifierIri ?? generatedId(session, 'organisation', label),
    identifiers: uniqueIdentifiers(allIdentifiers),
    name,
    short_name: shortName === name ? undefined : shortName,
    other_names: [...new Set(otherNames)].filter((one) => one !== name && one !== shortName),
    website: facts.website,
    country: facts.country,
    types: facts.types,
  })
}

/** An ISSN, of a printed or an electronic edition. */
export interface Issn {
  readonly scheme: 'issn' | 'eissn'
  readonly value: string
}

export interface VenueFacts {
  readonly name?: string
  readonly type?: string
  readonly series?: string
  readonly issns?: readonly Issn[]
  readonly isbns?: readonly string[]
  readonly doi?: string
  /** What the made id of a venue belongs to that has no identifier. */
  readonly session: string
  /** The DOI is also that of a product, so that it cannot be the id of the venue. */
  readonly isProduct?: boolean
  readonly identifiers?: readonly Json[]
  /** Id of a venue that has no identifier of others; absent: one is made of its name. */
  readonly otherId?: string
}

/** The IRI of a journal or series by the first of its ISSNs; one with a wrong check digit comes last. */
function firstIssnIri(issns: readonly Issn[]): string {
  const all = issns.map(({ value }) => value).sort()
  return issnIri(all.find(isRealIssn) ?? (all[0] as string))
}

/** A venue; undefined if nothing is known of it. The ISSN of a book is that of its series, and no id of it. */
export function makeVenue(facts: VenueFacts): Json | undefined {
  const { name, type, series, issns = [], isbns = [], doi, session, isProduct } = facts
  const { identifiers = [], otherId } = facts
  if (name === undefined && issns.length === 0 && isbns.length === 0 && (doi ?? otherId) === undefined)
    return undefined
  const isbn = [...isbns].sort()[0]
  const localIdentifier =
    doi !== undefined && !isProduct
      ? doiIri(doi)
      : isbn !== undefined
        ? `urn:isbn:${isbn}`
        : issns.length > 0 && series === undefined
          ? firstIssnIri(issns)
          : (otherId ?? generatedId(session, 'venue', name ?? doi ?? ''))
  return withoutEmpty({
    entity_type: 'venue',
    local_identifier: localIdentifier,
    identifiers: [
      ...identifiersBy({ doi }),
      ...issns.map(({ scheme, value }) => identifier(scheme, value)),
      ...identifiersBy({ isbn: isbns }),
      ...identifiers,
    ],
    name,
    type,
    series,
  })
}

export interface GrantFacts {
  readonly agency?: Json
  readonly number?: string
  readonly doi?: string
  readonly identifiers?: readonly Json[]
  /** Id of a grant without DOI; absent: one is made of agency and number. */
  readonly otherId?: string
  /** What the made id belongs to of a grant that nothing tells from those of others. */
  readonly session: string
  /** Further members of the record. */
  readonly facts?: Json
}

/** The id of an agency in the ids of its grants: if it has no identifier, its name; empty if nothing is known. */
export const agencyKeyOf = (agency: Json | undefined): string =>
  String((agency?.['identifiers'] === undefined ? agency?.['name'] : agency['local_identifier']) ?? '')

/** The id of a grant by its agency and number, for all records that name both. */
export const numberedGrantId = (agencyKey: string, number: string): string =>
  generatedId(`grant ${agencyKey}`, 'grant', number)

/** A grant, with one id for all records that name its agency and number; undefined if nothing is known. */
export function makeGrant(grant: GrantFacts): Json | undefined {
  const { agency, number, doi, identifiers = [], otherId, session, facts = {} } = grant
  const title = Object.values((facts['titles'] as Json | undefined) ?? {})[0]
  if ([agency, number, doi, otherId, title].every((one) => one === undefined)) return undefined
  const agencyId = agencyKeyOf(agency)
  const idByNumber = (): string =>
    number !== undefined && agencyId !== ''
      ? numberedGrantId(agencyId, number)
      : generatedId(session, 'grant', `${number ?? ''} ${agencyId} ${String(title ?? '')}`)
  return withoutEmpty({
    entity_type: 'grant',
    local_identifier: doi === undefined ? (otherId ?? idByNumber()) : doiIri(doi),
    identifiers: [...identifiersBy({ doi }), ...identifiers],
    grant_number: number,
    funding_agency: agency,
    ...facts,
  })
}

/** @param session what the id of the topic belongs to @param key of the language of its label */
export const makeTopic = (session: string, label: string, key = 'none'): Json => ({
  entity_type: 'topic',
  local_identifier: generatedId(session, 'topic', label),
  labels: { [key]: label },
})

/** Products by relation, each once. */
export const relatedProducts = (groups: Readonly<Record<string, readonly Json[]>>): Json =>
  withoutEmpty(
    Object.fromEntries(Object.entries(groups).map(([relation, list]) => [relation, uniqueEntities(list)])),
  )
