// The one form of a single value: IRIs, identifiers, dates, vocabulary words, and the order among values.

/** Resolves by RFC 3986 what has no scheme, and percent-encodes what RFC 3987 forbids. */
export function iri(text: string, base?: string): string {
  if (base === undefined || /^[a-z][a-z\d+.-]*:/i.test(text)) return escapeIri(text)
  const [, scheme = '', authority = '', basePath = '', baseQuery = ''] =
    /^([^:/?#]+:)?(\/\/[^/?#]*)?([^?#]*)(\?[^#]*)?/.exec(base) ?? []
  const [, ownAuthority, path = '', query, fragment = ''] =
    /^(\/\/[^/?#]*)?([^?#]*)(\?[^#]*)?(#[^]*)?/.exec(text) ?? []
  const tail = (query ?? '') + fragment
  if (ownAuthority !== undefined) return escapeIri(scheme + ownAuthority + withoutDots(path) + tail)
  if (path === '') return escapeIri(scheme + authority + basePath + (query ?? baseQuery) + fragment)
  const directory =
    basePath === '' && authority !== '' ? '/' : basePath.slice(0, basePath.lastIndexOf('/') + 1)
  return escapeIri(scheme + authority + withoutDots(path.startsWith('/') ? path : directory + path) + tail)
}

function withoutDots(path: string): string {
  const values: string[] = []
  const segments = path.split('/')
  for (const segment of segments) {
    if (segment === '..' && (values.length > 1 || values[0] !== '')) values.pop()
    else if (segment !== '.' && segment !== '..') values.push(segment)
  }
  if (/^\.\.?$/.test(segments.at(-1) ?? '')) values.push('')
  return values.join('/')
}

const FORBIDDEN = new RegExp(
  '%(?![\\dA-Fa-f]{2})|\\p{Noncharacter_Code_Point}|' +
    "[^\\w\\-.~:/?@!$&'()*+,;=%\\u00a0-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\uffef" +
    '\\u{10000}-\\u{dfffd}\\u{e1000}-\\u{efffd}]',
  'gu',
)

function escapeIri(text: string): string {
  const [host = ''] =
    /^([a-z][a-z\d+.-]*:)?\/\/([^/?#@[\]]*@)?\[[\da-f.]*:[\da-f:.]*\](:\d*)?(?=[/?#]|$)/i.exec(text) ?? []
  const [before = '', ...after] = text.slice(host.length).split('#')
  return host + [before, ...(after.length ? [after.join('%23')] : [])].map(escapePart).join('#')
}

function escapePart(text: string): string {
  return text.replace(FORBIDDEN, (character) =>
    [...Buffer.from(character)]
      .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
      .join(''),
  )
}

const DOI = /^(?:https?:\/\/(?:dx\.|www\.)?doi\.org\/|doi:\s*)?(10\.[\d.]+\/\S+)$/i
const ISSN = /^(\d{4})-?(\d{3}[\dx])$/i

/** By scheme in lower case: what the text must look like, and the one form made of the groups found. */
const IDENTIFIERS: Readonly<Record<string, readonly [RegExp, (...groups: string[]) => string]>> = {
  doi: [DOI, (doi) => (doi ?? '').toLowerCase()],
  orcid: [
    /^(?:https?:\/\/(?:www\.)?orcid\.org\/|orcid:\s*)?((?:\d{4}-){3}\d{3}[\dx])$/i,
    (orcid) => (orcid ?? '').toUpperCase(),
  ],
  ror: [
    /^(?:https?:\/\/)?(?:(?:www\.)?ror\.org\/|ror:)?(0[a-z\d]{6}\d{2})$/i,
    (ror) => `https://ror.org/${(ror ?? '').toLowerCase()}`,
  ],
  issn: [ISSN, issn],
  eissn: [ISSN, issn],
  lissn: [ISSN, issn],
  handle: [/^(?:https?:\/\/hdl\.handle\.net\/|hdl:\s*)([^\s/:]+\/\S+)$/i, (handle) => handle ?? ''],
  pmid: [/^(?:pmid:\s*|https?:\/\/pubmed\.ncbi\.nlm\.nih\.gov\/)?(\d+)\/?$/i, (pmid) => pmid ?? ''],
  arxiv: [
    /^(?:arxiv:\s*|https?:\/\/(?:www\.)?arxiv\.org\/abs\/)(\d{4}\.\d{4,5}(?:v\d+)?|[a-z.-]+\/\d{7}(?:v\d+)?)$/i,
    (arxiv) => arxiv ?? '',
  ],
}

function issn(first = '', second = ''): string {
  return `${first}-${second.toUpperCase()}`
}

export function identifierValue(scheme: unknown, value: string): string {
  const [form, write] = IDENTIFIERS[String(scheme).toLowerCase()] ?? []
  const [, ...groups] = form?.exec(value) ?? []
  return write && groups.length ? write(...groups) : value
}

/** What the IRI of an entity says by itself: a DOI, an ORCID or a ROR. */
export function identifierOfIri(iri: string): { scheme: string; value: string } | undefined {
  const scheme = ['doi', 'orcid', 'ror'].find((one) => IDENTIFIERS[one]?.[0].test(iri))
  return scheme === undefined ? undefined : { scheme, value: identifierValue(scheme, iri) }
}

const DATE_TIME =
  /^(-?\d{4,}-(\d\d)-(\d\d)T([01]\d|2[0-3])(?::[0-5]\d){2})(\.\d+)?(Z|[+-](?:0\d|1[0-4]):[0-5]\d)?$/

/** What Oxigraph gives back for a date; what is no xsd:dateTime is not touched. */
export function dateText(text: string): string {
  const [, whole, month = '', day = '', , fraction = '', zone = ''] = DATE_TIME.exec(text) ?? []
  const calendar = new Date(Date.UTC(2000, Number(month) - 1, Number(day)))
  if (whole === undefined || calendar.getUTCMonth() + 1 !== Number(month)) return text
  return whole + fraction.replace(/\.?0+$/, '') + zone.replace(/^[+-]00:00$/, 'Z')
}

const VOCABULARIES: Readonly<Record<string, string>> = {
  sshocaudience: 'sshoc-audience',
  sshocinvt: 'invocation-type',
  elcs: 'eosc-life-cycle-status',
  eoscgeoavail: 'eosc-geographical-availability',
}

const REWRITES: Readonly<Record<string, readonly [RegExp, string]>> = {
  product_type: [/^other$/, ''],
  venue_type: [/^unknown$/, ''],
  types: [/^unspecified$|^srv_(?=(?:research_infrastructure|hosting_organisation)$)/, ''],
  status: [/^retricted$/, 'restricted'],
}

const DISCIPLINES: readonly (readonly [string, string])[] = [
  ['loc:classification', 'all'],
  ['http://id.loc.gov/authorities/classification/', 'lcc:'],
  ['http://id.loc.gov/authorities/classification', 'all'],
  ['http://id.loc.gov/authorities/', 'loc:'],
]

/** A word in the spelling that is emitted; '' when RDF cannot say it. */
export function word(text: string, vocabulary = ''): string {
  const folder = VOCABULARIES[vocabulary]
  if (folder !== undefined)
    return prefixed(text, vocabulary, `https://vocabs.sshopencloud.eu/vocabularies/${folder}/`)
  if (vocabulary === 'disciplines') return discipline(text)
  if (vocabulary === 'language') return languageOf(text)
  const [pattern, replacement] = REWRITES[vocabulary] ?? []
  return pattern === undefined ? text : text.replace(pattern, replacement ?? '')
}

function prefixed(text: string, prefix: string, namespace: string): string {
  if (text.startsWith(namespace)) return `${prefix}:${text.slice(namespace.length)}`
  return text.includes(':') ? text : `${prefix}:${text}`
}

/** The prefix that the published context binds, or the whole IRI. */
function languageOf(text: string): string {
  const [, code] =
    /^(?:iso639-3[:/]|https:\/\/vocabs\.acdh\.oeaw\.ac\.at\/iso6393\/)?([a-z]{3})$/.exec(text) ?? []
  return code === undefined
    ? text.replace(/^lexvo-iso639-3[:/]/, 'http://lexvo.org/id/iso639-3/')
    : `iso639-3:${code}`
}

function discipline(text: string): string {
  const [start, written] = DISCIPLINES.find(([beginning]) => text.startsWith(beginning)) ?? [
    '',
    /^all$|:/.test(text) ? '' : 'lcc:',
  ]
  return written + text.slice(start.length)
}

const CLASSES: readonly (readonly [string, string])[] = [
  ['http://purl.org/spar/fabio/', 'fabio:'],
  ['https://schema.org/', 'schema:'],
  ['https://w3id.org/skg-if/ontology/', 'skg:'],
  ['https://w3id.org/skg-if/extension/srv/ontology/', 'srv:'],
]

export function compactClass(text: string): string {
  const [namespace, prefix] = CLASSES.find(([beginning]) => text.startsWith(beginning)) ?? ['', '']
  return prefix + text.slice(namespace.length)
}

/** JSON text with sorted keys and array items, so that it is equal exactly for equal values. */
export function stable(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(stable).sort().join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'nothing'
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${stable(member)}`).join(',')}}`
}

export function distinct<T>(values: readonly T[]): T[] {
  return [...new Map(values.map((value) => [stable(value), value])).values()]
}

/**
 * The smallest by code point (which UTF-8 keeps and UTF-16 does not); what is no text counts by its JSON
 * text.
 */
export function smallest<T>(values: readonly T[]): T | undefined {
  const bytes = (value: T): Buffer => Buffer.from(typeof value === 'string' ? value : stable(value))
  return values.toSorted((a, b) => Buffer.compare(bytes(a), bytes(b)))[0]
}
