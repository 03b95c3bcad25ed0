/** Identifiers that others have given, as readers of foreign records need them. */

import { checkDigits } from '../identifiers/check-digits.ts'
import { identifierSchemes } from '../identifiers/known-schemes.ts'
import { createIdentifiers } from '../identifiers/schemes.ts'
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
