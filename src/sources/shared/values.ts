/** Access rights, types of organisations, amounts, licences and web addresses of records from elsewhere. */

import type { Json } from '../../model/values/json.ts'
import { byName, textOf } from '../../model/conversion/json.ts'
import { creativeCommonsIri, spdxId } from '../../model/identifiers/licences.ts'
import { words } from '../../model/values/collections.ts'

/** The day of the load, by which embargoes are over or not. */
export const today = (): string => new Date().toISOString().slice(0, 10)

/** Access rights by the codes of COAR. */
export const accessByCode = byName<string>({
  c_abf2: 'open',
  c_16ec: 'restricted',
  c_14cb: 'closed',
  c_f1cf: 'embargoed',
})

/** Types of organisations that ROR, and who takes its words, have under the names of SKG-IF; `other` says nothing. */
export const organisationTypes = words(
  'archive company education facility funder government healthcare nonprofit',
)

/** What a grant pays; nothing where that is not known, or 0. */
export function amountOf(amount: unknown, currency: unknown): Json {
  const paid = Number(amount ?? 0)
  return Number.isFinite(paid) && paid > 0 ? { funded_amount: paid, currency: textOf(currency) } : {}
}

/** A name of a host as it stands before a path, without the scheme. */
const HOST = /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z]{2,}(?:[/?#]\S*)?$/i

/** A web address, to which some give no scheme; undefined for other texts, such as N/A. */
export function urlOf(value: unknown): string | undefined {
  const text = textOf(value)
  if (text === undefined || /^(?:https?|ftp):\/\/\S/i.test(text)) return text
  return HOST.test(text) ? `https://${text}` : undefined
}

/** The same, of a member of which it is said where it is none. */
export function websiteOf(value: unknown, drop: (what: string) => void): string | undefined {
  const url = urlOf(value)
  if (url === undefined && textOf(value) !== undefined) drop('web addresses that are none')
  return url
}

/**
 * The IRI of a licence: of those of Creative Commons the one of the licence itself for each that leads there. That of
 * its text stays, by which SPDX and DataCite name it.
 */
export function licenceIri(url: string): string {
  const [text = ''] = /(?<=\/)legalcode[^/]*/i.exec(url) ?? []
  const iri = creativeCommonsIri(url)
  const spdx = spdxId(url)
  return iri === undefined ? (spdx ? `https://spdx.org/licenses/${spdx}` : url) : iri + text.toLowerCase()
}

/** A text that is more than a word for none, as some give for pages and volumes. */
export function statedOf(value: unknown): string | undefined {
  const text = textOf(value)
  return text === undefined || /^(?:n\/?a|no|null|none|undefined)(?:-(?:n\/?a|no))?$/i.test(text)
    ? undefined
    : text
}
