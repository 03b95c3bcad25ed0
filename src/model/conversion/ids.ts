/** Identifiers and ids: those that others have given, and those that are made where there are none. */

import { GENERATED_PREFIX } from '../values/text.ts'
import { checkDigits } from '../identifiers/check-digits.ts'
import { identifierSchemes } from '../identifiers/known-schemes.ts'
import { createIdentifiers } from '../identifiers/schemes.ts'
import { removeMarks } from '../values/fold.ts'
import { hash } from 'node:crypto'
import type { Json } from '../values/json.ts'
import { byName, listOf, objectsOf, uniqueBy } from './json.ts'

/** The schemes of the core, whichever extensions there are: sources are read by them alone. */
const schemes = createIdentifiers(identifierSchemes)

const reading =
  (scheme: string) =>
  (value: unknown): string | undefined =>
    typeof value === 'string' ? schemes.read(scheme, value) : undefined

/** A DOI in lower case without what may stand before it; undefined if it is none. So are the others. */
export const doiOf = reading('doi')
const readOrcid = reading('orcid')
/** Some give it without hyphens. */
export const orcidOf = (value: unknown): string | undefined =>
  readOrcid(
    typeof value === 'string' ? value.replace(/(\d{4})(\d{4})(\d{4})(?=\w{4}\/?\s*$)/, '$1-$2-$3-') : value,
  )
const readRor = reading('ror')
/** Some write the address of the registry twice. */
export const rorOf = (value: unknown): string | undefined =>
  readRor(typeof value === 'string' ? value.replace(/^.*(?=https?:\/\/ror\.org\/)/i, '') : value)
/** With its hyphen. */
export const issnOf = reading('issn')
/** Without hyphens. */
export const isbnOf = reading('isbn')

const readers = byName<(value: unknown) => string | undefined>({
  doi: doiOf,
  orcid: orcidOf,
  ror: rorOf,
  issn: issnOf,
  isbn: isbnOf,
})

/** A value in the one form that all sources give to its scheme; undefined if it is none, of other schemes as it is. */
export const valueOf = (scheme: string, value: string): string | undefined =>
  readers[scheme] ? readers[scheme](value) : value

/** Whether the check digit of an ISSN is right; 0000-0000 stands for none. */
export const isRealIssn = (issn: string): boolean => issn !== '0000-0000' && checkDigits.ISSN(issn) === issn

/** Characters that mean the same in a DOI and in an IRI. */
const SAFE_DOI = /^[\w.()/;:,+*~=&!$'@-]*$/

/** Characters of a DOI that mean something else in an IRI, or may not stand there. */
const encodeDoi = (doi: string): string =>
  SAFE_DOI.test(doi)
    ? doi
    : doi.replace(/[\s"<>\\^`{|}%#?[\]]/g, (character) => encodeURIComponent(character))

export const doiIri = (doi: string): string => `https://doi.org/${encodeDoi(doi)}`
export const orcidIri = (orcid: string): string => `https://orcid.org/${orcid}`
export const issnIri = (issn: string): string => `https://portal.issn.org/resource/ISSN/${issn}`
export const rorIri = (ror: string): string => `https://ror.org/${ror}`

export const identifier = (scheme: string, value: string): Json => ({
  scheme,
  value: scheme === 'isni' ? schemes.normalise(scheme, value) : value,
})

/** Identifiers by their schemes, of which each may have one, several or none. */
export const identifiersBy = (
  values: Readonly<Record<string, string | readonly string[] | undefined>>,
): Json[] => {
  const found: Json[] = []
  for (const scheme of Object.keys(values)) {
    const given = values[scheme]
    if (typeof given === 'string') found.push(identifier(scheme, given))
    else for (const value of listOf(given)) found.push(identifier(scheme, String(value)))
  }
  return found
}

/** The values of the identifiers of an entity that are of these schemes. */
export const valuesOf = (entity: Json, ...schemes: readonly string[]): string[] =>
  objectsOf(entity['identifiers'])
    .filter((one) => schemes.includes(String(one['scheme'])))
    .map((one) => String(one['value']))

/** The identifiers of an entity, as `scheme value` in the form that all sources give. */
export const identifiedAs = (entity: Json): string[] =>
  objectsOf(entity['identifiers']).flatMap(({ scheme, value }) => {
    const normal = valueOf(String(scheme), String(value))
    return normal === undefined ? [] : [`${String(scheme)} ${normal}`]
  })

export const uniqueIdentifiers = (identifiers: readonly Json[]): Json[] =>
  uniqueBy(identifiers, (one) => `${String(one['scheme'])} ${String(one['value'])}`)

const SLUG_LENGTH = 40

const withoutMarks = (text: string): string => (/^[ -~]*$/.test(text) ? text : removeMarks(text))

/** Small ASCII letters, digits and hyphens. */
const slugOf = (text: string): string =>
  withoutMarks(text.slice(0, 2 * SLUG_LENGTH))
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG_LENGTH)
    .replace(/^-|-$/g, '') || 'unknown'

/** The session of the last id, which is that of most ids of one record, and its slug. */
let [lastSession, lastSlug] = ['', 'unknown']

function slugOfSession(session: string): string {
  if (session !== lastSession) [lastSession, lastSlug] = [session, slugOf(session)]
  return lastSlug
}

const HASH_LENGTH = 10

/**
 * The id of something that has none of its own, as SKG-IF makes such ids: the same for the same words.
 * @param session what the id belongs to: the DOI of the record, or what several records have in common
 * @param kind what it is an id of
 * @param label what distinguishes it from others of the kind
 */
export function generatedId(session: string, kind: string, label: string): string {
  const digest = hash('sha256', JSON.stringify([session, kind, label]))
  return `${GENERATED_PREFIX}${slugOfSession(session)}___${kind}-${slugOf(label)}-${digest.slice(0, HASH_LENGTH)}`
}
