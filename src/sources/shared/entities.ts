/** Agents, data sources and contributions inside of the records of sources, and products that are only named. */

import type { Json } from '../../model/values/json.ts'
import { doiIri, identifier } from '../../model/conversion/ids.ts'
import { generatedId } from '../../model/identifiers/generated-ids.ts'
import { optional, withoutEmpty } from '../../model/conversion/json.ts'
import { type PersonFacts, makePerson, makeOrganisation } from '../../model/conversion/agents.ts'

/** The session of funders without identifier: those of one name are one, as several records name a grant. */
export const FUNDER = 'funder'

export interface AgentFacts extends Omit<PersonFacts, 'madeId'> {
  readonly ror?: string
  readonly isOrganisation?: boolean
  /** What distinguishes it from others of the record. */
  readonly place: string
  readonly session: string
}

/** A person or an organisation; undefined if nothing is known that could name it. */
export function makeAgent({ place, ror, isOrganisation, session, ...facts }: AgentFacts): Json | undefined {
  const { name, given, family, orcid, identifiers } = facts
  if (isOrganisation) return makeOrganisation({ name, ror, identifiers, session })
  const fullName = name ?? [given, family].filter(Boolean).join(' ')
  if (fullName === '' && orcid === undefined) return undefined
  return makePerson({ ...facts, name: fullName, madeId: generatedId(session, place, fullName) })
}

export interface DatasourceFacts {
  readonly id: string
  readonly name?: string
  readonly identifiers?: readonly Json[]
  readonly classification?: string
}

/** A data source: what hosts products. */
export const makeDatasource = ({ id, name, identifiers, classification }: DatasourceFacts): Json =>
  withoutEmpty({
    entity_type: 'datasource',
    local_identifier: id,
    identifiers,
    name,
    data_source_classification: classification,
  })

/** Contributions in the order of their ranks, that of the publisher last. */
export const rankContributions = (people: readonly Json[], publisher: Json | undefined): Json[] =>
  [...people, ...optional(publisher).map((by) => ({ by, role: 'publisher' }))].map((one, i) =>
    withoutEmpty({ ...one, rank: i + 1 }),
  )

/** A product of which no more is known than an identifier, or a title. */
export const makeReference = (facts: Json): Json => withoutEmpty({ entity_type: 'product', ...facts })

/** The product that has a DOI. */
export const referenceByDoi = (doi: string): Json => ({
  entity_type: 'product',
  local_identifier: doiIri(doi),
  identifiers: [identifier('doi', doi)],
})

/** What is said of another product: that it is related to this one. */
export const relatedTo = (other: Json, relation: string, product: Json): Json => ({
  ...other,
  related_products: { [relation]: [product] },
})
