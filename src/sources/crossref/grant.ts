/** Grants of Crossref → grants. */

import type { Json } from '../../model/values/json.ts'
import { makeGrant, makeOrganisation } from '../../model/conversion/agents.ts'
import { FUNDER } from '../shared/entities.ts'
import { affiliationsOf, agentOf, dateOf, organisationOf, type Reading } from './shared.ts'
import { grantMembers } from './tables.ts'
import {
  byName,
  objectOf,
  objectsOf,
  optional,
  orNothing,
  textOf,
  uniqueBy,
  uniqueEntities,
  withoutEmpty,
} from '../../model/conversion/json.ts'
import { dropMembers } from '../shared/members.ts'
import {
  languageKey,
  languageMapOfOne,
  plainLine,
  plainParagraphs,
} from '../../model/conversion/markup-to-text.ts'
import { amountOf, websiteOf } from '../shared/values.ts'

/** Lists of investigators → their role. */
const roles = byName<string>({
  'lead-investigator': 'lead applicant',
  'co-lead-investigator': 'co-applicant',
  investigator: 'co-applicant',
})

function contributionsOf(projects: readonly Json[], reading: Reading): Json[] {
  const contributions = Object.entries(roles).flatMap(([member, role]) =>
    projects.flatMap((project, p) =>
      objectsOf(project[member]).flatMap((investigator, i) => {
        for (const lost of ['alternate-name', 'role-start', 'role-end'])
          if (investigator[lost] !== undefined) reading.drop(`${lost} of an investigator`)
        const by = agentOf(investigator, `${member}-${p + 1}-${i + 1}`, reading)
        const declared_affiliations = affiliationsOf(investigator, reading)
        return by ? [withoutEmpty({ by, roles: [role], declared_affiliations })] : []
      }),
    ),
  )
  return uniqueBy(contributions, (one) => JSON.stringify(one))
}

function durationOf(projects: readonly Json[], { drop }: Reading): Json | undefined {
  const datesOf = (...members: readonly string[]): string[] =>
    projects
      .flatMap((project) =>
        members.flatMap((member) => project[member] ?? []).flatMap((one) => dateOf(one, drop) ?? []),
      )
      .sort()
  const planned = datesOf('award-planned-end')
  return orNothing({ start: datesOf('award-start')[0], end: datesOf('award-end').at(-1) ?? planned.at(-1) })
}

function agencyOf(fundings: readonly Json[], { record, doi }: Reading): Json | undefined {
  const funders = [...fundings.map((one) => objectOf(one['funder'])), ...objectsOf(record['funder'])]
  return (
    funders.map((one) => organisationOf(one, FUNDER)).find(Boolean) ??
    makeOrganisation({ name: plainLine(record['publisher']), session: doi })
  )
}

/** The page of a grant; characters that a URL cannot hold are encoded when it is stored. */
const pageOf = ({ record, drop }: Reading): string | undefined =>
  websiteOf(objectOf(objectOf(record['resource'])['primary'])['URL'], drop)

export function readGrant(reading: Reading): Json[] {
  const { record, doi, drop } = reading
  const projects = objectsOf(record['project'])
  const fundings = projects.flatMap((project) => objectsOf(project['funding']))
  const textsIn = (member: string, inner: string, read: (text: unknown) => string | undefined) =>
    projects
      .flatMap((project) => objectsOf(project[member]))
      .flatMap((one) => {
        const text = read(one[inner])
        return text === undefined ? [] : [{ key: languageKey(one['language'], drop), text }]
      })
  for (const funding of fundings) {
    if (funding['type'] !== undefined) drop(`funding type ${textOf(funding['type']) ?? ''}`)
    if (objectOf(funding['award-amount'])['percentage'] !== undefined || funding['percentage'] !== undefined)
      drop('percentage of a funding')
  }
  if (fundings.length > 1) drop('fundings of a grant beyond the first')
  dropMembers(record, grantMembers, drop)
  const contributions = contributionsOf(projects, reading)
  const [funding = {}] = fundings
  const amounts = [funding, ...projects].map((one) => objectOf(one['award-amount']))
  const award = amounts.find((one) => one['amount'] !== undefined) ?? {}
  const grant = makeGrant({
    doi,
    number: textOf(record['award']),
    agency: agencyOf(fundings, reading),
    session: doi,
    facts: {
      titles: languageMapOfOne(textsIn('project-title', 'title', plainLine), '; '),
      abstracts: languageMapOfOne(textsIn('project-description', 'description', plainParagraphs), '\n\n'),
      funding_stream: plainLine(funding['scheme']),
      ...amountOf(award['amount'], award['currency']),
      duration: durationOf(projects, reading),
      website: pageOf(reading),
      contributions,
      beneficiaries: uniqueEntities(contributions.flatMap((one) => objectsOf(one['declared_affiliations']))),
    },
  })
  return optional(grant)
}
