/** Records of OpenAIRE in one spelling: keys in small letters and in the singular, placeholders removed. */

import { isObject, type Json } from '../../model/values/json.ts'
import type { SourceNotes } from '../../model/rows/source-row.ts'
import { doiOf, identifier, orcidOf, uniqueIdentifiers, valueOf } from '../../model/conversion/ids.ts'
import { byName, objectOf, objectsOf, optional, textOf } from '../../model/conversion/json.ts'

/** A product while it is read. */
export interface Reading extends SourceNotes {
  readonly record: Json
  /** What the ids that are made for the record belong to. */
  readonly session: string
}

/** Texts that stand for no value. */
const STAND_INS = new Set(['{NULL}', 'UNKNOWN', 'unidentified', 'und', ''])

/** Keys that one spelling has in the plural, and the other in the singular. */
const PLURALS = new Set(
  `authors instances pids descriptions contributors countries coverages formats sources subjects fundings
  originalids urls alternateidentifiers documentationurls alternativenames programminglanguages
  contactpersons contactgroups tools geolocations`.split(/\s+/),
)

const keyOf = (key: string): string => {
  const small = key.toLowerCase().replaceAll('_', '')
  if (small === 'countries') return 'country'
  return PLURALS.has(small) ? small.slice(0, -1) : small
}

/** A record in one spelling, without members that are null and texts that stand for that. */
export function normaliseKeys(value: unknown): unknown {
  if (Array.isArray(value))
    return value.map((one) => (one === null ? one : normaliseKeys(one))).filter((one) => one !== undefined)
  if (typeof value === 'string') return STAND_INS.has(value.trim()) ? undefined : value
  if (!isObject(value)) return value ?? undefined
  const members = Object.entries(value).flatMap(([key, inner]): [string, unknown][] => {
    const read = normaliseKeys(inner)
    return read === undefined ? [] : [[keyOf(key), read]]
  })
  return Object.fromEntries(members)
}

export type Kind = 'product' | 'grant' | 'organisation' | 'datasource'

/** Pages of OpenAIRE Explore, by which entities are called that have no identifier of others. */
const pages: Readonly<Record<Kind, string>> = {
  product: 'https://explore.openaire.eu/search/result?id=',
  grant: 'https://explore.openaire.eu/search/project?projectId=',
  organisation: 'https://explore.openaire.eu/search/organization?organizationId=',
  datasource: 'https://explore.openaire.eu/search/dataprovider?datasourceId=',
}

/** The id of OpenAIRE without the number of its kind, such as `50|`, which old dumps have. */
export const openaireId = (given: unknown): string | undefined => textOf(given)?.replace(/^\d\d\|/, '')

/** The IRI of an entity by its id in OpenAIRE. */
export const pageIri = (kind: Kind, id: string): string => pages[kind] + encodeURIComponent(id.toWellFormed())

/** Schemes that SKG-IF calls otherwise. */
const schemes = byName<string>({ pmc: 'pmcid', orcid_pending: 'orcid' })

/** An identifier `{ scheme, value }`, in the form that all sources share. */
function identifierOf(pid: Json): Json | undefined {
  const [word, value] = [textOf(pid['scheme'])?.toLowerCase(), textOf(pid['value'])]
  if (word === undefined || value === undefined) return undefined
  if (word === 'fundref') return identifier('doi', doiOf(value) ?? `10.13039/${value}`)
  // Catalogues of OpenAIRE call URLs URNs.
  const scheme = word === 'urn' && /^https?:/i.test(value) ? 'url' : (schemes[word] ?? word)
  return identifier(scheme, valueOf(scheme, value) ?? value)
}

/** The identifiers of lists of `{ scheme, value }`, each once. */
export const identifiersIn = (...lists: readonly unknown[]): Json[] =>
  uniqueIdentifiers(lists.flatMap(objectsOf).flatMap((one) => optional(identifierOf(one))))

export const orcidIn = (author: Json): string | undefined => {
  const { scheme, value } = objectOf(objectOf(author['pid'])['id'])
  return /^orcid/i.test(textOf(scheme) ?? '') ? orcidOf(value) : undefined
}
