/** Licences, which have several IRIs: pages for people, the text of the law, http and https. */

const CREATIVE_COMMONS = new RegExp(
  String.raw`^https?://(?:www\.)?creativecommons\.org/(licen[cs]es|publicdomain)/([a-z+-]+)/(\d\.\d)` +
    String.raw`(/[a-z]{2,3}(?![a-z]))?(?:/(?:legalcode|deed)[^/]*)*/?$`,
  'i',
)

/** The IRI of a licence of Creative Commons for each that leads to it; undefined for others. */
export function creativeCommonsIri(iri: string): string | undefined {
  const [, kind, terms = '', version = '', country = ''] = CREATIVE_COMMONS.exec(iri) ?? []
  const path = /^p/i.test(kind ?? '') ? 'publicdomain' : 'licenses'
  return kind && `https://creativecommons.org/${path}/${`${terms}/${version}${country}`.toLowerCase()}/`
}

/** One IRI for all of a licence. Those by which publishers allow the mining of texts stay as they are. */
export const licenceIri = (iri: string): string =>
  creativeCommonsIri(iri) ??
  (isOfPublisher(iri) ? iri : iri.replace(/^http:/, 'https:').replace(/(?<=\w)\/+$/, ''))

const isOfPublisher = (iri: string): boolean => /tdm/i.test(iri)

/** A regular expression of SPARQL, and its flags, for all IRIs of a licence, by the one that stands for them. */
export function licencePattern(iri: string): readonly [pattern: string, flags: string] {
  const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  const [, rest] = /^https:\/\/(.*?)\/?$/.exec(iri) ?? []
  if (rest === undefined || isOfPublisher(iri)) return [`^${escape(iri)}$`, '']
  if (creativeCommonsIri(iri) === undefined) return [`^https?://${escape(rest)}/*$`, '']
  const path = escape(rest).replace('/licenses/', '/licen[cs]es/')
  return [`^https?://(www[.])?${path}(/(legalcode|deed)[^/]*)*/?$`, 'i']
}

/** The identifier in SPDX of a licence whose page there, or at the Open Source Initiative, an IRI is. */
export const spdxId = (iri: string): string | undefined =>
  /^https?:\/\/(?:spdx|opensource)\.org\/licenses\/([\w.+-]+?)(?:\.(?:json|html))?\/*$/.exec(iri)?.[1]

/** What people call a licence; undefined if it is not known by a name. */
export function licenceName(iri: string): string | undefined {
  const [, kind, terms = '', version = '', country = ''] = CREATIVE_COMMONS.exec(iri) ?? []
  const place = country.slice(1).toUpperCase()
  if (kind === undefined || (/^p/i.test(kind) && terms !== 'zero')) return spdxId(iri)
  return [terms === 'zero' ? 'CC0' : `CC ${terms.toUpperCase()}`, version, place].filter(Boolean).join(' ')
}
