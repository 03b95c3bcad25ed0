/** Identifiers and ids: those that others have given, and those that are made where there are none. */

import { GENERATED_PREFIX } from '../../model/values/generated-ids.ts'
import { decodePercent } from '../../model/values/percent-encoding.ts'
import { removeMarks } from '../../model/values/fold.ts'
import { hash } from 'node:crypto'
import type { Json } from '../../model/values/json.ts'
import { listOf, objectsOf, uniqueBy } from './json.ts'

const DOI = /^(?:https?:\/\/(?:dx\.|www\.)?doi\.org\/|doi:\s*|info:doi\/)?(10\.\d{3,9}(?:\.\d+)*\/\S.*)$/i
const ORCID =
  /^(?:(?:https?:\/\/)?(?:www\.)?orcid\.org\/|orcid:\s*)?(\d{4})-?(\d{4})-?(\d{4})-?(\d{3}[\dx])\/?$/i
const ROR = /^(?:https?:\/\/)?(?:ror\.org\/|ror:)?(0[a-hj-km-np-tv-z0-9]{6}\d\d)\/?$/i

const matchOf = (pattern: RegExp, value: unknown): RegExpExecArray | undefined =>
  typeof value === 'string' ? (pattern.exec(value.trim()) ?? undefined) : undefined

const BARE_DOI = /^10\.\d{3,9}(?:\.\d+)*\/\S+$/

/** A DOI in lower case without what may stand before it; undefined if it is none. */
export function doiOf(value: unknown): string | undefined {
  if (typeof value === 'string' && BARE_DOI.test(value)) return value.toLowerCase()
  const doi = matchOf(DOI, value)?.[1]?.toLowerCase()
  return doi === undefined || !/^https?:/i.test(String(value).trim()) ? doi : decodePercent(doi)
}

export const orcidOf = (value: unknown): string | undefined =>
  matchOf(ORCID, value)?.slice(1).join('-').toUpperCase()

export const rorOf = (value: unknown): string | undefined => matchOf(ROR, value)?.[1]?.toLowerCase()

/** An ISSN with its hyphen; undefined if it is none. */
export function issnOf(value: unknown): string | undefined {
  const [, first, last] = matchOf(/^(?:issn:?\s*)?(\d{4})-?(\d{3}[\dx])$/i, value) ?? []
  return first === undefined ? undefined : `${first}-${(last as string).toUpperCase()}`
}

/** Whether the check digit of an ISSN is right; 0000-0000 stands for none. */
export function isRealIssn(issn: string): boolean {
  const digits = [...issn.replace('-', '')].map((one) => (one === 'X' ? 10 : Number(one)))
  const sum = digits.reduce((all, digit, i) => all + digit * (8 - i), 0)
  return sum > 0 && sum % 11 === 0
}

/** An ISBN without hyphens; undefined if it is none. Crossref gives some as URLs. */
export function isbnOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const bare = value.replace(/^.*isbn[/:]?\s*/i, '').replace(/[\s‐-―-]/g, '')
  return /^(?:97[89])?\d{9}[\dx]$/i.test(bare) ? bare.toUpperCase() : undefined
}

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

/** An ISNI is sixteen digits, which some give with blanks, and some as a URL. */
const isniOf = (value: string): string =>
  /(?:^|\/)((?:\d{4}[\s-]?){3}\d{3}[\dx])$/i.exec(value)?.[1]?.replace(/[\s-]/g, '').toUpperCase() ?? value

export const identifier = (scheme: string, value: string): Json => ({
  scheme,
  value: scheme === 'isni' ? isniOf(value) : value,
})

/** Identifiers by their schemes, of which each may have one, several or none. */
export const identifiersBy = (
  values: Readonly<Record<string, string | readonly string[] | undefined>>,
): Json[] =>
  Object.entries(values).flatMap(([scheme, given]) =>
    listOf(given).map((value) => identifier(scheme, String(value))),
  )

/** The values of the identifiers of an entity that are of these schemes. */
export const valuesOf = (entity: Json, ...schemes: readonly string[]): string[] =>
  objectsOf(entity['identifiers']).flatMap((one) =>
    schemes.includes(String(one['scheme'])) ? [String(one['value'])] : [],
  )

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
