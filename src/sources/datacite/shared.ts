/** What products and awards of DataCite share: texts, dates, persons, organisations. */

import { parseDate, parseIsoDate } from '../../model/values/dates.ts'
import { isObject, type Json } from '../../model/values/json.ts'
import type { SourceNotes } from '../../model/rows/source-row.ts'
import { makeOrganisation, type OrganisationFacts } from '../../model/conversion/agents.ts'
import { makeAgent } from '../shared/entities.ts'
import { schemes } from './tables.ts'
import { doiOf, identifier, orcidOf, rorOf, uniqueIdentifiers } from '../../model/conversion/ids.ts'
import { listOf, objectOf, objectsOf, optional, textOf, uniqueEntities } from '../../model/conversion/json.ts'
import { namedIn } from '../shared/members.ts'
import {
  languageKey,
  plainLine,
  plainParagraphs,
  type KeyedText,
} from '../../model/conversion/markup-to-text.ts'
import { dateFrom } from '../../model/conversion/values.ts'

/** A record while it is read. */
export interface Reading extends SourceNotes {
  /** The attributes. */
  readonly record: Json
  /** The id of what it becomes. */
  readonly id: string
  readonly doi?: string
  /** What ids belong to that are made: the DOI, or else the id. */
  readonly session: string
  /** The account of the repository, such as cern.zenodo. */
  readonly client?: string
}

export const schemeOf = (type: unknown): string => {
  const word = (textOf(type) ?? 'url').toLowerCase()
  return schemes[word] ?? word
}

/** Words of DataCite that stand for no value: unavailable, unknown, to be announced. */
const STAND_IN = /^\(?:(?:unac|unal|unap|unas|unav|unkn|none|null|tba|etal)\)?$/i

/** The text of one line that a name is. */
export function nameLine(value: unknown): string | undefined {
  const text = plainLine(value)
  return text === undefined || STAND_IN.test(text) ? undefined : text
}

/** Texts of a list of objects, with the language of each, else that of the record. */
export function textsOf(
  list: unknown,
  member: string,
  read: (text: unknown) => string | undefined,
  { record, drop }: Reading,
): KeyedText[] {
  const all = listOf(list).map((one) => (typeof one === 'string' ? { [member]: one } : one))
  return objectsOf(all).flatMap((one) =>
    listOf(one[member]).flatMap((textOrElement) => {
      // Records that were made of XML have some texts in an object.
      const text = read(isObject(textOrElement) ? textOrElement['__content__'] : textOrElement)
      return text === undefined || STAND_IN.test(text)
        ? []
        : [{ key: languageKey(one['lang'] ?? record['language'], drop), text }]
    }),
  )
}

/** A date as it is, without what is not certain about it; undefined if it is none. */
function dateOf(value: unknown, drop: SourceNotes['drop']): string | undefined {
  const text = textOf(value)
  if (text === undefined) return undefined
  return parseDate(text) ? text : (parseIsoDate(text)?.text ?? dateFrom(text, drop))
}

/** The dates of a type: of ranges, both ends. */
export function rangesOf(type: string, { record, drop }: Reading): { start?: string; end?: string }[] {
  return objectsOf(record['dates']).flatMap((date) => {
    if (date['dateType'] !== type) return []
    const range = textOf(date['date']) ?? ''
    // `2013/08/05` is a day, `05/08/2013` is one that is not read, and `2013/2014` a range.
    const isDay = /^\d{4}\/\d\d?(?:\/|$)|^(?:\d\d?\/){1,2}\d{4}$/.test(range)
    const [first, last] = isDay ? [range] : range.split('/')
    const [start, end] = [dateOf(first, drop), dateOf(last, drop)]
    if (start === undefined && end === undefined) return []
    if (textOf(date['dateInformation']) !== undefined) drop('dateInformation')
    return [{ start, end }]
  })
}

export const datesIn = (members: readonly string[], { record, drop }: Reading): string[] =>
  members.flatMap((member) => optional(dateOf(record[member], drop))).slice(0, 1)

interface Named {
  readonly orcid?: string
  readonly ror?: string
  readonly identifiers: readonly Json[]
}

/** What `nameIdentifiers` say of a person or an organisation. */
function identifiersOf(agent: Json, drop: SourceNotes['drop']): Named {
  const nameIdentifiers = objectsOf(agent['nameIdentifiers']).flatMap((one) => {
    const value = textOf(one['nameIdentifier'])
    return value === undefined ? [] : [{ value, scheme: schemeOf(one['nameIdentifierScheme'] ?? '') }]
  })
  const furtherIdentifiers = nameIdentifiers.filter(
    ({ value }) => orcidOf(value) === undefined && rorOf(value) === undefined,
  )
  const knownIdentifiers = furtherIdentifiers.filter(({ scheme }) =>
    ['isni', 'grid', 'wikidata', 'viaf', 'gnd', 'crossref'].includes(scheme),
  )
  for (const { scheme } of furtherIdentifiers)
    if (!knownIdentifiers.some((one) => one.scheme === scheme))
      drop(`identifiers of names, of the scheme ${scheme}`)
  return {
    orcid: nameIdentifiers.map(({ value }) => orcidOf(value)).find(Boolean),
    ror: nameIdentifiers
      .map(({ value, scheme }) => (scheme === 'orcid' ? undefined : rorOf(value)))
      .find(Boolean),
    identifiers: uniqueIdentifiers(knownIdentifiers.map(({ scheme, value }) => identifier(scheme, value))),
  }
}

/** An affiliation is a name, or an object with an identifier that is not always a ROR. */
export function affiliationsOf(agent: Json, { session }: Reading): Json[] {
  const all = listOf(agent['affiliation']).flatMap((one) => {
    if (typeof one === 'string') return optional(makeOrganisation({ name: nameLine(one), session }))
    const { name, affiliationIdentifier: value, affiliationIdentifierScheme: type } = objectOf(one)
    return optional(makeOrganisation({ name: nameLine(name), session, ...organisationIds(value, type) }))
  })
  return uniqueEntities(all)
}

/** The identifier of an organisation, whatever type it is said to have. */
export function organisationIds(value: unknown, type: unknown): Omit<OrganisationFacts, 'session' | 'name'> {
  const text = textOf(value)
  if (text === undefined) return {}
  const [ror, doi] = [rorOf(text), doiOf(text)]
  if (ror !== undefined) return { ror }
  if (doi !== undefined) return { doi }
  const scheme = schemeOf(type)
  if (scheme.startsWith('crossref funder') && /^\d+$/.test(text)) return { doi: `10.13039/${text}` }
  if (/^https?:/i.test(text) && /other|url|^$/.test(scheme)) return { identifiers: [identifier('url', text)] }
  return scheme === 'other' ? {} : { identifiers: [identifier(scheme, text)] }
}

export const isOrganisation = (given: Json): boolean => given['nameType'] === 'Organizational'

/**
 * The person or organisation that a creator or contributor is.
 * @param place what distinguishes it from others
 */
export function agentOf(agent: Json, place: string, { session, drop }: Reading): Json | undefined {
  const [name, first, last] = [
    // As the schema in XML calls them.
    nameLine(agent['name'] ?? agent['creatorName'] ?? agent['contributorName']),
    nameLine(agent['givenName']),
    nameLine(agent['familyName']),
  ]
  const { orcid, ror, identifiers } = identifiersOf(agent, drop)
  // Of the registers, ROR and GRID have organisations alone, whatever the record takes them for.
  const isRegistered = ror !== undefined || identifiers.some(({ scheme }) => scheme === 'grid')
  const isGroup = isOrganisation(agent) || (isRegistered && orcid === undefined)
  // "Family, Given" is one name in two parts, where the record does not say them by themselves.
  const [, family, rest] =
    (!isGroup && first === undefined && last === undefined && FAMILY_GIVEN.exec(name ?? '')) || []
  const made = makeAgent({
    name: isGroup && first && last ? `${first} ${last}` : name,
    given: first ?? rest,
    family: last ?? family,
    orcid,
    ror,
    identifiers,
    isOrganisation: isGroup,
    place,
    session,
  })
  if (made === undefined && !isGroup) drop('persons without name')
  return made
}

const FAMILY_GIVEN = /^([^,]+),\s*([^,]+)$/

/** The publisher: a name, or an object with an identifier. */
export function publisherOf({ record, session, client }: Reading): Json | undefined {
  const publisher = record['publisher']
  const {
    name,
    publisherIdentifier: value,
    publisherIdentifierScheme: type,
  } = typeof publisher === 'string' ? { name: publisher } : objectOf(publisher)
  return makeOrganisation({
    name: nameLine(name),
    session: `datacite ${client ?? session}`,
    ...organisationIds(value, type),
  })
}

/** The persons and organisations that have made it, each with what the record says of them. */
export const creatorsOf = (reading: Reading): { readonly given: Json; readonly by: Json }[] =>
  namedIn(reading.record['creators']).flatMap((given, i) => {
    const by = agentOf(given, `creator-${i + 1}`, reading)
    return by ? [{ given, by }] : []
  })

/** Identifiers beside the DOI, which newer and older records call otherwise. */
export const otherIdentifiersOf = ({
  record,
}: Pick<Reading, 'record'>): { readonly value?: string; readonly type?: string }[] =>
  [record['identifiers'], record['alternateIdentifiers']].flatMap(objectsOf).map((one) => ({
    value: textOf(one['identifier'] ?? one['alternateIdentifier']),
    type: textOf(one['identifierType'] ?? one['alternateIdentifierType']),
  }))

export const titlesOf = (reading: Reading): KeyedText[] =>
  textsOf(reading.record['titles'], 'title', plainLine, reading)

export function abstractsOf(reading: Reading): KeyedText[] {
  const descriptions = objectsOf(reading.record['descriptions'])
  const abstracts = descriptions.filter((one) => one['descriptionType'] === 'Abstract')
  return textsOf(abstracts, 'description', plainParagraphs, reading)
}
