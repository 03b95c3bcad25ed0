/** Awards of DataCite → grants. */

import type { Json } from '../../model/values/json.ts'
import { makeGrant } from '../../model/conversion/agents.ts'
import {
  abstractsOf,
  affiliationsOf,
  agentOf,
  creatorsOf,
  isOrganisation,
  otherIdentifiersOf,
  publisherOf,
  rangesOf,
  titlesOf,
  type Reading,
} from './shared.ts'
import { grantRoles, recordMembers } from './tables.ts'
import { valuesOf } from '../../model/conversion/ids.ts'
import {
  objectsOf,
  optional,
  orNothing,
  textOf,
  uniqueBy,
  uniqueEntities,
  withoutEmpty,
} from '../../model/conversion/json.ts'
import { dropMembers, namedIn } from '../shared/members.ts'
import { languageMapOfOne } from '../../model/conversion/markup-to-text.ts'
import { websiteOf } from '../shared/values.ts'

/** The number that the funder gives: an identifier whose type says so. */
function numberOf(reading: Reading): string | undefined {
  const identifiers = otherIdentifiersOf(reading).map(({ value, type = 'without name' }) => ({ value, type }))
  const [number, ...otherNumbers] = uniqueBy(
    identifiers.filter(({ type }) => /award|grant/i.test(type)),
    ({ value }) => value,
  )
  if (otherNumbers.length > 0) reading.drop('numbers of an award beyond the first')
  for (const { type } of identifiers)
    if (!/award|grant|^doi$/i.test(type))
      reading.drop(`alternate identifiers of the type ${type.toLowerCase()}`)
  return number?.value
}

export function readAward(reading: Reading): Json[] {
  const { record, id, doi, session, drop } = reading
  dropMembers(record, recordMembers, drop)
  const creators = creatorsOf(reading).map((one) => ({ ...one, role: undefined }))
  const contributors = namedIn(record['contributors']).flatMap((given, i) => {
    const type = textOf(given['contributorType']) ?? 'without type'
    const role = grantRoles[type]
    if (role === undefined) drop(`contributors of the type ${type}, whose type`)
    const by = agentOf(given, `contributor-${i + 1}`, reading)
    return by ? [{ given, by, role }] : []
  })
  const agency = creators.find(({ by }) => valuesOf(by, 'ror').length > 0)
  const people = [...creators.filter((one) => one !== agency), ...contributors]
  const [period] = rangesOf('Valid', reading)
  for (const member of ['subjects', 'rightsList', 'relatedIdentifiers', 'fundingReferences'])
    if (objectsOf(record[member]).length > 0) drop(`${member} of an award`)
  const grant = makeGrant({
    doi,
    otherId: id,
    number: numberOf(reading),
    agency: agency?.by ?? publisherOf(reading),
    session,
    facts: {
      titles: languageMapOfOne(titlesOf(reading), '; '),
      abstracts: languageMapOfOne(abstractsOf(reading), '\n\n'),
      duration: period?.start === undefined ? undefined : orNothing(period),
      website: websiteOf(record['url'], drop),
      beneficiaries: uniqueEntities(
        contributors.flatMap(({ given, by }) => (isOrganisation(given) ? [by] : [])),
      ),
      contributions: people.map(({ given, by, role }) =>
        withoutEmpty({ by, roles: optional(role), declared_affiliations: affiliationsOf(given, reading) }),
      ),
    },
  })
  return optional(grant)
}
