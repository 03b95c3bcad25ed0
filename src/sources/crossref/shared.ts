/** What works and grants of Crossref share: dates, persons, organisations. */

import type { Json } from '../../model/values/json.ts'
import type { SourceNotes } from '../../model/rows/source-row.ts'
import { makeOrganisation } from '../../model/conversion/agents.ts'
import { makeAgent } from '../shared/entities.ts'
import { doiOf, identifier, orcidOf, rorOf } from '../../model/conversion/ids.ts'
import {
  byName,
  listOf,
  objectOf,
  objectsOf,
  optional,
  textOf,
  textsOf,
  uniqueEntities,
} from '../../model/conversion/json.ts'
import { namedIn } from '../shared/members.ts'
import { plainLine } from '../../model/conversion/markup-to-text.ts'
import { dateFrom } from '../../model/conversion/values.ts'

/** A record while it is read. */
export interface Reading extends SourceNotes {
  readonly record: Json
  readonly doi: string
}

/** A date of `{ "date-parts": [[2013, 8]] }`, or a text, as precise as it is; undefined if there is none. */
export function dateOf(value: unknown, drop: SourceNotes['drop']): string | undefined {
  const { 'date-parts': dateParts, 'date-time': time } = objectOf(value)
  const numbers = listOf(dateParts)
  const parts = listOf(Array.isArray(numbers[0]) ? numbers[0] : numbers)
  const text = parts.length > 0 ? textsOf(parts).slice(0, 3).join('-') : (textOf(value) ?? textOf(time))
  return text === undefined ? undefined : dateFrom(text, drop)
}

/** Schemes of identifiers by id-type, where it is not the same word in lower case. */
const schemes = byName<string>({ uri: 'url' })

/** An identifier by the word for its scheme; what only its publisher knows is none. */
export function identifierOf(type: string | undefined, value: string): Json {
  const scheme = (type ?? 'url').toLowerCase()
  return identifier(schemes[scheme] ?? scheme, value)
}

/** The organisation of `{ name, id: [{ id, id-type }] }`, or of a funder with DOI. */
export function organisationOf(organisation: Json, session: string): Json | undefined {
  const ids = objectsOf(organisation['id']).flatMap((one) => {
    const value = textOf(one['id'])
    return value === undefined ? [] : [{ type: textOf(one['id-type'])?.toUpperCase(), value }]
  })
  const doi =
    doiOf(organisation['DOI']) ??
    ids.map(({ type, value }) => (type === 'DOI' ? doiOf(value) : undefined)).find(Boolean)
  const ror = ids.map(({ value }) => rorOf(value)).find(Boolean)
  const otherIds = ids.filter(
    ({ type, value }) => doiOf(value) === undefined && rorOf(value) === undefined && type,
  )
  return makeOrganisation({
    name: plainLine(organisation['name']),
    ror,
    doi,
    identifiers: otherIds.map(({ type, value }) => identifierOf(type, value)),
    session,
  })
}

export const affiliationsOf = (contributor: Json, { doi, drop }: Reading): Json[] =>
  uniqueEntities(
    namedIn(contributor['affiliation']).flatMap((one) => {
      for (const member of ['place', 'department', 'acronym'])
        if (textsOf(one[member]).length > 0) drop(`${member} of an affiliation`)
      return optional(organisationOf(one, doi))
    }),
  )

/** A person, or an organisation that has a name and no family name. @param place what distinguishes it */
export function agentOf(contributor: Json, place: string, { doi, drop }: Reading): Json | undefined {
  const [first, last, name] = [
    plainLine(contributor['given']),
    plainLine(contributor['family']),
    plainLine(contributor['name']),
  ]
  if (name !== undefined && last === undefined && first === undefined)
    return organisationOf({ ...contributor, name }, doi)
  const fullName = [plainLine(contributor['prefix']), first, last, plainLine(contributor['suffix'])]
    .filter(Boolean)
    .join(' ')
  const orcid = orcidOf(contributor['ORCID'])
  if (contributor['ORCID'] !== undefined && orcid === undefined) drop('an ORCID that is none')
  const agent = makeAgent({ name: fullName, given: first, family: last, orcid, place, session: doi })
  if (agent === undefined) drop('persons without name')
  return agent
}
